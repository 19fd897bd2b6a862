#include "arrays.h"
#include "module.h"
#include "relevance.h"
#include "without_gil.h"

#include "hashers/model.h"
#include "lib/embeddings/rerank.h"
#include "lib/embeddings/rerank_bound.h"
#include "lib/error.h"
#include "lib/metrics/metric_notes.h"
#include "lib/ranking/estimates.h"
#include "lib/ranking/real_rank_counts.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <span>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using SharedCodes = std::shared_ptr<Codes>;

/// Queries that keep their real values, and the codes of a database with which they are compared.
struct Comparison {
  Features queries;
  Estimates estimates;
};
using SharedComparison = std::shared_ptr<Comparison>;

SharedComparison compare(const hashers::Model& model, const py::array& queries,
                         const SharedCodes& database) {
  if (database->format != model.quantisation.format()) {
    refuse("the database has other codes than this hasher makes: encode it with this hasher");
  }
  const auto Q = std::make_shared<const Features>(features_of(queries));
  return interruptible<SharedComparison>([model, Q, database](const Observer&) {
    ItemNumbers numbers = model.quantisation.numbers(*database);
    const std::size_t unusable = first_without_numbers(numbers);
    if (unusable < database->n) {
      refuse(fmt::format("the scalars of code {} are no finite numbers, which no hasher writes",
                         unusable));
    }
    return std::make_shared<Comparison>(
        Comparison{*Q, Estimates(model.ask(*Q), *database, std::move(numbers))});
  });
}

NearestItems by_estimates(const SharedComparison& self, std::size_t k, std::size_t threads) {
  return interruptible<NearestItems>(
      [=](const Observer&) { return nearest_by_estimates(self->estimates, k, {}, threads); });
}

/// Distances and positions: queries x the number of items found for each.
py::tuple arrays_of(NearestItems found) {
  const auto n = static_cast<py::ssize_t>(found.n_queries());
  const py::ssize_t each = n == 0 ? 0 : static_cast<py::ssize_t>(found.positions.size()) / n;
  std::vector<double> distances(found.similarities.size());
  std::transform(found.similarities.begin(), found.similarities.end(), distances.begin(),
                 [](double similarity) { return 0.0 - similarity; });
  return py::make_tuple(array_of(std::move(distances), {n, each}),
                        array_of(std::move(found.positions), {n, each}));
}

py::tuple nearest(const SharedComparison& self, std::size_t k, std::size_t threads) {
  return arrays_of(by_estimates(self, k, threads));
}

/// Replaces the positions in `found` by their places in the ascending list `rows`.
void number_by(const Rows& rows, NearestItems& found) {
  for (std::uint32_t& position : found.positions) {
    position = static_cast<std::uint32_t>(std::lower_bound(rows.begin(), rows.end(), position) -
                                          rows.begin());
  }
}

/// The k nearest by their features among the R nearest codes.
py::tuple nearest_of_shortlist(const SharedComparison& self, std::size_t k, std::size_t R,
                               const py::array& features, const std::string& similarity,
                               std::size_t threads) {
  const Similarity by = similarity_named(similarity);
  const auto shortlist = std::make_shared<NearestItems>(by_estimates(self, R, threads));
  Rows rows = shortlist->positions;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  number_by(rows, *shortlist);
  const StridedFeatures X = strided_of(features);
  const auto items = std::make_shared<Features>(X.d, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    items->col(i) = X.read(rows[i], 1);
    if (i % 65536 == 65535) check_signals();
  }
  NearestItems found = interruptible<NearestItems>([=](const Observer&) {
    return first_items(reranked(*shortlist, self->queries, *items, by, threads), k);
  });
  for (std::uint32_t& position : found.positions) position = rows[position];
  return arrays_of(std::move(found));
}

/// The k nearest by their features among those that the error bound allows; and for each query the
/// number of exact distances.
py::tuple nearest_within(const SharedComparison& self, std::size_t k, double eps,
                         const py::array& features) {
  const auto items = std::make_shared<const Features>(features_of(features));
  const auto bounded = interruptible<BoundedNearest>([=](const Observer&) {
    return nearest_within_bound(self->estimates, k, eps, exact_distances(self->queries, *items));
  });
  const std::vector<std::size_t> exact = bounded.exact();
  const py::tuple found = arrays_of(first_items(bounded.found, k));
  return py::make_tuple(found[0], found[1],
                        array_of(std::vector<std::uint64_t>(exact.begin(), exact.end())));
}

/// The values of metrics, in this order.
std::vector<double> values(const SharedComparison& self, const Judged& judged,
                           const std::vector<std::string>& names) {
  const std::size_t n = self->estimates.n_items();
  if (n != judged.relevance.n_database ||
      self->estimates.n_queries() != judged.relevance.n_queries()) {
    refuse(fmt::format("relevance is of {} queries and {} items, expected {} and {}",
                       judged.relevance.n_queries(), judged.relevance.n_database,
                       self->estimates.n_queries(), n));
  }
  std::vector<Metric> metrics;
  for (const std::string& name : names) metrics.push_back(metric(name));
  check_estimable(metrics);
  const auto relevance = std::make_shared<const Relevance>(judged.relevance);
  return interruptible<std::vector<double>>([=](const Observer&) {
    std::vector<double> distances(n), found;
    const RankCounts counts =
        counts_of_distances(self->estimates.n_queries(), n, *relevance, [&](std::size_t q) {
          self->estimates.of_query(q, distances);
          return std::span<const double>(distances);
        });
    for (const Metric& each : metrics) found.push_back(value_or_nan(each, counts));
    return found;
  });
}

}  // namespace

void add_comparison(py::module_& module) {
  py::class_<Comparison, SharedComparison>(module, "Comparison")
      .def(py::init(&compare))
      .def("nearest", nearest)
      .def("nearest_of_shortlist", nearest_of_shortlist)
      .def("nearest_within", nearest_within)
      .def("values", values);
}

}  // namespace hashlab::python
