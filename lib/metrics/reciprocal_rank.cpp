#include "lib/metrics/reciprocal_rank.h"

#include <algorithm>

namespace hashlab {

double reciprocal_rank(const Cumulated& query, std::uint64_t cutoff) {
  const auto first =
      std::find_if(query.relevant.begin(), query.relevant.end(), [](auto n) { return n > 0; });
  if (first == query.relevant.end()) return 0.0;
  const auto d = static_cast<std::size_t>(first - query.relevant.begin());
  const std::uint64_t N = d == 0 ? 0 : query.all[d - 1];
  const std::uint64_t t = query.all[d] - N, p = query.relevant[d];
  constexpr double negligible = 0x1.0p-80;
  double mean = 0.0, probability = static_cast<double>(p) / static_cast<double>(t);
  for (std::uint64_t s = 1; s <= t - p + 1 && N + s <= cutoff && probability > negligible; ++s) {
    mean += probability / static_cast<double>(N + s);
    if (s < t) probability *= static_cast<double>(t - s - p + 1) / static_cast<double>(t - s);
  }
  return mean;
}

}  // namespace hashlab
