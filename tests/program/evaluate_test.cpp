#include "experiments/program/json_line.h"
#include "hashers/model.h"
#include "lib/codes/code_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace hashlab::evaluate_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

/// Is every line a note, such as that another average would change a value?
bool notes_alone(const std::string& error) {
  std::istringstream lines(error);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("note: ")) return false;
  }
  return true;
}

/// Codes of a database and queries in loose clusters, with their classes, in a folder of files.
class Files {
 public:
  static constexpr std::size_t n_queries = 40, n_database = 3000;

  explicit Files(const CodeFormat& format)
      : queries(format, n_queries), database(format, n_database) {
    Rng rng(7);
    const Codes centres = random_codes(format, 6, 8);
    const auto draw = [&](Codes& codes, std::vector<std::int32_t>& classes, std::size_t n_classes) {
      for (std::size_t i = 0; i < codes.n; ++i) {
        const std::size_t c = rng.below(n_classes);
        classes.push_back(static_cast<std::int32_t>(c));
        for (std::size_t j = 0; j < format.bits; ++j) {
          if (centres.bit(c, j) != (rng.below(10) < 3)) codes.set_bit(i, j);
        }
      }
    };
    draw(queries, query_labels.single, 6);
    draw(database, database_labels.single, 5);  // the queries of the last class find nobody
    write_code_file(folder / "q.h5", queries);
    write_code_file(folder / "d.h5", database);
    for (const bool is_query : {false, true}) {
      const auto& classes = is_query ? query_labels.single : database_labels.single;
      const std::string name = is_query ? "q" : "d";
      write_file(folder / (name + "l.npy"),
                 npy("<i4", fmt::format("({},)", classes.size()), classes));
      write_file(folder / (name + "l.txt"), fmt::format("{}\n", fmt::join(classes, "\n")));
    }
  }

  /// Runs the verb in the folder.
  Outcome run(const std::string& options) const {
    return shell(
        fmt::format("cd '{}' && '{}' evaluate {}", folder.path(), HASHLAB_PROGRAM, options));
  }
  std::string json(const std::string& options) const {
    const Outcome outcome = run(options + " --format json");
    CHECK(outcome.status == 0);
    CHECK(notes_alone(outcome.error));
    return outcome.out;
  }
  std::string refused(const std::string& options) const {
    const Outcome outcome = run(options);
    CHECK(outcome.status == 2);
    return refusal(outcome);
  }

  TemporaryFolder folder;
  Codes queries, database;
  Labels query_labels, database_labels;
};

const std::string h5 = "--database d.h5 --query q.h5";
const std::string labels = " --database-labels dl.npy --query-labels ql.npy";

/// What the JSON begins with, computed in this process.
std::string expected_json(const Codes& queries, const Codes& database, const Relevance& relevance,
                          const std::vector<std::string>& names = {"auprc", "map"}) {
  const RankCounts counts = rank_counts(queries, database, relevance, active_kernel());
  std::string metrics;
  for (const std::string& name : names) {
    metrics += fmt::format("{}\"{}\": {}", metrics.empty() ? "" : ", ", name,
                           Json(metric(name).value(counts)).dump());
  }
  return fmt::format("{{\"bits\": {}, \"queries\": {}, \"database\": {}, \"metrics\": {{{}}}",
                     queries.format.bits, queries.n, database.n, metrics);
}

std::string head(const std::string& text, const std::string& like) {
  return text.substr(0, like.size());
}

Relevance by_definition(const Files& f) {
  Relevance relevance;
  relevance.n_database = f.database.n;
  for (std::uint32_t q = 0; q < f.queries.n; ++q) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < f.database.n; ++i) {
      if (f.query_labels.single[q] == f.database_labels.single[i]) list.push_back(i);
    }
    relevance.lists.append(list);
    relevance.list_of_query.push_back(q);
  }
  return relevance;
}

}  // namespace

