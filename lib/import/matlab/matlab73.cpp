#include "lib/data/h5_table.h"
#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/h5_foreign_table.h"
#include "lib/import/matlab/mat73_file.h"
#include "lib/import/matlab/matlab_data.h"
#include "lib/import/matlab/matlab_text.h"
#include "lib/import/matlab/sparse_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace hashlab {
namespace {

/// The attribute of a group that makes it a sparse matrix: its number of rows.
constexpr const char* sparse_mark = "MATLAB_sparse";

/// Finds the variables: datasets are arrays, groups structures or sparse matrices; the elements of
/// cell arrays, and the fields of arrays of structures, are references to objects in "/#refs#".
class Mat73Directory {
 public:
  explicit Mat73Directory(const H5File& file) : file_(file), references_(file.references()) {
    for (const std::string& dataset : file.members()) {
      datasets_.insert(dataset);
      for (std::size_t slash = 0; slash != dataset.npos; slash = dataset.find('/', slash + 1)) {
        const std::size_t end = std::min(dataset.find('/', slash + 1), dataset.size());
        const std::string group = slash == 0 ? "/" : dataset.substr(0, slash);
        inside_[group].insert(dataset.substr(slash + 1, end - slash - 1));
      }
    }
    for (const std::string& name : inside_["/"]) {
      if (name.front() != '#') add(name, "/" + name, 0);  // MATLAB's own: #refs#, #subsystem#
    }
  }
  std::vector<MatlabVariable> variables;
  std::vector<std::string> paths;  ///< of each variable in the file

  /// The objects that the elements of a cell array are.
  std::vector<std::string> elements(const std::string& cell) const {
    const auto found = references_.find(cell);
    return found == references_.end() ? std::vector<std::string>{} : found->second;
  }

 private:
  static std::string inside(const std::string& group, const std::string& name) {
    return (group == "/" ? "" : group) + "/" + name;
  }

  /// Lists the object at `path`, and what is in it.
  void add(const std::string& name, const std::string& path, std::size_t depth) {
    if (depth > deepest_nested || (depth > 0 && variables.size() >= max_nested)) return;
    const auto group = inside_.find(path);
    if (datasets_.contains(path)) {
      add_dataset(name, path, depth);
    } else if (group == inside_.end()) {
      list({name, "struct without fields", {1, 1}, false, depth > 0}, path);
    } else if (const auto rows = file_.number_attribute(path, sparse_mark)) {
      add_sparse(name, path, *rows, depth);
    } else {
      list({name, "struct", {1, 1}, false, depth > 0}, path);
      for (const std::string& field : group->second) {
        add_field(name, field, inside(path, field), depth + 1);
      }
    }
  }

  void add_dataset(const std::string& name, const std::string& path, std::size_t depth) {
    const H5File::Shape shape = file_.shape(path);
    MatlabVariable v{
        name, file_.text_attribute(path, "MATLAB_class"), {shape.size.rbegin(), shape.size.rend()}};
    if (v.type.empty()) v.type = "unknown";
    if (file_.elements(path) == "complex numbers") v.type = "complex " + v.type;
    // MATLAB stores text as numbers too, and an empty array as its size, a list.
    v.is_numeric = shape.kind != H5File::Kind::other && v.type != "char" && v.type != "cell" &&
                   shape.size.size() == 2;
    v.is_nested = depth > 0;
    list(std::move(v), path);
    const auto elements = references_.find(path);
    if (elements == references_.end()) return;
    for (std::size_t k = 0; k < elements->second.size(); ++k) {
      add_target(cell_element_name(name, k), elements->second[k], depth + 1);
    }
  }

  /// A field of a structure; of an array of structures it is a list of references, which differs
  /// from a cell array in having no class.
  void add_field(const std::string& record, const std::string& field, const std::string& path,
                 std::size_t depth) {
    const auto elements = references_.find(path);
    if (elements == references_.end() || !file_.text_attribute(path, "MATLAB_class").empty()) {
      add(field_name(record, 0, 1, field), path, depth);
      return;
    }
    const std::size_t count = elements->second.size();
    for (std::size_t k = 0; k < count; ++k) {
      add_target(field_name(record, k, count, field), elements->second[k], depth + 1);
    }
  }

