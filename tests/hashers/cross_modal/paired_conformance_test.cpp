// What every method of two views has to keep, whatever it is: each test walks the registry, so a
// new method is tested by its line there.

#include "hashers/registry.h"
#include "lib/error.h"
#include "tests/support/paired_training_sets.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace hashlab::paired_conformance_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 80, d_x = 12, d_z = 6;

const PairedTrainingSet& usual() {
  static const PairedTrainingSet pairs = small_paired_set(n, d_x, d_z);
  return pairs;
}

/// Default settings, but for those that only make learning long.
void for_each_method(const std::function<void(const CrossModal&)>& visit) {
  for_each_cross_modal({{"atoms", "24"}, {"pairs", "200"}}, visit);
}

bool is_n_by(const arma::fmat& Y, std::size_t rows, std::size_t dims) {
  return Y.n_rows == rows && Y.n_cols == dims && Y.is_finite();
}

/// Learns `dims` dimensions and says whether all that is learned is as it must be. A method that
/// does not learn from such data says so in one line.
bool learns_well(const CrossModal& method, const PairedTrainingSet& data, std::size_t dims) {
  PairedProjectors learned;
  try {
    learned = method.learn(data, dims, Rng(1));
  } catch (const Error& error) {
    const std::string what = error.what();
    return what.starts_with(method.info().name + ": ") && what.find('\n') == std::string::npos;
  }
  const arma::uword samples = data.X.n_cols;
  if (!is_n_by(learned.x->project(data.X), samples, dims)) return false;
  if (!is_n_by(learned.z->project(data.Z), samples, dims)) return false;
  if (learned.joint) {
    const arma::fmat both = arma::join_cols(data.X, data.Z);
    if (!is_n_by(learned.joint->project(both), samples, dims)) return false;
  }
  const bool of_training = !learned.of_training.is_empty();
  if (of_training && !is_n_by(learned.of_training, samples, dims)) return false;
  const bool of_classes = !learned.of_classes.is_empty();
  if (of_classes && (learned.of_classes.n_cols != dims || !learned.of_classes.is_finite())) {
    return false;
  }
  return (learned.joint != nullptr || of_training) == method.gives_joint_codes() &&
         of_classes == method.gives_label_codes();
}

std::size_t dimensions(const CrossModal& method, const PairedTrainingSet& data, std::size_t most) {
  return std::min(most, method.max_dimensions(data.X.n_rows, data.Z.n_rows, data.X.n_cols));
}

bool same(const PairedProjectors& a, const PairedProjectors& b) {
  const auto equal = [](const arma::fmat& P, const arma::fmat& Q) {
    return arma::approx_equal(P, Q, "absdiff", 0);
  };
  return equal(a.x->project(usual().X), b.x->project(usual().X)) &&
         equal(a.z->project(usual().Z), b.z->project(usual().Z)) &&
         equal(a.of_training, b.of_training) && equal(a.of_classes, b.of_classes);
}

}  // namespace

