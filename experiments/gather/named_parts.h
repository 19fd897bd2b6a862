#pragma once

#include "results/report/report_data.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The projections, cross-modal methods and quantisers that the names of methods consist of, each
/// once, in the order of the names: "itq" and "npq" for "itq+npq:beta=2". Names that are in no
/// registry, such as those of other programs' codes, are left out.
std::vector<results::ReportPart> named_parts(const std::vector<std::string>& methods);

/// The definitions of splitting protocols, each once, in the order of the names.
std::vector<results::ReportPart> named_splits(const std::vector<std::string>& splits);

}  // namespace hashlab::experiments
