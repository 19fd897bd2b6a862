#pragma once

#include "results/format/table_format.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

/// A method as papers print it: "ITQ + NPQ" of itq+npq, "ITQ + NPQ (thresholds=7, tuned)" of
/// itq+npq:thresholds=7,tuned. A name that is not a method's stays as it is.
std::string printed_name(std::string_view method);

/// The same table with printed names of its rows, also where footnotes name them.
results::Table with_printed_names(results::Table table);

}  // namespace hashlab::experiments
