#include "experiments/commands/evaluate/against.h"

#include "lib/error.h"
#include "lib/metrics/metric_notes.h"
#include "results/format/run_cells.h"
#include "results/statistics/query_bootstrap.h"
#include "results/statistics/run_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::experiments {
namespace {

void check_same_rows(const NamedCodes& other, const NamedCodes& codes, const char* what) {
  if (other.codes->size() == codes.codes->size()) return;
  refuse(fmt::format("{} holds {} codes, {} holds {}: expected codes of the same {}, in one order",
                     other.path, other.codes->size(), codes.path, codes.codes->size(), what));
}

std::string finite_or_dash(double value, const char* form) {
  return std::isfinite(value) ? fmt::format(fmt::runtime(form), value) : "-";
}

}  // namespace

OtherCodes open_other(const Arguments& arguments, const NamedCodes& database,
                      const NamedCodes& query) {
  const std::string path = arguments.get("against", "");
  OtherCodes others{open_codes_at(path, "database", arguments),
                    open_codes_at(arguments.get("against-query", path), "query", arguments)};
  check_comparable(others.database, others.query);
  if (!arguments.has("against-query") && others.query.codes->size() != query.codes->size()) {
    refuse(
        fmt::format("{} holds {} codes for {} queries: name the file of the others' queries by "
                    "--against-query",
                    path, others.query.codes->size(), query.codes->size()));
  }
  check_same_rows(others.database, database, "items");
  check_same_rows(others.query, query, "queries");
  return others;
}

std::vector<Against> compare_against(const std::vector<Metric>& metrics, const RankCounts& counts,
                                     const RankCounts& others, std::size_t resamples) {
  std::vector<Against> rows;
  for (const Metric& m : metrics) {
    Against row{metric_label(m), value_or_nan(m, counts), value_or_nan(m, others)};
    if (std::isfinite(row.value) && std::isfinite(row.other)) {
      const results::QueryBootstrap drawn =
          results::bootstrap_queries(m, counts, others, resamples);
      row.difference = drawn.difference;
      row.low = drawn.low;
      row.high = drawn.high;
      row.p_value = drawn.p_value;
    } else {
      row.difference = row.low = row.high = row.p_value = std::numeric_limits<double>::quiet_NaN();
    }
    rows.push_back(row);
  }
  return rows;
}

std::string against_text(const std::vector<Against>& rows, const OtherCodes& others,
                         std::size_t resamples) {
  std::string text =
      fmt::format("\nagainst   {}, queries {}\n\n", others.database.codes->description(),
                  others.query.codes->description());
  std::size_t width = 6;
  for (const Against& row : rows) width = std::max(width, row.metric.size());
  text += fmt::format("{:<{}}  {:>8}  {:>8}  {:>10}  {:>20}  {:>7}\n", "metric", width, "these",
                      "others", "difference", "95 % interval", "p");
  for (const Against& row : rows) {
    const std::string interval = std::isfinite(row.low)
                                     ? fmt::format("[{:+.4f}, {:+.4f}]", row.low, row.high)
                                     : std::string("-");
    text += fmt::format("{:<{}}  {:>8}  {:>8}  {:>10}  {:>20}  {:>7}\n", row.metric, width,
                        finite_or_dash(row.value, "{:.6f}"), finite_or_dash(row.other, "{:.6f}"),
                        finite_or_dash(row.difference, "{:+.6f}"), interval,
                        std::isfinite(row.p_value) ? results::p_text(row.p_value) : "-");
  }
  return text +
         fmt::format(
             "intervals and p, two-sided and of each metric by itself: paired bootstrap over "
             "queries, {} draws\n",
             resamples);
}

Json against_json(const std::vector<Against>& rows, const OtherCodes& others,
                  std::size_t resamples) {
  Json metrics = Json::object();
  for (const Against& row : rows) {
    metrics[row.metric] = {{"value", row.other},
                           {"difference", row.difference},
                           {"low", row.low},
                           {"high", row.high},
                           {"p_value", row.p_value}};
  }
  return {{"database", others.database.path},
          {"query", others.query.path},
          {"bits", others.query.codes->format().bits},
          {"resamples", resamples},
          {"metrics", metrics}};
}

}  // namespace hashlab::experiments
