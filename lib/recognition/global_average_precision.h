#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hashlab {

/// A recogniser's prediction for one query.
struct Prediction {
  std::optional<std::int64_t> label;  ///< none: the recogniser abstains; the query has no rank
  double confidence = 0;
};

/// The landmarks in a query.
struct Truth {
  std::vector<std::int64_t> labels;  ///< any of them is a correct prediction; empty: no landmark
};

/// The order of predictions of equal confidence.
enum class ConfidenceTies {
  by_query,  ///< in the order of the queries; the official evaluation sorts queries by name
  reversed,  ///< in the reverse order, which numpy's argsort()[::-1] gives if its sort is stable
};

struct GapRule {
  bool ignore_without_landmark = false;  ///< leave out queries that show no landmark
  ConfidenceTies ties = ConfidenceTies::by_query;
};

/// Global average precision, also called micro-average precision. All predictions form one ranking
/// by confidence, and
///
///   GAP = 1/M sum_i P(i) rel(i),
///
/// where P(i) is the precision of the first i predictions, rel(i) = 1 if the i-th is correct (else
/// 0), and M is the number of queries that show a landmark, with or without a prediction. A
/// prediction for a query without a landmark takes a rank, unless `rule` leaves such queries out. 0
/// if M = 0.
/// Errors:  invalid_argument if `predictions` and `truth` differ in length, or the confidence of a
///          predicted label is NaN.
/// Source:  Perronnin, Liu & Renders, CVPR 2009; metrics.py of the Google Landmarks data set.
double global_average_precision(const std::vector<Prediction>& predictions,
                                const std::vector<Truth>& truth, const GapRule& rule = {});

}  // namespace hashlab
