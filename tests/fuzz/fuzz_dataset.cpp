// Any file is a data set of finite numbers or an Error. Start it from a folder with data sets of
// other programs: files of our own are sealed, so that a changed byte goes no further than the
// seal.
#include "lib/data/dataset.h"
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
    const hashlab::Dataset dataset = hashlab::read_dataset(path);
    if (dataset.size() == 0 || !dataset.features.is_finite()) std::abort();
  } catch (const hashlab::Error&) {
  }
  unlink(path.c_str());
  return 0;
}
