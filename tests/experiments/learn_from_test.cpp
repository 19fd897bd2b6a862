#include "experiments/learn/learn_from.h"

#include "experiments/learn/train_model.h"
#include "lib/data/dataset.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::learn_from_test {

using namespace experiments;
using namespace testing;
using Names = std::vector<std::string>;

namespace {

constexpr std::size_t n = 240, d = 12;

/// What a caller with its samples in memory gives: all rows are available, and every second one is
/// trained on.
TrainInput in_memory(const Dataset& dataset) {
  TrainInput input{"my samples", "my samples", dataset.checksum, n, dataset.labels};
  input.rows.resize(n);
  std::iota(input.rows.begin(), input.rows.end(), 0u);
  for (std::uint32_t row = 0; row < n; row += 2) input.training.push_back(row);
  input.X = dataset.features;
  return input;
}

std::string list_of(const Rows& rows) {
  std::string lines;
  for (const std::uint32_t row : rows) lines += std::to_string(row) + "\n";
  return lines;
}

}  // namespace

TEST_CASE("learn from memory: the model is the one that a file gives") {
  const TemporaryFolder folder;
  const Dataset dataset = small_dataset(n, d);
  write_dataset(folder / "d.h5", dataset);
  const TrainInput input = in_memory(dataset);
  write_file(folder / "training", list_of(input.training));
  write_file(folder / "learnable", list_of(input.rows));
  for (const std::string& hasher : Names{"lsh+sbq", "itq+npq", "itq-cca+dbq", "ksh+sbq", "auto"}) {
    CAPTURE(hasher);
    TrainSettings settings{.hasher = hasher, .budget = "20u", .bits = 8};
    settings.ground_truth = parse_ground_truth("class");
    const TrainedModels by_memory = learn_from(input, settings);

    TrainRequest request;
    request.data = folder / "d.h5";
    request.rows = folder / "training";
    request.learnable = folder / "learnable";
    request.settings = settings;
    request.settings.scores = folder / "scores";
    const TrainedModels by_file = train_model(request, [](std::size_t, std::size_t) {});
    REQUIRE(by_memory.models.size() == 1);
    REQUIRE(by_file.models.size() == 1);
    CHECK(by_memory.choice == by_file.choice);
    CHECK(by_memory.models.front().hasher == by_file.models.front().hasher);
    CHECK(by_memory.models.front().encode(dataset.features).words ==
          by_file.models.front().encode(dataset.features).words);
    CHECK(by_memory.models.front().origin.training_checksum ==
          by_file.models.front().origin.training_checksum);
  }
}

TEST_CASE("learn from memory: what cannot be learned is refused by the name of the samples") {
  TrainInput input = in_memory(small_dataset(n, d));
  TrainSettings settings{.hasher = "ksh+sbq", .bits = 8};
  settings.ground_truth = parse_ground_truth("class");
  settings.ground_truth_given = false;
  CHECK(error_of([&] { learn_from(input, settings); }) == Contains("my samples: "));
  settings.ground_truth_given = true;
  input.labels = {};
  CHECK(error_of([&] { learn_from(input, settings); }) == Contains("my samples: has no '/labels'"));
  settings.hasher = "itq+sbq:nothing=1";
  CHECK(error_of([&] { learn_from(input, settings); }) == Contains("nothing"));
}

}  // namespace hashlab::learn_from_test
