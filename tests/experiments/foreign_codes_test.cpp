// Codes of other programs as a method of a study.

#include "experiments/suite/foreign_codes.h"

#include "experiments/audit/audit_results.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "lib/ranking/rank_counts.h"
#include "results/record/fact_names.h"
#include "tests/support/code_files.h"
#include "tests/support/computed_cell.h"
#include "tests/support/foreign_lists.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::foreign_codes_test {

using namespace experiments;
using namespace testing;

namespace {

constexpr std::size_t rows = 600, bits = 16;

const Dataset& data() {
  static const Dataset dataset = small_dataset(rows, 8);
  return dataset;
}

DatasetFacts facts() {
  return {data().name, data().checksum, data().size(), data().dimensions()};
}

/// A folder with codes of all rows, as another program may leave them.
struct Files {
  TemporaryFolder folder;
  Codes codes = random_codes({.bits = bits}, rows, 3);

  Files() { write_file(folder / "deep-16.npy", npy_packed(codes, false)); }
  std::string method(const std::string& training,
                     const std::string& file = "deep-{bits}.npy") const {
    return fmt::format("codes:name=deep,file={},training={},bit-order=little", folder / file,
                       training);
  }
  Suite suite(const std::string& method, const std::string& split = "improved") const {
    return parse_suite(tiny_suite(), "test",
                       {"hasher=" + method, "bits=16", "runs=1", "split=" + split});
  }
};

std::string refusal(const std::string& text) {
  return error_of([&] { parse_foreign_codes(text); });
}

}  // namespace

TEST_CASE("codes of other programs: tables know a name, suites all of what was said") {
  const Files files;
  const Suite suite = files.suite(files.method("split"));
  REQUIRE(suite.methods.size() == 1);
  CHECK(suite.methods[0].name() == "codes:deep");
  CHECK(suite.methods[0].has_codes());
  CHECK(suite.methods[0].has_bits());
  CHECK(suite.methods[0].candidates().empty());
  CHECK(suite_text(suite) == Contains("hasher = " + files.method("split") + "\n"));
  CHECK(suite_text(parse_suite(suite_text(suite), "again", {})) == suite_text(suite));
}

TEST_CASE("codes of other programs: what is missing or wrong is named") {
  CHECK(refusal("codes") == Contains("'name' is missing"));
  CHECK(refusal("codes:name=deep") == Contains("'file' is missing"));
  CHECK(refusal("codes:name=deep,file=a.npy") == Contains("'training' is missing"));
  CHECK(refusal("codes:name=a+b,file=a.npy,training=split") == Contains("a word without"));
  CHECK(refusal("codes:name=deep,files=a.npy") == Contains("'files'"));
  const Files files;
  CHECK(error_of([&] {
          parse_suite(tiny_suite(), "test",
                      {"hasher=" + files.method("split"), "hasher=" + files.method("nothing")});
        }) == Contains("names 'codes:deep' twice"));
}

TEST_CASE("codes of other programs: paths have the cell's bits, run and split") {
  const ForeignCodes codes =
      parse_foreign_codes("codes:name=d,file={bits}/{run}.npy,training={split}-{run}.txt");
  const ForeignFiles files = files_of(codes, "given:training=all", 32, 7);
  CHECK(files.file == "32/7.npy");
  CHECK(files.training == "given-7.txt");
  CHECK(files.options.bits == 32);
  CHECK(files.draw.empty());
}

TEST_CASE("codes of other programs: cells with the same training rows share a draw") {
  const auto draw = [](const std::string& training, const std::string& split, std::size_t run) {
    const ForeignCodes codes = parse_foreign_codes("codes:name=d,file=d.npy,training=" + training);
    return files_of(codes, split, 16, run).draw;
  };
  CHECK(draw("split", "literature", 1) == draw("split", "improved", 1));
  CHECK(draw("split", "literature", 1) != draw("split", "literature", 2));
  CHECK(draw("split", "self", 1) != draw("split", "improved", 1));
  CHECK(draw("learnable", "literature", 1) != draw("learnable", "improved", 1));
  CHECK(draw("nothing", "literature", 1).empty());
  CHECK(draw("rows.txt", "literature", 1).empty());
}

TEST_CASE("codes of other programs: a cell is known by what the files hold, not by where") {
  const Files files, others;
  const auto key = [&](const Files& in, const std::string& training) {
    return plan_cells(in.suite(in.method(training)), facts()).front().key;
  };
  CHECK(key(files, "split") == key(others, "split"));
  CHECK(key(files, "split") != key(files, "learnable"));
  write_file(files.folder / "rows.txt", "3\n1\n");
  write_file(others.folder / "rows.txt", "1\n3\n");
  CHECK(key(files, files.folder / "rows.txt") == key(others, others.folder / "rows.txt"));
  const std::string before = key(others, "split");
  write_file(others.folder / "deep-16.npy",
             npy_packed(random_codes({.bits = bits}, rows, 4), false));
  CHECK(key(others, "split") != before);
}

TEST_CASE("codes of other programs: a file that does not fit is refused before any cell runs") {
  const Files files;
  const auto plan_of = [&](const std::string& file) {
    return error_of([&] { plan_cells(files.suite(files.method("split", file)), facts()); });
  };
  CHECK(plan_of("none.npy") == Contains("none.npy"));
  CHECK(plan_of("deep-{bit}.npy") ==
        Contains("deep-{bit}.npy: there is no such file; in names of files with codes {bits}, "
                 "{split} and {run} are filled in, nothing else"));
  write_file(files.folder / "few.npy", npy_packed(slice_of(files.codes, 0, 599), false));
  CHECK(plan_of("few.npy") == Contains("has 599 codes, the data set has 600 rows"));
  write_file(files.folder / "long.npy", npy_packed(random_codes({.bits = 32}, rows, 1), false));
  CHECK(plan_of("long.npy") ==
        Contains("expected N x 2 packed bytes or N x 16 of 0 and 1 for bits = 16"));
}

TEST_CASE("codes of other programs: a cell has the scores of the codes in its split's rows") {
  const Files files;
  for (const char* split : {"improved", "literature"}) {
    CAPTURE(split);
    const Suite suite = files.suite(files.method("split"), split);
    const Study study(data(), suite);
    const RunContext context = make_run_context(study, split, 1);
    const results::CellRecord record = computed_cell(suite, data(), split);
    const RankCounts expected = rank_counts(codes_at(files.codes, context.split.test_queries),
                                            codes_at(files.codes, context.split.test_database),
                                            context.relevance, active_kernel());
    CHECK(record.hasher == "codes:deep");
    CHECK(record.counts.all == expected.all);
    CHECK(record.counts.relevant == expected.relevant);
    REQUIRE(record.fitted.size() == 1);
    CHECK(*record.fitted.at(results::fitted_names::codes) == context.split.training);
  }
}

TEST_CASE("codes of other programs: rows that they were learned from are those that were named") {
  const Files files;
  write_file(files.folder / "rows.txt", "7\n3\n");
  const auto fitted = [&](const std::string& training) {
    return *computed_cell(files.suite(files.method(training)), data(), "improved")
                .fitted.at(results::fitted_names::codes);
  };
  CHECK(fitted(files.folder / "rows.txt") == Rows{3, 7});
  CHECK(fitted("nothing").empty());
  const Suite suite = files.suite(files.method("split"));
  const Study study(data(), suite);
  CHECK(fitted("learnable") == make_run_context(study, "improved", 1).split.learnable);
}

}  // namespace hashlab::foreign_codes_test
