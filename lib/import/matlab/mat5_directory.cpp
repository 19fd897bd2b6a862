#include "lib/import/matlab/mat5_directory.h"

#include "lib/error.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>

namespace hashlab {
namespace {

constexpr std::size_t header_bytes = 128;
constexpr std::size_t element_head_bytes = 4096;  // of a variable: 32 extents and a long name fit
constexpr std::size_t element_piece_bytes = std::size_t{1} << 18;
constexpr std::size_t best_packing = 1032;  // zlib's, bytes from one

enum ElementType : std::uint32_t {
  mi_int8 = 1,
  mi_uint8,
  mi_int32 = 5,
  mi_matrix = 14,
  mi_compressed
};
enum Class : std::uint32_t { mx_sparse = 5, mx_double, mx_single, mx_int8, mx_opaque = 17 };

constexpr std::array<const char*, 18> class_names = {
    "unknown", "cell",  "struct", "object", "char",   "sparse", "double", "single",   "int8",
    "uint8",   "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function", "opaque"};

/// Bytes of a number; 0 if the type is none of a number.
std::size_t bytes_of(std::uint32_t type) {
  constexpr std::array<std::size_t, 14> bytes = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8};
  return type < bytes.size() ? bytes[type] : 0;
}

[[noreturn]] void fail_at_variable(const InputFile& file, std::size_t at, const std::string& what) {
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: variable at byte {}: {}", file.path(), at, what));
}

bool is_big_endian(std::string_view header) {
  return header.substr(126, 2) == "MI";
}

std::uint32_t word(std::string_view bytes, std::size_t at, bool big_endian) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + (big_endian ? i : 3 - i)]);
  }
  return value;
}

/// zlib's inflater, fed from a stretch of a file.
class Inflater {
 public:
  Inflater(const InputFile& file, std::size_t at, std::size_t bytes)
      : file_(file), at_(at), end_(at + bytes) {
    if (inflateInit(&stream_) != Z_OK) {
      throw Error(ErrorCode::io_error, fmt::format("{}: zlib cannot be started", file.path()));
    }
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// The next bytes; fewer at the end or where the data are damaged.
  std::size_t read(char* out, std::size_t bytes) {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(bytes);
    while (stream_.avail_out > 0 && status_ == Z_OK) {
      if (stream_.avail_in == 0 && at_ < end_) {
        packed_ = file_.text(at_, std::min(element_piece_bytes, end_ - at_));
        at_ += packed_.size();
        stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
        stream_.avail_in = static_cast<uInt>(packed_.size());
      }
      status_ = inflate(&stream_, Z_NO_FLUSH);
    }
    stream_.next_out = nullptr;  // the buffer belongs to the caller
    return bytes - stream_.avail_out;
  }
  /// Has everything been read, and is zlib's checksum right?
  bool is_at_end() {
    char more;
    return read(&more, 1) == 0 && status_ == Z_STREAM_END;
  }

 private:
  const InputFile& file_;
  std::size_t at_, end_;
  z_stream stream_{};
  int status_ = Z_OK;
  std::string packed_;
};

/// The head of a variable, read element by element.
class Head {
 public:
  Head(const InputFile& file, std::size_t at, std::string_view bytes, bool big_endian)
      : file_(file), at_(at), bytes_(bytes), big_endian_(big_endian) {}

  struct Tag {
    std::uint32_t type = 0;
    std::size_t bytes = 0;
  };
  /// The tag of the next element; up to four bytes of data may be packed into it.
  Tag tag() {
    const std::uint32_t first = next_word();
    if (first >> 16 != 0) {
      in_tag_ = true;
      return {first & 0xffff, first >> 16};
    }
    in_tag_ = false;
    return {first, next_word()};
  }
  /// The data of the element whose tag was read, up to the next tag.
  std::string_view data(std::size_t count) {
    const std::size_t padded = in_tag_ ? 4 : (count + 7) / 8 * 8;
    if (count > bytes_.size() || (in_tag_ && count > 4) || padded > bytes_.size() - position_) {
      fail_at_variable(file_, at_, "its head is cut off or damaged");
    }
    const std::string_view result = bytes_.substr(position_, count);
    position_ += padded;
    return result;
  }
  std::uint32_t next_word() {
    if (bytes_.size() - position_ < 4)
      fail_at_variable(file_, at_, "its head is cut off or damaged");
    position_ += 4;
    return word(bytes_, position_ - 4, big_endian_);
  }
  std::size_t position() const { return position_; }

