#include "lib/import/formats.h"
#include "lib/import/matlab/mat5_directory.h"
#include "lib/import/matlab/mat5_file.h"
#include "lib/import/matlab/matlab_data.h"

namespace hashlab {
namespace {

ForeignData open_matlab(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<std::unique_ptr<MatlabFile>> files;
  for (const std::string& path : paths) files.push_back(open_mat5(path));
  return matlab_data(files, options);
}

}  // namespace

/// MATLAB 5 to 7.2: variables that choose_variables() chooses.
Format matlab_format() {
  return {"matlab",
          "MATLAB 5 to 7.2: .mat, a matrix of features, one sample per row or column",
          [](const Sniff& file) { return !file.is_gzip && is_mat5(file.head); },
          open_matlab,
          /*either_axis=*/true,
          /*has_variables=*/true};
}

}  // namespace hashlab
