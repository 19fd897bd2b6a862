#include "results/format/curve_file.h"

#include "lib/csv.h"
#include "lib/metrics/at_rank.h"
#include "lib/metrics/cumulated.h"
#include "lib/options.h"
#include "results/format/line_charts.h"
#include "results/record/cell_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlab::results {
namespace {

struct CurvePoint {
  const char* curve;
  const char* averaging;
  double at, precision, recall;
};

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Precision and recall within each radius, pooled over all queries and as means over queries.
void add_radii(std::vector<CurvePoint>& rows, const RankCounts& counts) {
  const Cumulated all = pooled(counts);
  const bool any = all.n_relevant() > 0;
  const std::size_t n_distances = counts.n_distances();
  std::vector<double> precision(n_distances), recall(n_distances);
  double queries = 0.0;
  for_each_query_with_relevant(counts, [&](const Cumulated& query) {
    queries += 1.0;
    for (std::size_t d = 0; d < n_distances; ++d) {
      precision[d] += query.precision(d);
      recall[d] += query.recall(d);
    }
  });
  for (std::size_t d = 0; d < n_distances; ++d) {
    rows.push_back({"radius", "pooled", static_cast<double>(d), all.precision(d, no_value),
                    any ? all.recall(d) : no_value});
  }
  for (std::size_t d = 0; d < n_distances; ++d) {
    rows.push_back(
        {"radius", "mean", static_cast<double>(d), precision[d] / queries, recall[d] / queries});
  }
}

/// Every rank up to 60, then about 70 ranks for each factor of ten, and the last rank.
std::vector<std::uint64_t> shown_ranks(std::uint64_t longest) {
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 1; rank < longest; rank += std::max<std::uint64_t>(1, rank / 30)) {
    ranks.push_back(rank);
  }
  if (longest > 0) ranks.push_back(longest);
  return ranks;
}

void add_ranks(std::vector<CurvePoint>& rows, const RankCounts& counts) {
  const TopCurve top = top_curve(counts, shown_ranks(longest_ranking(counts)));
  const bool any = queries_without_relevant(counts) < counts.n_queries;
  for (std::size_t i = 0; i < top.n.size(); ++i) {
    rows.push_back({"rank", "mean", static_cast<double>(top.n[i]),
                    any ? top.precision[i] : no_value, any ? top.recall[i] : no_value});
  }
}

void add_recalls(std::vector<CurvePoint>& rows, const RankCounts& counts) {
  const std::vector<double> levels = curve_recall_levels();
  const std::vector<double> precision = precision_at_recall(counts, levels);
  const bool any = queries_without_relevant(counts) < counts.n_queries;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    rows.push_back({"recall", "pooled", levels[i], any ? precision[i] : no_value, levels[i]});
  }
}

std::vector<CurvePoint> curve_points(const RankCounts& counts) {
  std::vector<CurvePoint> rows;
  add_radii(rows, counts);
  add_ranks(rows, counts);
  add_recalls(rows, counts);
  return rows;
}

std::string curve_csv(const std::vector<NamedCounts>& codes) {
  std::string text = "codes,curve,averaging,at,precision,recall\n";
  for (const auto& [name, counts] : codes) {
    for (const CurvePoint& row : curve_points(*counts)) {
      text += fmt::format("{},{},{},{},{},{}\n", csv_field(name), row.curve, row.averaging,
                          number_text(row.at), number_text(row.precision), number_text(row.recall));
    }
  }
  return text;
}

/// One of the curves in `rows`, with the fields `x` and `y` as coordinates.
ChartLine curve_line(const std::string& name, const std::vector<CurvePoint>& rows,
                     std::string_view curve, std::string_view averaging, double CurvePoint::*x,
                     double CurvePoint::*y) {
  ChartLine found{name, {}, {}};
  for (const CurvePoint& row : rows) {
    if (row.curve != curve || row.averaging != averaging) continue;
    found.x.push_back(row.*x);
    found.y.push_back(row.*y);
  }
  return found;
}

std::vector<Chart> curve_charts(const std::vector<NamedCounts>& codes) {
  std::vector<Chart> all = {
      {"Precision against recall, all queries pooled", "recall", "precision", false, {}},
      {"Precision of the first ranks, mean", "rank", "precision", true, {}},
      {"Recall of the first ranks, mean", "rank", "recall", true, {}},
      {"Precision within a radius, mean", "radius", "precision", false, {}},
      {"Recall within a radius, mean", "radius", "recall", false, {}}};
  for (const auto& [name, counts] : codes) {
    const std::vector<CurvePoint> rows = curve_points(*counts);
    all[0].lines.push_back(
        curve_line(name, rows, "recall", "pooled", &CurvePoint::recall, &CurvePoint::precision));
    all[1].lines.push_back(
        curve_line(name, rows, "rank", "mean", &CurvePoint::at, &CurvePoint::precision));
    all[2].lines.push_back(
        curve_line(name, rows, "rank", "mean", &CurvePoint::at, &CurvePoint::recall));
    all[3].lines.push_back(
        curve_line(name, rows, "radius", "mean", &CurvePoint::at, &CurvePoint::precision));
    all[4].lines.push_back(
        curve_line(name, rows, "radius", "mean", &CurvePoint::at, &CurvePoint::recall));
  }
  return all;
}

}  // namespace

std::string curve_text(const std::string& path, const std::vector<NamedCounts>& codes) {
  if (path.ends_with(".csv")) return curve_csv(codes);
  const std::string picture = svg_of(curve_charts(codes));
  return path.ends_with(".svg") ? picture : page_of(picture);
}

}  // namespace hashlab::results
