#include "lib/codes/h5_format.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

constexpr const char* attribute = "digit-bits";
constexpr const char* dataset = "/digit-widths";
constexpr double largest_chunk = 1048576.0;  // far above what 65535 widths take

}  // namespace

void write_digits(H5File& file, const CodeFormat& format) {
  if (format.digit_bits != 0) {
    file.set(attribute, static_cast<double>(format.digit_bits));
  } else {
    file.write(dataset, format.widths.data(), {format.widths.size()});
  }
}

std::optional<CodeFormat> read_widths(const H5File& file) {
  if (!file.has(dataset)) return std::nullopt;
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path(), what));
  };
  if (file.number_attributes().contains(attribute)) {
    fail(fmt::format("has both '{}' and '{}', expected one of them", attribute, dataset));
  }
  const H5File::Shape shape = file.shape(dataset);
  const bool bytes = shape.kind == H5File::Kind::integer && shape.element_bytes == 1;
  if (!bytes || shape.is_signed || shape.size.size() != 1 || shape.size[0] == 0 ||
      shape.size[0] > 65535 || !shape.stored) {
    fail(fmt::format("'{}' is {} of elements of {} bytes, expected a list of 1 .. 65535 uint8",
                     dataset, fmt::join(shape.size, " x "), shape.element_bytes));
  }
  // A chunk is always decompressed as a whole, however few of its elements are needed.
  if (shape.chunk_bytes > largest_chunk) {
    fail(fmt::format(
        "'{}' is stored in chunks of {:.0f} bytes, at most {:.0f} are read: store it in "
        "one piece",
        dataset, shape.chunk_bytes, largest_chunk));
  }
  std::vector<std::uint8_t> widths(shape.size[0]);
  file.read(dataset, widths.data());
  for (std::size_t k = 0; k < widths.size(); ++k) {
    if (widths[k] >= 1 && widths[k] <= 6) continue;
    fail(fmt::format("'{}' has {} at digit {}, expected 1 .. 6 bits", dataset,
                     static_cast<unsigned>(widths[k]), k));
  }
  CodeFormat format = format_of_digits(widths);
  if (format.digit_bits != 0) {
    fail(fmt::format("'{}' has {} for all digits, expected the attribute '{}' then", dataset,
                     format.digit_bits, attribute));
  }
  if (format.max_distance() > 65535) {
    fail(fmt::format("'{}' allows distances up to {}, expected 1 .. 65535", dataset,
                     format.max_distance()));
  }
  return format;
}

}  // namespace hashlab
