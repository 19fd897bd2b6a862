#include "results/report/report_json.h"

#include "results/format/statistics_notes.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace hashlab::results {
namespace {

using nlohmann::json;

/// Rounds to five significant digits. Charts show no more, and the file stays small.
double short_number(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, 4 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

json short_numbers(const std::vector<double>& values) {
  json array = json::array();
  for (const double value : values) array.push_back(short_number(value));
  return array;
}

json json_of(const Band& band) {
  return {{"mean", short_numbers(band.mean)},
          {"low", short_numbers(band.low)},
          {"high", short_numbers(band.high)}};
}

/// The interval of a single run has infinite ends, which become null in JSON.
json json_of(const ResampledT& t) {
  return {{"n", t.n}, {"mean", t.mean}, {"sd", t.sd}, {"low", t.low}, {"high", t.high}};
}

json json_of(const RerankCurves& curves) {
  json by = json::object(), before = json::object();
  for (const auto& [similarity, after] : curves.by) {
    json metrics = json::object();
    for (const auto& [metric, band] : after.metrics) metrics[metric] = json_of(band);
    by[similarity] = {{"metrics", metrics}, {"seconds", json_of(after.seconds)}};
  }
  for (const auto& [metric, band] : curves.before) before[metric] = json_of(band);
  return {{"shortlistRecall", json_of(curves.shortlist_recall)},
          {"by", by},
          {"before", before},
          {"beforeSeconds", json_of(curves.before_seconds)}};
}

json json_of(const GroupBounds& bounds) {
  json object = {{"halfWidths", json::object()}};
  if (bounds.groups > 0) object["groups"] = bounds.groups;
  for (const auto& [name, value] : bounds.half_widths) {
    object["halfWidths"][name] = short_number(value);
  }
  return object;
}

json json_of(const std::map<std::string, LabelGap>& gaps) {
  json object = json::object();
  for (const auto& [score, gap] : gaps) {
    object[score] = json_of(gap.gap);
    object[score]["learned"] = gap.learned;
    object[score]["tested"] = gap.tested;
    for (const auto& [part, bounds] : gap.bounds) object[score]["bounds"][part] = json_of(bounds);
  }
  return object;
}

json json_of(const ReportGroup& group) {
  json values = json::object(), intervals = json::object(), dropped = json::object();
  for (const auto& [metric, share] : group.dropped) {
    if (share >= large_dropped_share) dropped[metric] = short_number(share);
  }
  for (const auto& [metric, runs] : group.values) {
    json numbers = json::array(), scores = json::array();
    for (const auto& [run, value] : runs) {
      numbers.push_back(run);
      scores.push_back(value);
    }
    values[metric] = {{"runs", numbers}, {"scores", scores}};
    intervals[metric] = json_of(group.intervals.at(metric));
  }
  json object = {{"split", group.what.split},
                 {"hasher", group.what.hasher},
                 {"bits", stored_bits(group.what.bits)},
                 {"values", values},
                 {"intervals", intervals},
                 {"dropped", dropped},
                 {"pr", json_of(group.precision_at_recall)},
                 {"precision", json_of(group.precision_top)},
                 {"recall", json_of(group.recall_top)},
                 {"hit", json_of(group.hit_top)},
                 {"seconds",
                  {{"learn", short_number(group.learn_seconds)},
                   {"encode", short_number(group.encode_seconds)},
                   {"rank", short_number(group.rank_seconds)}}}};
  if (!group.reranking.before.empty()) object["rerank"] = json_of(group.reranking);
  if (!group.gaps.empty()) object["gaps"] = json_of(group.gaps);
  return object;
}

json json_of(const std::string& metric, const PairedComparison& d) {
  json object = json_of(d.difference);
  object["metric"] = metric;
  object["hasher"] = d.first.hasher;
  object["bits"] = stored_bits(d.first.bits);
  object["minuend"] = d.first.split;
  object["subtrahend"] = d.second.split;
  object["p"] = short_number(d.difference.p_value);
  object["pHolm"] = short_number(d.p_holm);
  object["significant"] = significance(d) != 0;
  return object;
}

json json_of(const std::string& metric, const ChanceDifference& d) {
  return {{"metric", metric},
          {"minuend", d.first},
          {"subtrahend", d.second},
          {"mean", short_number(d.difference())},
          {"n", d.runs}};
}

/// The differences of all metrics in one array.
template <typename Difference>
json json_of(const std::vector<MetricDifferences>& differences,
             std::vector<Difference> MetricDifferences::*which) {
  json array = json::array();
  for (const MetricDifferences& metric : differences) {
    for (const Difference& d : metric.*which) array.push_back(json_of(metric.metric, d));
  }
  return array;
}

json json_of(const StudyFacts& facts) {
  return {{"suite", facts.suite},
          {"dataset", facts.dataset},
          {"checksum", facts.checksum},
          {"groundTruth", facts.ground_truth},
          {"size", facts.size},
          {"dimensions", facts.dimensions},
          {"splits", facts.splits},
          {"hashers", facts.hashers},
          {"references", facts.references},
          {"bits", facts.bits},
          {"runs", facts.runs},
          {"seed", facts.seed},
          {"testQueries", facts.test_queries},
          {"training", facts.training},
          {"planned", facts.planned},
          {"hasherRatio", short_number(facts.hasher_ratio)},
          {"strategyRatio", short_number(facts.strategy_ratio)},
          {"shortlists", facts.rerank.R},
          {"rerankMetrics", facts.rerank.metrics},
          {"labelScores", facts.label_scores}};
}

json json_of(const Answer& answer) {
  return {{"metric", answer.metric}, {"text", answer.text}, {"headline", answer.headline}};
}

json json_of(const ProvenanceFact& fact) {
  return {{"name", fact.name}, {"values", fact.values}};
}

json json_of(const AuditLine& line) {
  return {{"split", line.split},
          {"check", line.check},
          {"finding", line.finding},
          {"level", level_name(line.level)}};
}

json json_of(const ReportMetric& metric) {
  return {{"name", metric.name}, {"definition", metric.definition}};
}

json json_of(const ReportPart& part) {
  return {{"name", part.name}, {"summary", part.summary}, {"paper", part.paper}};
}

json json_of(const DatasetReport& report);

template <typename Items>
json array_of(const Items& items) {
  json array = json::array();
  for (const auto& item : items) array.push_back(json_of(item));
  return array;
}

json json_of(const DatasetReport& report) {
  json split_facts = json::object();
  for (const auto& [split, facts] : report.split_facts) {
    for (const auto& [name, value] : facts) split_facts[split][name] = short_number(value);
  }
  return {{"facts", json_of(report.facts)},
          {"done", report.done},
          {"failed", report.failed},
          {"cutoffs", report.cutoffs},
          {"groups", array_of(report.groups)},
          {"differences", json_of(report.differences, &MetricDifferences::of_hashers)},
          {"chance", json_of(report.differences, &MetricDifferences::of_chance)},
          {"answers", array_of(report.answers)},
          {"splitFacts", split_facts},
          {"provenance", array_of(report.provenance)},
          {"audit", array_of(report.audit)},
          {"warnings", report.warnings},
          {"choices", report.choices}};
}

}  // namespace

std::string report_json(const Report& report) {
  const json page = {{"title", report.title},
                     {"version", report.version},
                     {"metrics", array_of(report.metrics)},
                     {"recallLevels", report.recall_levels},
                     {"parts", array_of(report.parts)},
                     {"splits", array_of(report.splits)},
                     {"datasets", array_of(report.datasets)}};
  const std::string text = page.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace hashlab::results
