#include "results/format/per_query_csv.h"

#include "lib/csv.h"
#include "lib/metrics/metric_notes.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <numeric>

namespace hashlab::results {

std::string per_query_csv(const std::vector<Metric>& metrics, const RankCounts& counts) {
  std::string text = "query,relevant";
  for (const Metric& m : metrics) text += "," + csv_field(metric_label(m));
  text += "\n";
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto relevant = counts.relevant_of(q);
    text += fmt::format("{},{}", q,
                        std::accumulate(relevant.begin(), relevant.end(), std::uint64_t{0}));
    const RankCounts one = counts_of_query(counts, q);
    for (const Metric& m : metrics) text += "," + number_text(value_or_nan(m, one));
    text += "\n";
  }
  return text;
}

}  // namespace hashlab::results
