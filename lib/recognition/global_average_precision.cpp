#include "lib/recognition/global_average_precision.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

void check(const std::vector<Prediction>& predictions, const std::vector<Truth>& truth) {
  if (predictions.size() != truth.size()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("global average precision: there are {} predictions and the truth of {} "
                    "queries",
                    predictions.size(), truth.size()));
  }
  for (std::size_t q = 0; q < predictions.size(); ++q) {
    if (predictions[q].label && std::isnan(predictions[q].confidence)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("global average precision: the confidence of query {} is NaN", q));
    }
  }
}

bool is_right(const Prediction& prediction, const Truth& truth) {
  return std::find(truth.labels.begin(), truth.labels.end(), *prediction.label) !=
         truth.labels.end();
}

}  // namespace

double global_average_precision(const std::vector<Prediction>& predictions,
                                const std::vector<Truth>& truth, const GapRule& rule) {
  check(predictions, truth);
  std::vector<std::size_t> ranking;
  std::size_t M = 0;
  for (std::size_t q = 0; q < predictions.size(); ++q) {
    const bool shows_landmark = !truth[q].labels.empty();
    M += shows_landmark ? 1 : 0;
    if (!predictions[q].label || (rule.ignore_without_landmark && !shows_landmark)) continue;
    ranking.push_back(q);
  }
  if (rule.ties == ConfidenceTies::reversed) std::reverse(ranking.begin(), ranking.end());
  std::stable_sort(ranking.begin(), ranking.end(), [&](std::size_t a, std::size_t b) {
    return predictions[a].confidence > predictions[b].confidence;
  });
  double sum = 0;
  std::size_t right = 0;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const std::size_t q = ranking[i];
    if (!is_right(predictions[q], truth[q])) continue;
    ++right;
    sum += static_cast<double>(right) / static_cast<double>(i + 1);
  }
  return M == 0 ? 0 : sum / static_cast<double>(M);
}

}  // namespace hashlab
