#include "module.h"

#include "without_gil.h"

#include "hashers/hasher.h"
#include "lib/blas.h"
#include "lib/error.h"
#include "lib/observer.h"
#include "lib/version.h"

#include <array>
#include <exception>
#include <regex>
#include <string>
#include <utility>

namespace py = pybind11;

namespace hashlab::python {
namespace {

const char* class_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "InvalidArgument";
    case ErrorCode::not_found:
      return "NotFound";
    case ErrorCode::corrupt_file:
      return "CorruptFile";
    case ErrorCode::unreadable:
      return "Unreadable";
    case ErrorCode::io_error:
      return "WriteError";
    case ErrorCode::numerical:
      return "NumericalError";
  }
  return "Error";
}

void raise(const char* name, const char* message) {
  const py::object type = py::module_::import("hashlab._errors").attr(name);
  PyErr_SetString(type.ptr(), message);
}

/// A message in the words of Python: options of the program are parameters here.
std::string in_python(std::string message) {
  static const std::array<std::pair<std::regex, const char*>, 4> words = {{
      {std::regex(" in a suite or '--view [^']*' on the command line"), ""},
      {std::regex(" or '--view'"), ""},
      {std::regex("--view ([^' ]+)"), "view = $1"},
      {std::regex("--threads or --jobs"), "n_jobs"},
  }};
  for (const auto& [option, here] : words) message = std::regex_replace(message, option, here);
  return message;
}

void translate(std::exception_ptr failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const hashers::EngineMissing& error) {
    raise("EngineMissing", error.what());
  } catch (const Error& error) {
    raise(class_of(error.code()), in_python(error.what()).c_str());
  } catch (const Stopped&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

}  // namespace
}  // namespace hashlab::python

PYBIND11_MODULE(_core, module) {
  using namespace hashlab::python;
  py::register_exception_translator(translate);
  end_quietly();
  module.def("version", [] { return hashlab::version(); });
  module.def("blas_description", [] { return hashlab::blas_description(); });
  module.def("blas_threads", [] { return hashlab::blas_threads(); });
  add_codes(module);
  add_learn(module);
  add_ranking(module);
  add_comparison(module);
  add_splits(module);
  add_results(module);
}
