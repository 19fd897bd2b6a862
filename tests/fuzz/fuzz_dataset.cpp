// Any file is a data set of finite numbers or an Error. Start it from a folder with data sets of
// other programs: files of our own are sealed, so that a changed byte goes no further than the
// seal.
#include "lib/data/dataset.h"
#include "lib/error.h"

#include <sys/mman.h>
#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = memfd_create("data set", 0);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  try {
    const hashlab::Dataset dataset = hashlab::read_dataset("/proc/self/fd/" + std::to_string(file));
    if (dataset.size() == 0 || !dataset.features.is_finite()) std::abort();
  } catch (const hashlab::Error&) {
  }
  close(file);
  return 0;
}
