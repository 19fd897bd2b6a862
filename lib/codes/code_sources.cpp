#include "lib/codes/code_sources.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::size_t code_block_bytes = std::size_t{1} << 20;

/// The common part: checks the range and cuts a read into pieces of a bounded buffer.
class TableSource : public CodeSource {
 public:
  explicit TableSource(CodeTable table) : table_(std::move(table)) {}
  const CodeFormat& format() const override { return table_.format; }
  std::size_t size() const override { return table_.size; }
  const std::string& description() const override { return table_.description; }
  CodeForm form() const override { return table_.form; }
  const std::vector<std::string>& remarks() const override { return table_.remarks; }
  double buffer_bytes() const override {
    // Rows as they are read, or one of them if it is longer, and once more if a row is refused.
    return table_.buffer_bytes + 2.0 * static_cast<double>(std::max(code_block_bytes, row_bytes()));
  }

  Codes read(std::size_t first, std::size_t count) const override {
    if (first > table_.size || count > table_.size - first) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: rows {} .. {} asked for, it has {}", table_.path, first,
                              first + count, table_.size));
    }
    Codes codes(table_.format, count);
    const std::size_t rows_at_once = std::max<std::size_t>(1, code_block_bytes / row_bytes());
    fill(first, std::min(rows_at_once, count), codes);
    return codes;
  }

 protected:
  const CodeTable& table() const { return table_; }

 private:
  virtual std::size_t row_bytes() const = 0;
  /// Reads codes.n codes from row `first` on, at most `rows_at_once` at a time, into `codes`, whose
  /// bits are zero.
  virtual void fill(std::size_t first, std::size_t rows_at_once, Codes& codes) const = 0;

  CodeTable table_;
};

class PackedSource final : public TableSource {
 public:
  PackedSource(CodeTable table, BitOrder order, ReadRows<std::uint8_t> read)
      : TableSource(std::move(table)), order_(order), read_(std::move(read)) {}

 private:
  std::size_t row_bytes() const override { return packed_bytes(format()); }

  void fill(std::size_t first, std::size_t rows_at_once, Codes& codes) const override {
    std::vector<std::uint8_t> bytes(rows_at_once * row_bytes());
    for (std::size_t done = 0; done < codes.n; done += rows_at_once) {
      const std::size_t n = std::min(rows_at_once, codes.n - done);
      read_(first + done, n, bytes.data());
      unpack(bytes.data(), n, order_, codes, done);
    }
    const std::size_t row = first_row_with_padding(codes);
    if (row == codes.n) return;
    const std::size_t piece = row / rows_at_once * rows_at_once;
    refuse_padding(first + row, first + piece, std::min(rows_at_once, codes.n - piece));
  }

  /// Says whether the `count` rows around this one, from `first` on, fit in the other bit order.
  [[noreturn]] void refuse_padding(std::size_t row, std::size_t first, std::size_t count) const {
    std::string remedy = "is the number of bits right?";
    if (form() != CodeForm::packed) {
      const BitOrder other = order_ == BitOrder::little ? BitOrder::big : BitOrder::little;
      std::vector<std::uint8_t> bytes(count * row_bytes());
      read_(first, count, bytes.data());
      Codes codes(format(), count);
      unpack(bytes.data(), count, other, codes, 0);
      const bool fits = first_row_with_padding(codes) == count;
      if (fits) remedy = fmt::format("the rows fit --bit-order {0}: give it", name_of(other));
    }
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: row {} sets padding bits after its {} bits, read with bit order "
                            "{}; expected zeros; {}",
                            table().path, row, format().bits, name_of(order_), remedy));
  }

  BitOrder order_;
  ReadRows<std::uint8_t> read_;
};

template <typename T>
class ElementSource final : public TableSource {
 public:
  ElementSource(CodeTable table, T zero, std::string expected, ReadRows<T> read)
      : TableSource(std::move(table)),
        zero_(zero),
        expected_(std::move(expected)),
        read_(std::move(read)) {}

 private:
  std::size_t row_bytes() const override { return format().bits * sizeof(T); }

  bool allowed(T x) const {
    if constexpr (std::is_floating_point_v<T>) {
      return x == x;
    } else {
      return x == T{1} || x == zero_;
    }
  }

