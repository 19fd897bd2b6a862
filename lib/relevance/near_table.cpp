#include "lib/relevance/near_table.h"

#include "lib/data/file_facts.h"
#include "lib/data/h5_table.h"
#include "lib/error.h"
#include "lib/h5/h5.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hashlab {
namespace {

/// The table that is searched if `given`, which may be empty, is asked for.
std::string table_to_search(const H5File& file, const std::string& given) {
  std::vector<std::string> names;
  for (const std::string& member : file.members()) {
    if (holds_samples(file, member)) names.push_back(member);
  }
  std::string table = given;
  if (table.empty() && std::find(names.begin(), names.end(), "/features") != names.end()) {
    table = "/features";
  }
  if (table.empty() && names.size() == 1) table = names.front();
  if (std::find(names.begin(), names.end(), table) == names.end()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: {}; its tables of samples are {}: name one by --table", file.path(),
                    table.empty() ? "has several tables of samples or none"
                                  : fmt::format("has no samples in '{}'", table),
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  return table;
}

}  // namespace

NearFacts look_for_near_rows(const std::string& path, const std::string& given, double distance,
                             std::size_t threads, const NearProgress& progress) {
  const H5File file = H5File::open(path);
  const std::string table = table_to_search(file, given);
  const H5Table shape = open_h5_rows(file, table);
  NearSearch search;
  search.distance = distance;
  search.threads = threads;
  search.progress = [&](std::size_t done, std::size_t n) { progress(table, shape.rows, done, n); };
  const auto read = [&](std::size_t first, std::size_t count) {
    Features X(shape.columns, count, arma::fill::none);
    file.read_rows(table, first, count, X.memptr());
    if (const auto bad =
            std::find_if(X.begin(), X.end(), [](float x) { return !std::isfinite(x); });
        bad != X.end()) {
      const auto at = static_cast<std::size_t>(bad - X.begin());
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: '{}' row {}, column {} is {}, expected a finite number", path,
                              table, first + at / shape.columns, at % shape.columns, *bad));
    }
    return X;
  };
  return {table, distance, near_rows(shape.rows, read, search)};
}

std::string near_text(const NearFacts& facts) {
  const NearRows& rows = facts.rows;
  std::string text =
      fmt::format("near rows of {}: {} pairs at a distance of at most {}, of {} rows\n",
                  facts.table, rows.pairs, facts.distance, rows.rows);
  for (const NearPair& pair : rows.examples) {
    text += fmt::format("  {} and {}: {:.6g}\n", pair.first, pair.second, pair.distance);
  }
  return text;
}

}  // namespace hashlab