TEST_CASE("evaluate: codes from every kind of file score what they score in process") {
  for (const std::size_t bits : {33u, 64u}) {
    CAPTURE(bits);
    const Files f({bits, 1});
    const std::string own = f.json(h5 + labels);
    const std::string expected = expected_json(f.queries, f.database, by_definition(f));
    CHECK(head(own, expected) == expected);
    CHECK(std::count(own.begin(), own.end(), '\n') == 1);
    CHECK(own == Contains(fmt::format(
                     "\"queries_without_relevant\": {}}}",
                     std::count(f.query_labels.single.begin(), f.query_labels.single.end(), 5))));
    for (const auto& [name, codes] : {std::pair{"d", &f.database}, std::pair{"q", &f.queries}}) {
      const auto write = [&, n = std::string(name)](const std::string& end,
                                                    const std::string& bytes) {
        write_file(f.folder / (n + end), bytes);
      };
      write(".little.npy", npy_packed(*codes, false));
      write(".big.npy", npy_packed(*codes, true));
      write(".bool.npy", npy_elements<std::uint8_t>(*codes, "|b1", 0, 1));
      write(".signs.npy", npy_elements<std::int8_t>(*codes, "|i1", -1, 1));
      write(".real.npy", npy_elements<float>(*codes, "<f4", -0.5f, 0.25f));
    }
    const auto npy = [&](const std::string& kind) {
      return fmt::format("--database d.{0}.npy --query q.{0}.npy", kind);
    };
    const std::string packed = fmt::format(" --bits {}", bits);
    CHECK(f.json(npy("little") + packed + labels) == own);
    CHECK(f.json(npy("big") + packed + " --bit-order big" + labels) == own);
    for (const char* kind : {"bool", "signs", "real"}) {
      CAPTURE(kind);
      CHECK(f.json(npy(kind) + labels) == own);
      CHECK(f.json(npy(kind) + packed + labels) == own);
    }
    CHECK(f.json("--database d.real.npy --query q.h5" + labels) == own);
    CHECK(f.json(h5 + " --database-labels dl.txt --query-labels ql.npy") == own);
    CHECK(f.json(h5 + labels + " --threads 1") == own);
    CHECK(f.json(h5 + labels + " --threads 7 --memory 2G") == own);
  }
}

TEST_CASE("evaluate: digits of several bits are compared by Manhattan distance") {
  const Files f({24, 2});
  const std::string own = f.json(h5 + labels);
  const std::string expected = expected_json(f.queries, f.database, by_definition(f));
  CHECK(head(own, expected) == expected);
  write_file(f.folder / "d.npy", npy_packed(f.database, true));
  write_file(f.folder / "q.npy", npy_elements<std::uint8_t>(f.queries, "|b1", 0, 1));
  CHECK(f.json("--database d.npy --query q.npy --bits 24 --digit-bits 2 --bit-order big" +
               labels) == own);
  CHECK(f.refused("--database d.npy --query q.npy --bits 24 --bit-order big --digit-bits 2" +
                  labels + " --database-features x") == Contains("go together"));
  CHECK(f.refused("--database d.npy --query q.h5 --bits 24 --bit-order big" + labels) ==
        "d.npy has 24 bits in digits of 1, q.h5 has 24 in digits of 2: both must be made by one "
        "hasher");
}

TEST_CASE("evaluate: the metrics that are asked for, in their order, and nothing else") {
  const Files f({16, 1});
  const std::string expected = expected_json(f.queries, f.database, by_definition(f),
                                             {"precision@2", "map-best", "f0.5-macro@3"});
  CHECK(head(f.json(h5 + labels + " --metric precision@2 --metric map-best --metric f0.5-macro@3"),
             expected) == expected);
  const Outcome text = f.run(h5 + labels + " --metric recall@2");
  CHECK(text.status == 0);
  CHECK(text.out == Contains("16 bits, 40 queries, 3000 codes in the database\n"));
  CHECK(text.out == Contains("database  hashlab codes, '/codes' 3000 x 2 bytes: 16 bits\n"));
  CHECK(text.out == Contains("relevant  who shares a class; database NumPy <i4 3000 numbers, "));
  const std::string definition = metric("recall@2").definition;  // in lines of 80 columns
  CHECK(text.out == Contains("\n\nrecall@2: " + definition.substr(0, definition.find(' ', 50))));
  CHECK_FALSE(text.out == Contains("auprc"));
}