TEST_CASE("cross-modal conformance: names are new, and options are of no quantiser") {
  std::set<std::string> names;
  for (const auto& method : projections::all()) names.insert(method->info().name);
  for (const auto& method : quantisers::all()) names.insert(method->info().name);
  for (const auto& method : cross_modal::all()) {
    const MethodInfo info = method->info();
    CAPTURE(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(info.version >= 1);
    CHECK_FALSE(info.source.empty());
    CHECK(info.cost.starts_with("O("));
    CHECK(info.summary.find('\n') == std::string::npos);
    const Hasher hasher = make_hasher(info.name + "+npq");
    CHECK(hasher.has_two_views());
    CHECK(hasher.projection_recipe.starts_with(info.name + "/"));
    Options ours;
    method->describe(ours);
    for (const auto& quantiser : quantisers::all()) {
      Options theirs;
      quantiser->describe(theirs);
      for (const Option& option : theirs.all()) CHECK_FALSE(ours.has(option.name));
    }
  }
}

TEST_CASE(
    "cross-modal conformance: every length, also beyond the rank of a view, has finite codes") {
  for_each_method([](const CrossModal& method) {
    for (const std::size_t bits : {1u, 5u, 6u, 7u, 24u, 40u}) {
      const std::size_t dims = dimensions(method, usual(), bits);
      CAPTURE(dims);
      CHECK(dims > 0);
      CHECK(learns_well(method, usual(), dims));
      CHECK(method.learn(usual(), dims, Rng(1)).x->project(usual().X).n_cols == dims);
    }
  });
}

TEST_CASE("cross-modal conformance: the same stream gives the same codes, with reuse or without") {
  Reuse reuse(std::size_t{1} << 26);
  PairedTrainingSet kept = usual();
  kept.reuse = &reuse;
  for_each_method([&](const CrossModal& method) {
    const PairedProjectors first = method.learn(usual(), 6, Rng(3));
    CHECK(same(first, method.learn(usual(), 6, Rng(3))));
    for (int times = 0; times < 2; ++times) CHECK(same(first, method.learn(kept, 6, Rng(3))));
  });
}

TEST_CASE("cross-modal conformance: a state restores the projector of its view") {
  for_each_method([](const CrossModal& method) {
    const PairedProjectors learned = method.learn(usual(), 5, Rng(2));
    const auto x = method.restore(learned.x->state(), d_x, 5);
    const auto z = method.restore(learned.z->state(), d_z, 5);
    CHECK(arma::approx_equal(x->project(usual().X), learned.x->project(usual().X), "absdiff", 0));
    CHECK(arma::approx_equal(z->project(usual().Z), learned.z->project(usual().Z), "absdiff", 0));
    CHECK_THROWS_AS(method.restore({}, d_x, 5), Error);
    CHECK_THROWS_AS(method.restore(learned.x->state(), d_x + 1, 5), Error);
  });
}

TEST_CASE("cross-modal conformance: one pair, few pairs and views of one feature are met") {
  for (const std::size_t few : {1u, 2u, 5u}) {
    const PairedTrainingSet data = small_paired_set(few, d_x, d_z);
    CAPTURE(few);
    for_each_method([&](const CrossModal& method) {
      CHECK(learns_well(method, data, std::max<std::size_t>(1, dimensions(method, data, 8))));
    });
  }
  for (const auto& [x, z] : {std::pair{1u, 6u}, {12u, 1u}, {1u, 1u}}) {
    const PairedTrainingSet data = small_paired_set(n, x, z);
    for_each_method([&](const CrossModal& method) {
      CHECK(learns_well(method, data, dimensions(method, data, 8)));
    });
  }
}

TEST_CASE("cross-modal conformance: views that do not vary, and repeated samples, are met") {
  PairedTrainingSet constant = usual(), repeated = usual(), deficient = usual();
  constant.Z.zeros();
  repeated.X.cols(0, n / 2 - 1) = repeated.X.cols(n / 2, n - 1);
  repeated.Z.cols(0, n / 2 - 1) = repeated.Z.cols(n / 2, n - 1);
  deficient.Z.row(3) = deficient.Z.row(2);
  deficient.X.row(0).zeros();
  for (const PairedTrainingSet& data : {constant, repeated, deficient}) {
    for_each_method([&](const CrossModal& method) {
      CHECK(learns_well(method, data, dimensions(method, data, 9)));
    });
  }
}

TEST_CASE(
    "cross-modal conformance: one class, classes of one sample and several a sample are met") {
  PairedTrainingSet one = usual(), own = usual(), several = usual();
  one.labels.single.assign(n, 4);
  std::iota(own.labels.single.begin(), own.labels.single.end(), 0);
  several.labels = {};
  several.labels.multi.zeros(3, n);
  for (arma::uword i = 0; i < n; ++i) {
    several.labels.multi(i % 3, i) = 1;
    if (i % 4 == 0) several.labels.multi((i + 1) % 3, i) = 1;
  }
  for (PairedTrainingSet* data : {&one, &own, &several}) {
    data->S = class_neighbours(data->labels, rows_below(n));
    for_each_method([&](const CrossModal& method) {
      CHECK(learns_well(method, *data, dimensions(method, *data, 7)));
    });
  }
}

TEST_CASE(
    "cross-modal conformance: who needs classes or neighbours says so, others do not miss them") {
  PairedTrainingSet bare = usual();
  bare.labels = {};
  bare.S = {};
  for (std::size_t i = 0; i < n; ++i) bare.S.append({});
  for_each_method([&](const CrossModal& method) {
    const auto learn = [&] { method.learn(bare, 5, Rng(1)); };
    if (method.needs_labels()) {
      CHECK(error_of(learn).starts_with(method.info().name + ": "));
    } else if (method.supervision() == Supervision::none) {
      CHECK_NOTHROW(learn());
    } else {
      CHECK(learns_well(method, bare, 5));
    }
  });
}

TEST_CASE("cross-modal conformance: NaN or infinity in either view ends in an error") {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    PairedTrainingSet in_x = usual(), in_z = usual();
    in_x.X(3, 17) = bad;
    in_z.Z(2, 60) = bad;
    for (const PairedTrainingSet& data : {in_x, in_z}) {
      for_each_method(
          [&](const CrossModal& method) { CHECK_THROWS_AS(method.learn(data, 5, Rng(1)), Error); });
    }
  }
}

TEST_CASE("cross-modal conformance: extreme units are learned from or refused, never nonsense") {
  for (const float scale : {1e-18f, 1e-6f, 1e6f, 1e15f}) {
    PairedTrainingSet data = usual();
    data.X *= scale;
    data.Z /= scale;
    CAPTURE(scale);
    for_each_method([&](const CrossModal& method) { CHECK(learns_well(method, data, 6)); });
  }
}

TEST_CASE("cross-modal conformance: an observer may end learning, and changes nothing") {
  for_each_method([](const CrossModal& method) {
    std::size_t calls = 0;
    bool in_range = true;
    const Observer counting{[&](std::string_view what, std::size_t done, std::size_t total) {
      ++calls;
      in_range = in_range && done <= total && !what.empty();
    }};
    CHECK(same(method.learn(usual(), 6, Rng(3), counting), method.learn(usual(), 6, Rng(3))));
    CHECK(in_range);
    const Observer stopping{[](std::string_view, std::size_t, std::size_t) { throw Stopped(); }};
    bool stopped = false;
    try {
      method.learn(usual(), 6, Rng(3), stopping);
    } catch (const Stopped&) {
      stopped = true;
    }
    CHECK(stopped == (calls > 0));
  });
}

}  // namespace hashlab::paired_conformance_test
