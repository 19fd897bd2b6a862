// Any sealed HDF5 file in the place of a checkpoint is what was left, or nothing; never an error.
#include "lib/files/sha256.h"
#include "lib/h5/checkpoint_folder.h"
#include "tests/fuzz/h5_target.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string folder = fuzz_root() + "/checkpoints";
  std::filesystem::create_directories(folder);
  hashlab::write_file(folder + "/" + hashlab::sha256("key") + ".h5",
                      {reinterpret_cast<const char*>(data), size});
  hashlab::CheckpointFolder checkpoints(folder);
  const auto found = checkpoints.found("key");
  if (found && found->size() > 1000000) std::abort();
  return 0;
}
