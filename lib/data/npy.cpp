#include "lib/data/npy.h"

#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace hashlab {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they are");

constexpr std::size_t magic_bytes = 8;  // the magic string and the version
constexpr std::size_t max_header_bytes = std::size_t{1} << 16;

/// Text from a file for a message: shortened, printable, without the padding of a header.
std::string quoted_text(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \n") + 1);
  std::string shown(text.substr(0, 40));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > 40 ? "...'" : "'");
}

/// The header's text: a Python dictionary with the keys descr, fortran_order and shape, in any
/// order, and nothing else.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  NpyHeader parse() {
    NpyHeader header;
    std::array<bool, 3> seen = {};
    expect('{');
    while (!take('}')) {
      const std::string_view key = string("a key");
      expect(':');
      static constexpr std::array<std::string_view, 3> keys = {"descr", "fortran_order", "shape"};
      const auto k =
          static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
      if (k == keys.size()) refuse("has the key " + quoted_text(key));
      if (std::exchange(seen[k], true)) refuse("has the key " + quoted_text(key) + " twice");
      if (k == 0) header.dtype = descr();
      if (k == 1) header.fortran_order = boolean();
      if (k == 2) header.shape = tuple();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    blanks();
    if (!rest_.empty()) refuse("goes on after its dictionary with " + quoted_text(rest_));
    for (std::size_t k = 0; k < seen.size(); ++k) {
      if (!seen[k]) refuse("lacks one of the keys descr, fortran_order and shape");
    }
    return header;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    fail_corrupt(name_, "is no NumPy file that numpy.save writes: its header " + what);
  }
  void blanks() {
    const std::size_t n = rest_.find_first_not_of(" \n");
    rest_.remove_prefix(n == rest_.npos ? rest_.size() : n);
  }
  bool take(char c) {
    blanks();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse(fmt::format("has {} where '{}' is expected", quoted_text(rest_), c));
  }
  std::string_view string(const char* what) {
    blanks();
    const char quote = rest_.empty() ? ' ' : rest_.front();
    const std::size_t end = quote == '\'' || quote == '"' ? rest_.find(quote, 1) : rest_.npos;
    if (end == rest_.npos)
      refuse(fmt::format("has {} where {} is expected", quoted_text(rest_), what));
    const std::string_view text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return text;
  }
  std::string descr() {
    blanks();
    if (!rest_.empty() && rest_.front() == '[') {
      fail_corrupt(name_, "holds records, expected plain numbers: save one field");
    }
    return std::string(string("an element type"));
  }
  bool boolean() {
    blanks();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    refuse(fmt::format("has {} where True or False is expected", quoted_text(rest_)));
  }
  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> sizes;
    bool comma = true;
    expect('(');
    while (!take(')')) {
      if (!comma) refuse("has a shape without a comma");
      blanks();
      const auto size = take_whole(rest_);
      if (!size) refuse("has a shape with " + quoted_text(rest_));
      sizes.push_back(*size);
      if (sizes.size() > 32) refuse("has a shape of more than 32 extents");
      comma = take(',');
    }
    if (sizes.size() == 1 && !comma) refuse("has a number where a shape is expected");
    return sizes;
  }

  std::string_view rest_;
  const std::string& name_;
};

void check_dtype(const std::string& dtype, const std::string& name) {
  static constexpr std::array<std::string_view, 11> known = {
      "|b1", "|i1", "|u1", "<i2", "<i4", "<i8", "<u2", "<u4", "<u8", "<f4", "<f8"};
  if (std::find(known.begin(), known.end(), dtype) != known.end()) return;
  std::string what = fmt::format("has elements of type {}, ", quoted_text(dtype));
  if (dtype.starts_with("|O")) {
    what +=
        "pickled objects, which are not read: save an array of numbers, such as "
        "np.stack(list(a))";
  } else if (dtype.starts_with('>')) {
    what += "big-endian: save it as a.astype(a.dtype.newbyteorder('<'))";
  } else {
    what += fmt::format("expected one of {}: convert it with a.astype", fmt::join(known, ", "));
  }
  fail_corrupt(name, what);
}

