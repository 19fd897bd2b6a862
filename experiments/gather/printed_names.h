#pragma once

#include "results/format/table_format.h"

#include <string>
#include <string_view>

namespace hashlab::experiments {

/// A method's name as papers print it: "ITQ + NPQ" for itq+npq, "ITQ + NPQ (thresholds=7, tuned)"
/// for itq+npq:thresholds=7,tuned, and NAME for codes:NAME. Names of other forms, or with unknown
/// methods, are returned unchanged.
std::string printed_name(std::string_view method);

/// The table with the names of methods as papers print them (see printed_name), in its rows and,
/// for the methods of these rows, in its footnotes. The column heading "hasher" becomes "method".
results::Table with_printed_names(results::Table table);

}  // namespace hashlab::experiments
