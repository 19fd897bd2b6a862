// Any HDF5 file is a data set of finite numbers or an Error; read in blocks it has the same
// checksum.
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/error.h"
#include "tests/fuzz/h5_target.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  try {
    const hashlab::Dataset dataset = hashlab::read_dataset(path);
    if (dataset.size() == 0 || !dataset.features.is_finite()) std::abort();
    if (hashlab::content_checksum(hashlab::DatasetFile(path)) != dataset.checksum) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
