#pragma once

#include "results/format/table_format.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

/// A method's name as papers print it: "ITQ + NPQ" for itq+npq, "ITQ + NPQ (thresholds=7, tuned)"
/// for itq+npq:thresholds=7,tuned. Other names are returned unchanged.
std::string printed_name(std::string_view method);

/// The same table with printed names in its rows and in footnotes that name them.
results::Table with_printed_names(results::Table table);

}  // namespace hashlab::experiments