void check_size(const NpyHeader& header, NpyLayout layout, std::size_t file_bytes,
                const std::string& name) {
  const std::size_t most = layout == NpyLayout::rows ? 2 : 4;
  if (header.shape.empty() || header.shape.size() > most) {
    fail_corrupt(name, fmt::format("has {} dimensions, expected 1 {} {}", header.shape.size(),
                                   most == 2 ? "or" : "to", most));
  }
  std::size_t bytes = header.element_bytes();
  for (const std::size_t size : header.shape) {
    if (size == 0) fail_corrupt(name, fmt::format("is {}: it holds nothing", header.text()));
    if (size > std::numeric_limits<std::size_t>::max() / bytes) {
      fail_corrupt(name, fmt::format("claims to be {}, more than any file holds", header.text()));
    }
    bytes *= size;
  }
  const std::size_t there = file_bytes - header.data_offset;
  if (bytes != there) {
    fail_corrupt(name,
                 fmt::format("is {}, which takes {} bytes, but {} follow its header: it is {}",
                             header.text(), bytes, there,
                             there < bytes ? "truncated" : "damaged or not one array"));
  }
}

}  // namespace

std::string NpyHeader::text() const {
  return fmt::format("{} {}{}", dtype, fmt::join(shape, " x "),
                     shape.size() == 1 ? " numbers" : "");
}

NpyHeader NpyHeader::transposed() const {
  NpyHeader turned = *this;
  std::swap(turned.shape[0], turned.shape[1]);
  turned.fortran_order = !fortran_order;
  return turned;
}

namespace {

/// The header as it is stored, of elements of any type and any shape.
NpyHeader stored_header(std::string_view head, std::size_t file_bytes, const std::string& name) {
  if (!NpyFile::is_npy(head)) fail_corrupt(name, "is not a NumPy .npy file");
  const auto byte = [&](std::size_t i) -> std::size_t {
    return static_cast<unsigned char>(head[i]);
  };
  const std::size_t version = head.size() < magic_bytes ? 0 : byte(6);
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  if (head.size() < magic_bytes + length_bytes) fail_corrupt(name, "is a truncated NumPy file");
  if (version < 1 || version > 3 || byte(7) != 0) {
    fail_corrupt(name, fmt::format("is a NumPy file of version {}.{}, expected 1.0, 2.0 or 3.0",
                                   version, byte(7)));
  }
  std::size_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8 | byte(magic_bytes + i);
  const std::size_t begin = magic_bytes + length_bytes;
  if (length > file_bytes - begin) {
    fail_corrupt(
        name, fmt::format("says that its header has {} bytes, only {} follow: it is truncated or "
                          "damaged",
                          length, file_bytes - begin));
  }
  if (length > max_header_bytes || length > head.size() - begin) {
    fail_corrupt(name, fmt::format("has a header of {} bytes, expected at most {}", length,
                                   max_header_bytes));
  }
  NpyHeader header = HeaderText(head.substr(begin, length), name).parse();
  header.data_offset = begin + length;
  return header;
}

}  // namespace

NpyHeader parse_npy_header(std::string_view head, std::size_t file_bytes, const std::string& name,
                           NpyLayout layout) {
  NpyHeader header = stored_header(head, file_bytes, name);
  // A single row or column has both orders; NumPy calls it row-major.
  if (header.fortran_order && layout == NpyLayout::rows) {
    fail_corrupt(name,
                 "is stored in Fortran order: save it row by row, np.save(file, "
                 "np.ascontiguousarray(a))");
  }
  check_dtype(header.dtype, name);
  check_size(header, layout, file_bytes, name);
  return header;
}

