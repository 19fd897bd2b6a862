#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::what_scores_hide_test {

using namespace testing;

namespace {

/// The small study on data of which half the rows are one and the same, of classes `gathered` in
/// one point each or not: its codes collapse.
class CollapsedStudy {
 public:
  CollapsedStudy() {
    Dataset dataset = small_dataset(600, 16);
    for (arma::uword i = 300; i < 600; ++i) {
      dataset.features.col(i) = dataset.features.col(i % 4);
      dataset.labels.single[i] = dataset.labels.single[i % 4];
    }
    write_dataset(study_ / "small.h5", dataset);
    ran_ = study_.run("--set groundtruth=class");
    REQUIRE(ran_.status == 0);
  }
  const Outcome& ran() const { return ran_; }
  const SmallStudy& operator*() const { return study_; }
  const SmallStudy* operator->() const { return &study_; }

 private:
  SmallStudy study_;
  Outcome ran_;
};

}  // namespace

TEST_CASE("what scores hide: tables name hashers whose codes collapsed, cells record by how much") {
  const CollapsedStudy study;
  const std::string note = "a single code stands for a tenth of the database or more";
  CHECK(study.ran().out == Contains(note));
  CHECK(study.ran().out == Contains("lsh+sbq at 8 bits, literature: "));
  CHECK(study->table("--format md").out == Contains(note));
  CHECK(SmallStudy().run("--set bits=32").out.find(note) == std::string::npos);
  const std::string everything = study->table("--everything --format csv").out;
  for (const char* fact : {"distinct-codes", "largest-bucket", "bit-entropy"}) {
    CHECK(everything == Contains(fmt::format(",fact,{},", fact)));
  }
}

TEST_CASE("what scores hide: what AUPRC leaves out is marked and explained") {
  const CollapsedStudy study;
  const std::string text = study->table("--metric auprc").out;
  CHECK(text == Contains("†"));
  CHECK(text == Contains("†: auprc omits a tenth or more of the area, up to "));
  CHECK(study->table("--metric auprc --format tex").out == Contains("^{\\dagger}"));
  for (const char* metric : {"map", "auprc-interpolated"}) {
    CAPTURE(metric);
    CHECK(study->table(fmt::format("--metric {}", metric)).out.find("†") == std::string::npos);
  }
}

TEST_CASE("what scores hide: the report's page warns of both") {
  const CollapsedStudy study;
  const std::string page = *study / "page.html";
  REQUIRE(hashlab::testing::hashlab(fmt::format("report '{}' --out '{}'", study->results(), page))
              .status == 0);
  const std::string text = read_file(page);
  CHECK(text == Contains("\"warnings\":[\"†: auprc omits a tenth"));
  CHECK(text == Contains("a single code stands for a tenth of the database or more"));
}

TEST_CASE("what scores hide: run says that an audit would find something, audit what it means") {
  const CollapsedStudy study;
  CHECK(study.ran().error == Contains("note: 'hashlab audit' finds "));
  CHECK(study.ran().error == Contains("copies-of-queries-in-database"));
  const std::string audit = fmt::format("audit '{}' --data '{}'", study->results(), *study / "");
  const Outcome text = hashlab::testing::hashlab(audit);
  CHECK(text.status == 1);
  CHECK(text.out == Contains("about copies-of-queries-in-database: the data set holds the same "
                             "features of these rows again"));
  CHECK(text.out == Contains("to do: set 'duplicates = exclude' in the suite"));
  const Outcome json = hashlab::testing::hashlab(audit + " --format json");
  CHECK(json.out == Contains("\"copies-of-queries-in-database\": {\"means\": \"the data set"));
  CHECK(json.out == Contains("\"to_do\": \"set 'duplicates = exclude' in the suite"));
  CHECK(SmallStudy().run().error.find("hashlab audit") == std::string::npos);
}

TEST_CASE("what scores hide: with classes as ground truth, mAP is the first metric by default") {
  const SmallStudy study;
  const std::string suite =
      "name = s\ndataset = small\nhasher = lsh+sbq\nbits = 8\nruns = 1\n"
      "split = literature\ntest-queries = 40\nvalidation-queries = 0\n"
      "validation-database = 0\ntraining = 100\n";
  write_file(study / "plain.ini", suite);
  const auto first_table = [&](const std::string& groundtruth) {
    const Outcome ran = hashlab::testing::hashlab(
        fmt::format("run '{}' --data '{}' --out '{}' --set groundtruth={}", study / "plain.ini",
                    study / "", study / groundtruth, groundtruth));
    REQUIRE(ran.status == 0);
    return lines_of(ran.out).front();
  };
  CHECK(first_table("class") == "map on small");
  CHECK(first_table("epsilon") == "auprc on small");
}

TEST_CASE("what scores hide: codes that are shorter than their column says are named") {
  const SmallStudy study;
  REQUIRE(study.run("--set hasher=itq+npq --set hasher=itq+sbq --set bits=9").status == 0);
  const std::string text = study.table().out;
  CHECK(text == Contains("codes with fewer bits than asked for, because each dimension takes "
                         "several: itq+npq at 9 bits: 8\n"));
}

}  // namespace hashlab::what_scores_hide_test