TEST_CASE("evaluate: lists of relevant rows score as the classes they are made of") {
  const Files f({33, 1});
  std::string ivecs;
  const Relevance relevance = by_definition(f);
  const auto put = [&](std::uint32_t x) { ivecs.append(reinterpret_cast<const char*>(&x), 4); };
  for (std::size_t q = 0; q < f.queries.n; ++q) {
    put(static_cast<std::uint32_t>(relevance.of(q).size()));
    for (const std::uint32_t i : relevance.of(q)) put(i);
  }
  write_file(f.folder / "r.ivecs", ivecs);
  const std::string expected = expected_json(f.queries, f.database, relevance);
  const std::string json = f.json(h5 + " --relevant r.ivecs");
  CHECK(head(json, expected) == expected);
  CHECK(json == Contains("\"groundtruth\": \"list\""));
  write_file(f.folder / "r.ivecs", ivecs.substr(0, ivecs.size() - 4));
  CHECK(f.refused(h5 + " --relevant r.ivecs") == Contains("r.ivecs: list 39 claims "));
}

TEST_CASE("evaluate: several classes a row") {
  const Files f({33, 1});
  Rng rng(9);
  Labels q, d;
  q.multi.zeros(7, f.queries.n);
  d.multi.zeros(7, f.database.n);
  for (std::uint8_t& x : q.multi) x = rng.below(6) == 0 ? 1 : 0;
  for (std::uint8_t& x : d.multi) x = rng.below(6) == 0 ? 1 : 0;
  const auto write = [&](const std::string& name, const Labels& l) {
    write_file(f.folder / name, npy("|u1", fmt::format("({}, 7)", l.multi.n_cols),
                                    std::vector<std::uint8_t>(l.multi.begin(), l.multi.end())));
  };
  write("q7.npy", q);
  write("d7.npy", d);
  Relevance relevance;
  relevance.n_database = f.database.n;
  for (std::uint32_t i = 0; i < f.queries.n; ++i) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t j = 0; j < f.database.n; ++j) {
      if (arma::any(q.multi.col(i) % d.multi.col(j))) list.push_back(j);
    }
    relevance.lists.append(list);
    relevance.list_of_query.push_back(i);
  }
  const std::string expected = expected_json(f.queries, f.database, relevance);
  CHECK(head(f.json(h5 + " --database-labels d7.npy --query-labels q7.npy"), expected) == expected);
  CHECK(f.refused(h5 + " --database-labels d7.npy --query-labels ql.npy") ==
        "d7.npy has 7 columns of 0 and 1, ql.npy has one class a row: give both in one form");
}

