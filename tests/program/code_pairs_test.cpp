#include "lib/files/files.h"
#include "lib/ranking/rank_counts.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::code_pairs_test {

using namespace testing;

namespace {

/// A folder of codes with classes, and a subset of them.
class Files {
 public:
  static constexpr std::size_t n = 60;

  Files() : codes(random_codes({16, 1}, n, 3)) {
    for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(i % 4));
    save("d", codes);
    save("h", slice_of(codes, 0, 20));
    write_file(folder / "copy.npy", read_file(folder / "d.npy"));
    write_file(folder / "packed.npy", npy_packed(codes, false));
    save("other", random_codes({16, 1}, n, 4));
    write_labels("l", labels);
    write_labels("hl", {labels.begin(), labels.begin() + 20});
  }
  Outcome run(const std::string& verb, const std::string& options) const {
    return shell(
        fmt::format("cd '{}' && '{}' {} {}", folder.path(), HASHLAB_PROGRAM, verb, options));
  }
  Outcome evaluate(const std::string& query, const std::string& options = "") const {
    return run("evaluate",
               fmt::format("--database d.npy --query {} --database-labels l.npy --query-labels {} "
                           "--metric map --format json {}",
                           query, query == "h.npy" ? "hl.npy" : "l.npy", options));
  }

  TemporaryFolder folder;
  Codes codes;
  std::vector<std::int32_t> labels;

 private:
  void save(const std::string& name, const Codes& some) const {
    write_file(folder / (name + ".npy"), npy_elements<std::uint8_t>(some, "|b1", 0, 1));
  }
  void write_labels(const std::string& name, const std::vector<std::int32_t>& some) const {
    write_file(folder / (name + ".npy"), npy("<i4", fmt::format("({},)", some.size()), some));
  }
};

double map_of(const Outcome& outcome) {
  REQUIRE(outcome.status == 0);
  return nlohmann::json::parse(outcome.out)["metrics"]["map"].get<double>();
}

/// Mean average precision by its definition, with row i left out for query i: the mean over all
/// orders of ties of the precision at each relevant item.
double leave_one_out_map(const Codes& codes, std::size_t n_queries,
                         const std::vector<std::int32_t>& labels) {
  double sum = 0;
  for (std::size_t q = 0; q < n_queries; ++q) {
    std::vector<std::size_t> all(codes.format.bits + 1), relevant(all.size());
    for (std::size_t i = 0; i < codes.n; ++i) {
      if (i == q) continue;
      const unsigned d = distance(codes, q, codes, i);
      ++all[d];
      relevant[d] += labels[i] == labels[q];
    }
    double ap = 0, before = 0, relevant_before = 0;
    for (std::size_t d = 0; d < all.size(); ++d) {
      const auto t = static_cast<double>(all[d]), k = static_cast<double>(relevant[d]);
      for (double i = 1; i <= t && k > 0; ++i) {
        const double others = t > 1 ? (i - 1) * (k - 1) / (t - 1) : 0;
        ap += k / t * (relevant_before + 1 + others) / (before + i);
      }
      before += t;
      relevant_before += k;
    }
    sum += ap / relevant_before;
  }
  return sum / static_cast<double>(n_queries);
}

}  // namespace

TEST_CASE("code pairs: queries that are rows of the database are told, and left out on request") {
  const Files f;
  for (const char* query : {"d.npy", "copy.npy", "packed.npy", "h.npy"}) {
    CAPTURE(query);
    const std::string bits =
        std::string(query) == "packed.npy" ? "--bits 16 --bit-order little" : "";
    const Outcome with = f.evaluate(query, bits);
    CHECK(with.error == Contains("each query finds itself in the database"));
    CHECK(with.error == Contains("--self exclude leaves it out"));
    const Outcome kept = f.evaluate(query, bits + " --self include");
    CHECK(kept.error == "");
    CHECK(kept.out == with.out);
    const Outcome without = f.evaluate(query, bits + " --self exclude");
    CHECK(without.error == "");
    const std::size_t n_queries = std::string(query) == "h.npy" ? 20 : Files::n;
    CHECK(map_of(without) == doctest::Approx(leave_one_out_map(f.codes, n_queries, f.labels)));
    CHECK(map_of(with) > map_of(without));
    CHECK(without.out == Contains("\"self\": \"exclude\""));
  }
  CHECK(f.evaluate("other.npy").error == "");
}

