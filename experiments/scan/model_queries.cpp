#include "experiments/scan/model_queries.h"

#include "experiments/program/json_line.h"
#include "experiments/scan/held_codes.h"
#include "hashers/model.h"
#include "lib/data/feature_file.h"
#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/metrics/metric_notes.h"
#include "lib/ranking/real_rank_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The memory that an item takes while its distances are estimated: its code, also sliced, its
/// numbers, also in the order of blocks, its position and keys for sorting, and its estimate.
double bytes_per_estimate(const CodeFormat& format) {
  return static_cast<double>(16 * format.n_words() + 56);
}

/// The numbers of the items `codes`, the first of which is row `first` of the database.
ItemNumbers numbers_of(const ModelQueries& queries, const NamedCodes& database, const Codes& codes,
                       std::size_t first) {
  ItemNumbers numbers = queries.quantisation.numbers(codes);
  const std::size_t unusable = first_without_numbers(numbers);
  if (unusable < codes.n) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: the scalars of row {} are no finite numbers, which no model "
                            "writes: encode the samples again",
                            database.path, first + unusable));
  }
  return numbers;
}

/// The first k of both lists of each query; `more` is of items at higher positions.
NearestItems merged(const NearestItems& found, const NearestItems& more, std::size_t k) {
  NearestItems all;
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    const auto a = found.similarities_of(q), b = more.similarities_of(q);
    std::size_t i = 0, j = 0;
    while (i + j < k && (i < a.size() || j < b.size())) {
      const bool first = j == b.size() || (i < a.size() && a[i] >= b[j]);
      const NearestItems& from = first ? found : more;
      const std::size_t at = from.offsets[q] + (first ? i++ : j++);
      all.positions.push_back(from.positions[at]);
      all.similarities.push_back(from.similarities[at]);
    }
    all.offsets.push_back(all.positions.size());
  }
  return all;
}

/// The first k neighbours of each query but for the item in its own row.
NearestItems without_own_rows(const NearestItems& found, std::size_t k) {
  NearestItems others;
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    const std::size_t begin = others.positions.size();
    for (std::size_t i = found.offsets[q]; i < found.offsets[q + 1]; ++i) {
      if (found.positions[i] == q || others.positions.size() - begin == k) continue;
      others.positions.push_back(found.positions[i]);
      others.similarities.push_back(found.similarities[i]);
    }
    others.offsets.push_back(others.positions.size());
  }
  return others;
}

/// "exact distances of a query: mean 41.5, median 40\n"
std::string exact_text(std::vector<std::size_t> exact) {
  if (exact.empty()) return "";
  std::sort(exact.begin(), exact.end());
  const double sum = std::accumulate(exact.begin(), exact.end(), 0.0);
  return fmt::format("exact distances of a query: mean {:.1f}, median {}\n",
                     sum / static_cast<double>(exact.size()), exact[exact.size() / 2]);
}

std::string text_of(const ExactlyFound& exactly, std::string_view distance,
                    const SearchFacts& facts) {
  const NearestItems& found = exactly.nearest;
  constexpr std::size_t max_queries = 10, max_neighbours = 6;
  const std::size_t n = found.n_queries();
  std::string asked;
  for (const auto& [name, value] : facts.asked) asked += fmt::format(", {} = {:.0f}", name, value);
  std::string text = fmt::format(
      "{} queries of real values, {} codes of {} bits, {} distance{}\n{}\n"
      "query  id (distance), nearest first\n",
      n, facts.database, facts.bits, distance, asked, exact_text(exactly.exact));
  for (std::size_t q = 0; q < std::min(n, max_queries); ++q) {
    const auto ids = found.positions_of(q);
    const auto similarities = found.similarities_of(q);
    text += fmt::format("{:<5}", q);
    for (std::size_t i = 0; i < std::min(ids.size(), max_neighbours); ++i) {
      text += fmt::format("  {} ({:.5g})", ids[i], 0.0 - similarities[i]);
    }
    text += ids.size() > max_neighbours ? "  ...\n" : "\n";
  }
  if (n > max_queries) text += fmt::format("...    {} more, see --format\n", n - max_queries);
  return text;
}

std::string h5_of(const ExactlyFound& exactly, std::string_view distance,
                  const SearchFacts& facts) {
  const NearestItems& found = exactly.nearest;
  H5File file = H5File::create("neighbours");
  file.set("kind", "hashlab neighbours");
  file.set("bits", static_cast<double>(facts.bits));
  file.set("database", static_cast<double>(facts.database));
  file.set("distance", std::string(distance));
  for (const auto& [name, value] : facts.asked) file.set(name, value);
  const std::vector<std::size_t> shape = {
      found.n_queries(), found.positions.size() / std::max<std::size_t>(1, found.n_queries())};
  std::vector<double> distances;
  for (const double similarity : found.similarities) distances.push_back(0.0 - similarity);
  file.write("/ids", found.positions.data(), shape);
  file.write("/distances", distances.data(), shape);
  if (!exactly.exact.empty()) {
    const std::vector<std::uint64_t> exact(exactly.exact.begin(), exactly.exact.end());
    file.write("/exact", exact.data(), {exact.size()});
  }
  return file.image();
}

}  // namespace