 private:
  const InputFile& file_;
  std::size_t at_;
  std::string_view bytes_;
  bool big_endian_;
  std::size_t position_ = 0;
  bool in_tag_ = false;
};

/// What follows the name of a numeric variable has to be as long as the extents say.
void check_dense(const InputFile& file, Mat5Variable& v, Head& head) {
  const Head::Tag data = head.tag();
  const std::size_t each = bytes_of(data.type);
  std::size_t count = 1;
  for (const std::size_t extent : v.about.shape) {
    if (extent != 0 && count > std::numeric_limits<std::uint32_t>::max() / extent) {
      fail_at_variable(file, v.offset,
                       fmt::format("claims to be {}, more than such a file can hold",
                                   fmt::join(v.about.shape, " x ")));
    }
    count *= extent;
  }
  if (each == 0 || data.bytes != count * each || data.bytes > v.unpacked_bytes) {
    fail_at_variable(
        file, v.offset,
        fmt::format("is {}, {} numbers, but holds {} bytes of type {}: it is truncated or damaged",
                    fmt::join(v.about.shape, " x "), count, data.bytes, data.type));
  }
  if (data.type == mi_uint8) v.element = Element::uint8;
}

/// Fills in what the head says: flags, extents, name, each an element. At most `most` bytes can
/// follow the variable's tag.
void parse_head(const InputFile& file, Mat5Variable& v, std::string_view bytes, std::size_t most,
                bool big_endian) {
  Head head(file, v.offset, bytes, big_endian);
  const Head::Tag whole = head.tag();
  if (whole.type != mi_matrix) {
    fail_at_variable(file, v.offset,
                     fmt::format("has elements of type {}, expected 14", whole.type));
  }
  v.unpacked_bytes = 8 + whole.bytes;
  if (whole.bytes > most) {
    fail_at_variable(file, v.offset,
                     fmt::format("claims to hold {} bytes, at most {} can be there: the file "
                                 "is truncated or damaged",
                                 whole.bytes, most));
  }
  if (whole.bytes == 0) return;  // MATLAB's empty array
  if (head.tag().bytes != 8) fail_at_variable(file, v.offset, "its flags are damaged");
  const std::uint32_t flags = head.next_word();
  head.next_word();
  const std::uint32_t kind = flags & 0xff;
  if (kind == 0 || kind >= class_names.size()) {
    fail_at_variable(file, v.offset, fmt::format("is of class {}, expected 1 .. 17", kind));
  }
  const bool is_complex = (flags & 0x800) != 0;
  const bool is_logical = (flags & 0x200) != 0;
  if (kind == mx_opaque) {
    v.about.type = class_names[kind];
    const Head::Tag name = head.tag();
    v.about.name = head.data(name.bytes);
    return;
  }
  const Head::Tag extents = head.tag();
  if (extents.type != mi_int32 || extents.bytes % 4 != 0 || extents.bytes < 8) {
    fail_at_variable(file, v.offset, "its extents are damaged");
  }
  const std::string_view sizes = head.data(extents.bytes);
  for (std::size_t i = 0; i < sizes.size(); i += 4) {
    const std::uint32_t extent = word(sizes, i, big_endian);
    if (extent > std::numeric_limits<std::int32_t>::max()) {
      fail_at_variable(file, v.offset, "one of its extents is negative");
    }
    v.about.shape.push_back(extent);
  }
  const Head::Tag name = head.tag();
  v.about.name = head.data(name.bytes);
  v.head_bytes = head.position();
  v.is_sparse = kind == mx_sparse;
  v.about.type =
      fmt::format("{}{}", is_complex ? "complex " : "",
                  is_logical ? (v.is_sparse ? "sparse logical" : "logical") : class_names[kind]);
  v.about.is_numeric = kind >= mx_sparse && kind < 16 && !is_complex;
  if (kind >= mx_int8 && !is_logical) v.element = Element::int32;
  if (is_logical) v.element = Element::uint8;
  if (v.about.is_numeric && !v.is_sparse) check_dense(file, v, head);
}

/// The bytes of a data element of the file, decompressed as far as they are asked for.
class UnpackedElement {
 public:
  UnpackedElement(const InputFile& file, const Mat5Variable& element)
      : file_(file), offset_(element.offset), bytes_(element.bytes) {
    if (element.is_compressed) inflater_.emplace(file, offset_ + 8, bytes_ - 8);
  }
  /// At most `at_most` bytes from `at` on, which may not decrease; fewer at the end or where the
  /// data are damaged. Valid until the next call.
  std::string_view text(std::size_t at, std::size_t at_most) {
    if (!inflater_) {
      held_ = at < bytes_ ? file_.text(offset_ + at, std::min(at_most, bytes_ - at)) : "";
      return held_;
    }
    while (begin_ + held_.size() < at && more(std::min(at - begin_, element_piece_bytes))) {
      const std::size_t behind = std::min(held_.size(), at - begin_);
      held_.erase(0, behind);
      begin_ += behind;
    }
    const std::size_t behind = std::min(held_.size(), at - begin_);
    held_.erase(0, behind);
    begin_ += behind;
    if (begin_ < at) return {};
    if (held_.size() < at_most) more(at_most - held_.size());
    return std::string_view(held_).substr(0, at_most);
  }

