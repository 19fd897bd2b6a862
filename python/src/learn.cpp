#include "arrays.h"
#include "learned_model.h"
#include "module.h"
#include "without_gil.h"

#include "experiments/learn/learn_from.h"
#include "lib/data/dataset.h"
#include "lib/data/synthetic.h"
#include "lib/error.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using SharedDataset = std::shared_ptr<Dataset>;

SharedDataset empty_dataset(const std::string& name, std::size_t n, std::size_t d,
                            const py::object& labels, const std::vector<std::size_t>& views) {
  auto dataset = std::make_shared<Dataset>();
  dataset->name = name;
  dataset->features.set_size(d, n);
  dataset->labels = labels_of(labels);
  if (views.size() == 2) {
    dataset->views = {{"first", 0, views[0]}, {"second", views[0], views[1]}};
  }
  return dataset;
}

/// Copies the samples in the rows of `array` to samples from `sample` on, as their features from
/// `feature` on.
void put(Dataset& dataset, std::size_t sample, std::size_t feature, const py::array& array) {
  constexpr std::size_t at_once = 65536;
  const StridedFeatures X = strided_of(array);
  if (sample + X.n > dataset.size() || feature + X.d > dataset.dimensions()) {
    refuse("more samples or features than the data set has");
  }
  for (std::size_t first = 0; first < X.n; first += at_once) {
    without_gil([&] {
      const Features block = X.read(first, std::min(at_once, X.n - first));
      for (std::size_t i = 0; i < block.n_cols; ++i) {
        std::copy_n(block.colptr(i), X.d, dataset.features.colptr(sample + first + i) + feature);
      }
    });
    check_signals();
  }
}

std::string checksum_of(const SharedDataset& dataset) {
  if (dataset->checksum.empty()) {
    dataset->checksum = interruptible<std::string>(
        [dataset](const Observer&) { return content_checksum(*dataset); });
  }
  return dataset->checksum;
}

py::array features_view(const py::object& self) {
  const Dataset& dataset = *self.cast<SharedDataset>();
  const auto n = static_cast<py::ssize_t>(dataset.size()),
             d = static_cast<py::ssize_t>(dataset.dimensions());
  return view_of(dataset.features.memptr(), {n, d}, {4 * d, 4}, self);
}

SharedDataset synthetic(std::size_t n, std::size_t d, std::size_t classes, std::uint64_t seed) {
  return interruptible<SharedDataset>([=](const Observer&) {
    SyntheticSettings settings;
    settings.n = n;
    settings.d = d;
    settings.classes = classes;
    settings.seed = seed;
    return std::make_shared<Dataset>(make_synthetic(settings));
  });
}

/// What learn() needs besides the data set.
struct Request {
  SharedDataset dataset;
  Rows rows, learnable;
  experiments::TrainSettings settings;
};

/// The samples that are available for training. They are those of the data set in place if these
/// are all of them, else copies.
experiments::TrainInput input_of(const Request& request) {
  Dataset& dataset = *request.dataset;
  experiments::TrainInput input;
  input.place = "the data set";
  input.name = dataset.name;
  input.checksum = dataset.checksum;
  input.n = dataset.size();
  input.labels = dataset.labels;
  input.views = dataset.views;
  Rows training = request.rows;
  if (training.empty()) {
    training.resize(dataset.size());
    std::iota(training.begin(), training.end(), 0u);
  }
  std::set_union(training.begin(), training.end(), request.learnable.begin(),
                 request.learnable.end(), std::back_inserter(input.rows));
  for (const std::uint32_t row : training) {
    const auto place = std::lower_bound(input.rows.begin(), input.rows.end(), row);
    input.training.push_back(static_cast<std::uint32_t>(place - input.rows.begin()));
  }
  return input;
}

std::vector<hashers::Model> learn_now(const Request& request, const Observer& observer) {
  Dataset& dataset = *request.dataset;
  if (dataset.checksum.empty()) dataset.checksum = content_checksum(dataset);
  experiments::TrainInput input = input_of(request);
  if (input.rows.size() == dataset.size()) {
    input.X = Features(dataset.features.memptr(), dataset.dimensions(), dataset.size(), false);
  } else {
    input.X.set_size(dataset.dimensions(), input.rows.size());
    for (std::size_t i = 0; i < input.rows.size(); ++i) {
      std::copy_n(dataset.features.colptr(input.rows[i]), dataset.dimensions(), input.X.colptr(i));
    }
  }
  return experiments::learn_from(input, request.settings, observer).models;
}

