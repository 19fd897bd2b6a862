#include "lib/codes/h5_format.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

constexpr const char* attribute = "digit-bits";
constexpr const char* dataset = "/digit-widths";
constexpr const char* compared_attribute = "compared";
constexpr const char* estimate_word = "estimate";
constexpr const char* scalar_bytes_attribute = "scalar-bytes";
constexpr double largest_chunk = 1048576.0;  // far above what 65535 widths take

[[noreturn]] void refuse_format(const H5File& file, const std::string& what) {
  throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path(), what));
}

/// The list /digit-widths, of any values.
std::vector<std::uint8_t> stored_widths(const H5File& file) {
  const auto fail = [&](const std::string& what) { refuse_format(file, what); };
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
  return widths;
}

}  // namespace

void write_digits(H5File& file, const CodeFormat& format) {
  if (format.by_estimate) {
    std::vector<std::uint8_t> widths;
    for (std::size_t k = 0; k < format.digits(); ++k) {
      widths.push_back(static_cast<std::uint8_t>(format.width(k)));
    }
    file.set(compared_attribute, estimate_word);
    file.set(scalar_bytes_attribute, static_cast<double>(format.scalar_bytes));
    file.set(attribute, 0.0);
    file.write(dataset, widths.data(), {widths.size()});
  } else if (format.digit_bits != 0) {
    file.set(attribute, static_cast<double>(format.digit_bits));
  } else {
    file.write(dataset, format.widths.data(), {format.widths.size()});
  }
}

std::optional<CodeFormat> read_estimated_format(const H5File& file) {
  const auto texts = file.text_attributes();
  const auto found = texts.find(compared_attribute);
  if (found == texts.end()) return std::nullopt;
  if (found->second != estimate_word) {
    refuse_format(file, fmt::format("'{}' is '{}', expected '{}'", compared_attribute,
                                    found->second, estimate_word));
  }
  const auto numbers = file.number_attributes();
  const auto bytes = numbers.find(scalar_bytes_attribute);
  if (!file.has(dataset) || bytes == numbers.end() || !(bytes->second >= 0) || bytes->second > 64 ||
      bytes->second != std::floor(bytes->second)) {
    refuse_format(file, fmt::format("has codes that are compared by estimates, but lacks '{}' or a "
                                    "whole number '{}' in 0 .. 64",
                                    dataset, scalar_bytes_attribute));
  }
  const std::vector<std::uint8_t> widths = stored_widths(file);
  CodeFormat format = format_of_digits(widths);
  format.by_estimate = true;
  format.scalar_bytes = static_cast<std::size_t>(bytes->second);
  try {
    check_estimated_format(format, file.path());
  } catch (const Error& error) {
    throw Error(ErrorCode::corrupt_file, error.what());
  }
  return format;
}

std::optional<CodeFormat> read_widths(const H5File& file) {
  if (!file.has(dataset)) return std::nullopt;
  const auto fail = [&](const std::string& what) { refuse_format(file, what); };
  if (file.number_attributes().contains(attribute)) {
    fail(fmt::format("has both '{}' and '{}', expected one of them", attribute, dataset));
  }
  const std::vector<std::uint8_t> widths = stored_widths(file);
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
