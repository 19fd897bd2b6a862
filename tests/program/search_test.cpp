// Searching files of codes, through the program, against a sort of all distances.

#include "experiments/program/memory_budget.h"
#include "experiments/program/memory_cap.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/import/codes/open_codes.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/nearest.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::search_test {

using namespace experiments;
using namespace testing;

namespace {

namespace fs = std::filesystem;

Codes random_codes(const CodeFormat& format, std::size_t n, std::uint64_t seed) {
  Rng rng(seed);
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < format.bits; ++j) {
      if (rng.below(2) == 1) codes.set_bit(i, j);
    }
  }
  return codes;
}

std::string json_of(const Found& found) {
  std::string text;
  for (std::size_t q = 0; q < found.size(); ++q) {
    std::string ids, distances;
    for (const auto& [d, id] : found[q]) {
      ids += (ids.empty() ? "" : ", ") + std::to_string(id);
      distances += (distances.empty() ? "" : ", ") + std::to_string(d);
    }
    text +=
        fmt::format("{{\"query\": {}, \"ids\": [{}], \"distances\": [{}]}}\n", q, ids, distances);
  }
  return text;
}

/// A folder with codes: 12 queries (q.h5) and 700 in the database (d.h5).
struct Desk {
  explicit Desk(const CodeFormat& format)
      : queries(random_codes(format, 12, 1)), database(random_codes(format, 700, 2)) {
    write_code_file(folder / "q.h5", queries);
    write_code_file(folder / "d.h5", database);
  }
  Outcome search(const std::string& options) const {
    return hashlab::testing::hashlab(fmt::format("search --database '{}' --query '{}' {}",
                                                 folder / "d.h5", folder / "q.h5", options));
  }
  std::string refused(const std::string& options) const {
    const Outcome outcome = search(options);
    CHECK(outcome.status == 2);
    return refusal(outcome);
  }

  TemporaryFolder folder;
  Codes queries, database;
};

constexpr std::size_t any = 100000;

}  // namespace

TEST_CASE("search: ids and distances are those of a sort, for every code and question") {
  for (const CodeFormat& format :
       {CodeFormat{7, 1}, CodeFormat{64, 1}, CodeFormat{130, 1}, CodeFormat{16, 2},
        CodeFormat{27, 3}, CodeFormat{64, 4}, CodeFormat{15, 0, {4, 1, 2, 3, 1, 4}}}) {
    const Desk desk(format);
    CAPTURE(format.bits);
    CAPTURE(format.digit_bits);
    for (const std::size_t k : {1u, 10u, 700u, 5000u}) {
      const Outcome outcome = desk.search(fmt::format("--k {} --format json", k));
      CHECK(outcome.status == 0);
      CHECK(outcome.error.empty());
      CHECK(outcome.out == json_of(found_by_sorting(desk.queries, desk.database, k, any)));
    }
    const std::size_t radius = format.max_distance() / 3;
    CHECK(desk.search(fmt::format("--radius {} --format json --threads 1", radius)).out ==
          json_of(found_by_sorting(desk.queries, desk.database, any, radius)));
    CHECK(desk.search(fmt::format("--radius {} --k 3 --format json --threads 3", radius)).out ==
          json_of(found_by_sorting(desk.queries, desk.database, 3, radius)));
    CHECK(desk.search("--radius 0 --format json --method scan").out ==
          json_of(found_by_sorting(desk.queries, desk.database, any, 0)));
  }
}

