#include "lib/import/matlab/mat5_file.h"

#include "lib/error.h"
#include "lib/files/write_all.h"
#include "lib/import/matlab/mat5_directory.h"
#include "lib/import/matlab/mat5_texts.h"
#include "lib/import/matlab/sparse_table.h"

#include <fmt/format.h>
#include <matio.h>

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

// libmatio parses everything in a file, nested structures included, without checks. So it is given
// a file in memory with a single plain numeric variable, whose header has been checked and whose
// compressed data have been decompressed and verified.

namespace hashlab {
namespace {

struct Unmapped {
  void operator()(matvar_t* v) const { Mat_VarFree(v); }
  void operator()(mat_t* m) const { Mat_Close(m); }
};
using Variable = std::unique_ptr<matvar_t, Unmapped>;

/// A file in memory that is removed with the object.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& source)
      : source_(source), fd_(memfd_create("matlab", MFD_CLOEXEC)) {
    if (fd_ < 0) out_of_memory();
  }
  ~MemoryFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void write(const void* bytes, std::size_t count) {
    errno = write_all(fd_, {static_cast<const char*>(bytes), count});
    if (errno != 0) out_of_memory();
  }
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

 private:
  [[noreturn]] void out_of_memory() const {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: cannot be held in memory: {}", source_, std::strerror(errno)));
  }
  const std::string& source_;
  int fd_;
};

/// Reads all of a variable.
Variable load(const InputFile& file, const Mat5Variable& variable, const std::string& source) {
  // Messages are suppressed: every failure shows in a return value.
  static const int silent = Mat_LogInitFunc("hashlab", [](int, char*) {});
  static_cast<void>(silent);
  MemoryFile one(source);
  std::string header = file.text(0, 128);
  header.replace(116, 8, 8, '\0');  // where MATLAB's own data lie
  one.write(header.data(), header.size());
  unpack_mat5(file, variable,
              [&](const void* bytes, std::size_t count) { one.write(bytes, count); });

  // libmatio allocates as many bytes as the tag of an array states.
  if (variable.is_sparse && !sparse_lists_fit(InputFile(one.path()), variable)) {
    fail_corrupt(source, "is a damaged sparse matrix");
  }

  const std::unique_ptr<mat_t, Unmapped> mat(Mat_Open(one.path().c_str(), MAT_ACC_RDONLY));
  Variable v(mat ? Mat_VarReadNextInfo(mat.get()) : nullptr);
  const auto& shape = variable.about.shape;
  const bool is_sparse = v && v->class_type == MAT_C_SPARSE;
  if (!v || v->rank != 2 || v->dims[0] != shape[0] || v->dims[1] != shape[1] || v->isComplex != 0 ||
      is_sparse != variable.is_sparse || Mat_VarReadDataAll(mat.get(), v.get()) != 0 ||
      v->data == nullptr) {
    fail_corrupt(source, "cannot be read, the file is damaged");
  }
  return v;
}

/// How numbers of a type are read from an array of them.
using At = double (*)(const void* array, std::size_t i);
template <typename T>
double at(const void* array, std::size_t i) {
  return static_cast<double>(static_cast<const T*>(array)[i]);
}
At reader_of(matio_types type, const std::string& source) {
  switch (type) {
    case MAT_T_INT8:
      return at<std::int8_t>;
    case MAT_T_UINT8:
      return at<std::uint8_t>;
    case MAT_T_INT16:
      return at<std::int16_t>;
    case MAT_T_UINT16:
      return at<std::uint16_t>;
    case MAT_T_INT32:
      return at<std::int32_t>;
    case MAT_T_UINT32:
      return at<std::uint32_t>;
    case MAT_T_INT64:
      return at<std::int64_t>;
    case MAT_T_UINT64:
      return at<std::uint64_t>;
    case MAT_T_SINGLE:
      return at<float>;
    case MAT_T_DOUBLE:
      return at<double>;
    default:
      fail_corrupt(source, "holds numbers of a type that is not known");
  }
}

/// Samples of a matrix that is held in memory as MATLAB has it: column by column.
class MatlabTable final : public ForeignTable {
 public:
  MatlabTable(std::shared_ptr<const InputFile> file, Mat5Variable variable, bool by_column)
      : file_(std::move(file)),
        variable_(std::move(variable)),
        by_column_(by_column),
        source_(fmt::format("{} variable {}", file_->path(), variable_.about.name)) {}
  std::size_t columns() const override { return variable_.about.shape[by_column_ ? 0 : 1]; }
  std::optional<std::size_t> rows() const override { return samples(); }
  Element element() const override { return variable_.element; }
  const std::string& source() const override { return source_; }

  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, samples() - next_);
    if (count > 0 && !loaded_ && !sparse_) start();
    if (sparse_) {
      sparse_->read(count, out);
    } else {
      const std::size_t down = variable_.about.shape[0];
      const std::size_t d = columns();
      for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t sample = next_ + i;
          out[i * d + j] = at_(loaded_->data, by_column_ ? sample * down + j : j * down + sample);
        }
      }
    }
    next_ += count;
    if (next_ == samples()) {  // the next table may need the room
      loaded_.reset();
      sparse_.reset();
    }
    return count;
  }

 private:
  std::size_t samples() const { return variable_.about.shape[by_column_ ? 1 : 0]; }

  void start() {
    loaded_ = load(*file_, variable_, source_);
    at_ = reader_of(loaded_->data_type, source_);
    const auto& shape = variable_.about.shape;
    if (!variable_.is_sparse) {
      if (loaded_->nbytes != shape[0] * shape[1] * static_cast<std::size_t>(loaded_->data_size)) {
        fail_corrupt(source_, "cannot be read, the file is damaged");
      }
      return;
    }
    const auto& stored = *static_cast<const mat_sparse_t*>(loaded_->data);
    const std::size_t entries = std::min<std::size_t>(stored.nir, stored.ndata);
    if (stored.jc == nullptr || (entries > 0 && (stored.ir == nullptr || stored.data == nullptr))) {
      fail_corrupt(source_, "is a damaged sparse matrix");
    }
    SparseColumns lists{shape[0], {stored.jc, stored.jc + stored.njc}, {}, {}};
    lists.ir.assign(stored.ir, stored.ir + entries);
    lists.data.resize(entries);
    for (std::size_t e = 0; e < entries; ++e) lists.data[e] = at_(stored.data, e);
    loaded_.reset();
    if (lists.jc.size() != shape[1] + 1 || !is_consistent(lists)) {
      fail_corrupt(source_, "is a damaged sparse matrix");
    }
    sparse_.emplace(std::move(lists), by_column_);
  }

  std::shared_ptr<const InputFile> file_;
  Mat5Variable variable_;
  bool by_column_;
  std::string source_;
  std::size_t next_ = 0;
  Variable loaded_;
  At at_ = nullptr;
  std::optional<SparseReader> sparse_;
};

