// The radius of the ball where each rank reads a range of the database.
#include "lib/relevance/epsilon_ball.h"
#include "lib/relevance/relevance_source.h"
#include "lib/rng.h"
#include "tests/support/support.h"
#include "tests/support/thread_ranks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::radius_of_ranks_test {

using namespace testing;

namespace {

/// Features in memory, which keep in mind what was read of them.
class Kept final : public FeatureSource {
 public:
  explicit Kept(Features X) : X_(std::move(X)), read_(X_.n_cols) {}
  std::size_t size() const override { return X_.n_cols; }
  std::size_t columns() const override { return X_.n_rows; }
  const std::string& description() const override { return description_; }
  double buffer_bytes() const override { return 0; }
  Features read(std::size_t first, std::size_t count) const override {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = first; i < first + count; ++i) ++read_[i];
    return X_.cols(first, first + count - 1);
  }
  /// How often the row was read that was read most often.
  int max_read() const { return *std::max_element(read_.begin(), read_.end()); }

 private:
  Features X_;
  std::string description_ = "in memory";
  mutable std::mutex mutex_;
  mutable std::vector<int> read_;
};

Features features(std::size_t n) {
  Rng rng(3);
  Features X(5, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  return X;
}

BallTruth ball(std::size_t neighbours, std::size_t samples) {
  BallTruth g;
  g.neighbours = neighbours;
  g.samples = samples;
  return g;
}

}  // namespace

TEST_CASE("radius of ranks: it is the same to the bit for any number of ranks and size of pieces") {
  const Kept database(features(101));
  for (const BallTruth& g : {ball(7, 20), ball(1, 500), ball(100, 3)}) {
    const double expected = ball_radius(database, g, Rng(1), 1000);
    for (const std::size_t n : {1u, 2u, 3u, 7u, 120u}) {
      std::vector<double> radii(n);
      on_thread_ranks(n, [&](const Ranks& ranks) {
        radii[ranks.rank()] = ball_radius(database, g, Rng(1), 13, ranks);
      });
      CHECK(radii == std::vector<double>(n, expected));
    }
  }
}

TEST_CASE("radius of ranks: each row is read by one rank, twice at most") {
  const Kept database(features(101));
  on_thread_ranks(
      4, [&](const Ranks& ranks) { ball_radius(database, ball(3, 9), Rng(1), 10, ranks); });
  CHECK(database.max_read() <= 2);
}

TEST_CASE("radius of ranks: what was found for other samples cannot be merged") {
  const Features X = features(6);
  BallRadius one(X.cols(0, 0), {0}, 1, false), two(X.cols(0, 1), {0, 1}, 1, false);
  CHECK(error_of([&] { two.merge(one.found()); }) == "distances of fewer samples cannot be merged");
}

}  // namespace hashlab::radius_of_ranks_test
