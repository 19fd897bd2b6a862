#include "lib/data/label_file.h"

#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/error.h"
#include "lib/files/h5.h"
#include "lib/files/input_file.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();

/// Labels from a table of integers; `read` gives rows of it.
class TableLabels final : public LabelSource {
 public:
  using Read = std::function<void(std::size_t first, std::size_t count, std::int64_t* out)>;

  TableLabels(std::string path, std::string description, std::size_t rows, std::size_t columns,
              std::int32_t least, double buffer_bytes, Read read)
      : path_(std::move(path)),
        description_(std::move(description)),
        rows_(rows),
        columns_(columns),
        least_(columns == 0 ? least : 0),
        buffer_bytes_(buffer_bytes),
        read_(std::move(read)) {
    if (columns > (std::size_t{1} << 20)) {
      fail_corrupt(path_,
                   fmt::format("has labels of {} classes, expected at most 1048576", columns));
    }
  }
  std::size_t size() const override { return rows_; }
  std::size_t columns() const override { return columns_; }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override {
    const double row = 8.0 * static_cast<double>(columns_);  // at least one, as wide as it is read
    return buffer_bytes_ + 2.0 * std::max<double>(block_bytes, row);
  }

  Labels read(std::size_t first, std::size_t count) const override {
    const std::size_t width = std::max<std::size_t>(1, columns_);
    Labels labels;
    if (columns_ == 0) {
      labels.single.resize(count);
    } else {
      labels.multi.set_size(columns_, count);
    }
    const std::size_t step = std::max<std::size_t>(1, block_bytes / 8 / width);
    std::vector<std::int64_t> block(std::min(step, count) * width);
    for (std::size_t done = 0; done < count; done += step) {
      const std::size_t n = std::min(step, count - done);
      read_(first + done, n, block.data());
      for (std::size_t i = 0; i < n * width; ++i) {
        const std::int64_t most = columns_ == 0 ? largest : 1;
        if (block[i] < least_ || block[i] > most) refuse(first + done, i, block[i]);
        if (columns_ == 0) {
          labels.single[done + i] = static_cast<std::int32_t>(block[i]);
        } else {
          labels.multi[done * width + i] = static_cast<std::uint8_t>(block[i]);
        }
      }
    }
    return labels;
  }

 private:
  [[noreturn]] void refuse(std::size_t first, std::size_t i, std::int64_t value) const {
    if (columns_ == 0) {
      fail_corrupt(path_, fmt::format("label of row {} is {}, expected {} .. {}", first + i, value,
                                      least_, largest));
    }
    fail_corrupt(path_, fmt::format("label of row {}, class {} is {}, expected 0 or 1",
                                    first + i / columns_, i % columns_, value));
  }

  std::string path_, description_;
  std::size_t rows_, columns_;
  std::int32_t least_;
  double buffer_bytes_;
  Read read_;
};

/// One integer per line. The offset of every 65,536th line is stored, for random access.
class TextLabels final : public LabelSource {
 public:
  TextLabels(InputFile file, std::int32_t least) : file_(std::move(file)), least_(least) {
    std::vector<char> block(block_bytes);
    char last = '\n';
    for (std::size_t at = 0; at < file_.size(); at += block.size()) {
      const std::size_t n = std::min(block.size(), file_.size() - at);
      file_.read(at, block.data(), n);
      const char* const begin = block.data();
      const char* const end = begin + n;
      if (std::memchr(begin, '\0', n) != nullptr) {
        fail_corrupt(file_.path(),
                     "holds labels in no known form: expected HDF5, NumPy .npy, or text with "
                     "one integer a line");
      }
      for (const char* c = begin; (c = static_cast<const char*>(std::memchr(
                                       c, '\n', static_cast<std::size_t>(end - c)))) != nullptr;
           ++c) {
        if (++lines_ % marked_lines == 0)
          marks_.push_back(at + static_cast<std::size_t>(c - begin) + 1);
        if (c + 1 == end) break;
      }
      last = block[n - 1];
    }
    if (last != '\n') ++lines_;
    if (lines_ == 0) fail_corrupt(file_.path(), "is empty, expected one integer a line");
    description_ = fmt::format("text, {} lines", lines_);
  }
  std::size_t size() const override { return lines_; }
  std::size_t columns() const override { return 0; }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override { return block_bytes; }

