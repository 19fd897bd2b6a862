#include "hashers/cross_modal/parts/bit_planes.h"
#include "hashers/cross_modal/rcmh_steps.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "tests/support/graphs.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::rcmh_test {

using namespace hashers;
using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::graph_of;
using hashlab::testing::learn;
using hashlab::testing::small_paired_set;

namespace {

/// 0 and 1 as -1 and +1, a sample a row.
arma::mat rows_of_bits(const std::vector<std::string>& codes) {
  arma::mat B(codes.size(), codes.front().size());
  for (arma::uword i = 0; i < B.n_rows; ++i) {
    for (arma::uword k = 0; k < B.n_cols; ++k) B(i, k) = codes[i][k] == '1' ? 1 : -1;
  }
  return B;
}

bool equal(const arma::mat& A, const arma::mat& B) {
  return arma::approx_equal(A, B, "absdiff", 0);
}

/// H(alpha D^-1 S B + (1 - alpha) B - 1/2) of bits 0 and 1, by the equation.
arma::mat smoothed_by_equation(const NeighbourGraph& S, const arma::mat& B, double alpha) {
  const arma::mat bits = (B + 1) / 2;
  arma::mat result(arma::size(B));
  for (arma::uword i = 0; i < B.n_rows; ++i) {
    arma::rowvec mean(B.n_cols, arma::fill::zeros);
    for (const std::uint32_t j : S[i]) mean += bits.row(j) / static_cast<double>(S[i].size());
    const arma::rowvec z = alpha * mean + (1 - alpha) * bits.row(i) - .5;
    for (arma::uword k = 0; k < B.n_cols; ++k) result(i, k) = z[k] > -1e-9 ? 1 : -1;
  }
  return result;
}

}  // namespace

TEST_CASE("rcmh: with alpha = 1 a sample takes the bits of most neighbours, as in figure 1") {
  const NeighbourGraph S = graph_of(4, {{0, 1}, {0, 2}, {0, 3}});
  const arma::mat B = rows_of_bits({"01", "00", "11", "10"});
  CHECK(equal(rcmh_smoothed(S, B, 1), rows_of_bits({"10", "01", "01", "01"})));
}

TEST_CASE("rcmh: the smoothed bits of six samples are known") {
  const arma::mat B = rows_of_bits({"01", "11", "00", "10", "11", "01"});
  CHECK(equal(rcmh_smoothed(testing::six_pairs().S, B, .5),
              rows_of_bits({"11", "11", "10", "10", "11", "11"})));
}

TEST_CASE("rcmh: smoothing is the paper's equation, an even vote is bit 1") {
  const PairedTrainingSet data = small_paired_set(61, 4, 3);
  const arma::mat B = arma::sign(testing::normal_matrix(61, 7, Rng(1)));
  for (const double alpha : {0.0, .25, .5, .75, .9, 1.0}) {
    CHECK(equal(rcmh_smoothed(data.S, B, alpha), smoothed_by_equation(data.S, B, alpha)));
  }
  const NeighbourGraph square = graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  CHECK(equal(rcmh_smoothed(square, rows_of_bits({"0", "0", "0", "1"}), 1),
              rows_of_bits({"1", "0", "1", "0"})));
}

TEST_CASE("rcmh: alpha = 0 and a sample without neighbours keep their bits") {
  const PairedTrainingSet data = small_paired_set(20, 4, 3);
  const arma::mat B = arma::sign(testing::normal_matrix(20, 7, Rng(2)));
  CHECK(equal(rcmh_smoothed(data.S, B, 0), B));
  CHECK(equal(rcmh_smoothed(graph_of(20, {}), B, 1), B));
}

