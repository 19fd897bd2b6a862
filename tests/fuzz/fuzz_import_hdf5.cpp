// An HDF5 file with anything in it, read as HDF5 and as MATLAB 7.3 under several options, is parts
// as wide and long as they say, or an Error.
#include "lib/h5/h5.h"
#include "tests/fuzz/h5_target.h"
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// What a user could state about the file: nothing, or one of its datasets as the features.
std::vector<hashlab::ImportOptions> all_options(const std::string& path) {
  std::vector<hashlab::ImportOptions> all(1);
  try {
    const std::vector<std::string> names = hashlab::H5File::open(path).members();
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 2); ++i) {
      hashlab::ImportOptions options;
      options.features_variable = names[i].substr(1);
      options.samples_are_columns = i % 2 == 1;
      all.push_back(options);
      options.labels_variable = names.back().substr(1);
      options.samples_are_columns.reset();
      all.push_back(options);
      options.labels_variable.clear();
      options.columns.labels = {"--labels-column", "1"};
      options.first_class = 1;
      all.push_back(options);
    }
  } catch (const hashlab::Error&) {
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  const std::vector<hashlab::ImportOptions> all = all_options(path);
  for (const hashlab::ImportOptions& options : all) fuzz_import_file("hdf5", path, options);
  for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 3); ++i) {
    fuzz_import_file("matlab73", path, all[i]);
  }
  for (const char* variable : {"views{1}", "data.deep.Z", "records(2).X", "thin"}) {
    hashlab::ImportOptions options;
    options.features_variable = variable;
    fuzz_import_file("matlab73", path, options);
  }
  return 0;
}
