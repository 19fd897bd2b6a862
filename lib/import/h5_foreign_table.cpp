#include "lib/import/h5_foreign_table.h"

#include "lib/data/h5_table.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t slab_bytes = std::size_t{64} << 20;

H5Table open_table(const H5File& file, const std::string& name) {
  if (!file.has(name) || file.shape(name).kind != H5File::Kind::other) {
    return open_h5_rows(file, name);
  }
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: '{}' holds {}, expected real numbers or integers: convert it with "
                          "NumPy, or name another dataset with --features-variable or "
                          "--labels-variable",
                          file.path(), name, file.elements(name)));
}

class H5TableBase : public ForeignTable {
 public:
  H5TableBase(const H5File& file, const std::string& name, H5Table about)
      : file_(file),
        name_(name),
        about_(std::move(about)),
        source_(fmt::format("{} '{}'", file.path(), name)) {}
  Element element() const override {
    if (about_.is_uint8() || about_.shape.kind == H5File::Kind::boolean) return Element::uint8;
    return about_.shape.kind == H5File::Kind::integer ? Element::int32 : Element::float32;
  }
  const std::string& source() const override { return source_; }

 protected:
  H5File file_;
  std::string name_;
  H5Table about_;
  std::string source_;
  std::size_t next_ = 0;
};

class H5Rows final : public H5TableBase {
 public:
  using H5TableBase::H5TableBase;
  std::size_t columns() const override { return about_.columns; }
  std::optional<std::size_t> rows() const override { return about_.rows; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, about_.rows - next_);
    if (count > 0) file_.read_rows(name_, next_, count, out);
    next_ += count;
    return count;
  }
};

class H5Columns final : public H5TableBase {
 public:
  using H5TableBase::H5TableBase;
  std::size_t columns() const override { return about_.rows; }
  std::optional<std::size_t> rows() const override { return about_.columns; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t d = about_.rows;
    if (next_ == first_ + held_) {
      first_ = next_;
      held_ = std::min(about_.columns - next_, std::max<std::size_t>(1, slab_bytes / (8 * d)));
      if (held_ == 0) return 0;
      slab_.resize(held_ * d);
      file_.read_columns(name_, first_, held_, slab_.data());
    }
    const std::size_t begin = next_ - first_;
    const std::size_t count = std::min(at_most, held_ - begin);
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t i = 0; i < count; ++i) out[i * d + j] = slab_[j * held_ + begin + i];
    }
    next_ += count;
    return count;
  }

 private:
  std::vector<double> slab_;  // columns first_ .. first_ + held_, row by row
  std::size_t first_ = 0, held_ = 0;
};

}  // namespace

H5ForeignTable h5_rows(const H5File& file, const std::string& name) {
  H5Table about = open_table(file, name);
  const std::vector<std::size_t> row(about.shape.size.begin() + 1, about.shape.size.end());
  return {std::make_unique<H5Rows>(file, name, std::move(about)), row};
}

H5ForeignTable h5_columns(const H5File& file, const std::string& name) {
  H5Table about = open_table(file, name);
  if (about.rank != 2) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: '{}' is {}, expected a matrix of one sample a column", file.path(),
                            name, fmt::join(about.shape.size, " x ")));
  }
  const std::size_t d = about.rows;
  return {std::make_unique<H5Columns>(file, name, std::move(about)), {d}};
}

}  // namespace hashlab
