#pragma once

#include "results/report/report_data.h"

#include <string>

namespace hashlab::results {

/// The report as JSON that may stand inside of a <script> element: no '<' is in it. Scores of runs
/// have full precision, curves and times five digits. Bytes that are no UTF-8 become U+FFFD.
std::string report_json(const Report& report);

}  // namespace hashlab::results
