#include "results/record/record.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_seal.h"
#include "results/record/cell_summary.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace hashlab::record_test {

using namespace results;
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
  r.counts = {2, CodeDistances{3}, {1, 2, 3, 4294967295u, 0, 6}, {1, 0, 3, 4294967295u, 0, 5}};
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
         a.seconds == b.seconds && a.counts == b.counts;
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
    read_cell_without_summary(folder / "c.h5", true);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::corrupt_file);
    return std::string(error.what()).substr((folder / "c.h5: ").size());
  }
  return "no error";
}

/// All that a record may have.
CellRecord rich_record() {
  CellRecord record = small_record();
  record.dataset_rows = 19;
  record.view = "image";
  record.fitted = {{"mean", {0, 7, 8, 18}}, {"projection", {3}}};
  record.split_checksum = std::string(64, 'a');
  record.choice = "itq+npq:alpha=0.5";
  record.validation = {{"itq+npq", 0.25}};
  record.curves = cell_curves(record.counts);
  return record;
}

/// Writes a cell with another summary than its own.
void write_with_summary(const std::string& path, const CellRecord& record,
                        const std::string& summary) {
  write_cell(path, record);
  const std::string bytes = read_file(path);
  const std::size_t own = h5_appendix(path).value().size();
  const std::string rest =
      bytes.substr(h5_seal_bytes, bytes.size() - h5_seal_bytes - own) + summary;
  write_file(path, h5_seal_with_appendix(rest, summary.size()) + rest);
}

std::string summary_refusal(const std::string& summary) {
  const TemporaryFolder folder;
  write_with_summary(folder / "c.h5", rich_record(), summary);
  const std::string error = error_of([&] { read_cell_summary(folder / "c.h5"); });
  CHECK(error == Contains(folder / "c.h5: "));
  return error.substr((folder / "c.h5: ").size());
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
  write_cell(folder / "c.h5", small_record(), small_codes());
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
  CHECK(read_cell(folder / "c.h5", true).has_codes);
}