TEST_CASE("search: tables find what the scan finds, and it is said that they do not pay here") {
  for (const CodeFormat& format : {CodeFormat{64, 1}, CodeFormat{130, 1}, CodeFormat{16, 2},
                                   CodeFormat{15, 0, {4, 1, 2, 3, 1, 4}}}) {
    const Desk desk(format);
    CAPTURE(format.bits);
    const std::size_t radius = format.max_distance() / 3;
    for (const std::string& question :
         {std::string("--k 10"), fmt::format("--radius {}", radius),
          fmt::format("--radius {} --k 3", radius), std::string("--k 5000")}) {
      CAPTURE(question);
      const Outcome tables = desk.search(question + " --method mih --format json");
      CHECK(tables.status == 0);
      CHECK(tables.out == desk.search(question + " --format json").out);
      CHECK(tables.error == Contains("note: tables do not pay for 700 codes"));
    }
  }
  const Desk desk({64, 1});
  CHECK(desk.refused("--k 3 --method mih --memory 30M") == Contains("is too small"));
}

TEST_CASE("search: ivecs hold a count and ids for each query") {
  const Desk desk({24, 1});
  for (const char* question : {"--k 5", "--radius 6"}) {
    const bool nearest = question == std::string("--k 5");
    const Found found =
        found_by_sorting(desk.queries, desk.database, nearest ? 5 : any, nearest ? any : 6);
    std::vector<std::int32_t> numbers;
    for (const auto& list : found) {
      numbers.push_back(static_cast<std::int32_t>(list.size()));
      for (const auto& entry : list) numbers.push_back(static_cast<std::int32_t>(entry.second));
    }
    const Outcome outcome =
        desk.search(fmt::format("{} --format ivecs --out '{}'", question, desk.folder / "o"));
    CHECK(outcome.status == 0);
    const std::string bytes = read_file(desk.folder / "o");
    std::vector<std::int32_t> stored(bytes.size() / 4);
    std::memcpy(stored.data(), bytes.data(), stored.size() * 4);
    CHECK(stored == numbers);
  }
}

TEST_CASE("search: HDF5 holds ids and distances as a table, or end to end with a radius") {
  const Desk desk({24, 1});
  REQUIRE(desk.search(fmt::format("--k 5 --format h5 --out '{}'", desk.folder / "k.h5")).status ==
          0);
  REQUIRE(
      desk.search(fmt::format("--radius 6 --format h5 --out '{}'", desk.folder / "r.h5")).status ==
      0);
  const Found nearest = found_by_sorting(desk.queries, desk.database, 5, any);
  const H5File table = H5File::open(desk.folder / "k.h5");
  CHECK(table.shape("/ids").size == std::vector<std::size_t>{12, 5});
  CHECK(table.shape("/distances").size == std::vector<std::size_t>{12, 5});
  CHECK_FALSE(table.has("/offsets"));
  CHECK(table.text_attributes().at("kind") == "hashlab neighbours");
  CHECK(table.number_attributes().at("k") == 5);
  CHECK(table.number_attributes().at("bits") == 24);
  CHECK(table.number_attributes().at("database") == 700);
  std::vector<std::uint32_t> ids(60);
  std::vector<std::int32_t> distances(60);
  table.read("/ids", ids.data());
  table.read("/distances", distances.data());
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(ids[i] == nearest[i / 5][i % 5].second);
    CHECK(distances[i] == static_cast<int>(nearest[i / 5][i % 5].first));
  }
  const Found within = found_by_sorting(desk.queries, desk.database, any, 6);
  const H5File lists = H5File::open(desk.folder / "r.h5");
  std::vector<std::uint64_t> offsets(13);
  lists.read("/offsets", offsets.data());
  CHECK(lists.number_attributes().at("radius") == 6);
  REQUIRE(lists.shape("/ids").size == std::vector<std::size_t>{offsets[12]});
  ids.resize(offsets[12]);
  lists.read("/ids", ids.data());
  for (std::size_t q = 0; q < 12; ++q) {
    REQUIRE(offsets[q + 1] - offsets[q] == within[q].size());
    for (std::size_t i = 0; i < within[q].size(); ++i) {
      CHECK(ids[offsets[q] + i] == within[q][i].second);
    }
  }
}

