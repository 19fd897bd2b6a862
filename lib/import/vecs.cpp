// The vector formats of TEXMEX (corpus-texmex.irisa.fr): for each vector its dimension as a
// little-endian int32, then that many float32 (.fvecs), int32 (.ivecs) or uint8 (.bvecs).
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"
#include "lib/import/raw_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hashlab {
namespace {

using Dimension = std::int32_t;
constexpr std::size_t max_dimensions = std::size_t{1} << 20;

bool is_possible(Dimension d) {
  return d > 0 && static_cast<std::size_t>(d) <= max_dimensions;
}

std::size_t record_bytes(Dimension d, std::size_t element_bytes) {
  return sizeof d + static_cast<std::size_t>(d) * element_bytes;
}

/// Can a file of `bytes` bytes (0: unknown) consist of vectors of d dimensions?
bool fits(Dimension d, std::size_t element_bytes, std::size_t bytes) {
  return is_possible(d) && bytes % record_bytes(d, element_bytes) == 0;
}

Dimension swapped(Dimension d) {
  return static_cast<Dimension>(__builtin_bswap32(static_cast<std::uint32_t>(d)));
}

/// Checks vector i, which should have d dimensions, states `here` and has `left` bytes up to the
/// end of the file.
void check(const std::string& path, std::size_t i, Dimension here, Dimension d, std::size_t left,
           std::size_t record) {
  if (here != d) {
    fail_corrupt(path, fmt::format("vector {} has {} dimensions, but vector 0 has {}: expected one "
                                   "dimension throughout",
                                   i, here, d));
  }
  if (left < record) {
    fail_corrupt(path,
                 fmt::format("vector {} of {} dimensions takes {} bytes, {} are left: the file is "
                             "truncated or of another type",
                             i, d, record, left));
  }
}

/// Finds the vector that explains why the size of a file does not fit vectors of dimension d.
void check_all(const InputFile& file, Dimension d, std::size_t record) {
  for (std::size_t at = 0; at < file.size(); at += record) {
    Dimension here = d;
    const std::size_t left = file.size() - at;
    if (left >= sizeof here) file.read(at, &here, sizeof here);
    check(file.path(), at / record, here, d, left, record);
  }
}

template <typename T>
class VecsTable final : public ForeignTable {
 public:
  explicit VecsTable(const std::string& path) : stream_(path) {
    Dimension d = 0;
    const std::size_t there = stream_.read(&d, sizeof d);
    if (there == 0) fail_corrupt(path, "is empty, expected vectors");
    if (there < sizeof d) fail_corrupt(path, fmt::format("has {} bytes, expected vectors", there));
    const std::size_t bytes = stream_.is_gzip() ? 0 : InputFile(path).size();
    if (!fits(d, sizeof(T), bytes)) {
      if (fits(swapped(d), sizeof(T), bytes)) {
        fail_corrupt(
            path, fmt::format("is big-endian: its vectors have {} dimensions if bytes are swapped; "
                              "write it in little-endian order",
                              swapped(d)));
      }
      if (!is_possible(d)) {
        fail_corrupt(path,
                     fmt::format("says that vector 0 has {} dimensions, expected 1 .. {}: it is "
                                 "damaged or no file of vectors",
                                 d, max_dimensions));
      }
      check_all(InputFile(path), d, record_bytes(d, sizeof(T)));
    }
    dimension_ = d;
    if (bytes > 0) rows_ = bytes / record_bytes(d, sizeof(T));
  }
  std::size_t columns() const override { return static_cast<std::size_t>(dimension_); }
  Element element() const override { return raw_element<T>; }
  std::optional<std::size_t> rows() const override { return rows_; }
  const std::string& source() const override { return stream_.path(); }

  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t record = record_bytes(dimension_, sizeof(T));
    // The first dimension has been read already: records are read from behind it.
    buffer_.resize(at_most * record);
    const std::size_t held = next_ == 0 ? sizeof dimension_ : 0;
    if (next_ == 0) std::memcpy(buffer_.data(), &dimension_, held);
    const std::size_t there = held + stream_.read(buffer_.data() + held, buffer_.size() - held);
    for (std::size_t at = 0; at < there; at += record, ++next_) {
      const char* const begin = buffer_.data() + at;
      const std::size_t left = there - at;
      const auto here = left < sizeof dimension_ ? dimension_ : number_at<Dimension>(begin);
      check(source(), next_, here, dimension_, left, record);
      for (std::size_t j = 0; j < columns(); ++j) {
        *out++ = static_cast<double>(number_at<T>(begin + sizeof dimension_ + j * sizeof(T)));
      }
    }
    return there / record;
  }

 private:
  ByteStream stream_;
  Dimension dimension_ = 0;
  std::optional<std::size_t> rows_;
  std::size_t next_ = 0;
  std::vector<char> buffer_;
};

template <typename T>
bool recognises_vecs(const Sniff& file) {
  const std::string_view head = file.head;
  if (file.is_folder || head.size() < sizeof(Dimension)) return false;
  const auto d = number_at<Dimension>(head.data());
  if (!fits(d, sizeof(T), file.bytes)) return false;
  const std::size_t record = record_bytes(d, sizeof(T));
  // Of a gzipped file only the head is known, so it must show that vectors repeat.
  if (file.is_gzip && head.size() < record + sizeof d) return false;
  bool is_told = sizeof(T) == 1;
  for (std::size_t at = 0; at < head.size(); at += record) {
    if (head.size() - at < sizeof d) break;
    if (number_at<Dimension>(head.data() + at) != d) return false;
    const std::size_t end = std::min(at + record, head.size());
    for (std::size_t i = at + sizeof d; i + sizeof(T) <= end; i += sizeof(T)) {
      if (!is_usual_number<T>(head.data() + i)) return false;
      is_told = is_told || number_at<std::uint32_t>(head.data() + i) != 0;
    }
  }
  return is_told;
}

template <typename T>
ForeignData open_vecs(const std::vector<std::string>& paths, const ImportOptions&) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (const std::string& path : paths) tables.push_back(std::make_unique<VecsTable<T>>(path));
  const std::size_t columns = tables.front()->columns();
  ForeignData data;
  data.parts.push_back({"/features", stack(std::move(tables)), {columns}});
  return data;
}

}  // namespace

Format fvecs_format() {
  return {"fvecs", "TEXMEX vectors of float32 (.fvecs)", recognises_vecs<float>, open_vecs<float>};
}

Format bvecs_format() {
  return {"bvecs", "TEXMEX vectors of uint8 (.bvecs)", recognises_vecs<std::uint8_t>,
          open_vecs<std::uint8_t>};
}

Format ivecs_format() {
  return {"ivecs",
          "TEXMEX vectors of int32 (.ivecs): with the role groundtruth, row numbers of neighbours; "
          "otherwise features, such as counts",
          recognises_vecs<std::int32_t>, open_vecs<std::int32_t>};
}

}  // namespace hashlab
