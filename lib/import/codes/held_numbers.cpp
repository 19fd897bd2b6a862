#include "lib/import/codes/held_numbers.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace hashlab {
namespace {

/// What the numbers of a table have in common.
struct NumberRange {
  std::size_t rows = 0;
  double least = 0, most = 0;
  bool whole = true;
};

/// Passes all rows of a table to `take`, in blocks.
template <typename Take>
void for_blocks(ForeignTable& table, Take take) {
  constexpr std::size_t block_numbers = std::size_t{1} << 17;
  const std::size_t D = table.columns(), rows = std::max<std::size_t>(1, block_numbers / D);
  std::vector<double> block(rows * D);
  while (const std::size_t count = table.read(rows, block.data())) {
    take(block.data(), count * D);
  }
}

NumberRange number_range(ForeignTable& table) {
  NumberRange range;
  std::size_t numbers = 0;
  for_blocks(table, [&](const double* x, std::size_t count) {
    numbers += count;
    for (std::size_t i = 0; i < count; ++i) {
      range.least = std::min(range.least, x[i]);
      range.most = std::max(range.most, x[i]);
      range.whole = range.whole && x[i] == std::floor(x[i]) && std::isfinite(x[i]);
    }
  });
  range.rows = numbers / table.columns();
  return range;
}

template <typename T>
void append_as(std::vector<char>& bytes, const double* x, std::size_t count) {
  std::vector<T> values(count);
  std::transform(x, x + count, values.begin(), [](double v) { return static_cast<T>(v); });
  const auto* begin = reinterpret_cast<const char*>(values.data());
  bytes.insert(bytes.end(), begin, begin + count * sizeof(T));
}

using Append = void (*)(std::vector<char>&, const double*, std::size_t);

/// The narrowest type, as NumberTable's fields, and how numbers become it.
struct NarrowType {
  char kind;
  std::size_t bytes;
  const char* text;
  Append append;
};

NarrowType narrow_type(const NumberRange& r, std::size_t whole_bytes, const std::string& source) {
  if (!r.whole) return {'f', 8, "real numbers", append_as<double>};
  if (r.least >= 0 && r.most <= 1) return {'b', 1, "of 0 and 1", append_as<std::uint8_t>};
  if (r.least >= 0 && r.most <= 255) return {'u', 1, "of 0 .. 255", append_as<std::uint8_t>};
  if (r.least >= -128 && r.most <= 127) return {'i', 1, "of -128 .. 127", append_as<std::int8_t>};
  constexpr double exact = 9007199254740992.0;
  const double above = std::min(exact, std::exp2(8.0 * static_cast<double>(whole_bytes)));
  const double signed_above = whole_bytes == 8 ? exact : above / 2;
  if (r.least < -signed_above || r.most >= (r.least < 0 ? signed_above : above)) {
    fail_in(ErrorCode::invalid_argument, source,
            fmt::format("holds whole numbers {} .. {}, of which not all bits can be read here: "
                        "store the bytes of the codes as uint8",
                        r.least, r.most));
  }
  const bool is_signed = r.least < 0;
  if (whole_bytes == 2) {
    return is_signed ? NarrowType{'i', 2, "of 16 bits", append_as<std::int16_t>}
                     : NarrowType{'u', 2, "of 16 bits", append_as<std::uint16_t>};
  }
  if (whole_bytes == 4) {
    return is_signed ? NarrowType{'i', 4, "of 32 bits", append_as<std::int32_t>}
                     : NarrowType{'u', 4, "of 32 bits", append_as<std::uint32_t>};
  }
  return is_signed ? NarrowType{'i', 8, "of 64 bits", append_as<std::int64_t>}
                   : NarrowType{'u', 8, "of 64 bits", append_as<std::uint64_t>};
}

}  // namespace

NumberTable held_numbers(const std::function<std::unique_ptr<ForeignTable>()>& open,
                         std::size_t whole_bytes) {
  const auto first = open();
  const std::string source = first->source();
  const NumberRange range = number_range(*first);
  const NarrowType type = narrow_type(range, whole_bytes, source);
  const auto table = open();
  const auto held = std::make_shared<std::vector<char>>();
  const std::size_t D = table->columns();
  held->reserve(range.rows * D * type.bytes);
  for_blocks(*table, [&](const double* x, std::size_t count) { type.append(*held, x, count); });
  const std::size_t row = D * type.bytes;
  NumberTable numbers;
  numbers.path = source;
  numbers.text = fmt::format("{} x {} {}", range.rows, D, type.text);
  numbers.kind = type.kind;
  numbers.element_bytes = type.bytes;
  numbers.rows = held->size() / row;
  numbers.columns = D;
  numbers.buffer_bytes = static_cast<double>(held->size());
  numbers.read = [held, row](std::size_t begin, std::size_t count, void* out) {
    std::memcpy(out, held->data() + begin * row, count * row);
  };
  return numbers;
}

}  // namespace hashlab
