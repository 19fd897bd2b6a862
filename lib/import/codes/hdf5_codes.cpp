#include "lib/codes/code_sources.h"
#include "lib/codes/comparable.h"
#include "lib/codes/h5_format.h"
#include "lib/codes/number_codes.h"
#include "lib/data/h5_table.h"
#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/import/codes/code_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

[[noreturn]] void refuse_codes(const H5File& file, const std::string& what,
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
    refuse_codes(file, fmt::format("attribute '{}' is {}, expected a whole number in 1 .. 65535",
                                   name, value));
  }
  return static_cast<std::size_t>(value);
}

/// The value in the file; the option may only repeat it.
std::size_t agreed(const H5File& file, const char* what, std::size_t stored, std::size_t option) {
  if (option != 0 && option != stored) {
    refuse_codes(
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
    refuse_codes(
        file, fmt::format("'{}' is {} of elements of {} bytes, expected N x {} uint8 for codes of "
                          "{} bits",
                          name, fmt::join(table.shape.size, " x "), table.shape.element_bytes,
                          packed_bytes(format), format.bits));
  }
  const std::string digits =
      format.hamming() ? "" : fmt::format(" in digits of {}", digits_text(format));
  return packed_source({file.path(), format, table.rows,
                        fmt::format("{}, '{}' {} x {} bytes: {} bits{}", kind, name, table.rows,
                                    table.columns, format.bits, digits),
                        table.buffer_bytes(), CodeForm::packed},
                       BitOrder::little,
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
    refuse_codes(file,
                 fmt::format("has {} bits in '/digit-widths', expected the {} bits of its codes",
                             format->bits, bits));
  }
  if (options.digit_bits != 0) {
    refuse_codes(
        file,
        fmt::format("has digits of different widths, --digit-bits says {}: leave the option out",
                    options.digit_bits),
        ErrorCode::invalid_argument);
  }
  return format;
}

/// Codes with the scalars that the dataset /scalars has beside them.
class CodesWithScalars final : public CodeSource {
 public:
  CodesWithScalars(H5File file, std::unique_ptr<const CodeSource> codes)
      : file_(std::move(file)), codes_(std::move(codes)) {}

  const CodeFormat& format() const override { return codes_->format(); }
  CodeForm form() const override { return codes_->form(); }
  const std::vector<std::string>& remarks() const override { return codes_->remarks(); }
  std::size_t size() const override { return codes_->size(); }
  const std::string& description() const override { return codes_->description(); }
  double buffer_bytes() const override { return codes_->buffer_bytes(); }
  Codes read(std::size_t first, std::size_t count) const override {
    Codes codes = codes_->read(first, count);
    if (count > 0) file_.read_rows(scalars_name, first, count, codes.scalars.data());
    return codes;
  }

  static constexpr const char* scalars_name = "/scalars";

 private:
  H5File file_;
  std::unique_ptr<const CodeSource> codes_;
};

/// Codes that are compared by estimates.
std::unique_ptr<const CodeSource> open_estimated(const H5File& file, const std::string& name,
                                                 const CodeFormat& format, const std::string& kind,
                                                 const CodeFileOptions& options) {
  if (options.bits != 0 && options.bits != format.bits) {
    agreed(file, "bits", format.bits, options.bits);
  }
  if (options.digit_bits != 0) {
    refuse_codes(file, "has codes of whole vectors, --digit-bits says otherwise: leave it out",
                 ErrorCode::invalid_argument);
  }
  auto codes = packed_table(file, name, format, kind);
  if (format.scalar_bytes == 0) return codes;
  const std::string scalars = CodesWithScalars::scalars_name;
  if (!file.has(scalars)) refuse_codes(file, fmt::format("lacks '{}' beside its codes", scalars));
  const H5Table table = open_h5_table(file, scalars);
  if (!table.is_uint8() || table.rank != 2 || table.columns != format.scalar_bytes ||
      table.rows != codes->size()) {
    refuse_codes(file, fmt::format("'{}' is {} of elements of {} bytes, expected {} x {} uint8",
                                   scalars, fmt::join(table.shape.size, " x "),
                                   table.shape.element_bytes, codes->size(), format.scalar_bytes));
  }
  return std::make_unique<CodesWithScalars>(file, std::move(codes));
}

/// Codes of our own at `name`, of as many bits as the attribute says.
std::unique_ptr<const CodeSource> open_stated(const H5File& file, const std::string& name,
                                              const std::string& bits_attribute,
                                              const std::string& kind,
                                              const CodeFileOptions& options) {
  const auto bits = count_attribute(file, bits_attribute);
  if (const auto format = read_estimated_format(file)) {
    if (!bits || *bits != format->bits) {
      refuse_codes(file, fmt::format("'/digit-widths' has {} bits, the attribute '{}' says {}",
                                     format->bits, bits_attribute, bits.value_or(0)));
    }
    return open_estimated(file, name, *format, kind, options);
  }
  if (bits) {
    if (const auto format = agreed_widths(file, *bits, options)) {
      return packed_table(file, name, *format, kind);
    }
  }
  const auto digit_bits = count_attribute(file, "digit-bits");
  if (!bits || !digit_bits) {
    refuse_codes(file,
                 fmt::format("lacks one of its attributes '{}' and 'digit-bits'", bits_attribute));
  }
  const CodeFormat format =
      code_format(file.path(), agreed(file, "bits", *bits, options.bits),
                  agreed(file, "digit-bits", *digit_bits, options.digit_bits));
  return packed_table(file, name, format, kind);
}

const std::string& part_of(const H5File& file, const CodeFileOptions& options) {
  if (options.part != "database" && options.part != "query") {
    refuse_codes(file, "holds codes of database and queries, and it was not said which to read",
                 ErrorCode::invalid_argument);
  }
  return options.part;
}

/// The kept codes of a result cell. Its attribute bits is what was asked for; a hasher may have
/// used fewer.
std::unique_ptr<const CodeSource> open_cell(const H5File& file, const CodeFileOptions& options) {
  const std::string name = "/" + part_of(file, options) + "/codes";
  if (!file.has(name)) {
    refuse_codes(
        file, fmt::format("is a result cell without '{}': run its suite with --keep-codes", name));
  }
  return open_stated(file, name, "fact.code-bits", "hashlab result cell", options);
}

std::unique_ptr<const CodeSource> open_ann_benchmarks(const H5File& file,
                                                      const CodeFileOptions& options) {
  const auto attributes = file.text_attributes();
  const auto distance = attributes.find("distance");
  if (distance == attributes.end() || distance->second != "hamming") {
    refuse_codes(
        file, fmt::format("has '/train' and '/test', but its attribute distance is {}, expected "
                          "hamming: it holds no binary codes",
                          distance == attributes.end() ? "missing" : "'" + distance->second + "'"));
  }
  const std::string name = part_of(file, options) == "query" ? "/test" : "/train";
  const H5Table table = open_h5_table(file, name);
  if (table.rank != 2 || !(table.is_uint8() || table.shape.kind == H5File::Kind::boolean)) {
    refuse_codes(file,
                 fmt::format("'{}' is {} of elements of {} bytes, expected N x bits of bool, or of "
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

/// Reads rows as elements of type T, which HDF5 converts them to, and stores them as S.
template <typename T, typename S>
ReadRows<void> rows_as(const H5File& file, const std::string& name, std::size_t columns) {
  return [=](std::size_t first, std::size_t count, void* out) {
    if constexpr (std::is_same_v<T, S>) {
      file.read_rows(name, first, count, static_cast<T*>(out));
    } else {
      std::vector<T> rows(count * columns);
      file.read_rows(name, first, count, rows.data());
      std::transform(rows.begin(), rows.end(), static_cast<S*>(out),
                     [](T x) { return static_cast<S>(x); });
    }
  };
}

/// How elements are read as the type that they have in the file.
ReadRows<void> rows_of(const H5File& file, const std::string& name, const H5Table& table) {
  const H5File::Shape& shape = table.shape;
  const std::size_t bytes = shape.element_bytes, D = table.columns;
  if (shape.kind == H5File::Kind::real) {
    return bytes == 4 ? rows_as<float, float>(file, name, D)
                      : rows_as<double, double>(file, name, D);
  }
  if (shape.kind == H5File::Kind::boolean || table.is_uint8()) {
    return rows_as<std::uint8_t, std::uint8_t>(file, name, D);
  }
  if (bytes == 8) {
    return shape.is_signed ? rows_as<std::int64_t, std::int64_t>(file, name, D)
                           : rows_as<std::uint64_t, std::uint64_t>(file, name, D);
  }
  if (bytes == 4) {
    return shape.is_signed ? rows_as<std::int32_t, std::int32_t>(file, name, D)
                           : rows_as<std::uint32_t, std::uint32_t>(file, name, D);
  }
  if (bytes == 2) {
    return shape.is_signed ? rows_as<std::int32_t, std::int16_t>(file, name, D)
                           : rows_as<std::uint32_t, std::uint16_t>(file, name, D);
  }
  return rows_as<std::int32_t, std::int8_t>(file, name, D);
}

/// A dataset of another program's.
std::unique_ptr<const CodeSource> open_dataset(const H5File& file, const std::string& name,
                                               const CodeFileOptions& options) {
  const H5Table table = open_h5_table(file, name);
  const H5File::Shape& shape = table.shape;
  const std::string place = file.path() + ":" + name;
  const bool is_bool = shape.kind == H5File::Kind::boolean;
  const bool is_real = shape.kind == H5File::Kind::real;
  const std::size_t bytes = shape.element_bytes;
  // Half precision is read as float32.
  const bool known =
      is_bool || (is_real && (bytes == 2 || bytes == 4 || bytes == 8)) ||
      (shape.kind == H5File::Kind::integer && std::has_single_bit(bytes) && bytes <= 8);
  if (!known) {
    fail_in(ErrorCode::corrupt_file, place,
            fmt::format("holds {} of {} bytes, expected bool, integers or real numbers",
                        file.elements(name), bytes));
  }
  NumberTable numbers;
  numbers.path = place;
  numbers.program = "HDF5";
  numbers.kind = is_bool ? 'b' : is_real ? 'f' : shape.is_signed ? 'i' : 'u';
  numbers.element_bytes = is_bool ? 1 : is_real ? (bytes == 8 ? 8 : 4) : bytes;
  numbers.text =
      fmt::format("'{}' {}{} {}", name,
                  is_bool           ? "bool"
                  : is_real         ? "float"
                  : shape.is_signed ? "int"
                                    : "uint",
                  is_bool ? "" : fmt::format("{}", 8 * bytes), fmt::join(shape.size, " x "));
  numbers.is_list = table.rank == 1;
  numbers.rows = table.rows;
  numbers.columns = table.columns;
  numbers.buffer_bytes = table.buffer_bytes() + static_cast<double>(4 * table.columns);
  H5Table read_as = table;
  read_as.shape.element_bytes = numbers.element_bytes;
  numbers.read = rows_of(file, name, read_as);
  return codes_of_numbers(std::move(numbers), options);
}

/// The only table of numbers of a file that is none of ours. A data set's features are no codes.
std::string only_table(const H5File& file) {
  if (file.has("/features")) {
    refuse_codes(
        file,
        "is a data set, not a file of codes: 'hashlab encode' makes codes of its features; if "
        "these are codes name them, FILE:/features");
  }
  std::vector<std::string> tables;
  for (const std::string& name : file.members()) {
    const H5File::Shape shape = file.shape(name);
    if (shape.size.size() == 2 && shape.kind != H5File::Kind::other) tables.push_back(name);
  }
  if (tables.size() == 1) return tables.front();
  std::string what =
      "is an HDF5 file without codes: expected one of ours (attribute kind = 'hashlab codes'), a "
      "result cell with its codes, '/train' and '/test' as in ann-benchmarks, or a table of bits";
  if (!tables.empty()) {
    for (std::string& name : tables) name.insert(0, file.path() + ":");
    what =
        fmt::format("is an HDF5 file with several tables: name one of {}", fmt::join(tables, ", "));
  }
  refuse_codes(file, what);
}

std::unique_ptr<const CodeSource> open_h5_codes(const CodeFile& code_file,
                                                const CodeFileOptions& options) {
  const H5File file = H5File::open(code_file.path());
  const std::string& array = code_file.array;
  const auto attributes = file.text_attributes();
  const auto kind = attributes.find("kind");
  if (kind != attributes.end() && kind->second == "hashlab codes" &&
      (array.empty() || array == "codes")) {
    return open_stated(file, "/codes", "bits", "hashlab codes", options);
  }
  const bool is_cell = attributes.contains("recipe");
  if (is_cell && (array == "database/codes" || array == "query/codes")) {
    return open_stated(file, "/" + array, "fact.code-bits", "hashlab result cell", options);
  }
  if (!array.empty()) return open_dataset(file, "/" + array, options);
  if (is_cell) return open_cell(file, options);
  if (file.has("/train") || file.has("/test")) return open_ann_benchmarks(file, options);
  return open_dataset(file, only_table(file), options);
}

}  // namespace

/// Our own files, ann-benchmarks' Hamming data, and tables of bits in files of other programs.
CodeFileFormat hdf5_codes() {
  return {"HDF5", true, [](const Sniff& file) { return !file.is_gzip && H5File::is_h5(file.path); },
          open_h5_codes};
}

}  // namespace hashlab
