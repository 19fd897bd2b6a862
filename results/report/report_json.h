#pragma once

#include "results/report/report_data.h"

#include <string>

namespace hashlab::results {

/// The report as JSON that can be placed inside a <script> element, because it contains no '<'.
/// Scores of runs have full precision; other numbers, such as curves and times, mostly have five
/// significant digits. Bytes that are not UTF-8 become U+FFFD.
std::string report_json(const Report& report);

}  // namespace hashlab::results
