#pragma once

#include "results/report/report_data.h"

#include <string>

namespace hashlab::results {

/// The report as one self-contained HTML file: it includes data, style sheet, scripts and the chart
/// library. Its Content-Security-Policy forbids loading anything over the network and running other
/// scripts. The same report gives the same bytes.
std::string report_page(const Report& report);

}  // namespace hashlab::results
