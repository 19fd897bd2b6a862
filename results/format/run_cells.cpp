#include "results/format/run_cells.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {
namespace {

constexpr std::size_t max_listed = 8;

void check_precision(std::size_t precision) {
  if (precision <= 17) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("table precision = {}, must be 0 .. 17", precision));
}

}  // namespace

std::vector<TableRow> rows_by_projection(const std::vector<std::string>& hashers) {
  std::vector<std::string> projections;
  std::vector<std::string> names;
  for (const std::string& hasher : hashers) {
    add_once(projections, parse_method_name(hasher).projection);
    add_once(names, hasher);
  }
  const bool blocks = names.size() > projections.size();
  std::vector<TableRow> rows;
  for (const std::string& projection : projections) {
    bool starts_block = blocks && !rows.empty();
    for (const std::string& name : names) {
      if (parse_method_name(name).projection != projection) continue;
      rows.push_back({name, {}, starts_block});
      starts_block = false;
    }
  }
  return rows;
}

std::string fixed(double value, std::size_t precision) {
  check_precision(precision);
  return fmt::format("{:.{}f}", value, precision);
}

std::string fixed_signed(double value, std::size_t precision) {
  check_precision(precision);
  return fmt::format("{:+.{}f}", value, precision);
}

std::string p_text(double p) {
  return p < 0.0001 ? "<0.0001" : fixed(p, 4);
}

TableCell mean_cell(const RunValues& runs, std::size_t usual_runs, std::size_t precision) {
  TableCell cell;
  if (runs.empty()) return cell;
  const std::vector<double> values = values_of(runs);
  cell.value = fixed(mean(values), precision);
  if (values.size() > 1) cell.spread = fixed(sample_standard_deviation(values), precision);
  if (values.size() != usual_runs) cell.note = std::to_string(values.size());
  return cell;
}

std::string mean_footnote(std::size_t usual_runs, bool some_have_fewer) {
  if (usual_runs == 1) return "one run, so there is no standard deviation";
  return fmt::format("mean ± standard deviation over {} runs{}", usual_runs,
                     some_have_fewer ? "; (n): over n runs only" : "");
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), max_listed);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace hashlab::results
