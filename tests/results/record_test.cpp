#include "results/record/record.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "lib/files/sha256.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

using namespace hashlab;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

CellRecord small_record() {
  CellRecord r;
  r.recipe = "seed = 1\nbits = 10\n";
  r.key = sha256(r.recipe);
  r.dataset = "caf\xc3\xa9";
  r.split = "improved";
  r.hasher = "itq+npq:thresholds=7";
  r.groundtruth = "epsilon";
  r.bits = 10;
  r.run = 3;
  r.provenance = {{"version", "0.1.0"}, {"empty", ""}};
  r.facts = {{"ball-radius", 0.1}};
  r.metrics = {{"auprc", 1.0 / 3}, {"precision@2", 5e-324}};
  r.seconds = {{"rank", 1e-9}};
  r.counts = {2, 3, {1, 2, 3, 4294967295u, 0, 6}, {1, 0, 3, 4294967295u, 0, 5}};
  return r;
}

CellCodes small_codes() {
  CellCodes codes{Codes({10, 1}, 2), Codes({10, 1}, 3), {4, 9}, {0, 1, 4294967295u}};
  codes.query.set_bit(0, 0);
  codes.query.set_bit(1, 9);
  codes.database.set_bit(2, 8);
  return codes;
}

bool same(const CellRecord& a, const CellRecord& b) {
  return a.key == b.key && a.recipe == b.recipe && a.failure == b.failure &&
         a.dataset == b.dataset && a.split == b.split && a.hasher == b.hasher &&
         a.groundtruth == b.groundtruth && a.bits == b.bits && a.run == b.run &&
         a.provenance == b.provenance && a.facts == b.facts && a.metrics == b.metrics &&
         a.seconds == b.seconds && a.counts.n_queries == b.counts.n_queries &&
         a.counts.n_distances == b.counts.n_distances && a.counts.all == b.counts.all &&
         a.counts.relevant == b.counts.relevant;
}

/// The message with which a cell of the given attributes and counts is refused, without its path.
template <typename Change>
std::string refusal(Change change) {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  H5File file = H5File::create("hostile");
  change(record, file);
  file.set("key", record.key);
  file.set("recipe", record.recipe);
  for (const char* name : {"failure", "dataset", "split", "hasher", "groundtruth"}) {
    file.set(name, "");
  }
  write_file(folder / "c.h5", file.image());
  try {
    read_cell(folder / "c.h5", true);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::corrupt_file);
    return std::string(error.what()).substr((folder / "c.h5: ").size());
  }
  return "no error";
}

void set_numbers(H5File& file, double bits, double run) {
  file.set("bits", bits);
  file.set("run", run);
}

}  // namespace

TEST_CASE("record: a cell is read as it was written") {
  const TemporaryFolder folder;
  write_cell(folder / "c.h5", small_record());
  CHECK(same(read_cell(folder / "c.h5", true), small_record()));
}

TEST_CASE("record: without its counts the rest is the same") {
  const TemporaryFolder folder;
  write_cell(folder / "c.h5", small_record());
  CellRecord expected = small_record();
  expected.counts = {};
  CHECK(same(read_cell(folder / "c.h5", false), expected));
}

TEST_CASE("record: a failure is a cell without numbers") {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  record.failure = "itq: a singular value decomposition did not converge";
  record.metrics.clear();
  record.counts = {};
  write_cell(folder / "c.h5", record);
  CHECK(same(read_cell(folder / "c.h5", true), record));
  CHECK(H5File::open(folder / "c.h5").members().empty());
}

TEST_CASE("record: codes are kept on request, eight bits a byte, with the rows they belong to") {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  record.codes = small_codes();
  write_cell(folder / "c.h5", record);
  const H5File file = H5File::open(folder / "c.h5");
  CHECK(file.shape("/query/codes").size == std::vector<std::size_t>{2, 2});
  std::vector<std::uint8_t> query(4), database(6);
  file.read("/query/codes", query.data());
  file.read("/database/codes", database.data());
  CHECK(query == std::vector<std::uint8_t>{1, 0, 0, 2});
  CHECK(database == std::vector<std::uint8_t>{0, 0, 0, 0, 0, 1});
  std::vector<std::uint32_t> rows(3);
  file.read("/database/rows", rows.data());
  CHECK(rows == std::vector<std::uint32_t>{0, 1, 4294967295u});
  CHECK_FALSE(read_cell(folder / "c.h5", true).codes.has_value());
}

TEST_CASE("record: the micro-averaged curve is beside the counts") {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  record.counts = {1, 3, {1, 0, 3}, {1, 0, 1}};
  write_cell(folder / "c.h5", record);
  const H5File file = H5File::open(folder / "c.h5");
  std::vector<double> recall(file.shape("/curve/recall").size.at(0)), precision(recall.size());
  file.read("/curve/recall", recall.data());
  file.read("/curve/precision", precision.data());
  CHECK(recall.back() == 1);
  CHECK(recall.front() == 0.5);
  CHECK(precision.front() == 1);
  CHECK(precision.back() == 0.5);
}

