#include "lib/metrics/metrics.h"

#include "lib/error.h"
#include "lib/metrics/auprc.h"
#include "lib/metrics/average_precision.h"
#include "lib/metrics/cumulated.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace hashlab {
namespace {

// Every metric is 0 when no query has a relevant item. Micro-averages pool all queries, those
// without relevant items too: what they retrieve counts.
std::vector<Metric> curve_metrics() {
  return {
      {"auprc",
       "area under the micro-averaged precision-recall curve by trapezoids, over all radii that "
       "retrieve something, no point added at recall 0; one tie of everything scores the base "
       "rate; queries without relevant items are pooled too",
       [](const RankCounts& counts) { return auprc(pooled(counts)); }},
      {"auprc-open",
       "as auprc, but from radius 0 with precision 0 where nothing is retrieved, and without the "
       "largest distance that occurs; one tie of everything scores 0",
       [](const RankCounts& counts) { return auprc_open(pooled(counts)); }},
      {"auprc-step",
       "sum over radii d >= 1 of micro precision at d times the gain in micro recall from d - 1 to "
       "d, precision 0 where nothing is retrieved; queries without relevant items are pooled too",
       [](const RankCounts& counts) { return auprc_step(pooled(counts)); }},
      {"auprc-anchored", "as auprc, with the first precision held back to recall 0",
       [](const RankCounts& counts) { return auprc_anchored(pooled(counts)); }},
      {"auprc-macro",
       "mean of the auprc of each query; queries without relevant items are left out",
       [](const RankCounts& counts) { return macro_average(counts, auprc); }},
      {"map",
       "mean average precision of the full ranking, expected over all orders of ties; queries "
       "without relevant items are left out",
       [](const RankCounts& counts) { return mean_average_precision(counts, TieOrder::any); }},
      {"map-best", "as map, with relevant items first within each tie",
       [](const RankCounts& counts) {
         return mean_average_precision(counts, TieOrder::relevant_first);
       }},
      {"map-worst", "as map, with relevant items last within each tie",
       [](const RankCounts& counts) {
         return mean_average_precision(counts, TieOrder::relevant_last);
       }},
  };
}

// precision@R, recall@R, fBETA@R, and the same with -macro.
struct AtRadius {
  enum class Kind { precision, recall, f } kind;
  double beta = 1.0;  // of f only
  bool macro = false;
  std::uint16_t radius = 0;
};

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<AtRadius> parse_at_radius(std::string_view name) {
  const std::size_t at = name.find('@');
  if (at == name.npos) return std::nullopt;
  const auto radius = parse_number<std::uint16_t>(name.substr(at + 1));
  if (!radius) return std::nullopt;
  std::string_view kind = name.substr(0, at);
  AtRadius m{AtRadius::Kind::f, 1.0, kind.ends_with("-macro"), *radius};
  if (m.macro) kind.remove_suffix(std::string_view("-macro").size());
  if (kind == "precision") {
    m.kind = AtRadius::Kind::precision;
  } else if (kind == "recall") {
    m.kind = AtRadius::Kind::recall;
  } else {
    if (!kind.starts_with('f')) return std::nullopt;
    const auto beta = parse_number<double>(kind.substr(1));
    if (!beta || !std::isfinite(*beta) || *beta <= 0.0) return std::nullopt;
    m.beta = *beta;
  }
  return m;
}

// Equation 3.10 divided by 1 + beta^2, so that no beta overflows.
double f_measure(double precision, double recall, double beta) {
  const double weight = 1.0 / (1.0 + 1.0 / (beta * beta));
  const double mean = weight * precision + (1.0 - weight) * recall;
  return mean == 0.0 ? 0.0 : precision * recall / mean;
}

double value_at_radius(const AtRadius& m, const RankCounts& counts) {
  if (counts.n_distances == 0) return 0.0;
  const std::size_t d = std::min<std::size_t>(m.radius, counts.n_distances - 1);
  const auto average = [&](double (Cumulated::*value)(std::size_t) const) {
    if (!m.macro) return (pooled(counts).*value)(d);
    return macro_average(counts, [&](const Cumulated& query) { return (query.*value)(d); });
  };
  if (m.kind == AtRadius::Kind::precision) return average(&Cumulated::precision);
  if (m.kind == AtRadius::Kind::recall) return average(&Cumulated::recall);
  return f_measure(average(&Cumulated::precision), average(&Cumulated::recall), m.beta);
}

std::string definition(const AtRadius& m) {
  const std::string average = m.macro ? "mean over queries, those without relevant items left out"
                                      : "pooled over queries, those without relevant items too";
  switch (m.kind) {
    case AtRadius::Kind::precision:
      return fmt::format(
          "relevant share of the items within distance {}, {}; 0 if nothing is "
          "retrieved",
          m.radius, average);
    case AtRadius::Kind::recall:
      return fmt::format("share of the relevant items within distance {}, {}", m.radius, average);
    case AtRadius::Kind::f:
      return fmt::format(
          "F-measure with beta = {} of precision and recall within distance {}, "
          "each {}; 0 if both are 0",
          number_text(m.beta), m.radius, average);
  }
  return {};
}

Metric at_radius(const AtRadius& m) {
  const std::string kind = m.kind == AtRadius::Kind::precision ? "precision"
                           : m.kind == AtRadius::Kind::recall
                               ? "recall"
                               : fmt::format("f{}", number_text(m.beta));
  return {fmt::format("{}{}@{}", kind, m.macro ? "-macro" : "", m.radius), definition(m),
          [m](const RankCounts& counts) { return value_at_radius(m, counts); }};
}

}  // namespace

Metric metric(std::string_view name) {
  if (const auto parsed = parse_at_radius(name)) return at_radius(*parsed);
  std::vector<std::string> known;
  for (Metric& m : all_metrics()) {
    if (m.name == name) return std::move(m);
    known.push_back(m.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("metric '{}' does not exist{}; known are {}, at any radius 0 .. 65535 "
                          "after the @ and any beta > 0 after the f",
                          name, suggestion(name, known), fmt::join(known, ", ")));
}

std::vector<Metric> all_metrics() {
  std::vector<Metric> metrics = curve_metrics();
  for (const bool macro : {false, true}) {
    for (const auto kind : {AtRadius::Kind::precision, AtRadius::Kind::recall, AtRadius::Kind::f}) {
      metrics.push_back(at_radius({kind, 1.0, macro, 2}));
    }
  }
  return metrics;
}

PrCurve pr_curve(const RankCounts& counts) {
  const Cumulated c = pooled(counts);
  PrCurve curve;
  for (std::size_t d = 0; d < c.all.size(); ++d) {
    if (c.all[d] == 0) continue;
    curve.radius.push_back(static_cast<double>(d));
    curve.precision.push_back(c.precision(d));
    curve.recall.push_back(c.recall(d));
  }
  return curve;
}

}  // namespace hashlab