std::vector<std::string> read_npy_texts(const std::string& path) {
  const InputFile file(path);
  const NpyHeader header =
      stored_header(file.text(0, magic_bytes + 4 + max_header_bytes), file.size(), path);
  const bool is_unicode = header.dtype.starts_with("<U"), is_bytes = header.dtype.starts_with("|S");
  if (!is_unicode && !is_bytes) return {};
  const auto length = parse_whole(std::string_view(header.dtype).substr(2));
  if (!length || *length == 0 || *length > 65536) return {};
  const std::size_t width = *length * (is_unicode ? 4 : 1);
  const bool is_list = header.shape.size() == 1 ||
                       (header.shape.size() == 2 && (header.shape[0] == 1 || header.shape[1] == 1));
  if (!is_list) return {};
  const std::size_t count = std::max(header.shape.front(), header.shape.back());
  const std::size_t bytes = file.size() - header.data_offset;
  if (count == 0 || bytes / width != count || bytes % width != 0) {
    fail_corrupt(path, fmt::format("holds {} bytes of texts, expected {} times {}: it is truncated "
                                   "or damaged",
                                   bytes, count, width));
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string stored = file.text(header.data_offset + i * width, width);
    if (is_bytes) {
      texts.push_back(stored.substr(0, stored.find('\0')));
      continue;
    }
    std::string text;
    for (std::size_t at = 0; at < width; at += 4) {
      std::uint32_t character = 0;
      std::memcpy(&character, stored.data() + at, 4);
      if (character == 0) break;  // the rest is padding
      append_character(text, character);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

NpyFile::NpyFile(const std::string& path, NpyLayout layout)
    : path_(path),
      file_(path),
      header_(parse_npy_header(file_->text(0, magic_bytes + 4 + max_header_bytes), file_->size(),
                               path, layout)) {}

NpyFile::NpyFile(std::string name, std::string content, NpyLayout layout)
    : path_(std::move(name)),
      content_(std::move(content)),
      header_(parse_npy_header(content_, content_.size(), path_, layout)) {}

void NpyFile::read_bytes(std::size_t offset, void* out, std::size_t bytes) const {
  if (file_) {
    file_->read(offset, out, bytes);
  } else {
    std::memcpy(out, content_.data() + offset, bytes);
  }
}

void NpyFile::read_rows(std::size_t first, std::size_t count, void* out) const {
  if (header_.fortran_order) {
    read_fortran_rows(first, count, static_cast<char*>(out));
    return;
  }
  const std::size_t row = header_.columns() * header_.element_bytes();
  read_bytes(header_.data_offset + first * row, out, count * row);
}

void NpyFile::read_fortran_rows(std::size_t first, std::size_t count, char* out) const {
  const std::size_t bytes = header_.element_bytes(), columns = header_.columns();
  std::vector<char> column(count * bytes);
  for (std::size_t j = 0; j < columns; ++j) {
    // Column j, counted with the last extent fastest, is the file's column `stored`.
    std::size_t stored = 0, rest = j, stride = columns;
    for (std::size_t k = header_.shape.size(); k-- > 1;) {
      stride /= header_.shape[k];
      stored += rest % header_.shape[k] * stride;
      rest /= header_.shape[k];
    }
    read_bytes(header_.data_offset + (stored * header_.rows() + first) * bytes, column.data(),
               column.size());
    for (std::size_t i = 0; i < count; ++i) {
      std::copy_n(&column[i * bytes], bytes, out + (i * columns + j) * bytes);
    }
  }
}

template <typename T>
void NpyFile::read_rows_as(std::size_t first, std::size_t count, T* out) const {
  visit_npy_type(header_, [&](auto zero) {
    std::vector<decltype(zero)> stored(count * header_.columns());
    read_rows(first, count, stored.data());
    std::transform(stored.begin(), stored.end(), out, [](auto x) { return static_cast<T>(x); });
  });
}

template void NpyFile::read_rows_as<std::int64_t>(std::size_t, std::size_t, std::int64_t*) const;
template void NpyFile::read_rows_as<float>(std::size_t, std::size_t, float*) const;
template void NpyFile::read_rows_as<double>(std::size_t, std::size_t, double*) const;

}  // namespace hashlab
