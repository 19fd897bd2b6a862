// IDX, the format of MNIST (yann.lecun.com/exdb/mnist): 0, 0, the type of the elements, the number
// of extents; each extent as a big-endian uint32; the elements, big-endian, last extent fastest.
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/images/image_shape.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t magic_bytes = 4, extent_bytes = 4, max_extents = 4;
/// Numbers a row; one of 8-byte elements then takes 128 MiB.
constexpr std::size_t max_columns = std::size_t{1} << 24;

/// The element types, by their number in the file.
struct Type {
  unsigned char code;
  char kind;  // 'u' unsigned, 'i' signed, 'f' real
  std::size_t bytes;
};
constexpr std::array<Type, 6> types = {{{0x08, 'u', 1},
                                        {0x09, 'i', 1},
                                        {0x0b, 'i', 2},
                                        {0x0c, 'i', 4},
                                        {0x0d, 'f', 4},
                                        {0x0e, 'f', 8}}};

std::uint64_t big_endian(const unsigned char* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 8 | bytes[i];
  return value;
}

double number(const unsigned char* bytes, Type type) {
  const std::uint64_t bits = big_endian(bytes, type.bytes);
  if (type.kind == 'u') return static_cast<double>(bits);
  if (type.kind == 'f') {
    return type.bytes == 4
               ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
               : std::bit_cast<double>(bits);
  }
  const std::size_t unused = 64 - 8 * type.bytes;
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

struct Header {
  Type type{};
  std::vector<std::size_t> shape;
  std::size_t columns = 1;  ///< numbers a row

  std::size_t row_bytes() const { return columns * type.bytes; }
  std::size_t header_bytes() const { return magic_bytes + shape.size() * extent_bytes; }
  bool is_labels() const { return shape.size() == 1 && type.kind != 'f'; }
};

/// Parses the beginning of a file; `bytes` is its size, or 0 if that is not known.
Header parse(std::string_view head, std::size_t bytes, const std::string& path) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(head.data());
  if (head.size() < magic_bytes || begin[0] != 0 || begin[1] != 0) {
    fail_corrupt(path, "is no IDX file: expected two bytes 0, a type and the number of extents");
  }
  Header header;
  const auto type =
      std::find_if(types.begin(), types.end(), [&](const Type& t) { return t.code == begin[2]; });
  if (type == types.end()) {
    fail_corrupt(
        path, fmt::format("has elements of type {:#04x}, expected one of 0x08, 0x09, 0x0b .. 0x0e",
                          begin[2]));
  }
  header.type = *type;
  const std::size_t extents = begin[3];
  if (extents == 0 || extents > max_extents) {
    fail_corrupt(path, fmt::format("has {} extents, expected 1 .. {}", extents, max_extents));
  }
  if (head.size() < magic_bytes + extents * extent_bytes)
    fail_corrupt(path, "is cut off in its header");
  for (std::size_t k = 0; k < extents; ++k) {
    header.shape.push_back(big_endian(begin + magic_bytes + k * extent_bytes, extent_bytes));
    // Extents are below 2^32, so that the product cannot overflow before it is refused.
    if (k > 0) header.columns *= header.shape[k];
    if (header.shape[k] == 0 || header.columns > max_columns) {
      fail_corrupt(path, fmt::format("claims to be {}{}, expected rows of 1 .. {} numbers",
                                     fmt::join(header.shape, " x "),
                                     k + 1 < extents ? " x ..." : "", max_columns));
    }
  }
  const std::size_t all = header.header_bytes() + header.shape[0] * header.row_bytes();
  if (bytes != 0 && bytes != all) {
    fail_corrupt(path, fmt::format("is {}, which takes {} bytes, but has {}: it is {}",
                                   fmt::join(header.shape, " x "), all, bytes,
                                   bytes < all ? "truncated" : "damaged or not one array"));
  }
  return header;
}

