#include "arrays.h"
#include "module.h"
#include "relevance.h"
#include "without_gil.h"

#include "lib/blas.h"
#include "lib/embeddings/nearest.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metric_notes.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/multi_index.h"
#include "lib/ranking/rank_counts.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using SharedCodes = std::shared_ptr<Codes>;

/// The number of items of a database to compare at once: 2^31 pairs, which take 0.2 s.
std::size_t items_at_once(const Codes& queries) {
  return std::max<std::size_t>(4096, (std::size_t{1} << 31) / std::max<std::size_t>(1, queries.n));
}

/// Codes first .. first + count - 1.
Codes codes_from(const Codes& codes, std::size_t first, std::size_t count) {
  Codes part(codes.format, count);
  std::copy_n(codes.code(first), count * codes.n_words(), part.words.begin());
  return part;
}

/// Calls add(piece, first) for all pieces of the database, and looks for signals between them. A
/// database that is one piece is not copied.
template <typename Add>
void in_pieces(const Codes& queries, const Codes& database, const Add& add) {
  const std::size_t at_once = items_at_once(queries);
  if (database.n <= at_once) {
    without_gil([&] { add(database, 0); });
    return;
  }
  for (std::size_t first = 0; first < database.n; first += at_once) {
    without_gil(
        [&] { add(codes_from(database, first, std::min(at_once, database.n - first)), first); });
    check_signals();
  }
}

Neighbours scan(const Codes& queries, const Codes& database, std::size_t k, std::size_t radius,
                std::size_t threads) {
  LinearScan search(queries, k, radius, active_kernel(), threads);
  in_pieces(queries, database,
            [&](const Codes& piece, std::size_t first) { search.add(piece, first); });
  return without_gil([&] { return search.result(); });
}

Neighbours look_up(const SharedCodes& queries, const SharedCodes& database, std::size_t k,
                   std::size_t threads) {
  return interruptible<Neighbours>([=](const Observer&) {
    const MultiIndex index(*database, 0, threads);
    return index.top_k(*queries, k, active_kernel(), threads).neighbours;
  });
}

/// Distances and positions: queries x min(k, n).
py::tuple search(const SharedCodes& queries, const SharedCodes& database, std::size_t k,
                 const std::string& method, std::size_t threads) {
  const bool by_index =
      method == "index" || (method == "auto" && multi_index_pays(database->n, k, queries->n));
  Neighbours found = by_index ? look_up(queries, database, k, threads)
                              : scan(*queries, *database, k, LinearScan::everything, threads);
  const auto n = static_cast<py::ssize_t>(queries->n),
             each = static_cast<py::ssize_t>(std::min(k, database->n));
  return py::make_tuple(array_of(std::move(found.distances), {n, each}),
                        array_of(std::move(found.positions), {n, each}));
}

py::tuple within(const Codes& queries, const Codes& database, std::size_t radius,
                 std::size_t threads) {
  Neighbours found = scan(queries, database, LinearScan::everything, radius, threads);
  return py::make_tuple(
      array_of(std::vector<std::uint64_t>(found.offsets.begin(), found.offsets.end())),
      array_of(std::move(found.positions)), array_of(std::move(found.distances)));
}

RankCounts count(const Codes& queries, const Codes& database, const Relevance& relevance,
                 std::size_t threads) {
  RankCounter counter(queries, active_kernel(), threads);
  in_pieces(queries, database, [&](const Codes& piece, std::size_t first) {
    if (piece.n == relevance.n_database) {
      counter.add(piece, relevance);
    } else {
      counter.add(piece, slice(relevance, first, piece.n));
    }
  });
  return counter.counts();
}

/// The counts, with those of items that share several labels if `graded`.
std::shared_ptr<RankCounts> rank_counts_of(const Codes& queries, const Codes& database,
                                           const Judged& judged, bool graded, std::size_t threads) {
  if (database.n != judged.relevance.n_database || queries.n != judged.relevance.n_queries()) {
    refuse(fmt::format(
        "relevance is of {} queries and {} items, codes are {} and {}: give those of "
        "the same rows",
        judged.relevance.n_queries(), judged.relevance.n_database, queries.n, database.n));
  }
  auto counts = std::make_shared<RankCounts>(count(queries, database, judged.relevance, threads));
  if (!graded) return counts;
  const std::size_t most = judged.most_shared();
  if (most == 0) {
    refuse("graded metrics count shared labels: make the relevance by Relevance.of_classes");
  }
  std::vector<std::vector<std::uint32_t>> at_least;
  for (std::size_t least = 2; least <= most; ++least) {
    const Relevance sharing = without_gil([&] { return judged.sharing(least); });
    at_least.push_back(count(queries, database, sharing, threads).relevant);
  }
  std::get<CodeDistances>(counts->distances).at_least = std::move(at_least);
  return counts;
}

