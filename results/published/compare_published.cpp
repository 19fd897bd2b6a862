#include "results/published/compare_published.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "lib/options.h"
#include "results/format/run_cells.h"
#include "results/statistics/run_values.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace hashlab::results {
namespace {

/// A published value and our runs of the same combination.
struct Match {
  PublishedValue published;
  RunValues ours;
  const CorrectionFactor* factor = nullptr;  ///< null if there is none

  double our_mean() const { return mean(values_of(ours)); }
  std::optional<double> difference_percent() const {
    return results::difference_percent(our_mean(), published.value);
  }
  /// Our mean divided by the factor, which must not be null.
  double corrected() const { return our_mean() / factor->factor; }
  std::optional<double> corrected_difference_percent() const {
    return results::difference_percent(corrected(), published.value);
  }
  std::string heading() const {
    return fmt::format("{}, {} bits, {}", published.metric, published.bits, published.split);
  }
};

struct Matches {
  std::vector<Match> found;
  std::vector<std::string> missing;
  std::size_t usual_runs = 0;
  bool fewer_runs = false;
};

Matches match(const std::vector<ResultRow>& rows, const std::vector<PublishedValue>& published,
              const PublishedOptions& options) {
  Matches matches;
  std::map<std::string, std::map<Combination, RunValues>> ours;
  for (const PublishedValue& value :
       published_for(published, options.dataset, options.groundtruth, options.training)) {
    if (!ours.contains(value.metric)) {
      ours[value.metric] = runs_by_combination(rows, value.metric);
    }
    const auto& runs = ours[value.metric];
    const auto counterpart = runs.find({value.split, value.hasher, value.bits});
    if (counterpart == runs.end() || counterpart->second.empty()) {
      matches.missing.push_back(
          fmt::format("{} {} bits {}", value.hasher, value.bits, value.split));
      continue;
    }
    const CorrectionFactor* factor =
        options.correction ? options.correction->find(options.dataset, options.groundtruth,
                                                      value.hasher, value.bits, value.metric)
                           : nullptr;
    matches.found.push_back({value, counterpart->second, factor});
    matches.usual_runs = std::max(matches.usual_runs, counterpart->second.size());
  }
  if (matches.found.empty()) {
    throw Error(
        ErrorCode::not_found,
        fmt::format("none of {} published values is for data set '{}', ground truth '{}' and a "
                    "hasher, bits, split and metric of these results{}",
                    published.size(), options.dataset, options.groundtruth,
                    matches.missing.empty()
                        ? ""
                        : fmt::format(", looked for: {}", listed(matches.missing))));
  }
  for (const Match& found : matches.found) {
    matches.fewer_runs = matches.fewer_runs || found.ours.size() < matches.usual_runs;
  }
  return matches;
}

/// The matches of one source with the same heading, which form one group of columns.
using MatchColumn = std::vector<const Match*>;

struct SourceMatches {
  std::string source;
  std::vector<std::string> headings;  ///< in order of first appearance
  std::vector<std::string> hashers;
  std::map<std::string, MatchColumn> columns;  ///< by heading
};

std::vector<SourceMatches> by_source(const Matches& matches) {
  std::vector<SourceMatches> sources;
  for (const Match& match : matches.found) {
    auto source = std::find_if(sources.begin(), sources.end(), [&](const SourceMatches& s) {
      return s.source == match.published.source;
    });
    if (source == sources.end()) {
      source = sources.insert(sources.end(), SourceMatches{match.published.source, {}, {}, {}});
    }
    add_once(source->headings, match.heading());
    add_once(source->hashers, match.published.hasher);
    source->columns[match.heading()].push_back(&match);
  }
  return sources;
}

TableCell plain_cell(std::string value) {
  TableCell cell;
  cell.value = std::move(value);
  return cell;
}

TableCell percent_cell(std::optional<double> percent) {
  return plain_cell(percent ? fixed_signed(*percent, 1) : "-");
}

TableGrid values_grid(const SourceMatches& source, const Matches& matches,
                      const PublishedOptions& options) {
  TableGrid grid;
  grid.caption = fmt::format("{} beside our results on {}", source.source, options.dataset);
  grid.corner = "hasher";
  grid.rows = rows_by_projection(source.hashers);
  std::vector<std::string> columns = {"published", "ours", "difference %"};
  if (options.correction) {
    columns.insert(columns.end(), {"corrected", "corrected difference %"});
  }
  for (const std::string& heading : source.headings) {
    grid.groups.push_back({heading, columns});
    for (TableRow& row : grid.rows) {
      const MatchColumn& column = source.columns.at(heading);
      const auto match = std::find_if(column.begin(), column.end(), [&](const Match* m) {
        return m->published.hasher == row.name;
      });
      if (match == column.end()) {
        row.cells.insert(row.cells.end(), columns.size(), TableCell());
        continue;
      }
      row.cells.push_back(plain_cell(fixed((*match)->published.value, options.precision)));
      row.cells.push_back(mean_cell((*match)->ours, matches.usual_runs, options.precision));
      row.cells.push_back(percent_cell((*match)->difference_percent()));
      if (!options.correction) continue;
      if ((*match)->factor == nullptr) {
        row.cells.insert(row.cells.end(), 2, plain_cell(""));
        continue;
      }
      row.cells.push_back(plain_cell(fixed((*match)->corrected(), options.precision)));
      row.cells.push_back(percent_cell((*match)->corrected_difference_percent()));
    }
  }
  return grid;
}

struct OrderAgreement {
  std::size_t hashers = 0;
  std::optional<double> tau;
};

OrderAgreement order_agreement(const MatchColumn& column, const std::string& projection) {
  std::vector<double> published;
  std::vector<double> ours;
  for (const Match* match : column) {
    if (parse_method_name(match->published.hasher).projection != projection) continue;
    published.push_back(match->published.value);
    ours.push_back(match->our_mean());
  }
  return {published.size(), kendall_tau(published, ours)};
}

/// Kendall's tau between published and own order of the methods of each projection; without rows if
/// it is defined for no projection.
TableGrid order_grid(const SourceMatches& source, const PublishedOptions& options) {
  TableGrid grid;
  grid.caption = fmt::format("{} beside our results on {}, order of the hashers", source.source,
                             options.dataset);
  grid.corner = "projection";
  for (const std::string& heading : source.headings) {
    grid.groups.push_back({heading, {"Kendall tau", "hashers"}});
  }
  std::vector<std::string> projections;
  for (const std::string& hasher : source.hashers)
    add_once(projections, parse_method_name(hasher).projection);
  for (const std::string& projection : projections) {
    TableRow row;
    row.name = projection;
    bool comparable = false;
    for (const std::string& heading : source.headings) {
      const OrderAgreement order = order_agreement(source.columns.at(heading), projection);
      row.cells.push_back(plain_cell(order.tau ? fixed(*order.tau, 2) : "-"));
      row.cells.push_back(plain_cell(std::to_string(order.hashers)));
      comparable = comparable || order.tau;
    }
    if (comparable) grid.rows.push_back(row);
  }
  return grid;
}

/// The fields that a correction adds to a record. They are empty if there is no factor.
std::vector<std::string> correction_fields(const Match& match, const Correction& correction) {
  if (match.factor == nullptr) return std::vector<std::string>(7);
  const CorrectionFactor& factor = *match.factor;
  const std::optional<double> difference = match.corrected_difference_percent();
  return {number_text(factor.factor),
          number_text(factor.low),
          number_text(factor.high),
          std::to_string(factor.runs),
          number_text(match.corrected()),
          difference ? number_text(*difference) : "",
          correction.name};
}

/// Every table with corrected values has these footnotes.
std::vector<std::string> correction_footnotes(const Matches& matches,
                                              const Correction& correction) {
  std::vector<std::string> sources;
  std::size_t with_factor = 0, off = 0, off_corrected = 0;
  const auto above_a_tenth = [](std::optional<double> percent) {
    return percent && std::abs(*percent) > 10;
  };
  for (const Match& match : matches.found) {
    if (match.factor == nullptr) continue;
    ++with_factor;
    add_once(sources, match.factor->source);
    off += above_a_tenth(match.difference_percent()) ? 1 : 0;
    off_corrected += above_a_tenth(match.corrected_difference_percent()) ? 1 : 0;
  }
  if (with_factor == 0) {
    return {fmt::format("corrected: {} has a factor for none of these values", correction.name)};
  }
  return {fmt::format("corrected: our mean / factor of {} ({}), which has one for {} of {} values; "
                      "the others are left as they are",
                      correction.name, fmt::join(sources, "; "), with_factor, matches.found.size()),
          fmt::format("of these {}, {} differ from the published value by more than a tenth, "
                      "corrected {}",
                      with_factor, off, off_corrected)};
}

std::vector<std::vector<std::string>> records(const SourceMatches& source,
                                              const std::optional<Correction>& correction) {
  std::vector<std::vector<std::string>> lines;
  for (const std::string& heading : source.headings) {
    const MatchColumn& column = source.columns.at(heading);
    for (const Match* match : column) {
      const PublishedValue& p = match->published;
      const std::vector<double> values = values_of(match->ours);
      const std::optional<double> difference = match->difference_percent();
      const std::optional<double> tau =
          order_agreement(column, parse_method_name(p.hasher).projection).tau;
      lines.push_back({p.source, p.dataset, p.split, p.hasher, std::to_string(p.bits), p.metric,
                       number_text(p.value), std::to_string(values.size()),
                       number_text(match->our_mean()),
                       values.size() > 1 ? number_text(sample_standard_deviation(values)) : "",
                       difference ? number_text(*difference) : "", tau ? number_text(*tau) : ""});
      if (!correction) continue;
      const std::vector<std::string> more = correction_fields(*match, *correction);
      lines.back().insert(lines.back().end(), more.begin(), more.end());
    }
  }
  return lines;
}

}  // namespace