std::vector<hashers::Model> learn(const SharedDataset& dataset, const py::object& rows,
                                  const py::object& learnable, const std::string& hasher,
                                  std::size_t bits, const std::string& ground_truth,
                                  std::uint64_t seed, std::size_t run, std::size_t among,
                                  const py::object& progress) {
  auto request = std::make_shared<Request>();
  request->dataset = dataset;
  request->rows = rows_of(rows);
  request->learnable = rows_of(learnable);
  request->settings.hasher = hasher;
  request->settings.bits = bits;
  request->settings.ground_truth = parse_ground_truth(ground_truth);
  request->settings.seed = seed;
  request->settings.run = run;
  request->settings.among = among;
  return interruptible<std::vector<hashers::Model>>(
      [request](const Observer& observer) { return learn_now(*request, observer); }, progress);
}

py::dict method_facts(const std::string& text) {
  const hashers::Hasher hasher = hashers::make_hasher(text);
  hashers::refuse_ignored_settings(hasher);
  py::dict settings;
  for (const auto& [name, value] : hasher.settings) settings[py::str(name)] = value;
  py::dict facts;
  facts["name"] = hasher.name;
  facts["settings"] = settings;
  facts["needs_labels"] = hasher.learner().needs_labels();
  facts["needs_engine"] = hasher.learner().needs_engine();
  facts["two_views"] = hasher.has_two_views();
  facts["bits_per_dimension"] = hasher.quantiser->bits_per_dimension();
  return facts;
}

template <typename Method>
py::list names_of(const std::vector<std::unique_ptr<Method>>& methods) {
  py::list names;
  for (const auto& method : methods) names.append(method->info().name);
  return names;
}

/// (name, default, allowed values, help) of each option of a projection, two-view method or
/// quantiser.
template <typename Method>
void add_options(Method& method, py::list& list) {
  Options options;
  method.describe(options);
  for (const Option& option : options.all()) {
    list.append(py::make_tuple(option.name, option.default_value, option.allowed, option.help));
  }
}

py::list options_of(const std::string& projection, const std::string& quantiser) {
  py::list list;
  bool is_known = false;
  for (const auto& method : hashers::cross_modal::all()) {
    if (method->info().name != projection) continue;
    add_options(*method, list);
    is_known = true;
  }
  if (!is_known) add_options(*hashers::projections::make(projection), list);
  for (const auto& methods : {hashers::quantisers::all, hashers::quantisers::of_vectors}) {
    for (const auto& method : methods()) {
      if (method->info().name == quantiser) add_options(*method, list);
    }
  }
  return list;
}

}  // namespace

void add_learn(py::module_& module) {
  py::class_<Dataset, SharedDataset>(module, "Dataset")
      .def(py::init(&empty_dataset))
      .def_readonly("name", &Dataset::name)
      .def_property_readonly("n", &Dataset::size)
      .def_property_readonly("d", &Dataset::dimensions)
      .def_property_readonly("labels",
                             [](const Dataset& dataset) { return array_of_labels(dataset.labels); })
      .def("put", put)
      .def("features", features_view)
      .def("checksum", checksum_of)
      .def("write", [](const SharedDataset& dataset, const std::string& path) {
        run_interruptibly([dataset, path](const Observer&) { write_dataset(path, *dataset); });
      });
  module.def("read_dataset", [](const std::string& path, const std::string& view) {
    return interruptible<SharedDataset>(
        [=](const Observer&) { return std::make_shared<Dataset>(read_dataset(path, view)); });
  });
  module.def("make_synthetic", synthetic);
  add_model(module);
  module.def("learn", learn);
  module.def("method_facts", method_facts);
  module.def("options_of", options_of);
  module.def("projections", [] { return names_of(hashers::projections::all()); });
  module.def("learnable", [] { return names_of(hashers::projections::learnable()); });
  module.def("cross_modal", [] { return names_of(hashers::cross_modal::all()); });
  module.def("quantisers", [] { return names_of(hashers::quantisers::all()); });
  module.def("vector_quantisers", [] { return names_of(hashers::quantisers::of_vectors()); });
}

}  // namespace hashlab::python
