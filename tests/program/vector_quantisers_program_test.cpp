// Codes of whole vectors through the program: experiment files, training, encoding and search.

#include "lib/codes/code_file.h"
#include "lib/data/dataset.h"
#include "lib/import/codes/open_codes.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::vector_quantisers_program_test {

using namespace testing;

TEST_CASE("vector quantisers: an experiment file ranks them by estimates, whatever the jobs") {
  const SmallStudy one, two;
  const std::string set =
      "--set embedding=haar+rabitq+asymmetric:bits=2 --set embedding=pca+poured+asymmetric "
      "--set embedding=raw+pq+asymmetric --set bits=16 --set hasher=pca+sbq ";
  const Outcome first = one.run(set + "--jobs 1");
  REQUIRE_MESSAGE(first.status == 0, first.error);
  REQUIRE(two.run(set + "--jobs 3").status == 0);
  CHECK(one.numbers() == two.numbers());
  for (const char* name : {"haar+rabitq+asymmetric", "pca+poured+asymmetric"}) {
    CHECK(one.table("--metric map").out == Contains(name));
  }
  std::size_t seen = 0;
  for (const std::string& cell : one.cells()) {
    if (cell.find("poured") == std::string::npos || seen > 0) continue;
    const Outcome rerun = testing::hashlab("rerun '" + cell + "' --data '" + (one / "") + "'");
    CHECK(rerun.out == Contains("rank counts are identical"));
    ++seen;
  }
  CHECK(seen == 1);
  const Outcome refused = one.run("--set hasher=haar+rabitq --set bits=32");
  CHECK(refused.status == 2);
  CHECK(refused.error == Contains("write 'embedding = haar+rabitq+asymmetric'"));
}

TEST_CASE("vector quantisers: a model is trained, encodes, and answers queries of features") {
  const TemporaryFolder folder;
  write_dataset(folder / "small.h5", small_dataset(600, 16));
  const auto run = [&](std::string arguments) {
    for (std::size_t at; (at = arguments.find('@')) != std::string::npos;) {
      arguments.replace(at, 1, folder.path() + "/");
    }
    return hashlab::testing::hashlab(arguments);
  };
  const Outcome trained = run("train --data @small.h5 --hasher pca+poured --bits 40 --out @m.h5");
  REQUIRE_MESSAGE(trained.status == 0, trained.error);
  const Outcome encoded = run("encode --model @m.h5 --data @small.h5 --out @codes.h5");
  REQUIRE_MESSAGE(encoded.status == 0, encoded.error);
  const Outcome found =
      run("search --database @codes.h5 --query @small.h5 --model @m.h5 --k 1 --format json");
  REQUIRE_MESSAGE(found.status == 0, found.error);
  std::size_t themselves = 0;
  const std::vector<std::string> lines = lines_of(found.out);
  REQUIRE(lines.size() == 600);
  for (std::size_t q = 0; q < lines.size(); ++q) {
    themselves += lines[q].find("\"ids\": [" + std::to_string(q) + "]") != std::string::npos;
  }
  CHECK(themselves > 400);
  // A float of ones in all bits is no number.
  REQUIRE(run("train --data @small.h5 --hasher haar+rabitq:scalar=float --bits 48 --out @f.h5")
              .status == 0);
  REQUIRE(run("encode --model @f.h5 --data @small.h5 --out @floats.h5").status == 0);
  const auto source = open_codes(folder / "floats.h5", {});
  Codes codes = source->read(0, 600);
  for (std::size_t byte = 0; byte < 4; ++byte) codes.scalars_of(7)[byte] = 0xff;
  CodeWriter writer(folder / "damaged.h5", codes.format);
  writer.append(codes);
  writer.finish();
  const Outcome damaged =
      run("search --database @damaged.h5 --query @small.h5 --model @f.h5 --k 1");
  CHECK(damaged.status == 2);
  CHECK(damaged.error == Contains("damaged.h5: the scalars of row 7 are no finite numbers"));
  const Outcome by_codes = run("search --database @codes.h5 --query @codes.h5 --k 1");
  CHECK(by_codes.status == 2);
  CHECK(by_codes.error == Contains("real values alone"));
}

}  // namespace hashlab::vector_quantisers_program_test
