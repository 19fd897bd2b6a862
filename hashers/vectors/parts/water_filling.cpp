#include "hashers/vectors/parts/water_filling.h"

namespace hashlab::hashers {

std::vector<std::uint8_t> water_filled_bits(std::span<const double> variances, std::size_t bits) {
  constexpr double distortion[] = {1,        .3633802, .1174816, .0345482, .0094970,
                                   .0024990, .000641,  .000163,  .0000414};
  constexpr std::uint8_t most = 8;
  std::vector<std::uint8_t> spent(variances.size());
  for (std::size_t bit = 0; bit < bits; ++bit) {
    std::size_t best = variances.size();
    double gain = 0;
    for (std::size_t k = 0; k < variances.size(); ++k) {
      if (spent[k] == most) continue;
      const double own = variances[k] * (distortion[spent[k]] - distortion[spent[k] + 1]);
      if (own > gain) {
        gain = own;
        best = k;
      }
    }
    if (best == variances.size()) break;
    ++spent[best];
  }
  return spent;
}

}  // namespace hashlab::hashers
