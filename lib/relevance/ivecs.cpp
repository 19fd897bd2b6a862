#include "lib/relevance/ivecs.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/relevance/listed_rows.h"

#include <fmt/format.h>

#include <vector>

namespace hashlab {

Relevance read_ivecs(const std::string& path, std::size_t n_queries, std::size_t n_database) {
  const InputFile file(path);
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", path, what));
  };
  ListedRows lists(path, n_database);
  std::vector<std::int32_t> stored;
  std::vector<std::int64_t> rows;
  std::size_t at = 0;
  for (std::size_t q = 0; at < file.size(); ++q) {
    if (q == n_queries) {
      fail(fmt::format("goes on after {} lists at byte {}, expected one a query", q, at));
    }
    const std::size_t left = file.size() - at;
    std::int32_t count = 0;
    if (left >= sizeof count) file.read(at, &count, sizeof count);
    if (left < sizeof count || count < 0 ||
        static_cast<std::size_t>(count) > left / sizeof count - 1) {
      fail(fmt::format("list {} claims {} rows, {} bytes are left: it is truncated or no .ivecs", q,
                       count, left < sizeof count ? left : left - sizeof count));
    }
    stored.resize(static_cast<std::size_t>(count));
    file.read(at + sizeof count, stored.data(), stored.size() * sizeof count);
    rows.assign(stored.begin(), stored.end());
    at += (rows.size() + 1) * sizeof count;
    lists.add(rows);
  }
  return lists.of_queries(n_queries);
}

}  // namespace hashlab
