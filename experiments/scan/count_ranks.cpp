#include "experiments/scan/count_ranks.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

/// The number of counts of shared labels that graded metrics need in addition; 0 without one.
std::size_t further_labels(const std::vector<Metric>& metrics, const RelevanceSource& source) {
  const auto graded =
      std::find_if(metrics.begin(), metrics.end(), [](const Metric& m) { return m.graded; });
  if (graded == metrics.end()) return 0;
  if (source.max_shared() == 0) {
    refuse(
        fmt::format("metric '{}' counts how many labels are shared: give --database-labels and "
                    "--query-labels, with a column of 0 and 1 for each label",
                    graded->name));
  }
  return source.max_shared() - 1;
}

}  // namespace

RankCounts count_ranks(const CountRequest& request, MemoryBudget& budget) {
  const Codes& queries = request.queries;
  const RelevanceSource& source = request.relevance;
  const Ranks& ranks = request.ranks;
  const std::size_t further = further_labels(request.metrics, source);
  const CodeFormat& format = queries.format;
  const auto counted = static_cast<double>(queries.n);
  // Codes may be compared in another form than that of the file (see thermometer).
  const auto compared = 8 * static_cast<double>(CodeFormat{format.max_distance(), 1}.n_words());
  // There are two counts for each query and distance. The counter and the result hold all of them,
  // and so does each thread if the queries are few.
  const double counts = 2 * 4 * static_cast<double>(format.max_distance() + 1) * counted;
  budget.reserve(static_cast<double>(2 + 2 * further) * counts + compared * counted,
                 "the counts of the queries");
  budget.reserve(source.bytes_at_once() + request.database.buffer_bytes(), "reading a piece");
  const std::size_t threads = budget.reserve_threads(
      request.threads, format,
      [&](std::size_t t) {
        return RankCounter::divides_database(queries.n, t) ? static_cast<double>(t) * counts : 0;
      },
      "one thread");
  const double row_bytes =
      static_cast<double>(8 * format.n_words()) + 2 * compared + source.bytes_per_row();
  const RowRange own = ranks.range_of(request.database.size());
  const std::size_t rows = std::max<std::size_t>(1, budget.rows(row_bytes, own.count));
  const std::size_t pieces = (own.count + rows - 1) / rows;
  const std::size_t tell_every = (pieces + 19) / 20;
  const bool tells = pieces > 1 && ranks.rank() == 0 && request.progress;
  RankCounter counter(queries, request.kernel, threads);
  std::vector<RankCounter> sharing_more(further, counter);
  if (tells) request.progress((pieces + tell_every - 1) / tell_every, 0, own.count);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    ranks.look_around();
    const std::size_t done = piece * rows, count = std::min(rows, own.count - done);
    const Codes codes = request.database.read(own.first + done, count);
    counter.add(codes, source.piece(own.first + done, count));
    for (std::size_t i = 0; i < further; ++i) {
      sharing_more[i].add(codes, source.piece_sharing(own.first + done, count, i + 2));
    }
    if (tells && ((piece + 1) % tell_every == 0 || piece + 1 == pieces)) {
      request.progress((pieces + tell_every - 1) / tell_every, done + count, own.count);
    }
  }
  RankCounts counts_of_all = counter.counts();
  ranks.sum(counts_of_all.all);
  ranks.sum(counts_of_all.relevant);
  if (source.max_shared() == 0) return counts_of_all;
  auto& at_least = std::get<CodeDistances>(counts_of_all.distances).at_least.emplace();
  for (const RankCounter& level : sharing_more) {
    at_least.push_back(level.counts().relevant);
    ranks.sum(at_least.back());
  }
  return counts_of_all;
}

}  // namespace hashlab::experiments