  /// What a reference leads to. MATLAB's lead nowhere else, so there are no circles.
  void add_target(const std::string& name, const std::string& path, std::size_t depth) {
    if (path.starts_with("/#refs#/")) add(name, path, depth);
  }

  void add_sparse(const std::string& name, const std::string& path, double rows,
                  std::size_t depth) {
    MatlabVariable v{
        name, "sparse " + file_.text_attribute(path, "MATLAB_class"), {}, false, depth > 0};
    const std::string jc = inside(path, "jc");
    if (file_.has(jc) && rows >= 0 && rows <= std::numeric_limits<std::int32_t>::max() &&
        rows == std::floor(rows)) {
      const H5File::Shape shape = file_.shape(jc);
      v.is_numeric =
          shape.kind == H5File::Kind::integer && shape.size.size() == 1 && shape.size.front() > 0;
      if (v.is_numeric) v.shape = {static_cast<std::size_t>(rows), shape.size.front() - 1};
    }
    list(std::move(v), path);
  }

  void list(MatlabVariable variable, const std::string& path) {
    variables.push_back(std::move(variable));
    paths.push_back(path);
  }

  const H5File& file_;
  std::map<std::string, std::vector<std::string>> references_;
  std::set<std::string> datasets_;
  std::map<std::string, std::set<std::string>> inside_;  // the members of each group
};

/// Samples of a sparse matrix: a group of the lists jc, ir and data, of which an empty matrix lacks
/// the last two.
class Mat73Sparse final : public ForeignTable {
 public:
  Mat73Sparse(const H5File& file, const std::string& group, const MatlabVariable& variable,
              bool by_column)
      : file_(file),
        group_(group),
        rows_(variable.shape[0]),
        columns_(variable.shape[1]),
        by_column_(by_column),
        source_(fmt::format("{} variable {}", file.path(), variable.name)) {
    constexpr std::size_t max_columns = std::size_t{1} << 24;
    if (columns() > max_columns) {
      fail_corrupt(source_, fmt::format("is {} x {}, expected at most {} numbers a sample", rows_,
                                        columns_, max_columns));
    }
  }
  std::size_t columns() const override { return by_column_ ? rows_ : columns_; }
  std::optional<std::size_t> rows() const override { return by_column_ ? columns_ : rows_; }
  Element element() const override { return Element::float32; }
  const std::string& source() const override { return source_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, *rows() - next_);
    if (count > 0 && !reader_) load();
    if (count > 0) reader_->read(count, out);
    next_ += count;
    if (next_ == rows()) reader_.reset();  // the next table may need the room
    return count;
  }

 private:
  void load() {
    SparseColumns lists;
    lists.rows = rows_;
    const std::vector<double> jc = list("jc"), ir = list("ir");
    lists.data = list("data");
    const auto is_whole = [](double value) {
      return value >= 0 && value < 0x1.0p53 && value == std::floor(value);
    };
    if (!std::all_of(jc.begin(), jc.end(), is_whole) ||
        !std::all_of(ir.begin(), ir.end(), is_whole)) {
      fail_corrupt(source_, "is a damaged sparse matrix");
    }
    lists.jc.assign(jc.begin(), jc.end());
    lists.ir.assign(ir.begin(), ir.end());
    if (lists.jc.size() != columns_ + 1 || !is_consistent(lists)) {
      fail_corrupt(source_, "is a damaged sparse matrix");
    }
    reader_.emplace(std::move(lists), by_column_);
  }

  std::vector<double> list(const std::string& name) const {
    const std::string path = group_ + "/" + name;
    if (!file_.has(path)) return {};
    const H5ForeignTable stored = h5_rows(file_, path);
    std::vector<double> values(*stored.table->rows() * stored.table->columns());
    std::size_t done = 0;
    while (const std::size_t rows = stored.table->read(
               std::max<std::size_t>(1, 65536 / stored.table->columns()), values.data() + done)) {
      done += rows * stored.table->columns();
    }
    return values;
  }