TEST_CASE("code pairs: queries that are rows of the database in another order are told") {
  const Files f;
  Rows last(20);
  std::iota(last.rbegin(), last.rend(), std::uint32_t{40});
  std::vector<std::int32_t> labels;
  for (const std::uint32_t row : last) labels.push_back(f.labels[row]);
  write_file(f.folder / "t.npy", npy_elements<std::uint8_t>(codes_at(f.codes, last), "|b1", 0, 1));
  write_file(f.folder / "tl.npy", npy("<i4", "(20,)", labels));
  const std::string options = "--query-labels tl.npy --metric map";
  const auto evaluate = [&](const std::string& more) {
    return f.run("evaluate",
                 "--database d.npy --query t.npy --database-labels l.npy " + options + more);
  };
  CHECK(evaluate("").error ==
        "note: 20 of 20 queries have a relevant item at distance 0, although the codes of d.npy "
        "differ: if they are rows of the database each finds itself: leave these out of the "
        "database\n");
  CHECK(evaluate(" --self include").error == "");
}

TEST_CASE("code pairs: leave-one-out does not depend on threads and memory") {
  const Files f;
  const Outcome all = f.evaluate("d.npy", "--self exclude");
  CHECK(f.evaluate("d.npy", "--self exclude --threads 1").out == all.out);
  CHECK(f.evaluate("d.npy", "--self exclude --memory 200M").out == all.out);
}

TEST_CASE("code pairs: other codes at the same rows may be left out, with a note") {
  const Files f;
  const Outcome outcome = f.evaluate("other.npy", "--self exclude");
  CHECK(outcome.status == 0);
  CHECK(outcome.error == Contains("holds other codes there"));
  CHECK(refusal(f.run("search", "--database h.npy --query d.npy --k 1 --self exclude")) ==
        Contains("--self exclude leaves row i of the database out for query i"));
  CHECK(refusal(f.evaluate("d.npy", "--self maybe")) ==
        Contains("'--self' = 'maybe', expected include or exclude"));
}

TEST_CASE("code pairs: search without itself finds k others, by every method") {
  const Files f;
  for (const char* method : {"scan", "mih"}) {
    for (const char* what : {"--k 5", "--k 100", "--radius 5", "--k 3 --radius 4"}) {
      CAPTURE(method);
      CAPTURE(what);
      const auto search = [&](const std::string& options) {
        return f.run("search", fmt::format("--database d.npy --query d.npy {} --method {} "
                                           "--format json {}",
                                           what, method, options));
      };
      const Outcome with = search(""), without = search("--self exclude");
      CHECK(with.error == Contains("each query finds itself"));
      REQUIRE(without.status == 0);
      std::size_t line = 0;
      for (std::size_t begin = 0; begin < without.out.size(); ++line) {
        const std::size_t end = without.out.find('\n', begin);
        const auto found = nlohmann::json::parse(without.out.substr(begin, end - begin));
        begin = end + 1;
        std::vector<std::pair<unsigned, std::size_t>> expected;
        for (std::size_t i = 0; i < Files::n; ++i) {
          if (i != line) expected.emplace_back(distance(f.codes, line, f.codes, i), i);
        }
        std::sort(expected.begin(), expected.end());
        const std::string asked = what;
        const std::size_t k = asked == "--k 5" ? 5 : asked.starts_with("--k 3") ? 3 : 100;
        const unsigned radius = asked == "--radius 5" ? 5 : asked.ends_with("4") ? 4 : 16;
        std::vector<std::size_t> ids;
        for (const auto& [d, i] : expected) {
          if (d <= radius && ids.size() < k) ids.push_back(i);
        }
        CHECK(found["ids"].get<std::vector<std::size_t>>() == ids);
      }
      CHECK(line == Files::n);
    }
  }
}

TEST_CASE("code pairs: what values and bits are not what they should be is told with the score") {
  const Files f;
  const Codes d = f.codes, q = random_codes({16, 1}, Files::n, 4);
  write_file(f.folder / "d.npy", npy_elements<float>(d, "<f4", .2f, .8f));
  write_file(f.folder / "q.npy", npy_elements<float>(q, "<f4", .2f, .8f));
  const Outcome uncut = f.evaluate("q.npy");
  CHECK(uncut.status == 0);
  CHECK(uncut.error == Contains("note: d.npy: no value is negative"));
  CHECK(uncut.error == Contains("--threshold 0.5"));
  const Outcome cut = f.evaluate("q.npy", "--threshold 0.5");
  CHECK(cut.error == "");
  write_file(f.folder / "d.npy", npy_elements<std::uint8_t>(d, "|b1", 0, 1));
  write_file(f.folder / "q.npy", npy_elements<std::uint8_t>(q, "|b1", 0, 1));
  CHECK(map_of(f.evaluate("q.npy")) == map_of(cut));
  CHECK(refusal(f.evaluate("q.npy", "--threshold 0.5")) ==
        Contains("--threshold cuts real numbers"));
  CHECK(refusal(f.evaluate("q.npy", "--threshold half")) == Contains("'--threshold' = 'half'"));
  write_file(f.folder / "q.npy", npy_packed(q, true));
  CHECK(f.evaluate("q.npy").error == Contains("q.npy is packed and does not say its bit order"));
}

}  // namespace hashlab::code_pairs_test