std::optional<ModelQueries> queries_of_model(const Arguments& arguments, const Ranks& ranks) {
  if (!arguments.has("model")) return std::nullopt;
  if (ranks.size() > 1) {
    refuse("option '--model' works in one process: start the command without mpirun");
  }
  const std::string path = arguments.required("query"), view = arguments.get("view", "");
  const std::string model_path = arguments.required("model");
  const hashers::Model model = hashers::read_model(model_path, view);
  const auto source = open_features(path, view);
  if (source->columns() != model.mean.n_elem) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: has {} features a sample, but {} was learned from {}", path,
                            source->columns(), model_path, model.mean.n_elem));
  }
  const Features X = source->read(0, source->size());
  const std::string description =
      fmt::format("real values of {} samples by {}, not coded", X.n_cols, model.hasher);
  return ModelQueries{{path, std::make_unique<HeldCodes>(model.encode(X), description)},
                      model.ask(X),
                      model.quantisation,
                      X};
}

NearestItems search_by_estimates(const ModelQueries& queries, const NamedCodes& database,
                                 std::size_t k, bool without_own, MemoryBudget& budget,
                                 std::size_t threads) {
  const CodeSource& source = *database.codes;
  const std::size_t n = source.size(), n_queries = queries.asked.queries.size();
  const std::size_t kept = std::min(without_own ? k + 1 : k, n);
  // What is found so far and in one more piece; and each thread keeps up to 2 k items of a query.
  const std::size_t bytes_of_item = 24 + 32 * threads;
  budget.reserve(static_cast<double>(bytes_of_item * kept) * static_cast<double>(n_queries),
                 "what is found (a lower --k needs less)");
  const double row_bytes = bytes_per_estimate(source.format());
  const std::size_t rows = std::max<std::size_t>(1, budget.rows(row_bytes, n));
  NearestItems found;
  found.offsets.resize(n_queries + 1);
  for (std::size_t first = 0; first < n; first += rows) {
    const Codes piece = source.read(first, std::min(rows, n - first));
    NearestItems more = nearest_by_estimates(
        Estimates(queries.asked, piece, numbers_of(queries, database, piece, first)),
        std::max<std::size_t>(kept, 1), {}, threads);
    for (std::uint32_t& position : more.positions) position += static_cast<std::uint32_t>(first);
    found = merged(found, more, kept);
  }
  return without_own ? without_own_rows(found, k) : found;
}

Estimates estimates_of(const ModelQueries& queries, const NamedCodes& database,
                       MemoryBudget& budget) {
  const CodeSource& source = *database.codes;
  const std::size_t n = source.size();
  budget.reserve(
      static_cast<double>(n) * bytes_per_estimate(source.format()) + source.buffer_bytes(),
      "the codes of the database");
  const Codes codes = source.read(0, n);
  return {queries.asked, codes, numbers_of(queries, database, codes, 0)};
}

RankCounts count_by_estimates(const ModelQueries& queries, const NamedCodes& database,
                              const RelevanceSource& relevance, const std::vector<Metric>& metrics,
                              MemoryBudget& budget) {
  check_estimable(metrics);
  const std::size_t n = database.codes->size();
  budget.reserve(static_cast<double>(n) * relevance.bytes_per_row() + relevance.bytes_at_once(),
                 "the relevance of the database");
  const Estimates estimates = estimates_of(queries, database, budget);
  std::vector<double> distances(n);
  return counts_of_distances(estimates.n_queries(), n, relevance.piece(0, n), [&](std::size_t q) {
    estimates.of_query(q, distances);
    return std::span<const double>(distances);
  });
}

void write_estimated(std::string_view format, const ExactlyFound& exactly,
                     std::string_view distance, const SearchFacts& facts,
                     const std::function<void(std::string_view)>& sink) {
  const std::string& name = neighbour_format(format).name;
  const NearestItems& found = exactly.nearest;
  if (name == "text") {
    sink(text_of(exactly, distance, facts));
  } else if (name == "h5") {
    sink(h5_of(exactly, distance, facts));
  } else if (name == "json") {
    for (std::size_t q = 0; q < found.n_queries(); ++q) {
      Json line = {{"query", q},
                   {"ids", json_array(found.positions_of(q), std::identity{})},
                   {"distances", json_array(found.similarities_of(q),
                                            [](double similarity) { return 0.0 - similarity; })}};
      if (!exactly.exact.empty()) line["exact"] = exactly.exact[q];
      sink(json_line(line));
    }
  } else {  // ids alone
    Neighbours ids;
    ids.offsets = found.offsets;
    ids.positions = found.positions;
    ids.distances.resize(ids.positions.size());
    neighbour_format(name).write(ids, facts, sink);
  }
}

OptionSpec model_option() {
  return {"model", "MODEL.h5",
          "compare the database with the real values of queries: --query then names features, "
          "which this model projects, and the database must have codes of this model"};
}

}  // namespace hashlab::experiments
