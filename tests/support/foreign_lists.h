#pragma once

#include "lib/files/files.h"
#include "splits/registry.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace hashlab::testing {

/// How many rows the data set has that the lists are of.
constexpr std::size_t listed_rows = 600;

/// What a split of `listed_rows` rows without labels is asked for.
inline splits::SplitRequest request_of_listed(std::size_t run = 1) {
  return {"checksum", listed_rows, nullptr, {20, 12, 30, 40}, 7, run};
}

/// Row numbers as a text file has them, one a line.
inline std::string text_of_rows(Rows rows, bool backwards = false) {
  if (backwards) std::reverse(rows.begin(), rows.end());
  return fmt::format("{}\n", fmt::join(rows, "\n"));
}

/// A folder with the lists of a split, each in reverse order; some as text, some as NumPy.
class PartLists {
 public:
  explicit PartLists(const splits::Split& split) {
    write("queries", split.test_queries);
    write("training", split.training);
    write("validation-queries", split.validation_queries);
    write("validation-database", split.validation_database);
    Rows database = split.test_database;
    std::reverse(database.begin(), database.end());
    write_file(folder_ / "database.npy",
               npy("<u4", fmt::format("({},)", database.size()), database));
  }
  /// Replaces one of the lists that are text.
  void write(const std::string& name, const Rows& rows) const {
    write_file(folder_ / (name + ".txt"), text_of_rows(rows, true));
  }
  std::string path() const { return folder_.path(); }
  /// The name of the split `foreign` with these lists, and with `more` settings.
  std::string spec(const std::string& more = "") const { return "foreign:lists=" + path() + more; }
  /// The message that this split is refused with, or "no error".
  std::string refusal(const std::string& more = "") const {
    return error_of([&] { splits::make_split(spec(more)).make(request_of_listed()); });
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace hashlab::testing
