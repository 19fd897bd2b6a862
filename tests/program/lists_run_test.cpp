#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "results/record/record.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::lists_run_test {

using namespace results;
using namespace testing;

namespace {

/// Twenty queries of 600 rows, each of them in its own list: ten rows of its class are relevant,
/// every other one easy, and three of another class are junk.
struct ListedFile {
  std::vector<std::int32_t> row, relevant, easy, hard, junk, offsets, halves, junk_offsets;

  explicit ListedFile(const Labels& labels) : offsets{0}, halves{0}, junk_offsets{0} {
    for (std::int32_t q = 0; q < 20; ++q) {
      const std::int32_t asking = 599 - 3 * q;  // descending, as files need not be sorted
      row.push_back(asking);
      const auto label = [&](std::int32_t i) { return labels.single[static_cast<std::size_t>(i)]; };
      std::vector<std::int32_t> list = {asking};
      for (std::int32_t i = 0; i < 300 && list.size() < 10; ++i) {
        if (label(i) == label(asking)) list.push_back(i);
      }
      relevant.insert(relevant.end(), list.rbegin(), list.rend());
      for (std::size_t i = 0; i < list.size(); ++i) (i % 2 == 0 ? easy : hard).push_back(list[i]);
      std::size_t left = 3;
      for (std::int32_t i = 0; left > 0; ++i) {
        if (label(i) == label(asking)) continue;
        junk.push_back(i);
        --left;
      }
      offsets.push_back(static_cast<std::int32_t>(relevant.size()));
      halves.push_back(static_cast<std::int32_t>(easy.size()));
      junk_offsets.push_back(static_cast<std::int32_t>(junk.size()));
    }
  }
};

enum class With { relevant, levels };

void write_listed(const std::string& path, With with = With::relevant, bool labelled = true,
                  std::int32_t first_junk = -1) {
  const Dataset dataset = small_dataset(600, 16);
  ListedFile lists(dataset.labels);
  if (first_junk >= 0) lists.junk.front() = first_junk;
  H5File file = H5File::create("listed");
  const auto write = [&](const std::string& name, const std::vector<std::int32_t>& values) {
    file.write("/query/" + name, values.data(), {values.size()});
  };
  file.write("/features", dataset.features.memptr(), {600, 16});
  if (labelled) file.write("/labels", dataset.labels.single.data(), {600});
  write("row", lists.row);
  if (with == With::relevant) {
    write("relevant", lists.relevant);
    write("relevant_offsets", lists.offsets);
  } else {
    write("easy", lists.easy);
    write("easy_offsets", lists.halves);
    write("hard", lists.hard);
    write("hard_offsets", lists.halves);
  }
  write("junk", lists.junk);
  write("junk_offsets", lists.junk_offsets);
  write_file(path, file.image());
}

const std::string by_lists = "--set split=queries --set groundtruth=lists ";

Outcome program(const SmallStudy& study, const std::string& verb) {
  return testing::hashlab(fmt::format("{} --data '{}'", verb, study / ""));
}

/// Ranked and relevant items of all queries of all cells.
struct Totals {
  std::size_t ranked = 0, relevant = 0;
  bool operator==(const Totals&) const = default;
};

Totals totals_of(const std::string& cell) {
  const RankCounts counts = read_cell(cell, true).counts;
  Totals totals;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    for (const auto count : counts.all_of(q)) totals.ranked += count;
    for (const auto count : counts.relevant_of(q)) totals.relevant += count;
  }
  return totals;
}

}  // namespace

