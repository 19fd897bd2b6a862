#include "lib/codes/number_codes.h"

#include "lib/data/npy.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

using Table = std::shared_ptr<const NumberTable>;

[[noreturn]] void refuse_numbers(const NumberTable& table, const std::string& what) {
  fail_in(ErrorCode::invalid_argument, table.path, fmt::format("is {}, {}", table.text, what));
}

/// Rows of about a mebibyte, or of a part of it.
std::size_t rows_at_once(const NumberTable& table, std::size_t parts = 1) {
  const std::size_t row = std::max<std::size_t>(1, table.columns * table.element_bytes);
  return std::max<std::size_t>(1, (std::size_t{1} << 20) / parts / row);
}

/// The first element for which `wanted` holds, in reading order; `otherwise` if there is none.
template <typename T, typename Wanted>
T first_element(const NumberTable& table, T otherwise, Wanted wanted) {
  const std::size_t step = rows_at_once(table);
  std::vector<T> block;
  for (std::size_t first = 0; first < table.rows; first += step) {
    const std::size_t count = std::min(step, table.rows - first);
    block.resize(count * table.columns);
    table.read(first, count, block.data());
    const auto found = std::find_if(block.begin(), block.end(), wanted);
    if (found != block.end()) return *found;
  }
  return otherwise;
}

/// Elements from the beginning, the middle and the end of a table: all of a small one.
template <typename T>
std::vector<T> some_elements(const NumberTable& table) {
  constexpr std::size_t places = 4;
  const std::size_t step = rows_at_once(table, 4 * places);  // 256 KiB: takes a millisecond
  std::vector<T> elements, block;
  std::size_t read = 0;  // rows before this one were looked at
  for (std::size_t place = 0; place < places; ++place) {
    const std::size_t rest = table.rows - std::min(step, table.rows);
    const std::size_t first = std::max(read, rest * place / (places - 1));
    if (first >= table.rows) break;
    const std::size_t count = std::min(step, table.rows - first);
    block.resize(count * table.columns);
    table.read(first, count, block.data());
    elements.insert(elements.end(), block.begin(), block.end());
    read = first + count;
  }
  return elements;
}

/// One of the values that stand for a bit.
template <typename T>
bool stands_for_bit(T x) {
  if constexpr (std::is_signed_v<T>) {
    return x >= T{-1} && x <= T{1};
  } else {
    return x <= T{1};
  }
}

std::unique_ptr<const CodeSource> open_packed(const Table& table, std::size_t bits,
                                              const CodeFileOptions& options) {
  const CodeFormat format = code_format(table->path, bits, options.digit_bits);
  if (format.digit_bits > 1 && options.bit_order.empty()) {
    fail_in(ErrorCode::invalid_argument, table->path,
            fmt::format("digits of {} bits depend on the order of bits in a byte: give "
                        "--bit-order little or big",
                        format.digit_bits));
  }
  const BitOrder order = bit_order(options);
  const std::size_t stored = table->columns * table->element_bytes, used = packed_bytes(format);
  const bool is_int8 = table->kind == 'i' && table->element_bytes == 1;
  ReadRows<std::uint8_t> read = table->read;
  if (used < stored) {
    // Integers hold more bits than the codes have: their high bytes are padding.
    read = [table, stored, used](std::size_t first, std::size_t count, std::uint8_t* out) {
      std::vector<std::uint8_t> rows(count * stored);
      table->read(first, count, rows.data());
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* row = rows.data() + i * stored;
        if (std::any_of(row + used, row + stored, [](std::uint8_t x) { return x != 0; })) {
          fail_in(ErrorCode::corrupt_file, table->path,
                  fmt::format("row {} sets bits after the {} bytes of its codes, expected zeros; "
                              "is the number of bits right?",
                              first + i, used));
        }
        std::copy_n(row, used, out + i * used);
      }
    };
  }
  return packed_source(
      {table->path, format, table->rows,
       fmt::format("{} {}: {} packed bits, bit order {}", table->program, table->text, bits,
                   name_of(order)),
       table->buffer_bytes, is_int8 ? CodeForm::packed_int8 : CodeForm::packed_freely},
      order, std::move(read));
}

