#include "lib/metrics/families.h"

#include "lib/metrics/at_radius.h"
#include "lib/metrics/at_rank.h"
#include "lib/metrics/auprc.h"
#include "lib/metrics/graded.h"
#include "lib/metrics/reciprocal_rank.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <limits>

namespace hashlab {
namespace {

using S = MetricSettings;
using Parameter = MetricFamily::Parameter;

constexpr std::uint64_t max_ranks = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t max_radius = 65535;

std::string over_queries(const S& s) {
  return s.without() == WithoutRelevant::zero ? "queries without relevant items count as 0"
                                              : "queries without relevant items are left out";
}

// ---- areas ----

// Every metric is 0 if no query has a relevant item. Micro-averages pool all queries, including
// those without relevant items: the items that these retrieve count.
MetricFamily area(std::string base, const std::string& definition,
                  double (*value)(const Cumulated&)) {
  MetricFamily family;
  family.base = std::move(base);
  family.averaging = Averaging::pooled;
  family.definition = [definition](const S&) { return definition; };
  family.value = [value](const RankCounts& counts, const S&) { return value(pooled(counts)); };
  return family;
}

MetricFamily macro_area() {
  MetricFamily family;
  family.base = "auprc-macro";
  family.options = {MetricOption::without_relevant};
  family.definition = [](const S& s) {
    return "mean of the auprc of each query; " + over_queries(s);
  };
  family.value = [](const RankCounts& counts, const S& s) {
    return macro_average(counts, auprc, s.without());
  };
  return family;
}

std::vector<MetricFamily> areas() {
  std::vector<MetricFamily> families = {
      area("auprc",
           "area under the micro-averaged precision-recall curve by the trapezoid rule, over all "
           "radii that retrieve something, with no point added at recall 0; if all items are tied, "
           "the score is the proportion of relevant items; queries without relevant items are "
           "pooled too",
           auprc),
      area("auprc-open",
           "as auprc, but from radius 0 with precision 0 where nothing is retrieved, and without "
           "the largest distance that occurs; if all items are tied, the score is 0",
           auprc_open),
      area("auprc-step",
           "sum over the radii d >= 1 of the micro-averaged precision at d times the gain in "
           "micro-averaged recall from d - 1 to d; precision is 0 where nothing is retrieved; "
           "queries without relevant items are pooled too",
           auprc_step),
      area("auprc-anchored",
           "as auprc, but with the curve extended to recall 0 at its first "
           "precision",
           auprc_anchored),
      area("auprc-interpolated",
           "area under the micro-averaged precision-recall curve, on which false positives grow in "
           "proportion to true positives between two radii (Davis and Goadrich 2006), extended to "
           "recall 0 at its first precision; if all items are tied, the score is the proportion of "
           "relevant items; queries without relevant items are pooled too",
           auprc_interpolated),
      macro_area(),
      area("auprc-best",
           "area by the trapezoid rule under the micro-averaged precision-recall curve with one "
           "point per item instead of per radius, relevant items first within each tie, extended "
           "to recall 0 at its first precision; never below auprc",
           auprc_best),
      area("auprc-worst",
           "as auprc-best, but with relevant items last within each tie; never above auprc-best, "
           "but sometimes above auprc, whose curve has points only at whole radii",
           auprc_worst),
  };
  families.front().best = "auprc-best";
  families.front().worst = "auprc-worst";
  families.front().whole = "auprc-anchored";
  return families;
}

// ---- average precision ----

std::string order_text(TieOrder ties) {
  switch (ties) {
    case TieOrder::any:
      return "expected over all orders of ties";
    case TieOrder::relevant_first:
      return "relevant items first within each tie";
    case TieOrder::relevant_last:
      return "relevant items last within each tie";
  }
  return {};
}

std::string divisor_text(const S& s) {
  switch (s.ap_divisor()) {
    case ApDivisor::relevant:
      return "the number of all relevant items";
    case ApDivisor::retrieved_relevant:
      return "their number (0 if there are none)";
    case ApDivisor::smaller:
      return fmt::format("the smaller of {} and the number of all relevant items", s.at);
  }
  return {};
}

/// over_queries, and what becomes of those that find nothing.
std::string over_found(const S& s) {
  switch (s.if_nothing_found()) {
    case NothingFound::zero:
      return over_queries(s);
    case NothingFound::skip:
      return "queries that find nothing relevant there are left out";
    case NothingFound::skip_wrong:
      return "queries that find items there, none of them relevant, are left out";
  }
  return {};
}

MetricFamily full_ap(std::string base, TieOrder ties) {
  MetricFamily family;
  family.base = std::move(base);
  family.options = {MetricOption::without_relevant};
  family.definition = [ties](const S& s) {
    return fmt::format("mean average precision of the full ranking, {}; {}", order_text(ties),
                       over_queries(s));
  };
  family.value = [ties](const RankCounts& counts, const S& s) {
    ApRule rule;
    rule.ties = ties;
    rule.without = s.without();
    return mean_average_precision(counts, rule);
  };
  return family;
}

MetricFamily ap_at(std::string base, TieOrder ties) {
  MetricFamily family;
  family.base = std::move(base);
  family.parameter = Parameter::rank;
  family.least = 1;
  family.most = max_ranks;
  family.options = {ties == TieOrder::any ? MetricOption::divisor : MetricOption::fixed_divisor,
                    MetricOption::without_relevant};
  if (ties == TieOrder::any) family.options.push_back(MetricOption::nothing_found);
  family.definition = [ties](const S& s) {
    return fmt::format(
        "mean over queries of the sum of the precisions at the relevant items of the first {} "
        "ranks, divided by {}, {}; {}",
        s.at, divisor_text(s), order_text(ties), over_found(s));
  };
  family.value = [ties](const RankCounts& counts, const S& s) {
    ApRule rule{ties, s.at, s.ap_divisor(), s.without()};
    rule.nothing_found = s.if_nothing_found();
    return mean_average_precision(counts, rule);
  };
  return family;
}

MetricFamily trapezoid_ap(std::string base, TieOrder ties) {
  MetricFamily family;
  family.base = std::move(base);
  family.options = {MetricOption::without_relevant};
  family.definition = [ties](const S& s) {
    return fmt::format(
        "mean over queries of the area under the precision-recall curve by the trapezoid rule, as "
        "for Oxford5k and Paris6k: at each relevant item it takes the mean of two precisions, that "
        "of the ranks above the item (1 if there are none) and that of the ranks up to the item; "
        "{}; {}",
        order_text(ties), over_queries(s));
  };
  family.value = [ties](const RankCounts& counts, const S& s) {
    return mean_trapezoid_precision(counts, ties, s.without());
  };
  return family;
}

std::vector<MetricFamily> trapezoid_aps() {
  std::vector<MetricFamily> families = {
      trapezoid_ap("map-trapezoid", TieOrder::any),
      trapezoid_ap("map-trapezoid-best", TieOrder::relevant_first),
      trapezoid_ap("map-trapezoid-worst", TieOrder::relevant_last)};
  families.front().best = "map-trapezoid-best";
  families.front().worst = "map-trapezoid-worst";
  return families;
}

std::vector<MetricFamily> average_precisions() {
  std::vector<MetricFamily> families = {full_ap("map", TieOrder::any),
                                        full_ap("map-best", TieOrder::relevant_first),
                                        full_ap("map-worst", TieOrder::relevant_last),
                                        ap_at("map", TieOrder::any),
                                        ap_at("map-best", TieOrder::relevant_first),
                                        ap_at("map-worst", TieOrder::relevant_last)};
  for (MetricFamily& family : families) {
    if (family.base != "map") continue;
    family.best = "map-best";
    family.worst = "map-worst";
  }
  return families;
}

// ---- within a radius ----

std::string radius_average(bool macro, const S& s) {
  if (!macro) return "pooled over all queries, including those without relevant items";
  return s.without() == WithoutRelevant::zero
             ? "averaged over queries, where those without relevant items count as 0"
             : "averaged over queries, where those without relevant items are left out";
}

MetricFamily within_radius(std::string base, bool macro, bool has_precision) {
  MetricFamily family;
  family.base = std::move(base);
  if (macro) family.base += "-macro";
  if (!macro) family.averaging = Averaging::pooled;
  family.parameter = Parameter::radius;
  family.most = max_radius;
  family.by_code_distance = true;
  if (has_precision) family.options.push_back(MetricOption::empty);
  if (macro) family.options.push_back(MetricOption::without_relevant);
  return family;
}

RadiusRule radius_rule(bool macro, const S& s) {
  return {macro, s.empty_precision(), s.without()};
}

std::vector<MetricFamily> at_radius(bool macro) {
  MetricFamily precision = within_radius("precision", macro, true);
  precision.by_rank = "precision-top";
  precision.definition = [macro](const S& s) {
    return fmt::format(
        "share of the items within distance {} that are relevant, {}; {} if nothing is "
        "retrieved",
        s.at, radius_average(macro, s), s.empty);
  };
  precision.value = [macro](const RankCounts& counts, const S& s) {
    return precision_within(counts, s.at, radius_rule(macro, s));
  };
  MetricFamily recall = within_radius("recall", macro, false);
  recall.by_rank = "recall-top";
  recall.definition = [macro](const S& s) {
    return fmt::format("share of the relevant items that are within distance {}, {}", s.at,
                       radius_average(macro, s));
  };
  recall.value = [macro](const RankCounts& counts, const S& s) {
    return recall_within(counts, s.at, radius_rule(macro, s));
  };
  MetricFamily f = within_radius("f", macro, true);
  if (macro) f.averaging = Averaging::other;
  f.definition = [macro](const S& s) {
    return fmt::format(
        "F-measure with beta = {} of precision and recall within distance {}, each {}; precision "
        "is {} if nothing is retrieved, and the score is 0 if both are 0",
        number_text(s.beta), s.at, radius_average(macro, s), s.empty);
  };
  f.value = [macro](const RankCounts& counts, const S& s) {
    return f_within(counts, s.at, s.beta, radius_rule(macro, s));
  };
  return {precision, recall, f};
}

MetricFamily ap_within() {
  MetricFamily family = within_radius("map-within", false, false);
  family.averaging = Averaging::mean;
  family.by_rank = "map";
  family.options = {MetricOption::without_relevant, MetricOption::nothing_found_within};
  family.definition = [](const S& s) {
    return fmt::format(
        "mean over queries of the sum of the precisions at the relevant items within distance {}, "
        "divided by their number (0 if there are none), expected over all orders of ties; {}",
        s.at, over_found(s));
  };
  family.value = [](const RankCounts& counts, const S& s) {
    return mean_average_precision_within(counts, s.at, s.if_nothing_found(), s.without());
  };
  return family;
}

MetricFamily over_radii() {
  MetricFamily family;
  family.base = "ramap";
  family.by_code_distance = true;
  family.options = {MetricOption::empty, MetricOption::without_relevant};
  family.definition = [](const S& s) {
    return fmt::format(
        "mean over queries of the precision within a radius, averaged over all radii from 0 to the "
        "largest possible distance; precision is {} where nothing is retrieved (RAMAP without its "
        "division by the number of keys within the radius); {}",
        s.empty, over_queries(s));
  };
  family.value = [](const RankCounts& counts, const S& s) {
    return mean_precision_over_radii(counts, s.empty_precision(), s.without());
  };
  return family;
}

// ---- of the first ranks ----

MetricFamily of_first(std::string base, std::uint64_t most) {
  MetricFamily family;
  family.base = std::move(base);
  family.parameter = Parameter::rank;
  family.least = 1;
  family.most = most;
  family.options = {MetricOption::without_relevant};
  return family;
}

MetricFamily hit_at(std::string base, TieOrder ties) {
  MetricFamily family = of_first(std::move(base), max_ranks);
  family.definition = [ties](const S& s) {
    return fmt::format(
        "share of the queries with a relevant item among the first {} ranks (Recall@{} of metric "
        "learning), {}; {}",
        s.at, s.at, order_text(ties), over_queries(s));
  };
  family.value = [ties](const RankCounts& counts, const S& s) {
    return macro_average(
        counts, [&](const Cumulated& query) { return hit(query, s.at, ties); }, s.without());
  };
  return family;
}

/// Does a query find anything that is relevant?
std::vector<MetricFamily> hits() {
  std::vector<MetricFamily> families = {hit_at("hit", TieOrder::any),
                                        hit_at("hit-best", TieOrder::relevant_first),
                                        hit_at("hit-worst", TieOrder::relevant_last)};
  families.front().best = "hit-best";
  families.front().worst = "hit-worst";
  return families;
}

MetricFamily until_last() {
  MetricFamily family = of_first("precision-last", max_ranks);
  family.definition = [](const S& s) {
    return fmt::format(
        "precision of the first {} ranks, or of those up to the last relevant item if that comes "
        "earlier (mP@{} of Oxford5k and Paris6k), mean over queries, expected over all orders of "
        "ties; {}",
        s.at, s.at, over_queries(s));
  };
  family.value = [](const RankCounts& counts, const S& s) {
    return macro_average(
        counts, [&](const Cumulated& query) { return precision_until_last(query, s.at); },
        s.without());
  };
  return family;
}

std::vector<MetricFamily> at_rank() {
  MetricFamily precision = of_first("precision-top", max_ranks);
  precision.definition = [](const S& s) {
    return fmt::format(
        "number of relevant items among the first {} ranks, divided by {}, mean over queries, "
        "expected over all orders of ties; {}",
        s.at, s.at, over_queries(s));
  };
  precision.value = [](const RankCounts& counts, const S& s) {
    return top_curve(counts, {s.at}, s.without()).precision.front();
  };
  MetricFamily recall = of_first("recall-top", max_ranks);
  recall.definition = [](const S& s) {
    return fmt::format(
        "share of the relevant items that are among the first {} ranks, mean over queries, "
        "expected over all orders of ties; {}",
        s.at, over_queries(s));
  };
  recall.value = [](const RankCounts& counts, const S& s) {
    return top_curve(counts, {s.at}, s.without()).recall.front();
  };
  MetricFamily r;
  r.base = "r-precision";
  r.options = {MetricOption::without_relevant};
  r.definition = [](const S& s) {
    return "precision of the first R ranks, where R is the query's number of relevant items, mean "
           "over queries, expected over all orders of ties; " +
           over_queries(s);
  };
  r.value = [](const RankCounts& counts, const S& s) {
    return macro_average(counts, r_precision, s.without());
  };
  MetricFamily gain = of_first("ndcg", max_discounted);
  gain.definition = [](const S& s) {
    return fmt::format(
        "sum of 1 / log2(1 + rank) over the relevant items of the first {} ranks, divided by its "
        "largest possible value, mean over queries, expected over all orders of ties; {}",
        s.at, over_queries(s));
  };
  gain.value = [](const RankCounts& counts, const S& s) {
    return mean_ndcg(counts, s.at, s.without());
  };
  MetricFamily ap;
  ap.base = "map-at-r";
  ap.options = {MetricOption::without_relevant};
  ap.definition = [](const S& s) {
    return "mean over queries of the sum of the precisions at the relevant items of the first R "
           "ranks, divided by R, the query's number of relevant items (MAP@R), expected over all "
           "orders of ties; " +
           over_queries(s);
  };
  ap.value = [](const RankCounts& counts, const S& s) {
    ApRule rule;
    rule.until_relevant = true;
    rule.without = s.without();
    return mean_average_precision(counts, rule);
  };
  return {precision, recall, r, gain, ap};
}

std::string first_relevant_text(const S& s, const std::string& cutoff) {
  return "mean over queries of 1 / rank of the first relevant item" + cutoff +
         ", expected over all orders of ties; " + over_queries(s);
}

std::vector<MetricFamily> reciprocal_ranks() {
  MetricFamily whole;
  whole.base = "mrr";
  whole.options = {MetricOption::without_relevant};
  whole.definition = [](const S& s) { return first_relevant_text(s, ""); };
  whole.value = [](const RankCounts& counts, const S& s) {
    return macro_average(
        counts, [](const Cumulated& query) { return reciprocal_rank(query); }, s.without());
  };
  MetricFamily first = of_first("mrr", max_ranks);
  first.definition = [](const S& s) {
    return first_relevant_text(s, fmt::format(", 0 beyond rank {}", s.at));
  };
  first.value = [](const RankCounts& counts, const S& s) {
    return macro_average(
        counts, [&](const Cumulated& query) { return reciprocal_rank(query, s.at); }, s.without());
  };
  return {whole, first};
}

// ---- by how many labels are shared ----

MetricFamily graded(MetricFamily family) {
  family.graded = true;
  family.options = {MetricOption::without_relevant};
  return family;
}

std::string degrees_text(const S& s) {
  return "where r is the number of labels that an item shares with the query; mean over queries, "
         "expected over all orders of ties; " +
         over_queries(s);
}

std::vector<MetricFamily> graded_metrics_of_first() {
  MetricFamily acg = graded(of_first("acg", max_ranks));
  acg.definition = [](const S& s) {
    return fmt::format(
        "average cumulative gain, which can exceed 1: the mean of r over the first {} ranks, or "
        "over all ranks if there are fewer, {}",
        s.at, degrees_text(s));
  };
  acg.value = [](const RankCounts& counts, const S& s) {
    return mean_acg(counts, s.at, s.without());
  };
  MetricFamily ndcg = graded(of_first("graded-ndcg", max_discounted));
  ndcg.definition = [](const S& s) {
    return fmt::format(
        "sum of (2^r - 1) / log2(1 + rank) over the first {} ranks, divided by its value for the "
        "best order of the database, {}",
        s.at, degrees_text(s));
  };
  ndcg.value = [](const RankCounts& counts, const S& s) {
    return mean_graded_ndcg(counts, s.at, s.without());
  };
  MetricFamily wap = graded(of_first("wap", max_ranks));
  wap.definition = [](const S& s) {
    return fmt::format(
        "weighted average precision, which can exceed 1: the mean, over the relevant items among "
        "the first {} ranks, of the average cumulative gain (the mean of r) up to each item, 0 if "
        "there are none, {}",
        s.at, degrees_text(s));
  };
  wap.value = [](const RankCounts& counts, const S& s) {
    return mean_weighted_precision(counts, s.at, s.without());
  };
  MetricFamily whole = graded({});
  whole.base = "wap";
  whole.definition = [](const S& s) {
    return "weighted average precision of the full ranking, which can exceed 1: the mean, over the "
           "relevant items, of the average cumulative gain (the mean of r) up to each item, " +
           degrees_text(s);
  };
  whole.value = [](const RankCounts& counts, const S& s) {
    return mean_weighted_precision(counts, max_ranks, s.without());
  };
  return {acg, ndcg, whole, wap};
}

void append(std::vector<MetricFamily>& all, std::vector<MetricFamily> more) {
  for (MetricFamily& family : more) all.push_back(std::move(family));
}

}  // namespace

ApDivisor MetricSettings::ap_divisor() const {
  if (divisor == "retrieved-relevant") return ApDivisor::retrieved_relevant;
  return divisor == "min" ? ApDivisor::smaller : ApDivisor::relevant;
}

WithoutRelevant MetricSettings::without() const {
  return without_relevant == "zero" ? WithoutRelevant::zero : WithoutRelevant::skip;
}

NothingFound MetricSettings::if_nothing_found() const {
  if (nothing_found == "skip") return NothingFound::skip;
  return nothing_found == "skip-wrong" ? NothingFound::skip_wrong : NothingFound::zero;
}

const std::vector<MetricFamily>& metric_families() {
  static const std::vector<MetricFamily> families = [] {
    std::vector<MetricFamily> all = areas();
    append(all, average_precisions());
    append(all, at_radius(false));
    append(all, at_radius(true));
    all.push_back(ap_within());
    all.push_back(over_radii());
    append(all, at_rank());
    append(all, hits());
    append(all, trapezoid_aps());
    all.push_back(until_last());
    append(all, reciprocal_ranks());
    append(all, graded_metrics_of_first());
    return all;
  }();
  return families;
}

}  // namespace hashlab