Table compare_published(const std::vector<ResultRow>& rows,
                        const std::vector<PublishedValue>& published,
                        const PublishedOptions& options,
                        const std::vector<std::string>& footnotes) {
  const Matches matches = match(rows, published, options);
  Table table;
  table.records = {{"source", "dataset", "split", "hasher", "bits", "metric", "published", "runs",
                    "mean", "sd", "difference_percent", "projection_tau"}};
  if (options.correction) {
    table.records[0].insert(table.records[0].end(),
                            {"factor", "factor_low", "factor_high", "factor_runs", "corrected",
                             "corrected_difference_percent", "correction"});
  }
  bool any_order = false;
  for (const SourceMatches& source : by_source(matches)) {
    table.grids.push_back(values_grid(source, matches, options));
    if (TableGrid order = order_grid(source, options); !order.rows.empty()) {
      table.grids.push_back(std::move(order));
      any_order = true;
    }
    for (std::vector<std::string>& record : records(source, options.correction)) {
      table.records.push_back(std::move(record));
    }
  }
  table.footnotes.push_back("ours: " + mean_footnote(matches.usual_runs, matches.fewer_runs));
  table.footnotes.push_back("difference: (ours - published) / published");
  if (options.correction) {
    for (std::string& note : correction_footnotes(matches, *options.correction)) {
      table.footnotes.push_back(std::move(note));
    }
  }
  table.footnotes.push_back(
      fmt::format("ground truth of the published values: {}", options.groundtruth));
  if (any_order) {
    table.footnotes.push_back(
        "Kendall tau between our means and the published values over the hashers of one "
        "projection; 1: the same order");
  }
  if (!matches.missing.empty()) {
    table.footnotes.push_back(fmt::format(
        "{} of {} published values have no counterpart here: {}", matches.missing.size(),
        matches.missing.size() + matches.found.size(), listed(matches.missing)));
  }
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return table;
}

}  // namespace hashlab::results
