#include "relevance.h"

#include "arrays.h"
#include "without_gil.h"

#include "lib/blas.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <numeric>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using SharedJudged = std::shared_ptr<Judged>;
using Offsets = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;
using Positions = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;

/// Lists of positions below n, each of which is sorted here.
Lists lists_of(const Offsets& offsets, const Positions& items, std::size_t n, const char* what) {
  Lists lists;
  lists.offsets.assign(offsets.data(), offsets.data() + offsets.size());
  lists.items.assign(items.data(), items.data() + items.size());
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const auto first = lists.items.begin() + static_cast<std::ptrdiff_t>(lists.offsets[k]),
               last = lists.items.begin() + static_cast<std::ptrdiff_t>(lists.offsets[k + 1]);
    std::sort(first, last);
    if (first != last && *(last - 1) >= n) {
      refuse(fmt::format("{} of query {} hold position {}, expected less than {}", what, k,
                         *(last - 1), n));
    }
    const auto repeated = std::adjacent_find(first, last);
    if (repeated != last) {
      refuse(fmt::format("{} of query {} hold position {} twice", what, k, *repeated));
    }
  }
  return lists;
}

SharedJudged of_lists(const Offsets& offsets, const Positions& items, std::size_t n) {
  auto judged = std::make_shared<Judged>();
  judged->relevance.lists = lists_of(offsets, items, n, "relevant items");
  judged->relevance.n_database = n;
  judged->relevance.list_of_query.resize(judged->relevance.lists.size());
  std::iota(judged->relevance.list_of_query.begin(), judged->relevance.list_of_query.end(), 0u);
  return judged;
}

SharedJudged of_classes(const py::object& queries, const py::object& database) {
  const Labels q = labels_of(queries), d = labels_of(database);
  return interruptible<SharedJudged>([q, d](const Observer&) {
    return std::make_shared<Judged>(Judged{class_relevance(q, d), q, d});
  });
}

SharedJudged of_ball(const py::array& queries, const py::array& database, double radius,
                     bool inclusive) {
  const auto Q = std::make_shared<Features>(features_of(queries)),
             X = std::make_shared<Features>(features_of(database));
  return interruptible<SharedJudged>([Q, X, radius, inclusive](const Observer&) {
    const OneBlasThread one_thread;
    return std::make_shared<Judged>(Judged{ball_relevance(*Q, *X, Ball{radius, inclusive})});
  });
}

py::array list_of(const Judged& judged, std::size_t query) {
  if (query >= judged.relevance.n_queries()) throw py::index_error();
  const auto list = judged.relevance.of(query);
  return array_of(std::vector<std::uint32_t>(list.begin(), list.end()));
}

}  // namespace

std::size_t Judged::most_shared() const {
  return queries.empty() ? 0 : max_classes(queries);
}

Relevance Judged::sharing(std::size_t least) const {
  Relevance result = class_relevance(queries, database, least);
  result.ignored = relevance.ignored;
  return result;
}

void add_relevance(py::module_& module) {
  py::class_<Judged, SharedJudged>(module, "Relevance")
      .def_property_readonly("n_queries",
                             [](const Judged& judged) { return judged.relevance.n_queries(); })
      .def_property_readonly("n_database",
                             [](const Judged& judged) { return judged.relevance.n_database; })
      .def("list", list_of)
      .def("ignore",
           [](Judged& judged, const Offsets& offsets, const Positions& items) {
             judged.relevance.ignored =
                 lists_of(offsets, items, judged.relevance.n_database, "ignored items");
           })
      .def_static("of_lists", of_lists)
      .def_static("of_classes", of_classes)
      .def_static("of_ball", of_ball);
}

}  // namespace hashlab::python
