#include "results/site/kept_table.h"

#include "lib/error.h"
#include "results/record/time_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::results {
namespace {

/// Half a unit of the last decimal of a short number. Numbers at full precision count as exact.
double half_unit(const std::string& printed) {
  constexpr std::size_t most_decimals = 6;
  const std::size_t point = printed.find('.');
  if (point == std::string::npos || printed.find('e') != std::string::npos) return 0;
  const std::size_t decimals = printed.size() - point - 1;
  return decimals > most_decimals ? 0 : 0.5 * std::pow(10.0, -static_cast<double>(decimals));
}

Measured measured(const CsvTable& table, std::size_t row, const std::string& study,
                  std::string_view split_column) {
  Measured what;
  what.study = table.column("study") ? table.field(row, "study") : study;
  what.suite = table.field(row, "suite");
  what.dataset = table.field(row, "dataset");
  what.split = table.field(row, split_column);
  what.metric = table.field(row, "metric");
  what.bits = bits_from_stored(table.whole(row, "bits").value_or(0));
  return what;
}

bool is_time(const std::string& metric) {
  return find_time_metric(metric) != nullptr || metric.ends_with("-seconds") ||
         metric.find("-seconds-per-") != std::string::npos;
}

/// What `hashlab table` prints, or a collection of it.
void read_means(const CsvTable& table, const std::string& study, KeptTable& kept) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto mean = table.number(row, "mean");
    if (!mean) continue;
    const Origin origin{table.name, CsvTable::line_of(row)};
    const Measured what = measured(table, row, study, "split");
    const std::string& method = table.field(row, "hasher");
    if (is_time(what.metric)) {
      kept.costs.push_back({what, method, *mean, origin});
      continue;
    }
    SiteScore score{what, method, table.whole(row, "runs").value_or(0), *mean, std::nullopt};
    score.sd = table.number(row, "sd");
    score.rounding = half_unit(table.field(row, "mean"));
    score.mark = table.field(row, "mark");
    score.origin = origin;
    kept.scores.push_back(std::move(score));
  }
}

/// What `hashlab compare` prints: of methods their tests, and all means.
void read_comparisons(const CsvTable& table, const std::string& study, KeptTable& kept) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& kind = table.field(row, "kind");
    if (kind != "hasher" && kind != "strategy") continue;
    if (kept.printed_by.empty()) {
      kept.printed_by = kind == "hasher" ? "compare --by hasher" : "compare --by split";
    }
    const Origin origin{table.name, CsvTable::line_of(row)};
    const std::size_t runs = table.whole(row, "runs").value_or(0);
    for (const char* side : {"a", "b"}) {
      const auto mean = table.number(row, std::string("mean_") + side);
      if (!mean) continue;
      const Measured what = measured(table, row, study, std::string("split_") + side);
      if (is_time(what.metric)) continue;
      SiteScore score{what, table.field(row, std::string("hasher_") + side), runs, *mean,
                      std::nullopt};
      score.origin = origin;
      kept.scores.push_back(std::move(score));
    }
    const auto p = table.number(row, "p");
    if (kind != "hasher" || !p || table.field(row, "split_a") != table.field(row, "split_b")) {
      continue;
    }
    if (*p < 0 || *p > 1) {
      fail_corrupt(fmt::format("{}:{}", table.name, origin.line),
                   fmt::format("p = {}, expected 0 .. 1", *p));
    }
    kept.pairs.push_back({measured(table, row, study, "split_a"), table.field(row, "hasher_a"),
                          table.field(row, "hasher_b"), *p, origin});
  }
}

AuditLine::Level level_of_leaks(const std::string& leaks) {
  if (leaks == "clean") return AuditLine::Level::clean;
  return leaks.empty() ? AuditLine::Level::unknown : AuditLine::Level::leak;
}

void read_shape(const std::string& text, SiteSuite& suite) {
  const std::size_t cross = text.find(" x ");
  if (cross == std::string::npos) return;
  const auto digits = [](const std::string& part) {
    return !part.empty() && part.size() < 10 &&
           part.find_first_not_of("0123456789") == std::string::npos;
  };
  const std::string rows = text.substr(0, cross), columns = text.substr(cross + 3);
  if (digits(rows)) suite.size = std::stoul(rows);
  if (digits(columns)) suite.dimensions = std::stoul(columns);
}

/// Findings of audits: one suite for each part of a study, with lines for each of its splits.
void read_audits(const CsvTable& table, KeptTable& kept) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto text = [&](std::string_view column) { return table.field(row, column); };
    const auto same = [&](const SiteSuite& s) {
      return s.study == text("study") && s.suite == text("suite") && s.dataset == text("dataset");
    };
    auto found = std::find_if(kept.suites.begin(), kept.suites.end(), same);
    if (found == kept.suites.end()) {
      SiteSuite suite;
      suite.study = text("study");
      suite.suite = text("suite");
      suite.dataset = text("dataset");
      suite.checksum = text("checksum");
      suite.runs = table.whole(row, "runs").value_or(0);
      suite.audit_origin = Origin{table.name, CsvTable::line_of(row)};
      read_shape(text("rows_x_columns"), suite);
      kept.suites.push_back(std::move(suite));
      found = kept.suites.end() - 1;
    }
    const auto add = [&](const std::string& check, const std::string& finding,
                         AuditLine::Level level) {
      if (!finding.empty()) found->audit.push_back({text("split"), check, finding, level});
    };
    add("leaks", text("leaks") == "clean" ? "none" : text("leaks"), level_of_leaks(text("leaks")));
    add("test queries", text("queries"), AuditLine::Level::expected);
    add("items that are ranked", text("ranked"), AuditLine::Level::expected);
    add("training rows, and how many of them are ranked",
        text("training") + ", " + text("training_ranked"), AuditLine::Level::expected);
    add("test queries with a near-duplicate in the database", text("near_duplicates_in_database"),
        AuditLine::Level::expected);
    add("test queries with a near-duplicate in the training rows",
        text("near_duplicates_in_training"), AuditLine::Level::expected);
    add("relevant items a query, mean", text("relevant_mean"), AuditLine::Level::expected);
    add("notes", text("notes"), AuditLine::Level::expected);
    add("methods that give a tenth or more of the database one code", text("one_code"),
        AuditLine::Level::expected);
  }
}

}  // namespace

KeptTable read_kept(const CsvTable& table, const std::string& study) {
  KeptTable kept;
  kept.understood = true;
  if (table.has({"metric", "hasher", "bits", "split", "mean"})) {
    read_means(table, study, kept);
    kept.printed_by = "table";
  } else if (table.has({"metric", "kind", "bits", "split_a", "hasher_a", "mean_a", "split_b",
                        "hasher_b", "mean_b", "p"})) {
    read_comparisons(table, study, kept);
  } else if (table.has({"study", "suite", "dataset", "split", "checksum", "leaks"})) {
    read_audits(table, kept);
  } else {
    kept.understood = false;
  }
  return kept;
}

}  // namespace hashlab::results
