#pragma once

#include "results/report/report_data.h"

#include <string>

namespace hashlab::results {

/// The report as one HTML file that needs no other: data, style sheet, scripts and the library of
/// charts are in it, and its Content-Security-Policy lets it load nothing and run no other script.
/// The same report gives the same bytes.
std::string report_page(const Report& report);

}  // namespace hashlab::results
