#include "lib/codes/code_sources.h"
#include "lib/codes/comparable.h"
#include "lib/codes/h5_format.h"
#include "lib/data/h5_table.h"
#include "lib/error.h"
#include "lib/files/h5.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

namespace hashlab {
namespace {

[[noreturn]] void refuse(const H5File& file, const std::string& what,
                         ErrorCode code = ErrorCode::corrupt_file) {
  throw Error(code, fmt::format("{}: {}", file.path(), what));
}

/// A number attribute that must be a count in 1 .. 65535, if it is there.
std::optional<std::size_t> count_attribute(const H5File& file, const std::string& name) {
  const std::map<std::string, double> numbers = file.number_attributes();
  const auto found = numbers.find(name);
  if (found == numbers.end()) return std::nullopt;
  const double value = found->second;
  if (!(value >= 1 && value <= 65535) || value != std::floor(value)) {
    refuse(file,
           fmt::format("attribute '{}' is {}, expected a whole number in 1 .. 65535", name, value));
  }
  return static_cast<std::size_t>(value);
}

/// The value in the file; the option may only repeat it.
std::size_t agreed(const H5File& file, const char* what, std::size_t stored, std::size_t option) {
  if (option != 0 && option != stored) {
    refuse(
        file,
        fmt::format("has {} = {}, --{} says {}: leave the option out", what, stored, what, option),
        ErrorCode::invalid_argument);
  }
  return stored;
}

/// Packed codes whose format the file states.
std::unique_ptr<const CodeSource> packed_table(const H5File& file, const std::string& name,
                                               const CodeFormat& format, const std::string& kind) {
  const H5Table table = open_h5_table(file, name);
  if (!table.is_uint8() || table.rank != 2 || table.columns != packed_bytes(format)) {
    refuse(file,
           fmt::format("'{}' is {} of elements of {} bytes, expected N x {} uint8 for codes of "
                       "{} bits",
                       name, fmt::join(table.shape.size, " x "), table.shape.element_bytes,
                       packed_bytes(format), format.bits));
  }
  const std::string digits =
      format.hamming() ? "" : fmt::format(" in digits of {}", digits_text(format));
  return packed_source({file.path(), format, table.rows,
                        fmt::format("{}, '{}' {} x {} bytes: {} bits{}", kind, name, table.rows,
                                    table.columns, format.bits, digits),
                        table.buffer_bytes()},
                       BitOrder::little, false,
                       [file, name](std::size_t first, std::size_t count, std::uint8_t* out) {
                         file.read_rows(name, first, count, out);
                       });
}

/// The widths of the digits as the file states them, if they differ.
std::optional<CodeFormat> agreed_widths(const H5File& file, std::size_t bits,
                                        const CodeFileOptions& options) {
  const std::optional<CodeFormat> format = read_widths(file);
  if (!format) return std::nullopt;
  if (format->bits != agreed(file, "bits", bits, options.bits)) {
    refuse(file, fmt::format("has {} bits in '/digit-widths', expected the {} bits of its codes",
                             format->bits, bits));
  }
  if (options.digit_bits != 0) {
    refuse(file,
           fmt::format("has digits of different widths, --digit-bits says {}: leave the option out",
                       options.digit_bits),
           ErrorCode::invalid_argument);
  }
  return format;
}

/// Codes of our own at `name`, of as many bits as the attribute says.
std::unique_ptr<const CodeSource> open_stated(const H5File& file, const std::string& name,
                                              const std::string& bits_attribute,
                                              const std::string& kind,
                                              const CodeFileOptions& options) {
  const auto bits = count_attribute(file, bits_attribute);
  if (bits) {
    if (const auto format = agreed_widths(file, *bits, options)) {
      return packed_table(file, name, *format, kind);
    }
  }
  const auto digit_bits = count_attribute(file, "digit-bits");
  if (!bits || !digit_bits) {
    refuse(file, fmt::format("lacks one of its attributes '{}' and 'digit-bits'", bits_attribute));
  }
  const CodeFormat format =
      code_format(file.path(), agreed(file, "bits", *bits, options.bits),
                  agreed(file, "digit-bits", *digit_bits, options.digit_bits));
  return packed_table(file, name, format, kind);
}

const std::string& part_of(const H5File& file, const CodeFileOptions& options) {
  if (options.part != "database" && options.part != "query") {
    refuse(file, "holds codes of database and queries, and it was not said which to read",
           ErrorCode::invalid_argument);
  }
  return options.part;
}

/// The kept codes of a result cell. Its attribute bits is what was asked for; a hasher may have
/// used fewer.
std::unique_ptr<const CodeSource> open_cell(const H5File& file, const CodeFileOptions& options) {
  const std::string name = "/" + part_of(file, options) + "/codes";
  if (!file.has(name)) {
    refuse(file,
           fmt::format("is a result cell without '{}': run its suite with --keep-codes", name));
  }
  return open_stated(file, name, "fact.code-bits", "hashlab result cell", options);
}

std::unique_ptr<const CodeSource> open_ann_benchmarks(const H5File& file,
                                                      const CodeFileOptions& options) {
  const auto attributes = file.text_attributes();
  const auto distance = attributes.find("distance");
  if (distance == attributes.end() || distance->second != "hamming") {
    refuse(file,
           fmt::format("has '/train' and '/test', but its attribute distance is {}, expected "
                       "hamming: it holds no binary codes",
                       distance == attributes.end() ? "missing" : "'" + distance->second + "'"));
  }
  const std::string name = part_of(file, options) == "query" ? "/test" : "/train";
  const H5Table table = open_h5_table(file, name);
  if (table.rank != 2 || !(table.is_uint8() || table.shape.kind == H5File::Kind::boolean)) {
    refuse(file, fmt::format("'{}' is {} of elements of {} bytes, expected N x bits of bool, or of "
                             "uint8 0 and 1",
                             name, fmt::join(table.shape.size, " x "), table.shape.element_bytes));
  }
  const std::size_t bits = bits_of_columns(file.path() + name, table.rows, table.columns, options);
  return element_source<std::uint8_t>(
      {file.path() + name, code_format(file.path() + name, bits, options.digit_bits), table.rows,
       fmt::format("ann-benchmarks HDF5, '{}' {} x {}: one element a bit", name, table.rows,
                   table.columns),
       table.buffer_bytes()},
      0, "0 or 1: one element a bit",
      [file, name](std::size_t first, std::size_t count, std::uint8_t* out) {
        file.read_rows(name, first, count, out);
      });
}

}  // namespace

std::unique_ptr<const CodeSource> open_h5_codes(const std::string& path,
                                                const CodeFileOptions& options) {
  const H5File file = H5File::open(path);
  const auto attributes = file.text_attributes();
  const auto kind = attributes.find("kind");
  if (kind != attributes.end() && kind->second == "hashlab codes") {
    return open_stated(file, "/codes", "bits", "hashlab codes", options);
  }
  if (attributes.contains("recipe")) return open_cell(file, options);
  if (file.has("/train") || file.has("/test")) return open_ann_benchmarks(file, options);
  refuse(file,
         "is an HDF5 file without codes: expected one of ours (attribute kind = 'hashlab "
         "codes'), a result cell with its codes, or '/train' and '/test' as in ann-benchmarks");
}

}  // namespace hashlab