 private:
  /// Unpacks the next bytes; false if there are none.
  bool more(std::size_t count) {
    const std::size_t before = held_.size();
    held_.resize(before + count);
    held_.resize(before + inflater_->read(held_.data() + before, count));
    return held_.size() > before;
  }

  const InputFile& file_;
  std::size_t offset_, bytes_;
  std::optional<Inflater> inflater_;
  std::size_t begin_ = 0;  // of what is held, in the decompressed element
  std::string held_;
};

/// Lists what is in cell arrays and structures: data elements one after the other, which have no
/// names of their own.
class Members {
 public:
  Members(const InputFile& file, UnpackedElement& element, bool big_endian,
          std::vector<Mat5Variable>& variables)
      : file_(file), element_(element), big_endian_(big_endian), variables_(variables) {}

  /// Adds the members of a variable that has been listed.
  void list(std::size_t container, std::size_t depth) {
    const Mat5Variable of = variables_[container];
    if (of.about.type != "cell" && of.about.type != "struct") return;
    try {
      if (of.about.type == "cell") {
        list_elements(of, of.inner_offset + of.head_bytes, {}, depth);
      } else {
        list_fields(of, depth);
      }
    } catch (const Error&) {
      variables_[container].about.type += " with damaged elements";
    }
  }

 private:
  static constexpr std::size_t max_field_bytes = 65536;

  void list_fields(const Mat5Variable& of, std::size_t depth) {
    const std::size_t begin = of.inner_offset + of.head_bytes;
    Head head(file_, of.offset, element_.text(begin, max_field_bytes), big_endian_);
    const Head::Tag length = head.tag();
    const std::string_view number = head.data(length.bytes);
    const Head::Tag names = head.tag();
    const std::string_view text = head.data(names.bytes);
    const std::size_t each = number.size() == 4 ? word(number, 0, big_endian_) : 0;
    if (each == 0 || text.size() % each != 0) {
      fail_at_variable(file_, of.offset, "the names of its fields are damaged");
    }
    std::vector<std::string> fields;
    for (std::size_t i = 0; i < text.size(); i += each) {
      const std::string_view field = text.substr(i, each);
      fields.emplace_back(field.substr(0, field.find('\0')));
    }
    if (!fields.empty()) list_elements(of, begin + head.position(), fields, depth);
  }

  /// Without fields: the elements of a cell array.
  void list_elements(const Mat5Variable& of, std::size_t at, const std::vector<std::string>& fields,
                     std::size_t depth) {
    std::size_t count = 1;
    for (const std::size_t extent : of.about.shape) {
      if (extent != 0 && count > of.unpacked_bytes / extent) {
        fail_at_variable(file_, of.offset, "claims to have more elements than it holds");
      }
      count *= extent;
    }
    const std::size_t end = of.inner_offset + of.unpacked_bytes;
    const std::size_t of_each = fields.empty() ? 1 : fields.size();
    for (std::size_t i = 0; i < count * of_each && variables_.size() < max_nested; ++i) {
      Mat5Variable v;
      v.offset = of.offset;
      v.bytes = of.bytes;
      v.whole_bytes = of.whole_bytes;
      v.is_compressed = of.is_compressed;
      v.inner_offset = at;
      if (at > end || end - at < 8) fail_at_variable(file_, of.offset, "ends within its elements");
      parse_head(file_, v, element_.text(at, element_head_bytes), end - at - 8, big_endian_);
      v.about.is_nested = true;
      v.about.name = fields.empty()
                         ? cell_element_name(of.about.name, i)
                         : field_name(of.about.name, i / of_each, count, fields[i % of_each]);
      at += (v.unpacked_bytes + 7) / 8 * 8;
      if (v.about.type.empty()) continue;  // MATLAB's empty array
      variables_.push_back(v);
      if (depth < deepest_nested) list(variables_.size() - 1, depth + 1);
    }
  }

