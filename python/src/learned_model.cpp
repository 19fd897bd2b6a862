#include "learned_model.h"

#include "arrays.h"
#include "without_gil.h"

#include "hashers/model.h"
#include "hashers/model_state.h"
#include "lib/error.h"
#include "lib/parallel.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace hashlab::python {
namespace {

using hashers::Model;

/// Codes of samples first .. first + count - 1. Pieces for threads begin at multiples of 4,096, of
/// which projection_block is a divisor, so that codes do not depend on them.
void encode_part(const Model& model, const StridedFeatures& X, std::size_t first, std::size_t count,
                 std::size_t threads, Codes& codes) {
  const std::size_t pieces = std::max<std::size_t>(1, std::min(threads, count / 4096)),
                    size = (count / pieces + 4095) / 4096 * 4096;
  parallel(threads, pieces, [&](std::size_t piece) {
    const std::size_t begin = std::min(piece * size, count),
                      end = piece + 1 == pieces ? count : std::min(begin + size, count);
    if (begin == end) return;
    const Codes own = model.encode(part_of(X, first + begin, end - begin));
    std::copy(own.words.begin(), own.words.end(),
              codes.words.begin() + static_cast<std::ptrdiff_t>((first + begin) * own.n_words()));
    std::copy(own.scalars.begin(), own.scalars.end(), codes.scalars_of(first + begin));
  });
}

/// Looks for signals every million samples, which take a quarter of a second or more.
std::shared_ptr<Codes> encode(const Model& model, const py::array& array, std::size_t threads) {
  constexpr std::size_t at_once = std::size_t{1} << 18;
  const StridedFeatures X = strided_of(array);
  auto codes = std::make_shared<Codes>(model.quantisation.format(), X.n);
  for (std::size_t first = 0; first < X.n; first += at_once) {
    const std::size_t count = std::min(at_once, X.n - first);
    without_gil([&] {
      try {
        encode_part(model, X, first, count, threads, *codes);
      } catch (const Error&) {
        X.read(first, count);  // its message counts samples from the first of all
        throw;
      }
    });
    check_signals();
  }
  return codes;
}

/// The columns of an array are the rows of what Python gets, as in a model's file.
py::dict state_of(const Model& model) {
  const hashers::ModelState state = hashers::model_state(model);
  py::dict texts, numbers, arrays, all;
  for (const auto& [name, text] : state.texts) texts[py::str(name)] = text;
  for (const auto& [name, number] : state.numbers) numbers[py::str(name)] = number;
  for (const auto& [name, array] : state.arrays) {
    arrays[py::str(name)] =
        array_of(std::vector<double>(array.begin(), array.end()),
                 {static_cast<py::ssize_t>(array.n_cols), static_cast<py::ssize_t>(array.n_rows)});
  }
  all["texts"] = texts;
  all["numbers"] = numbers;
  all["arrays"] = arrays;
  return all;
}

Model model_of(const py::dict& all) {
  hashers::ModelState state;
  state.texts = all["texts"].cast<std::map<std::string, std::string>>();
  state.numbers = all["numbers"].cast<std::map<std::string, double>>();
  for (const auto& [name, value] : all["arrays"].cast<py::dict>()) {
    const py::array_t<double, py::array::c_style | py::array::forcecast> array(
        py::reinterpret_borrow<py::object>(value));
    if (array.ndim() != 2) refuse("an array of a pickled model has not two axes");
    state.arrays[name.cast<std::string>()] =
        arma::mat(array.data(), static_cast<arma::uword>(array.shape(1)),
                  static_cast<arma::uword>(array.shape(0)));
  }
  return without_gil([&] { return hashers::model_from_state(state, "the pickled model"); });
}

Model read(const std::string& path, const std::string& view) {
  return interruptible<Model>(
      [path, view](const Observer&) { return hashers::read_model(path, view); });
}

void write(const std::vector<Model>& models, const std::string& path) {
  run_interruptibly([models, path](const Observer&) {
    if (models.size() == 1) {
      hashers::write_model(path, models.front());
    } else {
      hashers::write_models(path, models);
    }
  });
}

}  // namespace

void add_model(py::module_& module) {
  py::class_<Model>(module, "Model")
      .def_readonly("hasher", &Model::hasher)
      .def_readonly("bits", &Model::bits)
      .def_readonly("view", &Model::view)
      .def_property_readonly("n_features", [](const Model& model) { return model.mean.n_elem; })
      .def_property_readonly("seed", [](const Model& model) { return model.origin.seed; })
      .def_property_readonly("ground_truth",
                             [](const Model& model) { return model.origin.groundtruth; })
      .def_property_readonly("code_bits",
                             [](const Model& model) { return model.quantisation.format().bits; })
      .def_property_readonly(
          "digits", [](const Model& model) { return model.quantisation.format().digits(); })
      .def("encode", encode)
      .def("state", state_of)
      .def_static("from_state", model_of);
  module.def("read_model", read);
  module.def("write_models", write);
}

}  // namespace hashlab::python
