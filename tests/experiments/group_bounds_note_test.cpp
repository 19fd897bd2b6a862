// What tables say of scores that are means over groups of classes.

#include "experiments/gather/notes/registry.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::group_bounds_note_test {

using namespace experiments;

namespace {

/// The notes on two methods, whose cells have these half widths of `grouped-recall@1`.
std::vector<std::string> notes_on(double first, double second,
                                  const std::vector<std::string>& metrics) {
  Manifest manifest;
  manifest.suite = parse_suite(
      "name = s\ndataset = d\ngroundtruth = class\nhasher = lsh+sbq\nhasher = pca+sbq\n"
      "split = improved\nbits = 16\nruns = 1\n",
      "s.ini", {});
  NotedStudy study{manifest};
  study.metrics = metrics;
  const auto bounds = notes::group_bounds(study);
  for (const Cell& cell : list_cells(manifest.suite)) {
    results::CellRecord record;
    record.facts["clt-half-width[grouped-recall@1]"] =
        cell.method.name() == "lsh+sbq" ? first : second;
    record.facts["hoeffding-half-width[grouped-recall@1]"] = .4;
    record.facts["clt-half-width[grouped-recall@5]"] = .9;
    record.facts["clt-half-width[gap-few-shot@1]"] = .01;
    bounds->add(cell, record);
  }
  return bounds->lines();
}

}  // namespace

TEST_CASE("group bounds: a note says how far other classes may lie from the scores of a table") {
  CHECK(notes_on(.0125, .02, {"auprc", "grouped-recall@1"}) ==
        std::vector<std::string>{
            "grouped-recall@1 of one run, for other classes: half widths of 95 % intervals are "
            "0.0125 to 0.0200 (central limit theorem), 0.4000 to 0.4000 (Hoeffding)"});
}

TEST_CASE("group bounds: the note on few-shot recognition claims nothing about other classes") {
  CHECK(notes_on(.0125, .02, {"gap-few-shot@1"}) ==
        std::vector<std::string>{
            "gap-few-shot@1 of one run, for other episodes of the same classes: half widths of "
            "95 % intervals are 0.0100 to 0.0100 (central limit theorem)"});
}

TEST_CASE("group bounds: tables of other metrics need no note") {
  CHECK(notes_on(.0125, .02, {"auprc"}).empty());
  CHECK(notes_on(.0125, .02, {}).empty());
}

}  // namespace hashlab::group_bounds_note_test
