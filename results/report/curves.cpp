#include "results/report/curves.h"

#include <algorithm>

namespace hashlab::results {

Band band_of(const std::vector<std::vector<double>>& curves) {
  if (curves.empty()) return {};
  Band band{std::vector<double>(curves.front().size(), 0), curves.front(), curves.front()};
  for (const std::vector<double>& curve : curves) {
    for (std::size_t i = 0; i < curve.size(); ++i) {
      band.mean[i] += curve[i] / static_cast<double>(curves.size());
      band.low[i] = std::min(band.low[i], curve[i]);
      band.high[i] = std::max(band.high[i], curve[i]);
    }
  }
  return band;
}

}  // namespace hashlab::results