TEST_CASE("search: nothing found is no error in any format") {
  const Desk desk({128, 1});
  CHECK(desk.search("--radius 0 --format json").out ==
        json_of(found_by_sorting(desk.queries, desk.database, any, 0)));
  CHECK(desk.search("--radius 0").out == Contains("found      0 to 0 a query, 0.0 on average; none "
                                                  "for 12 queries\n"));
  for (const char* format : {"ivecs", "h5"}) {
    CHECK(desk.search(fmt::format("--radius 0 --format {} --out '{}'", format, desk.folder / "o"))
              .status == 0);
  }
  CHECK(H5File::open(desk.folder / "o").shape("/ids").size == std::vector<std::size_t>{0});
}

TEST_CASE("search: text says how many were found and how far, and shows the first queries") {
  const Desk desk({24, 1});
  const Found found = found_by_sorting(desk.queries, desk.database, 7, any);
  double nearest = 0, farthest = 0;
  for (const auto& list : found) {
    nearest += list.front().first / 12.0;
    farthest += list.back().first / 12.0;
  }
  const std::string text = desk.search("--k 7").out;
  CHECK(text == Contains("12 queries, 700 codes of 24 bits, Hamming distance, k = 7\n"));
  CHECK(text == Contains("found      7 to 7 a query, 7.0 on average; none for 0 queries\n"));
  CHECK(text == Contains(fmt::format("distances  nearest {:.2f}, farthest {:.2f} on average\n",
                                     nearest, farthest)));
  CHECK(text == Contains(fmt::format("\n0      {} ({})  {} ({})", found[0][0].second,
                                     found[0][0].first, found[0][1].second, found[0][1].first)));
  CHECK(text == Contains("\n...    2 more, see --format\n"));
}

TEST_CASE("search: a file that is written holds what is printed, and replaces an earlier one") {
  const Desk desk({24, 1});
  const std::string to_file = fmt::format("--k 3 --format json --out '{}'", desk.folder / "o");
  REQUIRE(desk.search("--k 2 --format ivecs" + to_file.substr(19)).status == 0);
  const Outcome outcome = desk.search(to_file);
  CHECK(outcome.out.empty());
  CHECK(read_file(desk.folder / "o") == desk.search("--k 3 --format json").out);
  write_file(desk.folder / "o", "notes of mine");
  CHECK(desk.refused(to_file) ==
        Contains("is there already and is no result of a search that hashlab wrote: name another "
                 "file, or replace it with --force"));
  CHECK(read_file(desk.folder / "o") == "notes of mine");
  CHECK(desk.search(to_file + " --force").status == 0);
  CHECK(read_file(desk.folder / "o") == desk.search("--k 3 --format json").out);
}

TEST_CASE("search: the folder of a file that is written is made") {
  const Desk desk({24, 1});
  const std::string path = desk.folder / "new/folder/o";
  CHECK(desk.search(fmt::format("--k 3 --format json --out '{}'", path)).status == 0);
  CHECK(read_file(path) == desk.search("--k 3 --format json").out);
}

TEST_CASE("search: kept codes of a result cell are searched by their parts") {
  const SmallStudy study;
  REQUIRE(study.run("--keep-codes --set runs=1 --set hasher=itq+mhq").status == 0);
  const std::string cell = study.cells().front();
  const auto codes = [&](const char* part) {
    CodeFileOptions options;
    options.part = part;
    const auto source = open_codes(cell, options);
    return source->read(0, source->size());
  };
  const Outcome outcome = hashlab::testing::hashlab(
      fmt::format("search --database '{0}' --query '{0}' --k 4 --format json", cell));
  CHECK(outcome.out == json_of(found_by_sorting(codes("query"), codes("database"), 4, any)));
}