TEST_CASE("evaluate: labels are read alike in every form that the field writes") {
  const TemporaryFolder folder;
  const Codes database = random_codes({16, 1}, 60, 1), queries = random_codes({16, 1}, 10, 2);
  write_code_file(folder / "d.h5", database);
  write_code_file(folder / "q.h5", queries);
  const auto evaluate = [&](const std::string& d, const std::string& q) {
    return hashlab::testing::hashlab(fmt::format(
        "evaluate --database {} --query {} --database-labels {} --query-labels {} --metric map "
        "--format json",
        folder / "d.h5", folder / "q.h5", folder / d, folder / q));
  };
  const auto write = [&](const std::string& name, const auto& one_of) {
    for (const auto& [file, n] : {std::pair{"d", 60}, std::pair{"q", 10}}) {
      std::string text;
      for (int i = 0; i < n; ++i) text += one_of(i);
      write_file(folder / (file + name), text);
    }
  };
  // Two classes, 0 and 1.
  const auto c = [](int i) { return i * 7 % 5 < 2 ? 1 : 0; };
  write(".txt", [&](int i) { return fmt::format("{}\n", c(i)); });
  write(".sci", [&](int i) { return fmt::format("{:.18e}\n", static_cast<double>(c(i))); });
  write(".words", [&](int i) { return fmt::format("{}\n", c(i) == 1 ? "cat" : "dog"); });
  write(".hot", [&](int i) { return fmt::format("{} {}\n", 1 - c(i), c(i)); });
  write(".list", [&](int i) { return fmt::format("a/{}.jpg {} {}\n", i, 1 - c(i), c(i)); });
  for (const auto& [file, n] : {std::pair{"d", 60}, std::pair{"q", 10}}) {
    std::vector<float> values;
    for (int i = 0; i < n; ++i) values.push_back(static_cast<float>(c(i)));
    write_file(folder / (std::string(file) + ".npy"),
               npy("<f4", fmt::format("({}, 1)", n), values));
    H5File h5 = H5File::create("new");
    h5.write("/labels", values.data(), {values.size(), 1});
    write_file(folder / (std::string(file) + "y.h5"), h5.image());
  }
  const auto score = [&](const Outcome& outcome) {
    REQUIRE(outcome.status == 0);
    CHECK(outcome.error == "");
    return Json::parse(outcome.out)["metrics"]["map"].get<double>();
  };
  const double expected = score(evaluate("d.txt", "q.txt"));
  CHECK(expected > 0.3);
  for (const std::string form : {".sci", ".words", ".hot", ".list", ".npy", "y.h5"}) {
    CAPTURE(form);
    CHECK(score(evaluate("d" + form, "q" + form)) == expected);
  }
  CHECK(score(evaluate("d.npy", "q.txt")) == expected);
  CHECK(refusal(evaluate("d.hot", "q.txt")) == Contains("give both in one form"));
  CHECK(refusal(evaluate("d.words", "q.txt")) == Contains("give both in one form"));
  CHECK(refusal(evaluate("d.txt", "d.txt")) == Contains("60 rows, but"));
}

TEST_CASE("evaluate: classes of queries that the database has not are told, and what may be why") {
  const TemporaryFolder folder;
  write_code_file(folder / "d.h5", random_codes({16, 1}, 60, 1));
  write_code_file(folder / "q.h5", random_codes({16, 1}, 10, 2));
  const auto note = [&](auto of_database, auto of_query) {
    std::string d, q;
    for (int i = 0; i < 60; ++i) d += fmt::format("{}\n", of_database(i));
    for (int i = 0; i < 10; ++i) q += fmt::format("{}\n", of_query(i));
    write_file(folder / "d.txt", d);
    write_file(folder / "q.txt", q);
    const Outcome outcome = hashlab::testing::hashlab(fmt::format(
        "evaluate --database {} --query {} --database-labels {} --query-labels {} --metric map",
        folder / "d.h5", folder / "q.h5", folder / "d.txt", folder / "q.txt"));
    CHECK(outcome.status == 0);
    return outcome.error;
  };
  CHECK(note([](int i) { return i % 5; }, [](int i) { return i % 5; }) == "");
  CHECK(note([](int i) { return i % 5; }, [](int i) { return i % 5 + 1; }) ==
        Contains("note: 1 of the 5 classes of the queries is of no row of the database: 5; the "
                 "database has 0 .. 4, the queries 1 .. 5: the queries' are counted from 1: "
                 "subtract 1\n"));
  CHECK(note([](int i) { return i % 5 + 1; }, [](int i) { return i % 5; }) ==
        Contains("the database's are counted from 1: subtract 1\n"));
  CHECK(note([](int i) { return i % 5; }, [](int i) { return i < 5 ? 7 : 8; }) ==
        Contains("note: 2 of the 2 classes of the queries are of no row of the database: 7, 8; the "
                 "database has 0 .. 4, the queries 7 .. 8\n"));
  CHECK(note([](int i) { return fmt::format("a{}", i % 5); },
             [](int i) { return fmt::format("a{}", i % 6); }) ==
        Contains("note: 1 of the 6 classes of the queries is of no row of the database: a5\n"));
  CHECK(note([](int i) { return i % 2 == 0 ? "1 0" : "0 1"; },
             [](int i) { return i < 3 ? "0 0" : "1 0"; }) ==
        Contains("note: 3 queries have no class, so nothing is relevant to them\n"));
}

