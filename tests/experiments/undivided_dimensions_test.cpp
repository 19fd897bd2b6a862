// What train says of hash dimensions that no threshold divides.

#include "experiments/learn/undivided_dimensions.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace hashlab::undivided_dimensions_test {

using namespace experiments;

namespace {

constexpr double beyond = std::numeric_limits<float>::max();

std::string note_on(const std::vector<std::vector<double>>& thresholds) {
  hashers::Model model;
  model.quantisation.thresholds = thresholds;
  return undivided_dimensions_note(model);
}

}  // namespace

TEST_CASE("undivided dimensions: those with no threshold within reach are counted") {
  CHECK(note_on({{beyond, beyond, beyond}, {-1, 0, 1}, {-beyond, beyond, beyond}})
            .starts_with("2 of 3 hash dimensions have no threshold, so all samples have the same "
                         "digit there: "));
}

TEST_CASE("undivided dimensions: one threshold divides, and a dimension may be given no bits") {
  CHECK(note_on({{0}, {-1, 0, beyond}, {}}) == "");
}

}  // namespace hashlab::undivided_dimensions_test
