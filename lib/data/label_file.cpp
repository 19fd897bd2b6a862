#include "lib/data/label_file.h"

#include "lib/data/h5_place.h"
#include "lib/data/h5_table.h"
#include "lib/data/npy.h"
#include "lib/data/whole_labels.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/files/text_encoding.h"
#include "lib/h5/h5.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
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
    std::int64_t no = no_;
    std::vector<std::int64_t> block(std::min(step, count) * width);
    for (std::size_t done = 0; done < count; done += step) {
      const std::size_t n = std::min(step, count - done);
      read_(first + done, n, block.data());
      for (std::size_t i = 0; i < n * width; ++i) {
        if (columns_ == 0) {
          if (block[i] < least_ || block[i] > largest) refuse(first + done, i, block[i]);
          labels.single[done + i] = static_cast<std::int32_t>(block[i]);
        } else {
          if (block[i] != 1 && block[i] != no) no = checked_no(first + done, i, block[i]);
          labels.multi[done * width + i] = block[i] == 1 ? 1 : 0;
        }
      }
    }
    return labels;
  }

 private:
  [[noreturn]] void refuse(std::size_t first, std::size_t i, std::int64_t value) const {
    if (columns_ == 0) {
      fail_corrupt(path_, fmt::format("label of row {} is {}, expected {} .. {}{}", first + i,
                                      value, least_, largest, value == -1 ? about_minus_one : ""));
    }
    fail_corrupt(path_, fmt::format("label of row {}, class {} is {}, expected {} or 1",
                                    first + i / columns_, i % columns_, value,
                                    no_ == -1 ? "-1 as before" : "0"));
  }

  /// What stands for "not of this class" is 0 or -1 all over.
  std::int64_t checked_no(std::size_t first, std::size_t i, std::int64_t value) const {
    std::int64_t seen = 1;
    const bool may_be = value == 0 || value == -1;
    if (!may_be || (!no_.compare_exchange_strong(seen, value) && seen != value)) {
      refuse(first, i, value);
    }
    return value;
  }

  std::string path_, description_;
  std::size_t rows_, columns_;
  std::int32_t least_;
  double buffer_bytes_;
  Read read_;
  mutable std::atomic<std::int64_t> no_ = 1;  // 0 or -1; 1: none was seen
};

