// Any file is a model that encodes what fits it, or an Error. Start it from models: their seal lets
// no changed byte through to HDF5, which would crash on some.
#include "hashers/model.h"
#include "lib/error.h"
#include "lib/files/files.h"

#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path = "/dev/shm/hashlab-fuzz-" + std::to_string(getpid()) + ".h5";
  hashlab::write_file(path, {reinterpret_cast<const char*>(data), size});
  try {
    const hashlab::Model model = hashlab::read_model(path);
    const hashlab::Features X(model.mean.n_elem, 2, arma::fill::ones);
    if (model.encode(X).n != 2) std::abort();
  } catch (const hashlab::Error&) {
  }
  unlink(path.c_str());
  return 0;
}
