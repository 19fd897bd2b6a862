#include "lib/import/sink.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace hashlab {
namespace {

// What rows are numbered by.
constexpr std::size_t max_rows = std::numeric_limits<std::uint32_t>::max();

/// Is it a value that T stands for, with a rounding if T is real and the value need not be whole?
template <typename T>
bool fits(double value, bool whole) {
  const auto lowest = static_cast<double>(std::numeric_limits<T>::lowest());
  const auto highest = static_cast<double>(std::numeric_limits<T>::max());
  if (!(value >= lowest && value <= highest)) return false;
  if (std::is_floating_point_v<T> && !whole) return true;
  return static_cast<double>(static_cast<T>(value)) == value;
}

const char* range_of(Element element, bool whole) {
  if (element == Element::uint8) return "a whole number in 0 .. 255";
  if (element == Element::int32) return "a whole number of 32 bits";
  return whole ? "a whole number that float32 holds exactly"
               : "a finite number within float32; remove or replace such samples";
}

}  // namespace

Sink::Sink(H5OnDisk& file, const std::string& name, Element element,
           const std::vector<std::size_t>& row_shape)
    : file_(file), part_{name, {0}, element} {
  part_.shape.insert(part_.shape.end(), row_shape.begin(), row_shape.end());
  for (const std::size_t extent : row_shape) columns_ *= extent;
  whole_ = name.ends_with("/features") && element == Element::int32;
  if (whole_) part_.element = Element::float32;
  constexpr auto packing = H5OnDisk::Packing::compressed;
  switch (part_.element) {
    case Element::uint8:
      table_ = file_.add_table<std::uint8_t>(name, row_shape, packing);
      break;
    case Element::int32:
      table_ = file_.add_table<std::int32_t>(name, row_shape, packing);
      break;
    case Element::float32:
      table_ = file_.add_table<float>(name, row_shape, packing);
      break;
  }
}

void Sink::append(const double* values, std::size_t rows, const std::string& source) {
  if (this->rows() + rows > max_rows) {
    throw Error(
        ErrorCode::corrupt_file,
        fmt::format("{}: has more than {} rows, the most that a data set holds", source, max_rows));
  }
  switch (part_.element) {
    case Element::uint8:
      return convert<std::uint8_t>(values, rows, source);
    case Element::int32:
      return convert<std::int32_t>(values, rows, source);
    case Element::float32:
      return convert<float>(values, rows, source);
  }
}

template <typename T>
void Sink::convert(const double* values, std::size_t rows, const std::string& source) {
  std::vector<T> block(rows * columns_);
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (!fits<T>(values[i], whole_)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: row {}, column {} is {}, expected {}", source,
                              this->rows() + i / columns_, i % columns_, values[i],
                              range_of(part_.element, whole_)));
    }
    block[i] = static_cast<T>(values[i]);
  }
  append_as_they_are(block.data(), rows);
}

}  // namespace hashlab
