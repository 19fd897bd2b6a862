#pragma once

#include "results/report/report_data.h"

#include <vector>

namespace hashlab::results {

/// Mean, lowest and highest value at each point of curves of equal length; empty if there are none.
Band band_of(const std::vector<std::vector<double>>& curves);

}  // namespace hashlab::results