py::array counts_view(const py::object& self, const std::vector<std::uint32_t>& counts,
                      const RankCounts& of) {
  const auto n = static_cast<py::ssize_t>(of.n_queries),
             distances = static_cast<py::ssize_t>(of.n_distances());
  return view_of(counts.data(), {n, distances}, {4 * distances, 4}, self);
}

py::dict metric_facts(const std::string& name) {
  const Metric found = metric(name);
  py::dict facts;
  facts["name"] = found.name;
  facts["definition"] = found.definition;
  facts["graded"] = found.graded;
  facts["by_rank"] = found.by_rank;
  facts["radius"] =
      found.by_code_distance && found.radius > 0 ? py::cast(found.radius) : py::object(py::none());
  return facts;
}

py::list all_metric_names() {
  py::list names;
  for (const Metric& each : all_metrics()) names.append(each.name);
  for (const Metric& each : graded_metrics()) names.append(each.name);
  return names;
}

double value_of(const RankCounts& counts, const std::string& name) {
  const Metric found = metric(name);
  return without_gil([&] { return value_or_nan(found, counts); });
}

py::tuple curve_of(const RankCounts& counts) {
  PrCurve curve = without_gil([&] { return pr_curve(counts); });
  return py::make_tuple(array_of(std::move(curve.radius)), array_of(std::move(curve.precision)),
                        array_of(std::move(curve.recall)));
}

/// A search, and the number of its queries.
struct SearchOfMany {
  NearestSearch search;
  std::size_t n_queries;
};

/// Looks for signals between pieces of 10^10 operations, which take some tenths of a second.
void add_piece(SearchOfMany& of, const py::array& items, std::size_t first) {
  const StridedFeatures X = strided_of(items);
  const std::size_t each = 2 * std::max<std::size_t>(1, of.n_queries * X.d);
  const std::size_t at_once = std::clamp<std::size_t>(10'000'000'000 / each, 512, 16384);
  for (std::size_t i = 0; i < X.n; i += at_once) {
    without_gil([&] {
      const OneBlasThread one_thread;
      of.search.add(X.read(i, std::min(at_once, X.n - i)), first + i);
    });
    check_signals();
  }
}

py::array nearest_positions(const SearchOfMany& of) {
  NearestItems found = without_gil([&] { return of.search.result(); });
  const auto n = static_cast<py::ssize_t>(found.n_queries());
  const py::ssize_t each = n == 0 ? 0 : static_cast<py::ssize_t>(found.positions.size()) / n;
  return array_of(std::move(found.positions), {n, each});
}

}  // namespace

void add_ranking(py::module_& module) {
  add_relevance(module);
  module.def("search", search);
  module.def("within", within);
  module.def("rank_counts", rank_counts_of);
  py::class_<RankCounts, std::shared_ptr<RankCounts>>(module, "RankCounts")
      .def_readonly("n_queries", &RankCounts::n_queries)
      .def_property_readonly("n_distances", &RankCounts::n_distances)
      .def("all",
           [](const py::object& self) {
             const auto& counts = self.cast<const RankCounts&>();
             return counts_view(self, counts.all, counts);
           })
      .def("relevant",
           [](const py::object& self) {
             const auto& counts = self.cast<const RankCounts&>();
             return counts_view(self, counts.relevant, counts);
           })
      .def("metric", value_of)
      .def("curve", curve_of);
  module.def("metric_facts", metric_facts);
  module.def("metric_names", all_metric_names);
  py::class_<SearchOfMany>(module, "NearestSearch")
      .def(py::init([](const py::array& queries, std::size_t k, const std::string& similarity,
                       std::size_t threads) {
        Features Q = features_of(queries);
        const std::size_t n = Q.n_cols;
        return SearchOfMany{
            NearestSearch(std::move(Q), k, similarity_named(similarity), {}, threads), n};
      }))
      .def("add", add_piece)
      .def("positions", nearest_positions);
}

}  // namespace hashlab::python
