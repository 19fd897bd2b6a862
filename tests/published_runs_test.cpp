#include "results/published.h"
#include "results/record.h"
#include "tests/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

// Whole runs on real data. They need the folder that HASHLAB_DATA names and are skipped without it.

namespace {

std::vector<CellRecord> cells_of(const std::string& results) {
  std::vector<CellRecord> records;
  for (const auto& entry : std::filesystem::directory_iterator(results + "/cells")) {
    records.push_back(read_cell(entry.path().string(), false));
  }
  return records;
}

double mean_auprc(const std::vector<CellRecord>& records, const std::string& hasher,
                  const std::string& split) {
  double sum = 0;
  std::size_t runs = 0;
  for (const CellRecord& record : records) {
    if (record.hasher != hasher || record.split != split) continue;
    sum += record.metrics.at("auprc");
    ++runs;
  }
  REQUIRE(runs == 2);
  return sum / 2;
}

double published_auprc(const std::string& hasher) {
  const std::string file = HASHLAB_SOURCE_DIR "/results/published/thesis_table_4_17.csv";
  const std::vector<PublishedValue> values = read_published(file);
  const auto found = std::find_if(values.begin(), values.end(), [&](const PublishedValue& v) {
    return v.hasher == hasher && v.bits == 32 && v.metric == "auprc";
  });
  REQUIRE(found != values.end());
  return found->value;
}

/// A short run of two hashers; every score must beat that of a random ranking.
void check_above_base_rate(const std::string& dataset, const std::string& ground_truth) {
  CAPTURE(dataset);
  CAPTURE(ground_truth);
  const std::string data = real_data(dataset + ".h5");
  if (data.empty()) return;
  const TemporaryFolder folder;
  const Outcome run = shell(fmt::format(
      "printf 'name = short\ndataset = {}\ngroundtruth = {}\nhasher = itq+sbq\nhasher = pca+npq\n"
      "bits = 32\nruns = 1\ntest-queries = 300\nvalidation-queries = 100\n"
      "validation-database = 500\ntraining = 1000\n' > '{}/short.ini' && '{}' run '{}/short.ini' "
      "--data '{}' --out '{}/out'",
      dataset, ground_truth, folder.path(), HASHLAB_PROGRAM, folder.path(), data, folder.path()));
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  const std::vector<CellRecord> records = cells_of(folder / "out");
  CHECK(records.size() == 4);
  for (const CellRecord& record : records) {
    CAPTURE(record.hasher);
    CAPTURE(record.split);
    const double base_rate = record.facts.at("relevant-mean") / record.facts.at("test-database");
    CHECK(base_rate > 0);
    // Not auprc: where most codes of a bag of words are equal its curve begins far from recall 0.
    CHECK(record.metrics.at("map") > base_rate);
  }
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("published: CIFAR-10 comes out near thesis Table 4.17 at two runs") {
    const std::string data = real_data("cifar10_gist512.h5");
    if (data.empty()) return;
    const TemporaryFolder folder;
    const Outcome run = hashlab::testing::hashlab(fmt::format(
        "run '{}/experiments/suites/thesis-cifar10.ini' --data '{}' --out '{}' --set runs=2 "
        "--set hasher=pca+sbq --set hasher=itq+sbq --set hasher=itq+npq --set hasher=pca+npq",
        HASHLAB_SOURCE_DIR, data, folder / "out"));
    CAPTURE(run.error);
    REQUIRE(run.status == 0);
    const std::vector<CellRecord> records = cells_of(folder / "out");
    CHECK(records.size() == 16);
    const auto ours = [&](const std::string& hasher) {
      return mean_auprc(records, hasher, "literature");
    };
    // The descriptors come from re-compressed images and two runs vary, hence the width.
    for (const char* hasher : {"pca+sbq", "itq+sbq"}) {
      CAPTURE(hasher);
      CHECK(ours(hasher) == doctest::Approx(published_auprc(hasher)).epsilon(0.25));
    }
    for (const char* hasher : {"pca+npq", "itq+npq"}) {
      CAPTURE(hasher);
      CHECK(ours(hasher) > 0.85 * published_auprc(hasher));
    }
    for (const char* split : {"literature", "improved"}) {
      CAPTURE(split);
      for (const std::string projection : {"pca", "itq"}) {
        CHECK(mean_auprc(records, projection + "+npq", split) >
              mean_auprc(records, projection + "+sbq", split));
      }
    }
    for (const CellRecord& record : records) {
      CHECK(record.facts.at("relevant-mean") > 100);  // the published ball is that uneven
      CHECK(record.facts.at("queries-without-relevant") > 0.1);
    }
    const Outcome table = hashlab::testing::hashlab(
        fmt::format("table '{}' --compare-published '{}/results/published/thesis_table_4_17.csv'",
                    folder / "out", HASHLAB_SOURCE_DIR));
    CHECK(table.status == 0);
    CHECK(table.out == Contains("0.2669"));
  }

  TEST_CASE("published: real data of every kind run and score above the base rate") {
    check_above_base_rate("mnist", "class");               // uint8, 784 features
    check_above_base_rate("usps", "class");                // uint8
    check_above_base_rate("corel16k001_bow500", "class");  // multi-label
    check_above_base_rate("scene15_gist512", "class");
    check_above_base_rate("scene15_gist512", "epsilon");
    check_above_base_rate("oxford5k_fc7pca128", "epsilon");
  }
}
