// `hashlab evaluate` on files larger than its memory, and on real data.
#include "experiments/program/json_line.h"
#include "lib/codes/code_file.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/measured.h"
#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::evaluate_large_test {

using namespace experiments;
using namespace testing;

namespace {

/// A database of n codes of 64 bits, made and written in blocks, with classes 0 .. 9 as text or
/// .npy bytes; and 20 queries.
void write_large(const TemporaryFolder& folder, std::size_t n) {
  Rng rng(1);
  CodeWriter writer(folder / "d.h5", {64, 1});
  std::string header =
      npy_header(fmt::format("{{'descr': '|u1', 'fortran_order': False, 'shape': ({},), }}", n));
  std::FILE* labels = std::fopen((folder / "dl.npy").c_str(), "wb");
  REQUIRE(labels != nullptr);
  std::fwrite(header.data(), 1, header.size(), labels);
  constexpr std::size_t block = 1000000;
  for (std::size_t first = 0; first < n; first += block) {
    Codes codes({64, 1}, std::min(block, n - first));
    std::vector<std::uint8_t> classes(codes.n);
    for (std::size_t i = 0; i < codes.n; ++i) {
      classes[i] = static_cast<std::uint8_t>(rng.below(10));
      codes.words[i] = rng.bits() & ~(std::uint64_t{0xf} << (4 * classes[i]));
    }
    writer.append(codes);
    std::fwrite(classes.data(), 1, classes.size(), labels);
  }
  REQUIRE(std::fclose(labels) == 0);
  writer.finish();
  write_code_file(folder / "q.h5", random_codes({64, 1}, 20, 2));
  std::string classes;
  for (std::size_t q = 0; q < 20; ++q) classes += fmt::format("{}\n", q % 10);
  write_file(folder / "ql.txt", classes);
}

const std::string options =
    "--database d.h5 --query q.h5 --database-labels dl.npy --query-labels ql.txt --format json "
    "--memory ";

/// The rest of a .npy file behind its header, read here without the library.
template <typename T>
std::vector<T> npy_elements_of(const std::string& path) {
  const std::string bytes = read_file(path);
  const std::size_t begin =
      10 + static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  std::vector<T> elements((bytes.size() - begin) / sizeof(T));
  std::memcpy(elements.data(), bytes.data() + begin, elements.size() * sizeof(T));
  return elements;
}

Codes signs(const std::vector<float>& table, std::size_t bits) {
  Codes codes({bits, 1}, table.size() / bits);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < bits; ++j) {
      if (table[i * bits + j] > 0) codes.set_bit(i, j);
    }
  }
  return codes;
}

/// Signs of principal components, computed and written by NumPy in every form.
constexpr const char* pca_script = R"(
import sys, numpy as np, h5py
path, features, bits, n_queries = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
with h5py.File(path) as f:
    X, y = f[features][:].astype(np.float64), f['labels'][:]
order = np.random.default_rng(1).permutation(len(X))
parts = {'q': order[:n_queries], 'd': order[n_queries:]}
mean = X[parts['d']].mean(0)
_, V = np.linalg.eigh(np.cov((X[parts['d']] - mean).T))
for name, rows in parts.items():
    P = ((X[rows] - mean) @ V[:, ::-1][:, :bits]).astype('<f4')
    b = P > 0
    np.save(name + '.real.npy', P)
    np.save(name + '.bool.npy', b)
    np.save(name + '.signs.npy', np.where(b, 1, -1).astype(np.int8))
    np.save(name + '.little.npy', np.packbits(b, axis=1, bitorder='little'))
    np.save(name + '.big.npy', np.packbits(b, axis=1))
    np.save(name + 'l.npy', y[rows].astype('<i4'))
)";

void check_numpy_codes(const std::string& data, const std::string& features, std::size_t bits,
                       std::size_t n_queries) {
  CAPTURE(data);
  CAPTURE(bits);
  const TemporaryFolder folder;
  write_file(folder / "pca.py", pca_script);
  REQUIRE(shell(fmt::format("cd '{}' && /usr/bin/python3 pca.py '{}' {} {} {}", folder.path(), data,
                            features, bits, n_queries))
              .status == 0);
  const Codes queries = signs(npy_elements_of<float>(folder / "q.real.npy"), bits);
  const Codes database = signs(npy_elements_of<float>(folder / "d.real.npy"), bits);
  REQUIRE(queries.n == n_queries);
  Labels labels;
  labels.single = npy_elements_of<std::int32_t>(folder / "ql.npy");
  const auto more = npy_elements_of<std::int32_t>(folder / "dl.npy");
  labels.single.insert(labels.single.end(), more.begin(), more.end());
  Rows query_rows(queries.n), database_rows(database.n);
  std::iota(query_rows.begin(), query_rows.end(), 0u);
  std::iota(database_rows.begin(), database_rows.end(), static_cast<std::uint32_t>(queries.n));
  const RankCounts counts = rank_counts(
      queries, database, class_relevance(labels, query_rows, database_rows), active_kernel());
  const std::string expected = fmt::format(
      "{{\"bits\": {}, \"queries\": {}, \"database\": {}, \"metrics\": {{\"auprc\": {}, "
      "\"map\": {}}}",
      bits, queries.n, database.n, Json(metric("auprc").value(counts)).dump(),
      Json(metric("map").value(counts)).dump());

  write_code_file(folder / "q.h5", queries);
  write_code_file(folder / "d.h5", database);
  const auto json = [&](const std::string& files) {
    const Outcome outcome = shell(
        fmt::format("cd '{}' && '{}' evaluate {} --database-labels dl.npy --query-labels ql.npy "
                    "--format json",
                    folder.path(), HASHLAB_PROGRAM, files));
    CHECK(outcome.status == 0);
    return outcome.out;
  };
  const std::string own = json("--database d.h5 --query q.h5");
  CHECK(own.substr(0, expected.size()) == expected);
  for (const char* kind : {"real", "bool", "signs"}) {
    CHECK(json(fmt::format("--database d.{0}.npy --query q.{0}.npy", kind)) == own);
  }
  for (const char* order : {"little", "big"}) {
    CHECK(json(fmt::format("--database d.{0}.npy --query q.{0}.npy --bits {1} --bit-order {0}",
                           order, bits)) == own);
  }
}

}  // namespace