class IdxTable final : public ForeignTable {
 public:
  explicit IdxTable(const std::string& path) : stream_(path) {
    std::string head(magic_bytes + max_extents * extent_bytes, '\0');
    head.resize(ByteStream(path).read(head.data(), head.size()));
    header_ = parse(head, stream_.is_gzip() ? 0 : InputFile(path).size(), path);
    stream_.read(head.data(), header_.header_bytes());
  }
  const Header& header() const { return header_; }

  std::size_t columns() const override { return header_.columns; }
  Element element() const override {
    if (header_.type.kind == 'f') return Element::float32;
    return header_.type.kind == 'i' || header_.is_labels() ? Element::int32 : Element::uint8;
  }
  std::optional<std::size_t> rows() const override { return header_.shape[0]; }
  const std::string& source() const override { return stream_.path(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t row = header_.row_bytes(), width = header_.type.bytes;
    const std::size_t count = std::min(at_most, header_.shape[0] - next_);
    if (count == 0) return 0;
    buffer_.resize(count * row);
    const std::size_t there = stream_.read(buffer_.data(), buffer_.size());
    if (there < buffer_.size()) {
      fail_corrupt(source(), fmt::format("ends in row {}, expected {} rows: it is truncated",
                                         next_ + there / row, header_.shape[0]));
    }
    for (std::size_t i = 0; i < count * header_.columns; ++i) {
      out[i] = number(&buffer_[i * width], header_.type);
    }
    next_ += count;
    unsigned char more = 0;
    if (next_ == header_.shape[0] && stream_.read(&more, 1) != 0) {
      fail_corrupt(source(),
                   fmt::format("goes on after its {} rows: it is damaged or not one array",
                               header_.shape[0]));
    }
    return count;
  }

 private:
  ByteStream stream_;
  Header header_;
  std::size_t next_ = 0;
  std::vector<unsigned char> buffer_;
};

bool recognises_idx(const Sniff& file) {
  if (file.is_folder) return false;
  try {
    parse(file.head, 0, file.path);  // one that is cut off shall be named as such
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Lists of integers are labels; what has more extents, or is real, features. The first labels
/// belong to the first features, and so on.
ForeignData open_idx(const std::vector<std::string>& paths, const ImportOptions&) {
  std::vector<std::unique_ptr<ForeignTable>> features, labels;
  std::vector<std::size_t> shape;
  for (const std::string& path : paths) {
    auto table = std::make_unique<IdxTable>(path);
    if (!table->header().is_labels()) {
      std::vector<std::size_t> row = table->header().shape;
      row.erase(row.begin());
      if (features.empty()) shape = row;
      if (row != shape) {
        fail_corrupt(
            path, fmt::format("has rows of {}, but those of {} are {}: only files whose rows are "
                              "alike can be stacked",
                              fmt::join(row, " x "), features.front()->source(),
                              fmt::join(shape, " x ")));
      }
    }
    (table->header().is_labels() ? labels : features).push_back(std::move(table));
  }
  const std::size_t pairs = labels.empty() || features.empty() ? 0 : labels.size();
  if (pairs > 0 && pairs != features.size()) {
    fail_corrupt(
        labels.front()->source(),
        fmt::format("is one of {} files of labels for {} files of features, expected as many",
                    pairs, features.size()));
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    if (*labels[k]->rows() == *features[k]->rows()) continue;
    fail_corrupt(
        labels[k]->source(),
        fmt::format("has {} labels for the {} rows of {}: name the files of labels in the order of "
                    "those of features",
                    *labels[k]->rows(), *features[k]->rows(), features[k]->source()));
  }
  ForeignData data;
  if (!features.empty()) {
    const std::size_t columns = features.front()->columns();
    data.parts.push_back({"/features", stack(std::move(features)), {columns}});
    if (shape.size() == 2 || (shape.size() == 3 && shape[2] == 3)) {
      data.attributes["image-shape"] = image_shape_text(shape);
    }
  }
  if (!labels.empty()) data.parts.push_back({"/labels", stack(std::move(labels)), {}});
  return data;
}

}  // namespace

Format idx_format() {
  return {"idx", "IDX, plain or gzipped (MNIST): features; the sources may include files of labels",
          recognises_idx, open_idx};
}

}  // namespace hashlab