TEST_CASE("record: the micro-averaged curve is beside the counts") {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  record.counts = {1, CodeDistances{3}, {1, 0, 3}, {1, 0, 1}};
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
    std::size_t refused = 0;
    for (const bool whole : {true, false}) {
      try {
        whole ? read_cell(folder / "d.h5", true) : read_cell_summary(folder / "d.h5");
      } catch (const Error& error) {
        refused += error.code() == ErrorCode::corrupt_file ? 1 : 0;
      }
    }
    return refused == 2;
  };
  for (std::size_t part = 0; part < 40; ++part) {
    CAPTURE(part);
    CHECK(is_refused(bytes.substr(0, bytes.size() * part / 40)));
  }
  CHECK(is_refused(bytes + "x"));
  // Every byte of the seal's texts, and many of the rest. What pads the seal means nothing, but is
  // part of the block that is compared.
  for (std::size_t at = 0; at < bytes.size(); at += at < 300 ? 1 : 1 + bytes.size() / 300) {
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

TEST_CASE("record: its summary is all of it but counts, codes, fitted rows and hash tables") {
  const TemporaryFolder folder;
  const CellRecord record = rich_record();
  write_cell(folder / "c.h5", record, small_codes());
  const StoredCell whole = read_cell(folder / "c.h5", true);
  const StoredCell summary = read_cell_summary(folder / "c.h5");
  CellRecord expected = record;
  expected.counts = {};
  CHECK(same(summary, expected));
  for (const StoredCell* read : {&whole, &summary}) {
    CHECK(read->dataset_rows == 19);
    CHECK(read->view == "image");
    CHECK(read->split_checksum == record.split_checksum);
    CHECK(read->choice == record.choice);
    CHECK(read->validation == record.validation);
    CHECK(read->has_codes);
    CHECK_FALSE(read->has_hash_tables);
    CHECK(read->fitted_sizes == std::map<std::string, std::size_t>{{"mean", 4}, {"projection", 1}});
    REQUIRE(read->curves.has_value());
    CHECK(read->curves->precision_at_recall == record.curves->precision_at_recall);
    CHECK(read->curves->cutoffs == record.curves->cutoffs);
    CHECK(read->curves->precision_top == record.curves->precision_top);
    CHECK(read->curves->recall_top == record.curves->recall_top);
    CHECK(read->curves->hit_top == record.curves->hit_top);
  }
  CHECK(summary.fitted.empty());
}

TEST_CASE("record: a failure has a summary, too") {
  const TemporaryFolder folder;
  CellRecord record = small_record();
  record.failure = "no memory";
  record.counts = {};
  write_cell(folder / "c.h5", record);
  CHECK(same(read_cell_summary(folder / "c.h5"), record));
}

TEST_CASE("record: a cell without a summary, or with one of another version, is refused") {
  const TemporaryFolder folder;
  write_cell(folder / "c.h5", rich_record());
  const std::size_t summary = h5_appendix(folder / "c.h5").value().size();
  const std::string bytes = read_file(folder / "c.h5");
  write_file(folder / "c.h5", bytes.substr(h5_seal_bytes, bytes.size() - h5_seal_bytes - summary));
  testing::seal(folder / "c.h5");
  CHECK(same(read_cell_without_summary(folder / "c.h5", true), rich_record()));
  const std::string none = (folder / "c.h5") + ": is not a result cell: it has no summary";
  CHECK(error_of([&] { read_cell(folder / "c.h5", true); }) == none);
  CHECK(error_of([&] { read_cell_summary(folder / "c.h5"); }) == none);

  CHECK(summary_refusal("hashlab summary of a cell 2\n") ==
        "has a summary of another version of hashlab; run the suite again");
}

TEST_CASE("record: a summary that says otherwise than the rest is refused by who reads both") {
  const TemporaryFolder folder;
  CellRecord other = rich_record();
  other.metrics["auprc"] = 0.9;
  write_cell(folder / "other.h5", other);
  write_with_summary(folder / "c.h5", rich_record(), h5_appendix(folder / "other.h5").value());
  CHECK(error_of([&] { read_cell(folder / "c.h5", false); }) ==
        (folder / "c.h5") + ": is damaged: its summary does not fit the rest");
}

TEST_CASE("record: a summary that is none is refused") {
  const std::string bad_form = "has a summary that is not as hashlab writes it";
  const TemporaryFolder folder;
  write_cell(folder / "c.h5", rich_record());
  const std::string bytes = h5_appendix(folder / "c.h5").value();
  const std::string head = bytes.substr(0, bytes.find('\n') + 1);
  CHECK(summary_refusal(head) == bad_form);
  CHECK(summary_refusal(bytes + "x") == bad_form);
  for (std::size_t part = 1; part < 20; ++part) {
    const std::size_t size = head.size() + (bytes.size() - head.size()) * part / 20;
    CHECK(summary_refusal(bytes.substr(0, size)) == bad_form);
  }
  CHECK(summary_refusal(head + std::string(8, '\xff')) == bad_form);  // more than memory holds

  const CellSummary summary = summary_from_bytes(bytes, "");
  const auto refusal_with = [&](const auto& change) {
    CellSummary changed = summary;
    change(changed);
    return summary_refusal(summary_bytes(changed));
  };
  CHECK(refusal_with([](CellSummary& s) { s.texts.erase("hasher"); }) ==
        "is not a result cell: it has no 'hasher'");
  CHECK(refusal_with([](CellSummary& s) { s.texts["recipe"] += "x"; }) ==
        "is damaged: its key does not fit its recipe");
  CHECK(refusal_with([](CellSummary& s) { s.numbers["run"] = 0; }) ==
        "is not a result cell: 'run' is missing or not a count");
  for (const double bad : {-1.0, 0.5, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(refusal_with([&](CellSummary& s) { s.lists["fitted.mean"] = {bad}; }) ==
          "has an invalid count in its summary");
    CHECK(refusal_with([&](CellSummary& s) { s.lists["curve.cutoffs"].back() = bad; }) ==
          "has an invalid count in its summary");
  }
  CHECK(refusal_with([](CellSummary& s) { s.lists["fitted.mean"] = {}; }) ==
        "has an invalid count in its summary");
  for (const char* list :
       {"curve.precision-at-recall", "curve.precision-top", "curve.recall-top", "curve.hit-top"}) {
    CHECK(refusal_with([&](CellSummary& s) { s.lists[list].pop_back(); }) ==
          "has a summary with curves that do not fit together");
    CHECK(refusal_with([&](CellSummary& s) { s.lists.erase(list); }) ==
          "has a summary with curves that do not fit together");
  }
}

}  // namespace hashlab::record_test