TEST_CASE("rcmh: it starts from planes through the second view's mean, of any direction") {
  const arma::fmat Z = small_paired_set(400, 4, 6).Z;
  const arma::mat B = rcmh_random_bits(Z, 50, Rng(3));
  CHECK(equal(arma::square(B), arma::ones(400, 50)));
  CHECK(equal(rcmh_random_bits(-Z, 50, Rng(3)), -B));
  CHECK_FALSE(equal(rcmh_random_bits(Z, 50, Rng(4)), B));
  // Two directions agree in sign by the angle between them: half of all samples on average.
  const arma::mat agreement = B.t() * B / 400;
  CHECK(std::abs(arma::accu(agreement) - 50) / (50 * 49) < .1);
}

TEST_CASE("rcmh: rounds smooth bits and learn them from the second view, then from the first") {
  const PairedTrainingSet data = small_paired_set(90, 7, 5);
  const Rng rng(5);
  const BitPlanes planes_x(data.X, 1, "test"), planes_z(data.Z, 1, "test");
  arma::mat B = rcmh_random_bits(data.Z, 12, rng.stream("rcmh.planes"));
  for (const char* rounds : {"1", "2", "3"}) {
    CAPTURE(rounds);
    const arma::mat target = rcmh_smoothed(data.S, B, .6);
    const auto f = planes_z.learn(target, "test", {}), g = planes_x.learn(target, "test", {});
    const PairedProjectors learned =
        learn(cross_modal::rcmh(), {{"rounds", rounds}, {"smoothing", ".6"}, {"c", "1"}}, data, 12);
    CHECK(arma::approx_equal(learned.z->project(data.Z), f->project(data.Z), "absdiff", 0));
    CHECK(arma::approx_equal(learned.x->project(data.X), g->project(data.X), "absdiff", 0));
    B = signs(f->project(data.Z));
  }
}

TEST_CASE("rcmh: on a class graph, with alpha = 1, classes get one code, told far better") {
  const PairedTrainingSet data = small_paired_set(200, 12, 8);
  const auto agreement = [&](const PairedProjectors& learned) {
    return testing::agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z),
                                         data.labels);
  };
  CHECK(agreement(learn(cross_modal::rcmh(), {}, data, 16)) >
        1.3 * agreement(learn(cross_modal::cvh(), {}, data, 16)));
}

TEST_CASE("rcmh: it ends once bits stay, and more rounds change nothing") {
  const PairedTrainingSet data = small_paired_set(80, 6, 4);
  std::size_t calls = 0;
  const auto method = cross_modal::rcmh();
  Options options;
  method->describe(options);
  options.set("rounds", "1000");
  const Observer counting{[&](std::string_view, std::size_t, std::size_t) { ++calls; }};
  const PairedProjectors many = method->learn(data, 8, Rng(5), counting);
  CHECK(calls < 1000);
  const PairedProjectors fewer = learn(cross_modal::rcmh(), {{"rounds", "500"}}, data, 8);
  CHECK(arma::approx_equal(many.x->project(data.X), fewer.x->project(data.X), "absdiff", 0));
}

TEST_CASE("rcmh: it asks for one list of neighbours a sample, not for labels") {
  PairedTrainingSet data = small_paired_set(30, 4, 3);
  data.labels = {};
  CHECK(learn(cross_modal::rcmh(), {}, data, 4).x->project(data.X).is_finite());
  data.S = {};
  CHECK(error_of([&] { learn(cross_modal::rcmh(), {}, data, 4); }) ==
        "rcmh: neighbour lists for 0 samples, expected one for each of the 30 training samples");
}

TEST_CASE("rcmh: degenerate samples are learned from or refused, infinite ones refused") {
  CHECK(testing::faults_on_degenerate_pairs(&cross_modal::rcmh, 64) == "");
  const std::string refusals = testing::refusals_of_infinite_features(&cross_modal::rcmh);
  for (const std::string& line : testing::lines_of(refusals)) {
    CHECK(line.starts_with("rcmh: a training sample holds a number that is not finite"));
  }
}

}  // namespace hashlab::rcmh_test