/// "3", "+3", "3.0", "3.000e+00" as numpy.savetxt writes it; nothing for any other text.
std::optional<std::int64_t> whole_number(std::string_view text) {
  if (const auto integer = parse_integer(text)) return integer;
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto real = parse_real(text);
  if (!real || *real != std::floor(*real) || std::abs(*real) > 0x1.0p53) return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

/// Inline, since find_first_not_of() takes longer than the number itself.
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Where a text ends, blank lines after it left out.
std::size_t end_of_text(const InputFile& file, std::size_t begin) {
  constexpr std::size_t piece = 4096;
  std::size_t end = file.size();
  while (end > begin) {
    const std::size_t from = std::max(begin, end - std::min(end, piece));
    const std::size_t last = file.text(from, end - from).find_last_not_of(" \t\r\n");
    if (last != std::string::npos) return from + last + 1;
    end = from;
  }
  return begin;
}

/// One whole number per line. The offset of every 65,536th line is stored, for random access.
class TextLabels final : public LabelSource {
 public:
  TextLabels(InputFile file, std::int32_t least)
      : file_(std::move(file)),
        least_(least),
        marks_{file_.text(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size()
                                                                        : 0},
        end_(end_of_text(file_, marks_.front())) {
    std::vector<char> block(block_bytes);
    for (std::size_t at = marks_.front(); at < end_; at += block.size()) {
      const std::size_t n = std::min(block.size(), end_ - at);
      file_.read(at, block.data(), n);
      const char* const begin = block.data();
      const char* const end = begin + n;
      if (at == marks_.front()) refuse_utf16(file_.text(0, 2), file_.path());
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
    }
    if (end_ == marks_.front()) {
      fail_corrupt(file_.path(), "is empty, expected one integer a line");
    }
    ++lines_;  // the last one, whose end is left out
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
      block = file_.text(at, std::min(block_bytes, end_ - at));
      const bool is_end = at + block.size() == end_;
      std::string_view rest = block;
      while (line < first + count && !rest.empty()) {
        std::size_t stop = rest.find('\n');
        if (stop == rest.npos && !is_end) break;  // the line goes on in the next block
        stop = std::min(stop, rest.size());
        if (line >= first) labels.single.push_back(number(rest.substr(0, stop), line));
        rest.remove_prefix(std::min(stop + 1, rest.size()));
        ++line;
      }
      if (rest.size() == block.size()) {
        fail_corrupt(file_.path(), fmt::format("line {} has more than {} bytes, expected one "
                                               "integer",
                                               line + 1, block_bytes));
      }
      at += block.size() - rest.size();
    }
    return labels;
  }

 private:
  std::int32_t number(std::string_view text, std::size_t line) const {
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    // Most labels are digits alone, and need no look at the other forms.
    if (const auto digits = parse_integer(text);
        digits && *digits >= least_ && *digits <= largest) {
      return static_cast<std::int32_t>(*digits);
    }
    const auto value = whole_number(text);
    if (!value || *value < least_ || *value > largest) {
      std::string shown(text.substr(0, 40));
      std::replace_if(
          shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
      fail_corrupt(file_.path(),
                   fmt::format("line {} is '{}{}', expected one integer in {} .. {}{}", line + 1,
                               shown, text.size() > 40 ? "..." : "", least_, largest,
                               value && *value == -1 ? about_minus_one : ""));
    }
    return static_cast<std::int32_t>(*value);
  }

  static constexpr std::size_t marked_lines = 65536;
  InputFile file_;
  std::int32_t least_;
  std::string description_;
  std::size_t lines_ = 0;
  std::vector<std::size_t> marks_;  // where lines 0, 65536, ... begin
  std::size_t end_;                 // of the last line
};

/// Labels as a file has them: the shape of its table, and how its numbers are read.
struct LabelShape {
  std::size_t rows, columns;
  bool is_list;  ///< one number a label, whatever `columns` says
  bool is_real;
  bool is_turned = false;  ///< a column of the file is a label
};

/// The labels of one column are class numbers, and so is a single row of as many as there should
/// be: MATLAB's vectors are either.
LabelShape label_shape(std::size_t rows, std::size_t columns, bool is_real, std::size_t expected) {
  LabelShape shape{rows, columns, columns == 1, is_real};
  if (rows == expected || columns != expected || columns == 1) return shape;
  return {columns, rows, rows == 1, is_real, true};
}

/// Reads rows first .. first + count - 1 by `read`, which takes the type that it is to return.
template <typename Read>
TableLabels::Read label_reader(const std::string& path, const LabelShape& shape, Read read) {
  if (!shape.is_real) return read;
  return [=](std::size_t first, std::size_t count, std::int64_t* out) {
    std::vector<double> values(count * shape.columns);
    read(first, count, values.data());
    to_whole_labels(path, first, shape.columns, values, out);
  };
}

std::unique_ptr<const LabelSource> open_h5_labels(const H5Place& place, std::int32_t least,
                                                  std::size_t expected) {
  const std::string& path = place.file;
  const std::string name = place.dataset.empty() ? "/labels" : place.dataset;
  const H5File file = H5File::open(path);
  const H5Table table = open_h5_table(file, name);
  if (table.shape.kind == H5File::Kind::other) {
    fail_corrupt(path, fmt::format("'{}' are {}, expected numbers: 'hashlab import' makes numbers "
                                   "of words",
                                   name, file.elements(name)));
  }
  const LabelShape shape =
      label_shape(table.rows, table.columns, table.shape.kind == H5File::Kind::real, expected);
  const auto read = [file, name, shape](std::size_t first, std::size_t count, auto* out) {
    if (!shape.is_turned) return file.read_rows(name, first, count, out);
    std::vector<std::remove_reference_t<decltype(*out)>> block(count * shape.columns);
    file.read_columns(name, first, count, block.data());
    for (std::size_t j = 0; j < shape.columns; ++j) {
      for (std::size_t i = 0; i < count; ++i) out[i * shape.columns + j] = block[j * count + i];
    }
  };
  return std::make_unique<TableLabels>(
      path, fmt::format("HDF5 '{}' {}", name, fmt::join(table.shape.size, " x ")), shape.rows,
      shape.is_list ? 0 : shape.columns, least, table.buffer_bytes(),
      label_reader(path, shape, read));
}

std::unique_ptr<const LabelSource> open_npy_labels(const std::string& path, std::int32_t least,
                                                   std::size_t expected) {
  const auto file = std::make_shared<NpyFile>(path, NpyLayout::any);
  const NpyHeader header = file->header();
  if (header.shape.size() > 2) {
    fail_corrupt(
        path, fmt::format("is {}, expected N class numbers, or N x C of 0 and 1", header.text()));
  }
  const LabelShape shape =
      label_shape(header.rows(), header.columns(), header.kind() == 'f', expected);
  if (shape.is_turned && header.shape.size() == 2) file->transpose();
  const std::shared_ptr<const NpyFile> rows = file;
  const auto read = [rows](std::size_t first, std::size_t count, auto* out) {
    rows->read_rows_as(first, count, out);
  };
  return std::make_unique<TableLabels>(path, "NumPy " + header.text(), shape.rows,
                                       shape.is_list ? 0 : shape.columns, least, 0,
                                       label_reader(path, shape, read));
}

}  // namespace

std::unique_ptr<const LabelSource> open_labels(const std::string& path, std::int32_t least,
                                               std::size_t expected) {
  const H5Place place = h5_place(path);
  InputFile file(place.file);
  if (H5File::is_h5(place.file)) return open_h5_labels(place, least, expected);
  if (!place.dataset.empty()) {
    fail_corrupt(place.file, fmt::format("is no HDF5 file, so it has no '{}'", place.dataset));
  }
  if (NpyFile::is_npy(file.text(0, 6))) return open_npy_labels(path, least, expected);
  return std::make_unique<TextLabels>(std::move(file), least);
}

}  // namespace hashlab
