#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/h5_foreign_table.h"
#include "lib/import/matlab/matlab_data.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

bool is_mat73(const std::string& head) {
  return head.starts_with("MATLAB 7.3 MAT-file") && head.size() > 520 &&
         head.compare(512, 8, "\x89HDF\r\n\x1a\n") == 0;
}

class Mat73File final : public MatlabFile {
 public:
  explicit Mat73File(const std::string& path) : file_(H5File::open(path)) {
    for (const std::string& name : file_.members()) {
      const std::size_t slash = name.find('/', 1);
      if (slash != name.npos) {
        // A group is a structure, a sparse matrix, or MATLAB's own (#refs#, #subsystem#).
        const std::string group = name.substr(1, slash - 1);
        const bool is_new = variables_.empty() || variables_.back().name != group;
        if (group.front() != '#' && is_new) variables_.push_back({group, "struct or sparse", {}});
        continue;
      }
      const H5File::Shape shape = file_.shape(name);
      MatlabVariable v{name.substr(1),
                       file_.text_attribute(name, "MATLAB_class"),
                       {shape.size.rbegin(), shape.size.rend()}};
      if (v.type.empty()) v.type = "unknown";
      if (file_.elements(name) == "complex numbers") v.type = "complex " + v.type;
      // MATLAB stores text as numbers too, and an empty array as its size, a list.
      v.is_numeric = shape.kind != H5File::Kind::other && v.type != "char" && v.type != "cell" &&
                     shape.size.size() == 2;
      variables_.push_back(v);
    }
  }
  const std::string& path() const override { return file_.path(); }
  const std::vector<MatlabVariable>& variables() const override { return variables_; }
  std::unique_ptr<ForeignTable> open(const MatlabMatrix& matrix) const override {
    const std::string& name = variables_[matrix.variable].name;
    // Rows of MATLAB's are columns of HDF5's.
    return (matrix.samples_are_columns ? h5_rows(file_, name) : h5_columns(file_, name)).table;
  }

 private:
  H5File file_;
  std::vector<MatlabVariable> variables_;
};

ForeignData open_matlab73(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<std::unique_ptr<MatlabFile>> files;
  for (const std::string& path : paths) {
    if (!H5File::is_h5(path)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: is no MATLAB 7.3 file: no HDF5 follows its header", path));
    }
    files.push_back(std::make_unique<Mat73File>(path));
  }
  return matlab_data(files, options);
}

}  // namespace

/// MATLAB 7.3, which is HDF5 with MATLAB's names and a header of 512 bytes.
/// Memory:  64 MiB and a block; if samples are rows, they are read in blocks of that size, each
///          spread over the whole variable.
Format matlab73_format() {
  return {"matlab73", "MATLAB 7.3: .mat with HDF5 inside, a matrix of features",
          [](const Sniff& file) { return !file.is_gzip && is_mat73(file.head); }, open_matlab73};
}

}  // namespace hashlab