TEST_CASE("evaluate: whoever lies within a radius, given or averaged over samples") {
  const Files f({16, 1});
  Rng rng(10);
  Features X(3, Files::n_database + Files::n_queries);
  for (float& x : X) x = static_cast<float>(rng.below(6));  // many at the same distance
  const auto write = [&](const std::string& name, std::size_t first, std::size_t count) {
    const Features part = X.cols(first, first + count - 1);
    write_file(f.folder / (name + ".npy"), npy("<f4", fmt::format("({}, 3)", count),
                                               std::vector<float>(part.begin(), part.end())));
    Dataset dataset;
    dataset.features = part;
    write_dataset(f.folder / (name + ".h5"), dataset);
  };
  write("df", 0, Files::n_database);
  write("qf", Files::n_database, Files::n_queries);
  const auto relevant = [&](double radius, bool inclusive) {
    Relevance relevance;
    relevance.n_database = Files::n_database;
    for (std::uint32_t q = 0; q < Files::n_queries; ++q) {
      std::vector<std::uint32_t> list;
      for (std::uint32_t i = 0; i < Files::n_database; ++i) {
        const double s = squared_distance(X, static_cast<std::uint32_t>(Files::n_database) + q, i);
        if (inclusive ? s <= radius * radius : s < radius * radius) list.push_back(i);
      }
      relevance.lists.append(list);
      relevance.list_of_query.push_back(q);
    }
    return relevance;
  };
  const std::string files = h5 + " --database-features df.npy --query-features qf.npy";
  for (const bool inclusive : {true, false}) {
    const std::string expected = expected_json(f.queries, f.database, relevant(2, inclusive));
    const std::string json = f.json(files + " --radius 2 --groundtruth epsilon:boundary=" +
                                    (inclusive ? "inclusive" : "strict"));
    CHECK(head(json, expected) == expected);
    CHECK(json == Contains("\"groundtruth\": \"epsilon\", \"radius\": 2.0, "));
  }
  CHECK(f.json(files + " --radius 2") ==
        f.json(h5 + " --database-features df.h5 --query-features qf.h5 --radius 2"));
  // Over all rows the radius does not depend on what is drawn.
  Rows all(Files::n_database);
  std::iota(all.begin(), all.end(), 0u);
  const double radius = ball_radius(X, all, all, 30, false);
  const std::string expected = expected_json(f.queries, f.database, relevant(radius, true));
  const std::string asked = " --groundtruth epsilon:neighbours=30,samples=5000";
  CHECK(head(f.json(files + asked), expected) == expected);
  CHECK(f.json(files + asked) == f.json(files + asked + " --seed 5"));
  const std::string drawn = f.json(files + " --groundtruth epsilon:neighbours=60,samples=20");
  CHECK(drawn == f.json(files + " --groundtruth epsilon:neighbours=60,samples=20 --seed 1"));
  CHECK(drawn != f.json(files + " --groundtruth epsilon:neighbours=60,samples=20 --seed 2"));

  CHECK(f.refused(files + " --groundtruth epsilon:reference=training") ==
        "groundtruth has reference = training, but only the database is known here: use "
        "reference=database");
  CHECK(f.refused(files + " --groundtruth class") ==
        Contains("needs labels: give --database-labels"));
  CHECK(f.refused(files + " --radius -1") == "option '--radius' = '-1', must be a number >= 0");
  CHECK(f.refused(files + " --groundtruth epsilon:neighbours=3000") ==
        Contains("needs neighbours = 3000 of 3000 reference rows"));
  CHECK(f.refused(h5 + " --database-features qf.npy --query-features qf.npy") ==
        "qf.npy holds features of 40 rows, but d.h5 holds 3000 codes");
}