TEST_CASE("evaluate: a file larger than the cap on memory is scored below the cap") {
  if (!can_measure_memory()) return;
  const TemporaryFolder folder;
  write_large(folder, 12000000);  // 96 MB of codes, 12 MB of labels
  const std::string metric = " --metric auprc --metric precision@20";
  CHECK(refusal(measured(folder.path(), "evaluate " + options + "32M" + metric).outcome) ==
        Contains("--memory 32M is too small for "));
  const Measured small = measured(folder.path(), "evaluate " + options + "64M" + metric);
  INFO(small.outcome.error);
  REQUIRE(small.outcome.status == 0);
  CHECK(small.megabytes < 64);
  CHECK(small.outcome.error == Contains("12000000 of 12000000 codes\n"));
  CHECK(small.outcome.out == Contains("\"database\": 12000000"));
  CHECK(measured(folder.path(), "evaluate " + options + "1G --threads 1" + metric).outcome.out ==
        small.outcome.out);
}

TEST_CASE("evaluate, search: what threads need counts against the cap, fewer are used if need be") {
  if (!can_measure_memory()) return;
  const TemporaryFolder folder;
  write_large(folder, 2000000);
  write_code_file(folder / "q.h5", random_codes({64, 1}, 4000, 2));  // few for 256 threads
  std::string classes;
  for (std::size_t q = 0; q < 4000; ++q) classes += fmt::format("{}\n", q % 10);
  write_file(folder / "ql.txt", classes);
  const std::string files = "--database d.h5 --query q.h5 ";
  for (const std::string verb : {"search", "evaluate"}) {
    CAPTURE(verb);
    const std::string all = files +
                            (verb == "search" ? "--k 10 "
                                              : "--database-labels dl.npy --query-labels "
                                                "ql.txt --metric auprc ") +
                            "--format json --memory ";
    const Measured many = measured(folder.path(), verb + " " + all + "256M --threads 256");
    REQUIRE(many.outcome.status == 0);
    CHECK(many.megabytes < 256);
    CHECK(measured(folder.path(), verb + " " + all + "1G --threads 1").outcome.out ==
          many.outcome.out);
  }
}

TEST_CASE("evaluate: the chunks that an HDF5 file must be read in count against the cap") {
  if (!can_measure_memory() || !has_python()) return;
  const TemporaryFolder folder;
  write_file(folder / "make.py",
             "import numpy as np, h5py\n"
             "b = np.random.default_rng(1).integers(0, 2, size=(500000, 64)).astype(bool)\n"
             "with h5py.File('a.h5', 'w') as f:\n"
             "    f.attrs['distance'] = 'hamming'\n"
             "    f.create_dataset('train', data=b, chunks=b.shape, compression='gzip')\n"
             "    f['test'] = b[:20]\n"
             "np.save('dl.npy', np.arange(500000) % 10)\n"
             "np.save('ql.npy', np.arange(20) % 10)\n");
  REQUIRE(shell("cd '" + folder.path() + "' && /usr/bin/python3 make.py").status == 0);
  const std::string files =
      "--database a.h5 --query a.h5 --database-labels dl.npy --query-labels ql.npy --metric auprc "
      "--memory ";
  const Measured enough = measured(folder.path(), "evaluate " + files + "160M");
  CHECK(enough.outcome.status == 0);
  CHECK(enough.megabytes < 160);
  const Measured little = measured(folder.path(), "evaluate " + files + "80M");
  CHECK(little.outcome.status == 2);
  CHECK(refusal(little.outcome) ==
        Contains("--memory 80M is too small for reading a piece: give 1"));
}

TEST_SUITE("slow") {
  TEST_CASE("evaluate: 100,000,000 codes are scored under --memory 256M") {
    if (!can_measure_memory()) return;
    const TemporaryFolder folder;
    write_large(folder, 100000000);
    const Measured run = measured(folder.path(), "evaluate " + options + "256M");
    CHECK(run.outcome.status == 0);
    CHECK(run.outcome.out == Contains("\"database\": 100000000, \"metrics\": {\"auprc\": 0."));
    MESSAGE("peak memory ", run.megabytes, " MiB");
    CHECK(run.megabytes < 256);
  }

  TEST_CASE("evaluate: codes of real data written by NumPy score what they score in process") {
    const std::string folder = real_data({"mnist.h5", "wiki_crossmodal.h5"});
    if (folder.empty() || !has_python()) return;
    for (const std::size_t bits : {33u, 64u}) {
      check_numpy_codes(folder + "/mnist.h5", "features", bits, 1000);
      check_numpy_codes(folder + "/wiki_crossmodal.h5", "image/features", bits, 693);
    }
  }
}

}  // namespace hashlab::evaluate_large_test
