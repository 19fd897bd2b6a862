#include "hashers/networks/training_settings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace hashlab::training_settings_test {

using namespace hashers;
using doctest::Approx;

namespace {

Rows all_of(const std::vector<Rows>& batches) {
  Rows rows;
  for (const Rows& batch : batches) rows.insert(rows.end(), batch.begin(), batch.end());
  return rows;
}

}  // namespace

TEST_CASE("schedule: a cosine grows over the warm-up, then falls to 0") {
  TrainingSettings s;
  s.rate = 2;
  s.warm_up = .1;
  CHECK(rate_at(s, 0, 100) == Approx(.2));
  CHECK(rate_at(s, 4, 100) == Approx(1));
  CHECK(rate_at(s, 10, 100) == Approx(2));
  CHECK(rate_at(s, 55, 100) == Approx(1));
  CHECK(rate_at(s, 99, 100) < .001);
  for (std::size_t step = 10; step < 99; ++step) {
    CHECK(rate_at(s, step + 1, 100) < rate_at(s, step, 100));
  }
}

TEST_CASE("schedule: steps divide the rate by ten, constant leaves it") {
  TrainingSettings s;
  s.rate = 1;
  s.warm_up = 0;
  s.schedule = "step";  // every quarter
  CHECK(rate_at(s, 0, 200) == 1);
  CHECK(rate_at(s, 49, 200) == 1);
  CHECK(rate_at(s, 50, 200) == Approx(.1));
  CHECK(rate_at(s, 100, 200) == Approx(.01));
  CHECK(rate_at(s, 199, 200) == Approx(.001));
  s.step_every = .1;  // of ten parts each step is exact, though .1 is none
  for (std::size_t k = 0; k < 10; ++k) {
    CHECK(rate_at(s, 20 * k, 200) == Approx(std::pow(.1, k)).epsilon(1e-9));
  }
  s.schedule = "constant";
  CHECK(rate_at(s, 199, 200) == 1);
}

TEST_CASE("batches: every sample is in one, and their sizes differ by one at most") {
  for (const std::size_t n : {1u, 2u, 7u, 128u, 129u, 1000u}) {
    CAPTURE(n);
    Rng stream(1);
    const std::vector<Rows> batches = shuffled_batches(n, 128, stream);
    CHECK(batches.size() == (n + 127) / 128);
    Rows rows = all_of(batches), every(n);
    CHECK((n < 7 || !std::is_sorted(rows.begin(), rows.end())));
    std::sort(rows.begin(), rows.end());
    std::iota(every.begin(), every.end(), 0u);
    CHECK(rows == every);
    const auto [least, most] =
        std::minmax_element(batches.begin(), batches.end(),
                            [](const Rows& a, const Rows& b) { return a.size() < b.size(); });
    CHECK(most->size() - least->size() <= 1);
  }
}

TEST_CASE("batches: of classes they have as many samples of each, none twice") {
  const std::vector<std::uint32_t> class_of = [] {
    std::vector<std::uint32_t> made;
    for (std::uint32_t i = 0; i < 100; ++i) made.push_back(i % 9);
    made.push_back(9);  // a class of one sample
    return made;
  }();
  Rng stream(1);
  const std::vector<Rows> batches = class_batches(class_of, 20, 4, stream);
  CHECK(batches.size() == 6);
  std::map<std::uint32_t, std::size_t> chosen;
  for (Rows rows : batches) {
    CHECK(rows.size() <= 20);
    CHECK(rows.size() >= 17);  // 4 classes of 4 and the one of one, at least
    std::map<std::uint32_t, std::size_t> of_class;
    for (const std::uint32_t i : rows) ++of_class[class_of[i]];
    for (const auto& [c, count] : of_class) {
      CHECK(count == (c == 9 ? 1 : 4));
      ++chosen[c];
    }
    std::sort(rows.begin(), rows.end());
    CHECK(std::adjacent_find(rows.begin(), rows.end()) == rows.end());
  }
  CHECK(chosen.size() > 5);
}

TEST_CASE("batches: a class with more samples than a batch still gives one") {
  Rng stream(1);
  const std::vector<std::uint32_t> one_class(10, 0);
  for (const Rows& rows : class_batches(one_class, 4, 6, stream)) CHECK(rows.size() == 6);
}

}  // namespace hashlab::training_settings_test