  Labels read(std::size_t first, std::size_t count) const override {
    Labels labels;
    labels.single.reserve(count);
    std::size_t line = first / marked_lines * marked_lines;
    std::size_t at = marks_[first / marked_lines];
    std::string block;
    while (line < first + count) {
      block = file_.text(at, block_bytes);
      const bool is_end = at + block.size() == file_.size();
      std::string_view rest = block;
      while (line < first + count && !rest.empty()) {
        std::size_t stop = rest.find('\n');
        if (stop == rest.npos && !is_end) break;  // the line goes on in the next block
        stop = std::min(stop, rest.size());
        if (line >= first) labels.single.push_back(number(rest.substr(0, stop), line));
        rest.remove_prefix(std::min(stop + 1, rest.size()));
        ++line;
      }
      if (rest.size() == block.size()) number(rest, line);  // no number is as long as a block
      at += block.size() - rest.size();
    }
    return labels;
  }

 private:
  std::int32_t number(std::string_view text, std::size_t line) const {
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const auto value = parse_integer(text);
    if (!value || *value < least_ || *value > largest) {
      std::string shown(text.substr(0, 40));
      std::replace_if(
          shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
      fail_corrupt(file_.path(),
                   fmt::format("line {} is '{}{}', expected one integer in {} .. {}", line + 1,
                               shown, text.size() > 40 ? "..." : "", least_, largest));
    }
    return static_cast<std::int32_t>(*value);
  }

  static constexpr std::size_t marked_lines = 65536;
  InputFile file_;
  std::int32_t least_;
  std::string description_;
  std::size_t lines_ = 0;
  std::vector<std::size_t> marks_ = {0};  // where lines 0, 65536, ... begin
};

std::unique_ptr<const LabelSource> open_h5_labels(const std::string& path, std::int32_t least) {
  const H5File file = H5File::open(path);
  const H5Table table = open_h5_table(file, "/labels");
  const bool is_boolean = table.shape.kind == H5File::Kind::boolean;
  if (table.shape.kind != H5File::Kind::integer && !is_boolean) {
    fail_corrupt(path, "'/labels' are not integers");
  }
  return std::make_unique<TableLabels>(
      path, fmt::format("HDF5 '/labels' {}", fmt::join(table.shape.size, " x ")), table.rows,
      table.rank == 2 ? table.columns : 0, least, table.buffer_bytes(),
      [file](std::size_t first, std::size_t count, std::int64_t* out) {
        file.read_rows("/labels", first, count, out);
      });
}

std::unique_ptr<const LabelSource> open_npy_labels(const std::string& path, std::int32_t least) {
  const auto file = std::make_shared<const NpyFile>(path);
  const NpyHeader& header = file->header();
  if (header.kind() == 'f') {
    fail_corrupt(path,
                 fmt::format("is {}, expected integers: save a.astype('<i4')", header.text()));
  }
  return std::make_unique<TableLabels>(
      path, "NumPy " + header.text(), header.rows(),
      header.shape.size() == 2 ? header.columns() : 0, least, 0,
      [file](std::size_t first, std::size_t count, std::int64_t* out) {
        file->read_rows_as(first, count, out);
      });
}

}  // namespace

std::unique_ptr<const LabelSource> open_labels(const std::string& path, std::int32_t least) {
  InputFile file(path);
  if (NpyFile::is_npy(file.text(0, 6))) return open_npy_labels(path, least);
  if (H5File::is_h5(path)) return open_h5_labels(path, least);
  return std::make_unique<TextLabels>(std::move(file), least);
}

}  // namespace hashlab