TEST_CASE("search: what cannot be searched is refused, and no file appears") {
  const Desk desk({24, 1});
  const Codes longer = random_codes({32, 1}, 5, 3);
  write_code_file(desk.folder / "longer.h5", longer);
  CHECK(desk.refused("") == "what to search for must be said: by '--k', by '--radius', or by both");
  CHECK(desk.refused("--k 0") == "option '--k' = '0', must be a whole number in 1 .. 4294967295");
  CHECK(desk.refused("--k 3 --method tree") == Contains("option '--method' = 'tree'"));
  CHECK(desk.refused("--k 3 --format jsn") ==
        "option '--format' = 'jsn', did you mean 'json'?, expected text, json, ivecs, h5");
  CHECK(desk.refused("--k 3 --format ivecs") ==
        "format 'ivecs' is no text: name a file for it with '--out'");
  CHECK(desk.refused("--k 3 --bits 25") == Contains("24"));
  CHECK(desk.refused("--k 3 --memory lots") == Contains("option '--memory' = 'lots'"));
  CHECK(desk.refused("--k 3 --memory 1M") == Contains("--memory 1M is too small for the query "
                                                      "codes: give "));
  CHECK(desk.refused(fmt::format("--k 3 --out '{}'", desk.folder / "d.h5")) ==
        Contains("d.h5: is read from"));
  CHECK(desk.refused(fmt::format("--k 3 --out '{}'", desk.folder / "q.h5/o")) ==
        Contains("q.h5' is no folder"));
  const Outcome other = hashlab::testing::hashlab(
      fmt::format("search --database '{}' --query '{}' --k 3 --out '{}'", desk.folder / "longer.h5",
                  desk.folder / "q.h5", desk.folder / "o"));
  CHECK(other.status == 2);
  CHECK(refusal(other) == Contains("has 32 bits in digits of 1, "));
  const Outcome full = desk.search("--k 3 --format json > /dev/full");
  CHECK(full.status == 1);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(desk.folder.path())) {
    files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  CHECK(files == std::vector<std::string>{"d.h5", "longer.h5", "q.h5"});
}

TEST_CASE("search: a database that is read in pieces is searched like one that is not") {
  const TemporaryFolder folder;
  const CodeFormat format{512, 1};
  const Codes query = random_codes(format, 1, 1);
  Codes database(format, 400000);
  Rng rng(2);
  for (std::uint64_t& word : database.words) word = rng.bits();
  write_code_file(folder / "q.h5", query);
  write_code_file(folder / "d.h5", database);
  std::vector<std::pair<unsigned, std::uint32_t>> all;
  for (std::uint32_t i = 0; i < database.n; ++i) {
    int d = 0;
    for (std::size_t w = 0; w < 8; ++w) d += std::popcount(query.code(0)[w] ^ database.code(i)[w]);
    all.emplace_back(static_cast<unsigned>(d), i);
  }
  std::sort(all.begin(), all.end());
  all.resize(20);
  const Outcome outcome = hashlab::testing::hashlab(
      fmt::format("search --database '{}' --query '{}' --k 20 --format json --memory 256M",
                  folder / "d.h5", folder / "q.h5"));
  REQUIRE_MESSAGE(outcome.status == 0, outcome.error);
  CHECK(outcome.error == Contains("of 400000 rows"));  // more than one piece
  CHECK(outcome.out == json_of({all}));
}

TEST_CASE("memory budget: what does not fit is refused with a cap that would do") {
  const std::size_t now = memory_in_use();
  MemoryBudget budget(now + (std::size_t{64} << 20));
  CHECK(error_of([&] { budget.require(40.0 * 1048576, "a table"); }) == "no error");
  budget.reserve(30.0 * 1048576, "a list");
  const std::string message = error_of([&] { budget.require(40.0 * 1048576, "a table"); });
  CHECK(message == Contains(" is too small for a table: give "));
  CHECK(budget.rows(1024, 1000) == 1000);
  CHECK(budget.rows(1024, 1000000) <= (64 - 30 - 8) * 1024);  // 8 MiB for the allocator
  CHECK(error_of([&] { budget.rows(1048576, 1000); }) ==
        Contains(" is too small for a piece of the database: give "));
}

}  // namespace hashlab::search_test
