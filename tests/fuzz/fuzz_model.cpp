// Any sealed HDF5 file is a model that encodes what fits it and compares its codes with the same
// samples as real values, or an Error.
#include "hashers/model.h"
#include "lib/error.h"
#include "lib/ranking/estimates.h"
#include "tests/fuzz/h5_target.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  for (const char* view : {"image", "text"}) {  // not looked at where there is one function
    try {
      const hashlab::hashers::Model model = hashlab::hashers::read_model(path, view);
      const hashlab::Features X(model.mean.n_elem, 2, arma::fill::ones);
      const hashlab::Codes codes = model.encode(X);
      if (codes.n != 2) std::abort();
      const hashlab::Estimates estimates(model.ask(X), codes, model.quantisation.numbers(codes));
      if (estimates.n_queries() != 2 || estimates.n_items() != 2) std::abort();
    } catch (const hashlab::Error&) {
    }
  }
  return 0;
}
