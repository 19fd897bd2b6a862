// The tables of results that were read, whatever folder they are from.

#include "experiments/gather/study_tables.h"
#include "experiments/suite/suite_file.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::study_tables_test {

using namespace experiments;
using namespace testing;

namespace {

/// Two methods in three runs with map and auprc; the data set has so many rows.
StudyResults results_of(const std::string& lines, std::size_t rows = 5000) {
  StudyResults study;
  study.name = "kept";
  study.manifest.suite = parse_suite(
      "name = s\ndataset = d\ngroundtruth = class\nhasher = lsh+sbq\nhasher = itq+sbq\nbits = 8\n"
      "split = improved\nruns = 3\nmetric = map\ntest-queries = 100\ntraining = 200\n" +
          lines,
      "s.ini", {});
  study.manifest.dataset = {"d", std::string(64, 'a'), rows, 32};
  for (std::size_t run = 1; run <= 3; ++run) {
    for (const char* hasher : {"lsh+sbq", "itq+sbq"}) {
      for (const char* metric : {"map", "auprc"}) {
        const double value = 0.25 + 0.125 / static_cast<double>(run);
        study.rows.push_back({"d", "improved", hasher, 8, run, metric, value});
      }
    }
  }
  study.footnotes = {"read"};
  return study;
}

StudyTables made(const StudyResults& results, const TableRequest& request = {}) {
  return tables_of(results, requested_metrics(request.metrics, results.manifest.suite), request);
}

/// The lines below a table that say why it has no marks.
std::vector<std::string> reasons(const StudyTables& study) {
  std::vector<std::string> notes = study.tables.front().footnotes;
  std::erase_if(notes, [](const std::string& note) { return !note.starts_with("no marks"); });
  return notes;
}

}  // namespace

TEST_CASE("study tables: those of the suite's metrics, or one for each metric asked for") {
  const StudyTables study = made(results_of(""));
  CHECK(study.name == "kept");
  CHECK(study.dataset == "d");
  REQUIRE(study.tables.size() == 1);
  CHECK(study.rows.size() == 6);
  CHECK(study.tables.front().footnotes.back() == "read");
  TableRequest request;
  request.metrics = {"auprc", "map"};
  const StudyTables both = made(results_of(""), request);
  REQUIRE(both.tables.size() == 2);
  CHECK(both.tables.front().records.at(1).front() == "auprc");
  CHECK(both.rows.size() == 12);
}

TEST_CASE("study tables: in a direction they are named by it") {
  StudyResults results = results_of("");
  results.manifest.direction = {"image", "text", "joint"};
  CHECK(made(results).dataset == "d:image>text:joint");
}

TEST_CASE("study tables: without marks they say why, if marks were to be expected") {
  CHECK(reasons(made(results_of(""))).empty());
  CHECK(reasons(made(results_of("baseline = +sbq\n"))).empty());
  const StudyResults lost = results_of("baseline = +npq:thresholds=3\n");
  CHECK(reasons(made(lost)) ==
        std::vector<std::string>{"no marks: the baseline '+npq' is not among the methods"});
  TableRequest unmarked;
  unmarked.marks.reset();
  CHECK(reasons(made(lost, unmarked)).empty());
  const StudyResults small = results_of("baseline = lsh+sbq\n", 250);
  REQUIRE(reasons(made(small)).size() == 1);
  CHECK(reasons(made(small)).front() == Contains("the suite's sizes do not fit the data set"));
  TableRequest letters;
  letters.letters = true;
  CHECK(error_of([&] { made(small, letters); }) == Contains("do not fit 250 rows"));
}

}  // namespace hashlab::study_tables_test
