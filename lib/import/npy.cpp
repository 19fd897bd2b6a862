// Arrays of NumPy, in either order of their elements.
#include "lib/data/npy.h"

#include "lib/error.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

class NpyTable final : public ForeignTable {
 public:
  explicit NpyTable(NpyFile file) : file_(std::move(file)) {}

  std::size_t columns() const override { return file_.header().columns(); }
  Element element() const override {
    const NpyHeader& header = file_.header();
    if (header.kind() == 'f') return Element::float32;
    return header.kind() == 'b' || header.dtype == "|u1" ? Element::uint8 : Element::int32;
  }
  std::optional<std::size_t> rows() const override { return file_.header().rows(); }
  const std::string& source() const override { return file_.path(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, file_.header().rows() - next_);
    if (count > 0) file_.read_rows_as(next_, count, out);
    next_ += count;
    return count;
  }

 private:
  NpyFile file_;
  std::size_t next_ = 0;
};

bool recognises_npy(const Sniff& file) {
  return NpyFile::is_npy(file.head);
}

NpyFile open_array(const std::string& path) {
  if (ByteStream(path).is_gzip()) fail_corrupt(path, "is gzipped: unpack it first");
  return NpyFile(path, NpyLayout::any);
}

/// {h, w} or {h, w, 3} if rows are pictures, {columns} if they are lists of numbers.
std::vector<std::size_t> row_shape(const NpyFile& file) {
  const NpyHeader& header = file.header();
  if (header.shape.size() <= 2) return {header.columns()};
  std::vector<std::size_t> shape(header.shape.begin() + 1, header.shape.end());
  if (shape.size() == 3 && shape[2] == 1) shape.pop_back();
  if (header.dtype != "|u1" || (shape.size() == 3 && shape[2] != 3)) {
    fail_corrupt(
        file.path(),
        fmt::format("is {}, expected a table N x D, or pictures N x height x width (x 3) of type "
                    "|u1: bring it into shape with a.reshape(len(a), -1){}",
                    header.text(), header.shape[1] == 3 ? " or a.transpose(0, 2, 3, 1)" : ""));
  }
  return shape;
}

ForeignData open_npy(const std::vector<std::string>& paths, const ImportOptions& options) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  std::vector<std::size_t> shape;
  for (const std::string& path : paths) {
    NpyFile file = open_array(path);
    if (options.samples_are_columns.value_or(false)) {
      if (file.header().shape.size() != 2) {
        refuse(fmt::format("{}: is {}: --samples columns is for a table D x N", path,
                           file.header().text()));
      }
      file.transpose();
    }
    const std::vector<std::size_t> here = row_shape(file);
    if (tables.empty()) shape = here;
    if (here != shape) {
      fail_corrupt(path,
                   fmt::format("has rows of {}, but those of {} are {}: only arrays whose rows are "
                               "alike can be stacked (labels go to --labels)",
                               fmt::join(here, " x "), paths.front(), fmt::join(shape, " x ")));
    }
    tables.push_back(std::make_unique<NpyTable>(std::move(file)));
  }
  ForeignData data;
  if (options.samples_are_columns.value_or(false)) {
    data.attributes["transposition"] =
        "samples are columns of the array, which was transposed: as given";
  }
  data.parts.push_back(
      {shape.size() > 1 ? "/images" : "/features", stack(std::move(tables)), shape});
  return data;
}

}  // namespace

Format npy_format() {
  return {"npy", "NumPy arrays (.npy): N x D numbers, N x height x width (x 3) pictures",
          recognises_npy, open_npy, /*either_axis=*/true};
}

}  // namespace hashlab
