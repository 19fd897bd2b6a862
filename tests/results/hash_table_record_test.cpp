#include "results/record/hash_table_record.h"

#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/hash_table_scores.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace hashlab::hash_table_record_test {

using namespace results;
using namespace testing;

TEST_CASE("hash table record: scores that cannot be are refused") {
  const TemporaryFolder folder;
  const auto message = [&](const auto& change) {
    H5File file = H5File::create("t");
    write_hash_tables(file, some_hash_table_scores());
    H5File changed = H5File::create("changed");
    std::vector<std::uint32_t> settings = {3, 2, 1, 0};
    std::vector<std::uint64_t> counts(11);
    std::vector<double> scores(8);
    std::string names = file.text_attributes().at("tables.scores");
    change(settings, counts, scores, names);
    changed.set("tables.counts", file.text_attributes().at("tables.counts"));
    changed.set("tables.scores", names);
    changed.write("/tables/settings", settings.data(), {settings.size() / 4, 4});
    changed.write("/tables/counts", counts.data(), {1, counts.size()});
    changed.write("/tables/scores", scores.data(), {1, scores.size()});
    write_file(folder / "t.h5", changed.image());
    const std::string text = error_of([&] { read_hash_tables(H5File::open(folder / "t.h5")); });
    return text == "no error" ? text : text.substr((folder / "t.h5: ").size());
  };
  CHECK(message([](auto&, auto&, auto&, auto&) {}) == "no error");
  CHECK(message([](auto& s, auto&, auto&, auto&) { s[0] = 65; }) ==
        "'/tables/settings' has one that is none");
  CHECK(message([](auto& s, auto&, auto&, auto&) { s[3] = 2; }) ==
        "'/tables/settings' has one that is none");
  CHECK(message([](auto& s, auto&, auto&, auto&) { s.resize(8, 1); }) ==
        "'/tables/counts' is not a row of 11 numbers for each setting");
  CHECK(message([](auto&, auto& c, auto&, auto&) { c.pop_back(); }) ==
        "'/tables/counts' is not a row of 11 numbers for each setting");
  CHECK(message([](auto&, auto&, auto& s, auto&) { s[2] = std::nan(""); }) ==
        "'/tables/scores' has a value that is not finite");
  CHECK(message([](auto&, auto&, auto&, auto& names) {
          names += " more";
        }).starts_with("'tables.scores' is not 'precision recall "));
}

}  // namespace hashlab::hash_table_record_test