TEST_CASE("evaluate: bad arguments and files that do not belong together are refused") {
  const Files f({16, 1});
  const std::string twice =
      "give the ground truth exactly once: by --database-labels and --query-labels, by --relevant, "
      "or by --database-features and --query-features";
  CHECK(f.refused(h5) == twice);
  CHECK(f.refused(h5 + labels + " --relevant r.ivecs") == twice);
  CHECK(f.refused("--query q.h5" + labels) ==
        "option '--database' is missing: the file of the database codes");
  CHECK(f.refused("--database d.h5" + labels) ==
        "option '--query' is missing: the file of the query codes");
  CHECK(f.refused(h5 + " --database-labels dl.npy") ==
        "options '--database-labels' and '--query-labels' go together");
  CHECK(f.refused(h5 + " --database-labels ql.npy --query-labels ql.npy") ==
        "ql.npy holds labels of 40 rows, but d.h5 holds 3000 codes");
  CHECK(f.refused(h5 + " --database-labels dl.npy --query-labels dl.npy") ==
        "dl.npy holds labels of 3000 rows, but q.h5 holds 40 codes");
  CHECK(f.refused(h5 + labels + " --metric aprc") == Contains("did you mean 'auprc'?"));
  CHECK(f.refused(h5 + labels + " --metric map --metric map") == "metric 'map' is asked for twice");
  CHECK(f.refused(h5 + labels + " --format xml") ==
        "option '--format' = 'xml', must be text or json");
  CHECK(f.refused(h5 + labels + " --radius 1") ==
        "option '--radius' belongs to ground truth by features");
  CHECK(f.refused(h5 + labels + " --bits 12") ==
        "d.h5: has bits = 16, --bits says 12: leave the option out");
  CHECK(f.refused(h5 + labels + " --bit-order middle") ==
        "bit order 'middle', expected little or big");
  for (const char* size : {"0", "M", "-1M", "1.5G", "256MB", "99999999999G", "64k"}) {
    CHECK(f.refused(h5 + labels + " --memory " + size) ==
          Contains(fmt::format("option '--memory' = '{}', must be a number of bytes", size)));
  }
  CHECK(f.refused(h5 + labels + " --memory 1M") == Contains("--memory 1M is too small for "));
  CHECK(f.refused("--database d.h5 --query none.h5" + labels) == "none.h5: there is no such file");
  write_code_file(f.folder / "wide.h5", random_codes({17, 1}, 40, 1));
  CHECK(f.refused("--database d.h5 --query wide.h5" + labels) ==
        "d.h5 has 16 bits in digits of 1, wide.h5 has 17 in digits of 1: both must be made by one "
        "hasher");
  write_file(f.folder / "a.npy",
             npy_elements<std::int8_t>(random_codes({40, 1}, 16, 1), "|i1", -1, 1));
  write_file(f.folder / "b.npy",
             npy_elements<std::int8_t>(random_codes({9, 1}, 16, 1), "|i1", -1, 1));
  CHECK(f.refused("--database a.npy --query b.npy" + labels) ==
        Contains("; one looks transposed: codes are rows, N x bits"));
  write_file(f.folder / "bad.txt", fmt::format("{}-3\n", read_file(f.folder / "ql.txt").substr(2)));
  CHECK(f.refused(h5 + " --database-labels dl.txt --query-labels bad.txt") ==
        "bad.txt: line 40 is '-3', expected one integer in 0 .. 2147483647");
  write_file(f.folder / "late.txt", fmt::format("{}x\n", read_file(f.folder / "dl.txt").substr(2)));
  CHECK(f.refused(h5 + " --database-labels late.txt --query-labels ql.txt") ==
        "late.txt: line 3000 is 'x', expected one integer in 0 .. 2147483647");
}