  const InputFile& file_;
  UnpackedElement& element_;
  bool big_endian_;
  std::vector<Mat5Variable>& variables_;
};

}  // namespace

bool is_mat5(const std::string& head) {
  if (head.size() < header_bytes || !head.starts_with("MATLAB 5.0 MAT-file")) return false;
  const std::string mark = head.substr(126, 2);
  return mark == "IM" || mark == "MI";
}

std::vector<Mat5Variable> mat5_directory(const InputFile& file) {
  const std::string header = file.text(0, header_bytes);
  if (!is_mat5(header)) {
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: is no MATLAB 5 file: it does not begin with 'MATLAB 5.0 MAT-file', "
                    "or its mark of byte order at byte 126 is damaged",
                    file.path()));
  }
  const bool big_endian = is_big_endian(header);
  std::vector<Mat5Variable> variables;
  for (std::size_t at = header_bytes; at < file.size();) {
    Mat5Variable v;
    v.offset = at;
    const std::string tag = file.text(at, 8);
    if (tag.size() < 8) fail_at_variable(file, at, "is cut off: the file is truncated");
    const std::uint32_t type = word(tag, 0, big_endian);
    v.is_compressed = type == mi_compressed;
    if (type != mi_matrix && !v.is_compressed) {
      fail_at_variable(
          file, at,
          fmt::format("has a tag of type {}, expected 14 or 15: the file is damaged", type));
    }
    v.bytes = 8 + std::size_t{word(tag, 4, big_endian)};
    if (v.bytes > file.size() - at) {
      fail_at_variable(file, at,
                       fmt::format("takes {} bytes, but {} follow: the file is truncated", v.bytes,
                                   file.size() - at));
    }
    UnpackedElement element(file, v);
    parse_head(file, v, element.text(0, element_head_bytes),
               v.is_compressed ? (v.bytes - 8) * best_packing : v.bytes, big_endian);
    v.whole_bytes = v.unpacked_bytes;
    // Unnamed variables are internal to MATLAB: workspaces of functions and objects.
    if (!v.about.name.empty()) {
      variables.push_back(v);
      Members(file, element, big_endian, variables).list(variables.size() - 1, 0);
    }
    at += v.bytes;
  }
  return variables;
}

void unpack_mat5(const InputFile& file, const Mat5Variable& variable,
                 const std::function<void(const void* bytes, std::size_t count)>& take) {
  std::optional<Inflater> inflater;
  if (variable.is_compressed) inflater.emplace(file, variable.offset + 8, variable.bytes - 8);
  const std::size_t begin = variable.inner_offset, end = begin + variable.unpacked_bytes;
  std::vector<char> piece(element_piece_bytes);
  // All is decompressed, whatever is wanted, since the checksum comes last.
  for (std::size_t done = inflater ? 0 : begin; done < (inflater ? variable.whole_bytes : end);) {
    const std::size_t edge = done < begin ? begin : done < end ? end : variable.whole_bytes;
    const std::size_t count = std::min(piece.size(), edge - done);
    if (!inflater) {
      file.read(variable.offset + done, piece.data(), count);
    } else if (inflater->read(piece.data(), count) != count) {
      fail_at_variable(
          file, variable.offset,
          fmt::format("compressed data end or are damaged after {} of {} bytes; fetch the file "
                      "again",
                      done, variable.whole_bytes));
    }
    if (done >= begin && done < end) take(piece.data(), count);
    done += count;
  }
  if (inflater && !inflater->is_at_end()) {
    fail_at_variable(file, variable.offset,
                     "compressed data are damaged: their checksum does not fit");
  }
}

bool sparse_lists_fit(const InputFile& unpacked, const Mat5Variable& variable) {
  const bool big_endian = is_big_endian(unpacked.text(0, header_bytes));
  std::size_t at = header_bytes + variable.head_bytes;
  for (int list = 0; list < 3; ++list) {
    const std::string tag = unpacked.text(at, 8);
    if (tag.size() < 8) return false;
    at += 8;
    const std::uint32_t first = word(tag, 0, big_endian);
    const std::size_t each = bytes_of(first & 0xffff);
    if (each == 0 || (list < 2 && each != 4)) return false;
    if (first >> 16 != 0) {
      if (first >> 16 > 4) return false;  // its data are in the tag
      continue;
    }
    const std::size_t bytes = word(tag, 4, big_endian);
    if (bytes > unpacked.size() - at) return false;
    at += (bytes + 7) / 8 * 8;
    if (at > unpacked.size()) return list == 2;  // the last one needs no padding
  }
  return true;
}

}  // namespace hashlab