TEST_CASE("lists: a suite ranks what is not learned from, without junk, with any jobs") {
  const SmallStudy one, three;
  for (const SmallStudy* study : {&one, &three}) write_listed(*study / "small.h5");
  const std::string set = by_lists + "--set split=queries:training=all --set reference=euclidean ";
  const Outcome run = one.run(set + "--jobs 1");
  CAPTURE(run.error);
  REQUIRE(run.status == 0);
  REQUIRE(three.run(set + "--jobs 3").status == 0);
  CHECK(one.numbers() == three.numbers());
  for (const std::string& cell : one.cells()) {
    const CellRecord record = read_cell(cell, false);
    CHECK(record.groundtruth == "lists");
    CHECK(record.recipe == Contains("groundtruth = lists:level=auto,self=kept\nlists = "));
    CHECK(record.facts.at("test-queries") == 20);
    const auto database = static_cast<std::size_t>(record.facts.at("test-database"));
    CHECK(totals_of(cell) == Totals{20 * (database - 3), 20 * 10});
    CHECK((database == 600) == (record.split == "queries:training=all"));
  }
  CHECK(program(one, "rerun '" + one.cells()[0] + "'").out ==
        Contains("rank counts are identical"));
  const std::string file = one / "splits.h5";
  REQUIRE(program(one, "splits export '" + one.results() + "' --out '" + file + "'").status == 0);
  CHECK(program(one, "splits verify '" + file + "'").out == Contains("0 deviations"));
  CHECK(program(one, "splits verify '" + one.results() + "'").out == Contains("0 deviations"));
  CHECK(
      testing::hashlab("report '" + one.results() + "' --out '" + one / "page.html" + "'").status ==
      0);
  CHECK(testing::hashlab("compare '" + one.results() + "' --by hasher").status == 0);
  const Outcome inspected =
      testing::hashlab("inspect '" + one / "small.h5" + "' --groundtruth lists");
  CHECK(inspected.out == Contains("lists: 20 queries, 60 junk, 200 relevant\n"));
  CHECK(inspected.out == Contains("lists:level=auto,self=kept, 20 queries against 600 rows"));
}

TEST_CASE(
    "lists: audit takes queries in the database for granted, not that they are learned from") {
  const SmallStudy study;
  write_listed(study / "small.h5");
  REQUIRE(study.run(by_lists).status == 0);
  const Outcome clean = program(study, "audit '" + study.results() + "'");
  CAPTURE(clean.out);
  CHECK(clean.status == 0);
  REQUIRE(study.run(by_lists + "--set split=queries:training=all --set runs=1").status == 0);
  const Outcome leaks = program(study, "audit '" + study.results() + "'");
  CHECK(leaks.out == Contains("queries-in-training"));
  CHECK_FALSE(leaks.out == Contains("queries-in-database"));
}

TEST_CASE("lists: levels and the query itself change what is relevant and what is ranked") {
  const auto totals = [](With with, const std::string& settings) {
    const SmallStudy study;
    write_listed(study / "small.h5", with);
    REQUIRE(study
                .run("--set split=queries:training=all --set runs=1 --set reference=euclidean "
                     "--set 'groundtruth=lists" +
                     settings + "'")
                .status == 0);
    return totals_of(study.cells()[0]);
  };
  CHECK(totals(With::levels, ":level=easy") == Totals{20 * (600 - 3 - 5), 20 * 5});
  CHECK(totals(With::levels, ":level=medium") == Totals{20 * (600 - 3), 20 * 10});
  CHECK(totals(With::levels, ":level=hard") == Totals{20 * (600 - 3 - 5), 20 * 5});
  CHECK(totals(With::levels, "") == totals(With::relevant, ""));
  CHECK(totals(With::relevant, ":self=ignored") == Totals{20 * (600 - 4), 20 * 9});
}

TEST_CASE("lists: other lists are other cells") {
  const SmallStudy study;
  write_listed(study / "small.h5");
  REQUIRE(study.run(by_lists + "--set runs=1").status == 0);
  CHECK(study.run(by_lists + "--set runs=1 --set test-queries=9").error == Contains("0 to run"));
  write_listed(study / "small.h5", With::relevant, true, 599 - 3);
  CHECK(refusal(program(study, "rerun '" + study.cells()[0] + "'")) ==
        Contains("computes another cell: it has 'lists = "));
}

