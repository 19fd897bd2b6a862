#include "results/record/fitted_record.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace hashlab::results {
namespace {

const std::string prefix = "fitted.";

}  // namespace

void write_fitted(H5File& file, const FittedRows& fitted, std::size_t n) {
  if (fitted.empty()) return;
  const std::size_t bytes = (n + 7) / 8;
  std::vector<SharedRows> sets;  // most quantities were fitted on the same rows
  for (const auto& [name, rows] : fitted) {
    const auto same = std::find(sets.begin(), sets.end(), rows);
    file.set(prefix + name, static_cast<double>(same - sets.begin()));
    if (same == sets.end()) sets.push_back(rows);
  }
  std::vector<std::uint8_t> bits(sets.size() * bytes);
  for (std::size_t k = 0; k < sets.size(); ++k) {
    const Rows& rows = sets[k];
    if (!rows.empty() && rows.back() >= n) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("{}: row {} is said to have fitted something, of a data set of {} rows",
                      file.path(), rows.back(), n));
    }
    for (const std::uint32_t row : rows) {
      std::uint8_t& byte = bits[k * bytes + row / 8];
      byte = static_cast<std::uint8_t>(byte | 1u << (row % 8));
    }
  }
  file.write("/fitted/rows", bits.data(), {sets.size(), bytes});
}

FittedRows read_fitted(const H5File& file, std::size_t n) {
  FittedRows fitted;
  if (!file.has("/fitted/rows")) return fitted;
  const H5File::Shape shape = file.shape("/fitted/rows");
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path(), what));
  };
  if (shape.size.size() != 2 || shape.size[0] > 64 || n == 0 || shape.size[1] != (n + 7) / 8 ||
      !file.is_whole("/fitted/rows")) {
    fail("'/fitted/rows' is not sets x ceil(dataset-rows / 8) bytes");
  }
  const std::size_t bytes = shape.size[1];
  std::vector<std::uint8_t> bits(shape.size[0] * bytes);
  file.read("/fitted/rows", bits.data());
  for (const auto& [name, number] : file.number_attributes()) {
    if (!name.starts_with(prefix)) continue;
    if (!(number >= 0 && number < static_cast<double>(shape.size[0]))) {
      fail(fmt::format("'{}' = {} names none of the {} sets of '/fitted/rows'", name, number,
                       shape.size[0]));
    }
    const std::uint8_t* set = &bits[static_cast<std::size_t>(number) * bytes];
    Rows rows;
    for (std::uint32_t row = 0; row < n; ++row) {
      if ((set[row / 8] >> (row % 8) & 1) != 0) rows.push_back(row);
    }
    fitted[name.substr(prefix.size())] = std::move(rows);
  }
  return fitted;
}

}  // namespace hashlab::results
