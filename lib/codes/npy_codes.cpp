#include "lib/codes/code_sources.h"
#include "lib/data/npy.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

using Npy = std::shared_ptr<const NpyFile>;

/// Rows that are looked at together when the whole file must be.
std::size_t rows_at_once(const NpyHeader& header) {
  const std::size_t row = header.columns() * header.element_bytes();
  return std::max<std::size_t>(1, (std::size_t{1} << 20) / row);
}

/// The first element for which `wanted` holds, in reading order; `otherwise` if there is none.
template <typename T, typename Wanted>
T first_element(const NpyFile& file, T otherwise, Wanted wanted) {
  const NpyHeader& header = file.header();
  const std::size_t step = rows_at_once(header);
  std::vector<T> block;
  for (std::size_t first = 0; first < header.rows(); first += step) {
    const std::size_t count = std::min(step, header.rows() - first);
    block.resize(count * header.columns());
    file.read_rows(first, count, block.data());
    const auto found = std::find_if(block.begin(), block.end(), wanted);
    if (found != block.end()) return *found;
  }
  return otherwise;
}

std::unique_ptr<const CodeSource> open_packed(const Npy& file, std::size_t bits,
                                              const CodeFileOptions& options) {
  const CodeFormat format = code_format(file->path(), bits, options.digit_bits);
  if (format.digit_bits > 1 && options.bit_order.empty()) {
    fail_in(ErrorCode::invalid_argument, file->path(),
            fmt::format("digits of {} bits depend on the order of bits in a byte: give "
                        "--bit-order little or big",
                        format.digit_bits));
  }
  const BitOrder order = bit_order(options);
  return packed_source({file->path(), format, file->header().rows(),
                        fmt::format("NumPy {}: {} packed bits, bit order {}", file->header().text(),
                                    bits, order == BitOrder::little ? "little" : "big")},
                       order, true,
                       [file](std::size_t first, std::size_t count, std::uint8_t* out) {
                         file->read_rows(first, count, out);
                       });
}

template <typename T>
std::unique_ptr<const CodeSource> open_elements(const Npy& file, const CodeFileOptions& options) {
  const NpyHeader& header = file->header();
  const std::size_t bits = bits_of_columns(file->path(), header.rows(), header.columns(), options);
  const CodeFormat format = code_format(file->path(), bits, options.digit_bits);
  T zero{0};
  std::string element = "the sign is the bit";
  std::string expected = "a number, whose sign is the bit";
  if constexpr (!std::is_floating_point_v<T>) {
    // All elements must use one convention, which the first element other than 1 decides.
    if constexpr (std::is_signed_v<T>) {
      if (first_element(*file, T{0}, [](T x) { return x != T{1}; }) == T{-1}) zero = T{-1};
    }
    element = fmt::format("elements {} and 1", static_cast<int>(zero));
    expected = fmt::format("{} or 1 as in the rest of the file: one element a bit",
                           static_cast<int>(zero));
    if (header.dtype == "|u1") {
      expected += fmt::format(" (packed codes of {} bytes have {} to {} bits)", bits, 8 * bits - 7,
                              8 * bits);
    }
  }
  return element_source<T>(
      {file->path(), format, header.rows(), fmt::format("NumPy {}: {}", header.text(), element)},
      zero, expected,
      [file](std::size_t first, std::size_t count, T* out) { file->read_rows(first, count, out); });
}

/// An array of bytes is packed or has one byte per bit; the number of bits decides.
std::unique_ptr<const CodeSource> open_bytes(const Npy& file, const CodeFileOptions& options) {
  const NpyHeader& header = file->header();
  const std::size_t D = header.columns();
  if (options.bits == 0) {
    const bool unpacked_too =
        first_element<std::uint8_t>(*file, 0, [](std::uint8_t x) { return x > 1; }) == 0;
    if (unpacked_too) {
      fail_in(ErrorCode::invalid_argument, file->path(),
              fmt::format("is {} of 0 and 1 only, which may be {} packed bits or {} bits with "
                          "one byte each: give --bits",
                          header.text(), 8 * D, D));
    }
    return open_packed(file, 8 * D, options);
  }
  // One bit per code: a byte can be either, unless a bit order says that it is packed.
  const bool said_packed = D == 1 && !options.bit_order.empty();
  if (options.bits == D && !said_packed) return open_elements<std::uint8_t>(file, options);
  const std::size_t bytes = (options.bits + 7) / 8;
  if (bytes == D) return open_packed(file, options.bits, options);
  const bool transposed = header.rows() == bytes || header.rows() == options.bits;
  fail_in(ErrorCode::invalid_argument, file->path(),
          fmt::format("is {}, expected N x {} packed bytes or N x {} of 0 and 1 for --bits {}: "
                      "{}",
                      header.text(), bytes, options.bits, options.bits,
                      transposed ? "it seems to be transposed, one code must be a row"
                                 : fmt::format("packed, it has {} to {} bits", 8 * D - 7, 8 * D)));
}

}  // namespace

std::unique_ptr<const CodeSource> open_npy_codes(const std::string& path,
                                                 const CodeFileOptions& options) {
  const Npy file = std::make_shared<const NpyFile>(path);
  const NpyHeader& header = file->header();
  if (header.shape.size() != 2) {
    fail_in(ErrorCode::invalid_argument, file->path(),
            fmt::format("is {}, expected N x bits, or N x bytes if packed", header.text()));
  }
  if (header.dtype == "|u1") return open_bytes(file, options);
  return visit_npy_type(header, [&](auto zero) -> std::unique_ptr<const CodeSource> {
    using T = decltype(zero);
    if constexpr (std::is_unsigned_v<T> && sizeof(T) > 1) {
      fail_in(ErrorCode::invalid_argument, file->path(),
              fmt::format("is {}, expected uint8 (packed, or 0 and 1), bool, signed integers "
                          "or real numbers: convert it with a.astype, or a.view(np.uint8) if "
                          "it is packed",
                          header.text()));
    } else {
      return open_elements<T>(file, options);
    }
  });
}

}  // namespace hashlab
