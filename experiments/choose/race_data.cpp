#include "experiments/choose/race_data.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>

namespace hashlab::experiments {

std::string Evaluation::text() const {
  return fmt::format("{} {} of rows, split {}", candidate, rung_shares.at(rung), split);
}

double ScoredCandidate::mean() const {
  if (!final_scores.empty()) {
    return std::accumulate(final_scores.begin(), final_scores.end(), 0.0) /
           static_cast<double>(final_scores.size());
  }
  for (std::size_t rung = scores.size(); rung-- > 0;) {
    if (scores[rung]) return *scores[rung];
  }
  return -std::numeric_limits<double>::infinity();
}

}  // namespace hashlab::experiments