TEST_CASE("evaluate: the kept codes of a result cell score what the cell says") {
  const SmallStudy study;
  REQUIRE(study
              .run("--keep-codes --set runs=1 --set groundtruth=class --set hasher=itq+mhq "
                   "--set split=literature")
              .status == 0);
  REQUIRE(study.cells().size() == 1);
  const std::string cell = study.cells().front();
  // The rows of the data set behind the codes give the labels of both parts.
  const H5File file = H5File::open(cell);
  const Dataset dataset = read_dataset(study / "small.h5");
  for (const char* part : {"query", "database"}) {
    const std::string name = fmt::format("/{}/rows", part);
    std::vector<std::uint32_t> rows(file.shape(name).size[0]);
    file.read(name, rows.data());
    std::string text;
    for (const std::uint32_t row : rows) text += fmt::format("{}\n", dataset.labels.single[row]);
    write_file(study / (std::string(part) + ".txt"), text);
  }
  const Outcome json = hashlab::testing::hashlab(fmt::format(
      "evaluate --database '{0}' --query '{0}' --database-labels '{1}' --query-labels '{2}' "
      "--format json --metric auprc --metric map",
      cell, study / "database.txt", study / "query.txt"));
  CHECK(json.status == 0);
  for (const char* name : {"auprc", "map"}) {
    const double value = H5File::open(cell).number_attributes().at(fmt::format("metric.{}", name));
    CHECK(json.out == Contains(fmt::format("\"{}\": {}", name, Json(value).dump())));
  }
  CHECK(json.out == Contains("\"digit_bits\": 2"));
}

TEST_CASE(
    "evaluate: codes whose digits differ in width score as in process, with a list of widths") {
  const Files f(format_of_digits(std::vector<std::uint8_t>{3, 1, 4, 2, 1}));
  const std::string expected = expected_json(f.queries, f.database, by_definition(f));
  const std::string json = f.json(h5 + labels);
  CHECK(head(json, expected) == expected);
  CHECK(json == Contains("\"digit_bits\": [3, 1, 4, 2, 1], "));
}

TEST_CASE("evaluate: a model that allocates bits, trained and encoded with, scores as in memory") {
  const TemporaryFolder folder;
  const Dataset data = small_dataset(600, 16);
  write_dataset(folder / "small.h5", data);
  std::string rows, classes;
  Rows first(50);
  std::iota(first.begin(), first.end(), 0u);
  for (const std::uint32_t row : first) {
    rows += fmt::format("{}\n", row);
    classes += fmt::format("{}\n", data.labels.single[row]);
  }
  write_file(folder / "rows", rows);
  write_file(folder / "classes.txt", classes);
  const auto run = [&](const std::string& arguments) {
    const Outcome outcome =
        shell(fmt::format("cd '{}' && '{}' {}", folder.path(), HASHLAB_PROGRAM, arguments));
    REQUIRE_MESSAGE(outcome.status == 0, outcome.error);
    return outcome.out;
  };
  run("train --data small.h5 --hasher pca+vbq:beta=0.5 --bits 12 --groundtruth class --out m.h5");
  run("encode --model m.h5 --data small.h5 --out d.h5");
  run("encode --model m.h5 --data small.h5 --rows rows --out q.h5");
  const std::string json =
      run("evaluate --database d.h5 --query q.h5 --database-labels small.h5 --query-labels "
          "classes.txt --format json");

  const Model model = read_model(folder / "m.h5");
  const Codes database = model.encode(data.features),
              queries = model.encode(data.features.head_cols(50));
  REQUIRE(database.format.digit_bits == 0);  // or this would test nothing new
  Relevance relevance;
  relevance.n_database = 600;
  for (const std::uint32_t q : first) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 0; i < 600; ++i) {
      if (data.labels.single[i] == data.labels.single[q]) list.push_back(i);
    }
    relevance.lists.append(list);
    relevance.list_of_query.push_back(q);
  }
  const std::string expected = expected_json(queries, database, relevance);
  CHECK(head(json, expected) == expected);
  CHECK(json ==
        Contains(fmt::format("\"digit_bits\": [{}], ", fmt::join(database.format.widths, ", "))));
}

}  // namespace hashlab::evaluate_test