TEST_CASE("lists: what does not go together is refused in a line, before any work") {
  const SmallStudy study;
  const auto refused = [&](const std::string& options) {
    const Outcome run = study.run(options);
    CHECK(run.status != 0);
    return refusal(run);
  };
  CHECK(refused(by_lists) == Contains("has no '/query/row', which split = queries uses"));
  CHECK(refused("--set groundtruth=lists") ==
        Contains("has no '/query/row', which groundtruth = lists:level=auto,self=kept needs"));
  write_listed(study / "small.h5");
  CHECK(refused("--set groundtruth=lists") == Contains("has none for the query in row "));
  CHECK(refused("--set split=queries --set groundtruth=lists:level=hard") ==
        Contains("has no '/query/easy', which groundtruth = lists:level=hard,self=kept needs"));
  CHECK(refused(by_lists + "--set folds=2") == Contains("'folds' does not apply to it"));
  CHECK(refused(by_lists + "--set training=590") == Contains("of those in no list"));
  CHECK(refused(by_lists + "--set label-scores=hit@1") == Contains("label-scores go with neither"));
  write_listed(study / "small.h5", With::relevant, true, 7000);
  CHECK(refused(by_lists) == Contains("'/query/junk' list 0 entry 0 is 7000, expected a row"));
}

TEST_CASE("lists: without labels, what learns from neighbours or by grids is refused") {
  const SmallStudy study;
  write_listed(study / "small.h5", With::relevant, false);
  CHECK(study.run(by_lists + "--set runs=1 --set hasher=lsh+sbq").status == 0);
  CHECK(refusal(study.run(by_lists + "--set hasher=lsh+npq")) ==
        Contains("has no '/labels', by which rows are neighbours with groundtruth = lists, and "
                 "hasher = lsh+npq learns from neighbours"));
  CHECK(refusal(study.run(by_lists + "--set hasher=lsh+sbq --set 'grid=pca+npq: beta=0.5,1'")) ==
        Contains("by which grids are chosen with groundtruth = lists"));
}

TEST_CASE("lists: verbs that know no data set's lists say so") {
  const SmallStudy study;
  CHECK(refusal(testing::hashlab("train --data '" + study / "small.h5" +
                                 "' --hasher lsh+sbq "
                                 "--groundtruth lists --out '" +
                                 study / "m.h5" + "'")) ==
        Contains("--groundtruth lists says nothing of training rows"));
}

TEST_SUITE("slow") {
  TEST_CASE("lists: Oxford5k in a suite scores what NumPy says") {
    const std::string data = real_data({"oxford5k_fc7pca128.h5"});
    if (data.empty()) return;
    const TemporaryFolder folder;
    write_file(folder / "oxford.ini",
               "name = oxford\ndataset = oxford5k_fc7pca128\nreference = cosine:origin=zero\n"
               "hasher = lsh+sbq\nbits = 8\nruns = 1\nsplit = queries:training=all\n"
               "groundtruth = lists\nmetric = map\nmetric = map-trapezoid\n"
               "metric = precision-last@10\n");
    const Outcome run = testing::hashlab(fmt::format("run '{}' --data '{}' --out '{}'",
                                                     folder / "oxford.ini", data, folder / "out"));
    CAPTURE(run.error);
    REQUIRE(run.status == 0);
    const Outcome cells =
        shell("ls '" + folder.path() + "/out/cells/'*cosine* '" + folder.path() + "/out/'*cosine*");
    const CellRecord record = read_cell(lines_of(cells.out).front(), false);
    CHECK(record.recipe == Contains("split = queries/1 training=all\nseed = "));
    CHECK(std::abs(record.metrics.at("map") - .4087691988427335) < 1e-9);
    CHECK(std::abs(record.metrics.at("map-trapezoid") - .40292069907387706) < 1e-9);
    CHECK(std::abs(record.metrics.at("precision-last@10") - .5545454545454546) < 1e-9);
  }
}

}  // namespace hashlab::lists_run_test
