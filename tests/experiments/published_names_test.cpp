#include "hashers/registry.h"
#include "results/published/published.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hashlab::published_names_test {

using namespace hashers;
using namespace results;

namespace {

std::string folder() {
  return HASHLAB_SOURCE_DIR "/results/published";
}

/// What a source prints.
std::string metric_of(const std::string& source) {
  if (source == "thesis Table 4.6") return "quantiser-seconds-per-dimension";
  if (source == "ECIR 2015 Table 3") return "learn-seconds";
  if (source == "CMFH CVPR 2014" || source == "DJSAH TCSVT 2022") {
    return "map@50:divisor=retrieved-relevant";
  }
  return source.starts_with("thesis") ? "auprc" : "map";
}

/// What the files of tables are called, without the table's number.
const std::vector<std::pair<std::string, std::string>> sources = {
    {"thesis_table_", "thesis Table "},
    {"grh_ecir_2015_table_", "ECIR 2015 Table "},
    {"rcmh_sigir_2015_table_", "SIGIR 2015 Table "},
    {"cmfh_cvpr_2014", "CMFH CVPR 2014"},
    {"djsah_tcsvt_2022", "DJSAH TCSVT 2022"},
    {"scratch_mm_2018_table_", "SCRATCH MM 2018 Table "},
    {"sdmch_ijcai_2018_table_", "SDMCH IJCAI 2018 Table "}};

/// Printed with the tables of ECIR 2015 and SIGIR 2015, and with the thesis's times; not with the
/// times of ECIR 2015, nor for Wiki's own split.
bool says_training(const std::string& source) {
  return source == "thesis Table 4.6" || source.starts_with("SIGIR") ||
         (source.starts_with("ECIR") && source != "ECIR 2015 Table 3");
}

}  // namespace

TEST_CASE("published files: all are read, each of one source, of methods that hashlab has") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".csv") continue;
    ++files;
    const std::string name = entry.path().stem().string();
    CAPTURE(name);
    const auto known = std::find_if(sources.begin(), sources.end(),
                                    [&](const auto& s) { return name.starts_with(s.first); });
    REQUIRE(known != sources.end());
    std::string number = name.substr(known->first.size());
    std::replace(number.begin(), number.end(), '_', '.');
    const std::string source = known->second + number;
    for (const PublishedValue& value : read_published(entry.path().string())) {
      CAPTURE(value.hasher);
      CHECK(value.source == source);
      CHECK(value.groundtruth == (source.starts_with("thesis") ? "epsilon" : "class"));
      CHECK(value.metric == metric_of(source));
      CHECK((value.training > 0) == says_training(source));
      std::string hasher = value.hasher;
      for (const char* tuned : {",tuned", ":tuned"}) {
        if (hasher.ends_with(tuned)) hasher.resize(hasher.size() - std::string(tuned).size());
      }
      CHECK(make_hasher(hasher).name == hasher);
    }
  }
  CHECK(files == 21);
}

}  // namespace hashlab::published_names_test
