#include "lib/data/table_facts.h"

#include "lib/data/h5_table.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab {
namespace {

std::string type_name(const H5File::Shape& shape) {
  switch (shape.kind) {
    case H5File::Kind::real:
      return fmt::format("float{}", 8 * shape.element_bytes);
    case H5File::Kind::integer:
      return fmt::format("{}int{}", shape.is_signed ? "" : "u", 8 * shape.element_bytes);
    case H5File::Kind::boolean:
      return "bool";
    case H5File::Kind::other:
      break;
  }
  return "other";
}

template <typename T>
void look(const T* row, std::size_t at, std::size_t columns, TableFacts& facts) {
  for (std::size_t j = 0; j < columns; ++j) {
    const auto value = static_cast<double>(row[j]);
    if (!std::isfinite(value)) {
      if (facts.not_finite++ == 0) {
        facts.bad_row = at;
        facts.bad_column = j;
      }
      continue;
    }
    facts.least = std::min(facts.least, value);
    facts.most = std::max(facts.most, value);
  }
}

template <typename T>
void look_at_all(const H5File& file, const H5Table& table, RowDigests* digests, TableFacts& facts) {
  constexpr std::size_t piece_numbers = std::size_t{1} << 18;
  const std::size_t step = std::max<std::size_t>(1, piece_numbers / table.columns);
  std::vector<T> piece(std::min(step, table.rows) * table.columns);
  for (std::size_t first = 0; first < table.rows; first += step) {
    const std::size_t count = std::min(step, table.rows - first);
    file.read_rows(facts.name, first, count, piece.data());
    for (std::size_t i = 0; i < count; ++i) {
      const T* row = piece.data() + i * table.columns;
      look(row, first + i, table.columns, facts);
      if (digests != nullptr) digests->add(row, table.columns * sizeof(T));
    }
  }
}

}  // namespace

TableFacts table_facts(const H5File& file, const std::string& name, RowDigests* digests) {
  const H5File::Shape shape = file.shape(name);
  TableFacts facts{name, shape.size, type_name(shape), "", 0, 0, 0, 0, 0};
  if (shape.kind == H5File::Kind::other) return facts;
  H5Table table;
  try {
    table = open_h5_rows(file, name);
  } catch (const Error& error) {
    facts.trouble = error.what();
    return facts;
  }
  facts.least = std::numeric_limits<double>::infinity();
  facts.most = -facts.least;
  if (table.is_uint8()) {
    look_at_all<std::uint8_t>(file, table, digests, facts);
  } else if (shape.kind == H5File::Kind::real && shape.element_bytes == 4) {
    look_at_all<float>(file, table, digests, facts);
  } else {
    look_at_all<double>(file, table, digests, facts);
  }
  return facts;
}

}  // namespace hashlab
