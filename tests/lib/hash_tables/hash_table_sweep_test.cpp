#include "lib/error.h"
#include "lib/hash_tables/sweep.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::hash_table_sweep_test {

using namespace testing;

namespace {

std::string refusal(const std::string& text) {
  const std::string message = error_of([&] { parse_hash_table_sweep(text); });
  const std::string head = "hash-tables '" + text + "': ";
  const std::string tail = "; expected such as 'K:8/16 L:1/2 radius:0/1 keys:segments/sampled'";
  if (!message.starts_with(head) || !message.ends_with(tail)) return "not in form: " + message;
  return message.substr(head.size(), message.size() - head.size() - tail.size());
}

}  // namespace

TEST_CASE("hash table sweep: its text has all four lists and reads back as itself") {
  CHECK(parse_hash_table_sweep("K:8").text() == "K:8 L:1 radius:0 keys:segments");
  const std::string all = "K:8/12/16 L:1/2/4 radius:1/0 keys:sampled/segments";
  CHECK(parse_hash_table_sweep(all).text() == all);
  CHECK(parse_hash_table_sweep("  keys:sampled   K:8 ").text() == "K:8 L:1 radius:0 keys:sampled");
  CHECK(parse_hash_table_sweep("").empty());
  CHECK(parse_hash_table_sweep("").text().empty());
  CHECK(parse_hash_table_sweep("").settings().empty());
}

TEST_CASE(
    "hash table sweep: settings are the product of the lists, less what does not fit the codes") {
  const HashTableSweep sweep =
      parse_hash_table_sweep("K:8/16 L:1/2/4 radius:0/1 keys:segments/sampled");
  CHECK(sweep.settings().size() == 24);
  CHECK(sweep.fitting(64) == sweep.settings());
  // At 32 bits four segments of 16 are too many, at 16 only one of 16 or two of 8 are left.
  CHECK(sweep.fitting(32).size() == 22);
  CHECK(sweep.fitting(16).size() == 2 * (2 + 1) + 12);
  CHECK(sweep.fitting(7).empty());
  CHECK(setting_text(sweep.settings().front()) == "K=8,L=1,r=0");
  CHECK(setting_text(sweep.settings().back()) == "K=16,L=4,r=1,keys=sampled");
}

TEST_CASE("hash table sweep: what it is not is refused") {
  CHECK(refusal("L:1") == "K is missing");
  CHECK(refusal("K8") == "'K8' has no ':'");
  CHECK(refusal("K:8 K:9") == "K is given twice");
  CHECK(refusal("K:8/8") == "K names 8 twice");
  CHECK(refusal("K:8 radios:1") == "unknown part 'radios', did you mean 'radius'?");
  CHECK(refusal("K:8 keys:sample") == "keys has 'sample', did you mean 'sampled'?");
  CHECK(refusal("K:8 keys:sampled/sampled") == "keys names sampled twice");
  CHECK(refusal("K:8 radius:9") == "no combination fits any code");
  for (const char* bad : {"0", "65", "-1", "x", "", "1.5", "8/", "/8"}) {
    CAPTURE(std::string(bad));
    CHECK(refusal("K:" + std::string(bad)).ends_with("must be a whole number in 1 .. 64"));
  }
}

}  // namespace hashlab::hash_table_sweep_test
