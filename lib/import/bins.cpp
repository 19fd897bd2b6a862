// The vectors of the big-ann benchmarks (big-ann-benchmarks.com), DiskANN and cuVS: the number of
// vectors and that of dimensions as little-endian uint32, then all numbers, row-major: float32
// (.fbin), uint8 (.u8bin), int8 (.i8bin) or int32 (.ibin).
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"
#include "lib/import/raw_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace hashlab {
namespace {

constexpr std::size_t bins_header_bytes = 2 * sizeof(std::uint32_t);
constexpr std::size_t max_bin_columns = std::size_t{1} << 20;

struct BinsHeader {
  std::size_t rows, columns;

  bool is_possible() const { return rows > 0 && columns > 0 && columns <= max_bin_columns; }
  std::size_t file_bytes(std::size_t element_bytes) const {
    return bins_header_bytes + rows * columns * element_bytes;  // below 2^55
  }
};

BinsHeader bins_header(const char* bytes) {
  return {number_at<std::uint32_t>(bytes), number_at<std::uint32_t>(bytes + sizeof(std::uint32_t))};
}

template <typename T>
class BinsTable final : public ForeignTable {
 public:
  explicit BinsTable(const std::string& path) : stream_(path) {
    std::array<char, bins_header_bytes> head{};
    if (stream_.read(head.data(), head.size()) < head.size()) {
      fail_corrupt(path,
                   "ends within the numbers of rows and columns, expected vectors after them");
    }
    about_ = bins_header(head.data());
    if (!about_.is_possible()) {
      fail_corrupt(path, fmt::format("says that it has {} x {} numbers, expected 1 or more rows of "
                                     "1 .. {}: it is damaged or no file of this kind",
                                     about_.rows, about_.columns, max_bin_columns));
    }
    const std::size_t bytes = InputFile(path).size(), expected = about_.file_bytes(sizeof(T));
    if (stream_.is_gzip() || bytes == expected) return;
    fail_corrupt(
        path, fmt::format("says that it has {} x {} numbers, which take {} bytes with the header, "
                          "but has {}: it is {}, or its numbers are of another type (--format)",
                          about_.rows, about_.columns, expected, bytes,
                          bytes == about_.file_bytes(sizeof(T) / 2)
                              ? "perhaps of float16: numpy.save('X.npy', numpy.fromfile('FILE', "
                                "'<f2', offset=8).reshape(-1, D).astype('float32'))"
                          : bytes < expected ? "truncated; fetch it again, or write into its first "
                                               "4 bytes how many rows it has"
                                             : "longer than it says"));
  }
  std::size_t columns() const override { return about_.columns; }
  Element element() const override { return raw_element<T>; }
  std::optional<std::size_t> rows() const override { return about_.rows; }
  const std::string& source() const override { return stream_.path(); }

  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, about_.rows - next_);
    buffer_.resize(count * columns());
    const std::size_t bytes = buffer_.size() * sizeof(T);
    const std::size_t there = stream_.read(buffer_.data(), bytes);
    if (there < bytes) {
      fail_corrupt(source(), fmt::format("ends in row {} of {}: it is truncated",
                                         next_ + there / (columns() * sizeof(T)), about_.rows));
    }
    std::copy(buffer_.begin(), buffer_.end(), out);
    next_ += count;
    if (count > 0 && next_ == about_.rows) require_end();
    return count;
  }

 private:
  void require_end() {
    char more = 0;
    if (stream_.read(&more, 1) == 0) return;
    fail_corrupt(source(), fmt::format("goes on after the {} x {} numbers that it says it has: it "
                                       "is damaged, or its numbers are of another type (--format)",
                                       about_.rows, about_.columns));
  }

  ByteStream stream_;
  BinsHeader about_{};
  std::size_t next_ = 0;
  std::vector<T> buffer_;
};

/// Bytes are of either sign, which the name alone tells.
bool is_named_signed(const Sniff& file) {
  return file.path.ends_with(".i8bin");
}

template <typename T>
bool recognises_bins(const Sniff& file) {
  const std::string_view head = file.head;
  if (file.is_folder || file.is_gzip || head.size() <= bins_header_bytes) return false;
  const BinsHeader about = bins_header(head.data());
  if (!about.is_possible() || about.file_bytes(sizeof(T)) != file.bytes) return false;
  if (sizeof(T) == 1) return is_named_signed(file) == std::is_signed_v<T>;
  bool is_told = false;
  for (std::size_t at = bins_header_bytes; at + sizeof(T) <= head.size(); at += sizeof(T)) {
    if (!is_usual_number<T>(head.data() + at)) return false;
    is_told = is_told || number_at<std::uint32_t>(head.data() + at) != 0;
  }
  // Zeros alone are of either type, which changes nothing.
  return is_told || std::is_same_v<T, float>;
}

template <typename T>
ForeignData open_bins(const std::vector<std::string>& paths, const ImportOptions&) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (const std::string& path : paths) tables.push_back(std::make_unique<BinsTable<T>>(path));
  const std::size_t columns = tables.front()->columns();
  ForeignData data;
  data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  if (std::is_same_v<T, std::uint8_t> && !paths.front().ends_with(".u8bin")) {
    data.notes.push_back(fmt::format(
        "{}: its numbers were taken as uint8 (0 .. 255): give --format i8bin if they are signed",
        paths.front()));
  }
  return data;
}

}  // namespace

Format fbin_format() {
  return {"fbin",
          "vectors of big-ann, DiskANN, cuVS: the numbers of rows and columns, then "
          "float32 (.fbin)",
          recognises_bins<float>, open_bins<float>};
}

Format u8bin_format() {
  return {"u8bin", "vectors as in fbin, of uint8 (.u8bin)", recognises_bins<std::uint8_t>,
          open_bins<std::uint8_t>};
}

Format i8bin_format() {
  return {"i8bin", "vectors as in fbin, of int8 (.i8bin)", recognises_bins<std::int8_t>,
          open_bins<std::int8_t>};
}

Format ibin_format() {
  return {"ibin", "vectors as in fbin, of int32 (.ibin): row numbers of neighbours",
          recognises_bins<std::int32_t>, open_bins<std::int32_t>};
}

}  // namespace hashlab