class Mat5File final : public MatlabFile {
 public:
  explicit Mat5File(const std::string& path)
      : file_(std::make_shared<const InputFile>(path)), directory_(mat5_directory(*file_)) {
    for (const Mat5Variable& v : directory_) variables_.push_back(v.about);
  }
  const std::string& path() const override { return file_->path(); }
  const std::vector<MatlabVariable>& variables() const override { return variables_; }
  std::vector<std::string> texts(std::size_t variable) const override {
    return mat5_texts(*file_, directory_[variable]);
  }
  std::unique_ptr<ForeignTable> open(const MatlabMatrix& matrix) const override {
    const Mat5Variable& v = directory_[matrix.variable];
    // The stated width of a sparse matrix is not backed by data in the file.
    constexpr std::size_t max_columns = std::size_t{1} << 24;
    if (v.about.shape[matrix.samples_are_columns ? 0 : 1] > max_columns) {
      fail_corrupt(path(), fmt::format("variable {} is {}, expected at most {} numbers a sample",
                                       v.about.name, fmt::join(v.about.shape, " x "), max_columns));
    }
    // As stored, and as libmatio makes it: at most eight bytes a number.
    const double numbers =
        v.is_sparse ? 0
                    : static_cast<double>(v.about.shape[0]) * static_cast<double>(v.about.shape[1]);
    const double bytes = static_cast<double>(v.unpacked_bytes) + 8 * numbers;
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
    if (bytes > memory) {
      fail_corrupt(path(), fmt::format("variable {} needs {:.0f} MiB; this machine has {:.0f} MiB",
                                       v.about.name, bytes / 1048576, memory / 1048576));
    }
    return std::make_unique<MatlabTable>(file_, v, matrix.samples_are_columns);
  }

 private:
  std::shared_ptr<const InputFile> file_;
  std::vector<Mat5Variable> directory_;
  std::vector<MatlabVariable> variables_;
};

}  // namespace

std::unique_ptr<MatlabFile> open_mat5(const std::string& path) {
  return std::make_unique<Mat5File>(path);
}

}  // namespace hashlab