  H5File file_;
  std::string group_;
  std::size_t rows_, columns_;
  bool by_column_;
  std::string source_;
  std::optional<SparseReader> reader_;
  std::size_t next_ = 0;
};

class Mat73File final : public MatlabFile {
 public:
  explicit Mat73File(const std::string& path) : file_(H5File::open(path)), directory_(file_) {}
  const std::string& path() const override { return file_.path(); }
  const std::vector<MatlabVariable>& variables() const override { return directory_.variables; }
  std::vector<std::string> texts(std::size_t variable) const override {
    const std::string& path = directory_.paths[variable];
    const MatlabVariable& about = directory_.variables[variable];
    if (about.type == "char") return rows_of_chars(path);
    std::vector<std::string> texts;
    for (const std::string& element : directory_.elements(path)) {
      const bool is_text =
          file_.has(element) && file_.text_attribute(element, "MATLAB_class") == "char";
      std::vector<std::string> rows;
      if (is_text) rows = rows_of_chars(element);
      if (rows.size() != 1) {
        fail_corrupt(file_.path(),
                     fmt::format("variable {} is no text of one row, expected the name of a class",
                                 cell_element_name(about.name, texts.size())));
      }
      texts.push_back(rows.front());
    }
    if (texts.size() != texts_in(about)) {
      fail_corrupt(file_.path(),
                   fmt::format("variable {} cannot be read, the file is damaged", about.name));
    }
    return texts;
  }
  std::unique_ptr<ForeignTable> open(const MatlabMatrix& matrix) const override {
    const std::string& path = directory_.paths[matrix.variable];
    const MatlabVariable& variable = directory_.variables[matrix.variable];
    if (variable.type.starts_with("sparse")) {
      return std::make_unique<Mat73Sparse>(file_, path, variable, matrix.samples_are_columns);
    }
    // Rows of MATLAB's are columns of HDF5's.
    return (matrix.samples_are_columns ? h5_rows(file_, path) : h5_columns(file_, path)).table;
  }

 private:
  /// The rows of MATLAB's matrix of characters, which are columns of HDF5's.
  std::vector<std::string> rows_of_chars(const std::string& path) const {
    const H5Table table = open_h5_table(file_, path);
    if (table.shape.kind != H5File::Kind::integer || table.rank != 2) {
      fail_corrupt(file_.path(), fmt::format("'{}' is no text", path));
    }
    std::vector<std::uint32_t> units(table.rows * table.columns);
    file_.read(path, units.data());
    return rows_of_text(units, table.columns);
  }

  H5File file_;
  Mat73Directory directory_;
};

ForeignData open_matlab73(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<std::unique_ptr<MatlabFile>> files;
  for (const std::string& path : paths) files.push_back(open_mat73(path));
  return matlab_data(files, options);
}

}  // namespace

bool is_mat73(const std::string& head) {
  return head.starts_with("MATLAB 7.3 MAT-file") && head.size() > 520 &&
         head.compare(512, 8, "\x89HDF\r\n\x1a\n") == 0;
}

std::unique_ptr<MatlabFile> open_mat73(const std::string& path) {
  if (!H5File::is_h5(path)) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: is no MATLAB 7.3 file: no HDF5 follows its header", path));
  }
  return std::make_unique<Mat73File>(path);
}

/// MATLAB 7.3, which is HDF5 with MATLAB's names and a header of 512 bytes.
/// Memory:  64 MiB and a block; if samples are rows, they are read in blocks of that size, each
///          spread over the whole variable. A sparse variable is held in memory.
Format matlab73_format() {
  return {"matlab73",
          "MATLAB 7.3: .mat with HDF5 inside, a matrix of features",
          [](const Sniff& file) { return !file.is_gzip && is_mat73(file.head); },
          open_matlab73,
          /*either_axis=*/true,
          /*has_variables=*/true};
}

}  // namespace hashlab
