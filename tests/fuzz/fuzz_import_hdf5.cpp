// An HDF5 file with any tables where data sets and MATLAB 7.3 files have theirs is parts as wide
// and long as they say, or an Error. The file is whole as HDF5: what the input varies is what our
// reader must check.
#include "lib/files/h5.h"
#include "tests/fuzz/fuzz_h5_table.h"
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string made_file(FuzzInput& input) {
  static constexpr const char* names[] = {"/features",  "/labels",    "/train",     "/test",
                                          "/neighbors", "/distances", "/a/features"};
  hashlab::H5File file = hashlab::H5File::create("made");
  const std::size_t tables = input.byte();
  for (std::size_t i = 0; i < 7; ++i) {
    if (!(tables >> i & 1)) continue;
    std::vector<std::size_t> shape(1 + input.byte() % 5);
    for (std::size_t& extent : shape) extent = input.byte() % 12;
    const std::size_t type = input.byte() % 4;
    if (type == 0) write_table<std::uint8_t>(file, names[i], shape, input.rest());
    if (type == 1) write_table<std::int64_t>(file, names[i], shape, input.rest());
    if (type == 2) write_table<std::int32_t>(file, names[i], shape, input.rest());
    if (type == 3) write_table<float>(file, names[i], shape, input.rest());
  }
  return file.image();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  static constexpr const char* names[] = {"", "features", "labels", "a/features", "/train"};
  hashlab::ImportOptions options;
  options.features_variable = names[input.byte() % 5];
  options.labels_variable = names[input.byte() % 5];
  const std::size_t axis = input.byte() % 3;
  if (axis < 2) options.samples_are_columns = axis == 1;
  const std::size_t column = input.byte() % 8;
  if (column < 4) options.labels_column = column;
  const char* format = input.byte() % 2 == 0 ? "hdf5" : "matlab73";
  fuzz_import(format, made_file(input), options);
  return 0;
}