  void fill(std::size_t first, std::size_t rows_at_once, Codes& codes) const override {
    const std::size_t bits = format().bits;
    const T cut = std::is_floating_point_v<T> ? zero_ : T{0};
    std::vector<T> elements(rows_at_once * bits);
    auto word = codes.words.begin();
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::size_t at = i % rows_at_once;
      if (at == 0) read_(first + i, std::min(rows_at_once, codes.n - i), elements.data());
      const T* row = elements.data() + at * bits;
      bool all_allowed = true;
      for (std::size_t begin = 0; begin < bits; begin += 64, ++word) {
        const std::size_t width = std::min<std::size_t>(64, bits - begin);
        std::uint64_t packed = 0;
        for (std::size_t j = 0; j < width; ++j) {
          packed |= std::uint64_t{row[begin + j] > cut} << j;
          all_allowed &= allowed(row[begin + j]);
        }
        *word = packed;
      }
      if (!all_allowed) refuse(first + i, row);
    }
  }

  [[noreturn]] void refuse(std::size_t i, const T* row) const {
    std::size_t j = 0;
    while (allowed(row[j])) ++j;
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: row {}, column {} is {}, expected {}",
                                                     table().path, i, j, +row[j], expected_));
  }

  T zero_;
  std::string expected_;
  ReadRows<T> read_;
};

}  // namespace

std::unique_ptr<const CodeSource> packed_source(CodeTable table, BitOrder order,
                                                ReadRows<std::uint8_t> read) {
  return std::make_unique<PackedSource>(std::move(table), order, std::move(read));
}

template <typename T>
std::unique_ptr<const CodeSource> element_source(CodeTable table, T zero, std::string expected,
                                                 ReadRows<T> read) {
  return std::make_unique<ElementSource<T>>(std::move(table), zero, std::move(expected),
                                            std::move(read));
}

#define HASHLAB_INSTANTIATE(T)                                                            \
  template std::unique_ptr<const CodeSource> element_source<T>(CodeTable, T, std::string, \
                                                               ReadRows<T>);
HASHLAB_INSTANTIATE(std::uint8_t)
HASHLAB_INSTANTIATE(std::uint16_t)
HASHLAB_INSTANTIATE(std::uint32_t)
HASHLAB_INSTANTIATE(std::uint64_t)
HASHLAB_INSTANTIATE(std::int8_t)
HASHLAB_INSTANTIATE(std::int16_t)
HASHLAB_INSTANTIATE(std::int32_t)
HASHLAB_INSTANTIATE(std::int64_t)
HASHLAB_INSTANTIATE(float)
HASHLAB_INSTANTIATE(double)
#undef HASHLAB_INSTANTIATE

CodeFormat code_format(const std::string& path, std::size_t bits, std::size_t digit_bits) {
  const CodeFormat format{bits, digit_bits == 0 ? 1 : digit_bits};
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{}: {}", path, what));
  };
  if (format.digit_bits > 6) fail(fmt::format("digits of {} bits, expected 1 .. 6", digit_bits));
  if (bits == 0 || bits > 65535 || format.max_distance() > 65535) {
    fail(
        fmt::format("codes of {} bits in digits of {} have distances up to {}, expected 1 .. 65535",
                    bits, format.digit_bits, format.max_distance()));
  }
  if (bits % format.digit_bits != 0) {
    fail(fmt::format("{} bits are no whole number of digits of {} bits", bits, format.digit_bits));
  }
  return format;
}

std::size_t bits_of_columns(const std::string& path, std::size_t rows, std::size_t columns,
                            const CodeFileOptions& options) {
  if (options.bits == 0 || options.bits == columns) return columns;
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: is {} x {}, expected N x {} for {}{}: {}", path, rows, columns,
                            options.bits, options.bits_setting, options.bits, what));
  };
  if (rows == options.bits) fail("it seems to be transposed, one code must be a row");
  fail(fmt::format("give {}{} if each column is a bit", options.bits_setting, columns));
  return 0;
}

const char* name_of(BitOrder order) {
  return order == BitOrder::little ? "little" : "big";
}

BitOrder bit_order(const CodeFileOptions& options) {
  if (options.bit_order.empty() || options.bit_order == "little") return BitOrder::little;
  if (options.bit_order == "big") return BitOrder::big;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("bit order '{}', expected little or big", options.bit_order));
}

}  // namespace hashlab