/// What is to be known of real numbers whose sign, or side of the cut, is the bit.
template <typename T>
std::vector<std::string> remarks_on(const NumberTable& table, std::optional<double> threshold) {
  const std::vector<T> some = some_elements<T>(table);
  const auto [least, most] = std::minmax_element(some.begin(), some.end());
  const auto zeros = std::count(some.begin(), some.end(), T{0});
  const bool all_whole =
      std::all_of(some.begin(), some.end(), [](T x) { return x == std::floor(x); });
  const auto above_one = std::count_if(some.begin(), some.end(), [](T x) { return x > 1; });
  constexpr double large_byte = 15;  // of packed bytes some are larger
  if (threshold) {
    const auto cut = static_cast<T>(*threshold);
    if (*least > cut) return {fmt::format("all values are above the cut {}: every bit is 1", cut)};
    if (*most <= cut) return {fmt::format("no value is above the cut {}: every bit is 0", cut)};
    return {};
  }
  if (*least >= 0 && *most > large_byte && *most <= 255 && all_whole &&
      2 * static_cast<std::size_t>(above_one) > some.size()) {
    refuse_numbers(table,
                   "but holds whole numbers 0 .. 255: if these are packed bytes store them as "
                   "such, a.astype(np.uint8); if they are values give the cut between the bits 0 "
                   "and 1 by --threshold");
  }
  if (*most <= 0) {
    return {
        "no value is above 0, so every bit is 0: give the cut between the bits 0 and 1 by "
        "--threshold"};
  }
  if (*least >= 0 && *most <= 1 && !all_whole) {
    return {
        "no value is negative and none is above 1, as the outputs of a sigmoid, so almost "
        "every bit is 1 (values above 0 are): cut them by --threshold 0.5, or save x > 0.5"};
  }
  const double ones =
      static_cast<double>(std::count_if(some.begin(), some.end(), [](T x) { return x > 0; })) /
      static_cast<double>(some.size());
  constexpr double nearly_all = 0.95;
  if (!all_whole && (ones > nearly_all || ones < 1 - nearly_all)) {
    return {fmt::format(
        "{:.1f} % of the values are above 0, so almost every bit is {}: give the cut between the "
        "bits 0 and 1 by --threshold",
        100 * ones, ones > nearly_all ? 1 : 0)};
  }
  if (*least >= 0 && !all_whole) {
    return {fmt::format(
        "no value is negative, and the {:.1f} % above 0 become the bit 1, as is right for outputs "
        "of a ReLU: for others give the cut between the bits 0 and 1 by --threshold",
        100 * ones)};
  }
  if (*least < 0 && zeros > 0) {
    return {
        fmt::format("{} of {} values are exactly 0, neither sign, and become the bit 0 (values "
                    "above 0 are 1): if they are to be 1 save x >= 0",
                    zeros, some.size())};
  }
  return {};
}

/// Elements of two values: all must use one convention, which the first other than 1 decides.
template <typename T>
std::unique_ptr<const CodeSource> open_integers(const Table& table,
                                                const CodeFileOptions& options) {
  const std::size_t bits = bits_of_columns(table->path, table->rows, table->columns, options);
  T zero{0};
  if constexpr (std::is_signed_v<T>) {
    if (first_element(*table, T{0}, [](T x) { return x != T{1}; }) == T{-1}) zero = T{-1};
  }
  const int shown = zero == T{0} ? 0 : -1;
  std::string expected =
      fmt::format("{} or 1 as in the rest of the file: one element a bit", shown);
  if (table->kind == 'u' && table->element_bytes == 1) {
    expected +=
        fmt::format(" (packed codes of {} bytes have {} to {} bits)", bits, 8 * bits - 7, 8 * bits);
  } else if (table->kind != 'b') {
    expected += " (signs with zeros among them: save a > 0 or a >= 0; packed: a.view(np.uint8))";
  }
  return element_source<T>(
      {table->path, code_format(table->path, bits, options.digit_bits), table->rows,
       fmt::format("{} {}: elements {} and 1", table->program, table->text, shown),
       table->buffer_bytes},
      zero, expected, table->read);
}

template <typename T>
std::unique_ptr<const CodeSource> open_reals(const Table& table, const CodeFileOptions& options) {
  const std::size_t bits = bits_of_columns(table->path, table->rows, table->columns, options);
  const CodeFormat format = code_format(table->path, bits, options.digit_bits);
  const std::string what = options.threshold
                               ? fmt::format("above {} is the bit 1", *options.threshold)
                               : "the sign is the bit";
  return element_source<T>(
      {table->path, format, table->rows,
       fmt::format("{} {}: {}", table->program, table->text, what), table->buffer_bytes,
       CodeForm::real, remarks_on<T>(*table, options.threshold)},
      static_cast<T>(options.threshold.value_or(0)), "a number, whose sign is the bit",
      table->read);
}

