#include "experiments/suite/reference.h"

#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

namespace hashlab {

const std::vector<ReferenceRanking>& reference_rankings() {
  static const std::vector<ReferenceRanking> rankings = {{"euclidean", 1, RealDistance::euclidean},
                                                         {"cosine", 1, RealDistance::cosine}};
  return rankings;
}

const ReferenceRanking& reference_ranking(std::string_view name) {
  std::vector<std::string> known;
  for (const ReferenceRanking& ranking : reference_rankings()) {
    if (ranking.name == name) return ranking;
    known.push_back(ranking.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("reference '{}' does not exist{}; expected {}", name,
                          suggestion(name, known), fmt::join(known, " or ")));
}

}  // namespace hashlab
