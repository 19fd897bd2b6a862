#include "results/published/correction.h"
#include "results/published/published.h"
#include "results/record/record.h"
#include "results/statistics/statistics.h"
#include "tests/support/documents.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace hashlab::published_runs_test {

using namespace results;
using namespace testing;

// Whole runs on real data. They need the folder that HASHLAB_DATA names and are skipped without it.

namespace {

std::vector<CellRecord> cells_of(const std::string& results) {
  std::vector<CellRecord> records;
  for (const auto& entry : std::filesystem::directory_iterator(results + "/cells")) {
    records.push_back(read_cell(entry.path().string(), false));
  }
  return records;
}

/// By how much our mean of ten runs may lie beside the thesis's, in per cent of it: what
/// docs/research states and, as far as it could, explains. Descriptors are those of
/// images that went through JPEG, so we are below: it costs nothing (ITQ with SBQ and NPQ, LSH +
/// SBQ) up to 26 % (results/published/corrections/cifar10_jpeg.csv). SKLSH varies most (.034 to
/// .045 between seeds for SBQ).
struct Deviation {
  double least, most;
};
Deviation known_deviation(const std::string& projection, const std::string& quantiser) {
  if (quantiser == "dbq" || quantiser == "mhq") return {-25.5, -7};
  if (projection == "sh") return {-15.5, -10.5};
  if (projection == "sklsh") return {-22, -13};
  return {-10, 2.5};
}

/// A short run of two hashers; every score must beat that of a random ranking.
void check_above_base_rate(const std::string& dataset, const std::string& ground_truth) {
  CAPTURE(dataset);
  CAPTURE(ground_truth);
  const std::string data = real_data({dataset + ".h5"});
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

TEST_CASE("published: the kept means lie beside thesis Table 4.17 by what is stated, no more") {
  const auto kept = kept_auprc_of_thesis_cifar10().at("literature");
  const std::vector<PublishedValue> published =
      read_published(HASHLAB_SOURCE_DIR "/results/published/thesis_table_4_17.csv");
  const Correction correction =
      read_correction(HASHLAB_SOURCE_DIR "/results/published/corrections/cifar10_jpeg.csv");
  std::vector<std::string> off_corrected;
  std::size_t compared = 0;
  for (const std::string projection : {"lsh", "pca", "itq", "sh", "sklsh"}) {
    for (const std::string quantiser : {"sbq", "dbq", "mhq", "npq"}) {
      const std::string hasher =
          fmt::format("{}+{}{}", projection, quantiser, projection == "sklsh" ? ":gamma=1" : "");
      CAPTURE(hasher);
      const auto value = std::find_if(published.begin(), published.end(), [&](const auto& v) {
        return v.hasher == hasher && v.bits == 32 && v.metric == "auprc";
      });
      REQUIRE(value != published.end());
      const double ours = kept.at(hasher).mean;
      const double percent = difference_percent(ours, value->value).value();
      const Deviation known = known_deviation(projection, quantiser);
      CAPTURE(percent);
      CHECK(percent >= known.least);
      CHECK(percent <= known.most);
      const CorrectionFactor* lossy =
          correction.find("cifar10_gist512", "epsilon", hasher, 32, "auprc");
      REQUIRE(lossy != nullptr);
      if (std::abs(*difference_percent(ours / lossy->factor, value->value)) > 10) {
        off_corrected.push_back(hasher);
      }
      if (quantiser != "npq") {  // the thesis's claim
        CHECK(ours < kept.at(projection + "+npq" + (projection == "sklsh" ? ":gamma=1" : "")).mean);
      }
      ++compared;
    }
  }
  CHECK(compared == 20);
  CHECK(off_corrected ==
        std::vector<std::string>{"lsh+dbq", "sklsh+mhq:gamma=1", "sklsh+npq:gamma=1"});
}

TEST_SUITE("slow") {
  TEST_CASE("published: all 600 cells of the CIFAR-10 suite give the means that are kept") {
    const std::string data = real_data({"cifar10_gist512.h5"});
    if (data.empty()) return;
    const TemporaryFolder folder;
    const Outcome run = hashlab::testing::hashlab(
        fmt::format("run '{}/experiments/suites/thesis-cifar10.ini' --data '{}' --out '{}'",
                    HASHLAB_SOURCE_DIR, data, folder / "out"));
    CAPTURE(run.error);
    REQUIRE(run.status == 0);
    std::map<std::string, std::map<std::string, std::vector<double>>> found;
    for (const CellRecord& record : cells_of(folder / "out")) {
      found[record.split][record.hasher].push_back(record.metrics.at("auprc"));
      CHECK(record.facts.at("relevant-mean") > 100);  // the published ball is that uneven
      CHECK(record.facts.at("queries-without-relevant") > 0.1);
    }
    std::size_t compared = 0;
    for (const auto& of_split : kept_auprc_of_thesis_cifar10()) {
      CAPTURE(of_split.first);
      const auto& [split, hashers] = of_split;
      for (const auto& of_hasher : hashers) {
        CAPTURE(of_hasher.first);
        const auto& [hasher, kept] = of_hasher;
        const std::vector<double>& values = found[split][hasher];
        REQUIRE(values.size() == 10);
        // Kept to four decimals. One program on one machine gives the same bits; the BLAS kernels
        // of another processor round some projections otherwise, which turns single bits.
        // OpenBLAS's for Nehalem against those for Haswell: 254 of 1,200 values differ, the most by
        // .00025; next to what is kept no mean and one of 60 deviations leaves its fourth decimal,
        // by .000004.
        constexpr double tolerance = .0001;
        CHECK(std::abs(mean(values) - kept.mean) <= tolerance);
        CHECK(std::abs(sample_standard_deviation(values) - kept.deviation) <= tolerance);
        ++compared;
      }
    }
    CHECK(compared == 60);
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

}  // namespace hashlab::published_runs_test