TEST_CASE("record: a cell cut off anywhere or with any byte changed is refused") {
  const TemporaryFolder folder;
  write_cell(folder / "c.h5", small_record());
  const std::string bytes = read_file(folder / "c.h5");
  const auto is_refused = [&](const std::string& damaged) {
    write_file(folder / "d.h5", damaged);
    try {
      read_cell(folder / "d.h5", true);
    } catch (const Error& error) {
      return error.code() == ErrorCode::corrupt_file;
    }
    return false;
  };
  for (std::size_t part = 0; part < 40; ++part) {
    CAPTURE(part);
    CHECK(is_refused(bytes.substr(0, bytes.size() * part / 40)));
  }
  CHECK(is_refused(bytes + "x"));
  // Every byte of the seal's text, and many of the rest. What pads the seal means nothing, but is
  // part of the block that is compared.
  for (std::size_t at = 0; at < bytes.size(); at += at < 130 ? 1 : 1 + bytes.size() / 300) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    CAPTURE(at);
    CHECK(is_refused(damaged));
  }
}

TEST_CASE("record: a file that is no cell is refused, saying what it lacks") {
  const TemporaryFolder folder;
  write_dataset(folder / "data.h5", testing::small_dataset(20, 4));
  CHECK(error_of([&] { read_cell(folder / "data.h5", false); }) ==
        (folder / "data.h5") + ": is not a result cell: it has no 'key'");
  CHECK(error_of([&] { read_cell(folder / "none.h5", false); }) ==
        (folder / "none.h5") + ": there is no such file");
  write_file(folder / "text.h5", "not a cell");
  CHECK(error_of([&] { read_cell(folder / "text.h5", false); }) ==
        (folder / "text.h5") + ": is not an HDF5 file");
}

TEST_CASE("record: a key that does not fit its recipe is refused") {
  CHECK(refusal([](CellRecord& record, H5File& file) {
          record.recipe += "bits = 11\n";
          set_numbers(file, 10, 1);
        }) == "is damaged: its key does not fit its recipe");
}

TEST_CASE("record: bits and run must be counts") {
  for (const double bad : {0.0, -1.0, 1e10, std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    if (bad != 0.0) {  // no bits: a reference ranking
      CHECK(refusal([&](CellRecord&, H5File& file) { set_numbers(file, bad, 1); }) ==
            "is not a result cell: 'bits' is missing or not a count");
    }
    CHECK(refusal([&](CellRecord&, H5File& file) { set_numbers(file, 1, bad); }) ==
          "is not a result cell: 'run' is missing or not a count");
  }
  CHECK(refusal([](CellRecord&, H5File& file) { file.set("bits", 1.0); }) ==
        "is not a result cell: 'run' is missing or not a count");
}

TEST_CASE("record: counts that cannot be are refused") {
  const auto with_counts = [](const std::vector<std::uint32_t>& all,
                              const std::vector<std::size_t>& all_shape,
                              const std::vector<std::uint32_t>& relevant,
                              const std::vector<std::size_t>& relevant_shape) {
    return refusal([&](CellRecord&, H5File& file) {
      set_numbers(file, 10, 1);
      if (!all.empty()) file.write("/counts/all", all.data(), all_shape);
      if (!relevant.empty()) file.write("/counts/relevant", relevant.data(), relevant_shape);
    });
  };
  CHECK(with_counts({1, 2}, {1, 2}, {1, 2}, {1, 2}) == "no error");
  CHECK(with_counts({}, {}, {}, {}) == "'/counts/all' is not queries x distances");
  CHECK(with_counts({1, 2}, {1, 2}, {}, {}) == "'/counts/relevant' is not queries x distances");
  CHECK(with_counts({1, 2}, {2}, {1, 2}, {2}) == "'/counts/all' is not queries x distances");
  CHECK(with_counts({1, 2}, {1, 2}, {1, 2}, {2, 1}) ==
        "'/counts/relevant' is not queries x distances");
  CHECK(with_counts({1, 2}, {1, 2}, {1, 3}, {1, 2}) ==
        "more relevant items than items in '/counts'");
}

TEST_CASE("record: which rows fitted what, and what was chosen, are read back") {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  record.dataset_rows = 19;
  record.fitted = {{"mean", {0, 7, 8, 18}}, {"projection", {3}}, {"thresholds", {0, 7, 8, 18}}};
  record.split_checksum = std::string(64, 'a');
  record.choice = "itq+npq:alpha=0.5";
  record.validation = {{"itq+npq", 0.25}, {"itq+npq:alpha=0.5", 0.5}};
  write_cell(folder / "cell.h5", record);
  const CellRecord back = read_cell(folder / "cell.h5", false);
  CHECK(back.fitted == record.fitted);
  CHECK(back.dataset_rows == 19);
  CHECK(back.split_checksum == record.split_checksum);
  CHECK(back.choice == record.choice);
  CHECK(back.validation == record.validation);
}

TEST_CASE("record: a row that the data set does not have cannot have fitted anything") {
  CellRecord record = small_record();
  record.dataset_rows = 19;
  record.fitted = {{"mean", {0, 19}}};
  const TemporaryFolder folder;
  CHECK(error_of([&] { write_cell(folder / "cell.h5", record); }) ==
        Contains("row 19 is said to have fitted something, of a data set of 19 rows"));
}