/// An array of bytes is packed or has one byte per bit; the number of bits decides.
std::unique_ptr<const CodeSource> open_bytes(const Table& table, const CodeFileOptions& options) {
  const std::size_t D = table->columns;
  if (options.bits == 0) {
    const bool unpacked_too =
        first_element<std::uint8_t>(*table, 0, [](std::uint8_t x) { return x > 1; }) == 0;
    if (unpacked_too) {
      fail_in(ErrorCode::invalid_argument, table->path,
              fmt::format("is {} of 0 and 1 only, which may be {} packed bits or {} bits with one "
                          "byte each: give --bits {} or --bits {}",
                          table->text, 8 * D, D, 8 * D, D));
    }
    const bool are_masks = first_element<std::uint8_t>(
                               *table, 0, [](std::uint8_t x) { return x != 0 && x != 255; }) == 0;
    if (are_masks) {
      fail_in(
          ErrorCode::invalid_argument, table->path,
          fmt::format("is {} of 0 and 255 only, which may be {} packed bits or {} bits as masks "
                      "have them: give --bits {}, or save a > 0",
                      table->text, 8 * D, D, 8 * D));
    }
    return open_packed(table, 8 * D, options);
  }
  // One bit per code: a byte can be either, unless a bit order says that it is packed.
  const bool said_packed = D == 1 && !options.bit_order.empty();
  if (options.bits == D && !said_packed) return open_integers<std::uint8_t>(table, options);
  const std::size_t bytes = (options.bits + 7) / 8;
  if (bytes == D) return open_packed(table, options.bits, options);
  const bool transposed = table->rows == bytes || table->rows == options.bits;
  refuse_numbers(
      *table,
      fmt::format("expected N x {} packed bytes or N x {} of 0 and 1 for {}{}: {}", bytes,
                  options.bits, options.bits_setting, options.bits,
                  transposed ? "it seems to be transposed, one code must be a row"
                             : fmt::format("packed, it has {} to {} bits", 8 * D - 7, 8 * D)));
}

/// Do integers use so much of their range that they must be packed bits? Those of a byte do if most
/// of them stand for no bit, wider ones if one is larger than any class number or count.
template <typename T>
bool clearly_packed(const std::vector<T>& some) {
  if constexpr (sizeof(T) == 1) {
    const auto no_bits =
        std::count_if(some.begin(), some.end(), [](T x) { return !stands_for_bit(x); });
    return 2 * static_cast<std::size_t>(no_bits) > some.size();
  } else {
    constexpr double large = sizeof(T) == 2 ? 4096 : sizeof(T) == 4 ? 16777216.0 : 4294967296.0;
    return std::any_of(some.begin(), some.end(),
                       [](T x) { return std::abs(static_cast<double>(x)) >= large; });
  }
}

/// Integers have one element a bit, or each holds 8 to 64 bits.
template <typename T>
std::unique_ptr<const CodeSource> open_words(const Table& table, const CodeFileOptions& options) {
  const std::size_t D = table->columns, max_bits = 8 * sizeof(T) * D;
  if (options.bits != 0) {
    const bool fits_packed =
        options.bits != D && options.bits <= max_bits && options.bits > max_bits - 8 * sizeof(T);
    if (fits_packed) return open_packed(table, options.bits, options);
    return open_integers<T>(table, options);
  }
  const std::vector<T> some = some_elements<T>(*table);
  if (clearly_packed(some)) return open_packed(table, max_bits, options);
  const auto other = std::find_if(some.begin(), some.end(), [](T x) { return !stands_for_bit(x); });
  if (other != some.end()) {
    refuse_numbers(
        *table,
        fmt::format("expected one element a bit, 0 and 1 or -1 and 1, but it holds {}: packed, it "
                    "is read as a.view(np.uint8) of a contiguous array or with --bits {}, and as "
                    "a.astype(np.uint8) if each element is a byte",
                    +*other, max_bits));
  }
  if (table->is_list) {
    refuse_numbers(*table,
                   "expected N x bits, or N x bytes if packed: codes of one bit are "
                   "a.reshape(-1, 1)");
  }
  return open_integers<T>(table, options);
}

}  // namespace

std::unique_ptr<const CodeSource> codes_of_numbers(NumberTable numbers,
                                                   const CodeFileOptions& options) {
  const Table table = std::make_shared<const NumberTable>(std::move(numbers));
  const bool may_be_hashes = (table->kind == 'i' || table->kind == 'u') && table->element_bytes > 1;
  if (table->is_list && !may_be_hashes) {
    refuse_numbers(*table, "expected N x bits, or N x bytes if packed");
  }
  if (table->kind == 'b') return open_integers<std::uint8_t>(table, options);
  if (table->kind == 'u' && table->element_bytes == 1) return open_bytes(table, options);
  NpyHeader type;
  type.dtype = {'<', table->kind, static_cast<char>('0' + table->element_bytes)};
  return visit_npy_type(type, [&](auto zero) -> std::unique_ptr<const CodeSource> {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) {
      return open_reals<T>(table, options);
    } else {
      return open_words<T>(table, options);
    }
  });
}

}  // namespace hashlab
