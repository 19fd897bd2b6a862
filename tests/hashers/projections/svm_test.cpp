#include "hashers/projections/parts/svm.h"

#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/least_squares_svm.h"
#include "lib/error.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

namespace hashlab::svm_test {

using namespace hashers;
using hashlab::testing::error_of;

// Numbers without an explanation are those that tests/data/make_svm.py prints.

namespace {

/// Sixteen samples that no line separates, as in make_svm.py.
arma::fmat spiral() {
  arma::fmat X(2, 16);
  for (arma::uword i = 0; i < 16; ++i) {
    const auto t = static_cast<double>(i);
    X(0, i) = static_cast<float>(std::cos(1.7 * t) * (1 + t / 8));
    X(1, i) = static_cast<float>(std::sin(0.9 * t) + t / 10);
  }
  return X;
}

std::vector<bool> spiral_labels() {
  std::vector<bool> labels(16);
  for (std::size_t i = 0; i < 16; ++i) labels[i] = i % 3 == 0 || i == 7;
  return labels;
}

std::vector<bool> flipped(std::vector<bool> labels) {
  labels.flip();
  return labels;
}

arma::fmat gaussian(const arma::fmat& X, double gamma) {
  return KernelMap{X, gamma}.features(X);
}

arma::vec values(const KernelExpansion& expansion, const arma::fmat& K) {
  return arma::conv_to<arma::mat>::from(K).t() * expansion.a + expansion.b;
}

arma::fmat normal_samples(arma::uword d, arma::uword n) {
  Rng rng = Rng(2).stream("svm-test");
  arma::fmat X(d, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  return X;
}

std::vector<bool> some_labels(std::size_t n) {
  std::vector<bool> labels(n);
  for (std::size_t i = 0; i < n; ++i) labels[i] = i % 3 == 0 || i % 7 == 2;
  return labels;
}

arma::vec signs_of(const std::vector<bool>& labels) {
  arma::vec y(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) y[i] = labels[i] ? 1 : -1;
  return y;
}

}  // namespace

TEST_CASE("svm: a linear SVM is the minimum of its objective") {
  const Hyperplane plane = LinearSvm(spiral(), true).learn(spiral_labels(), {.C = 1});
  CHECK(plane.w[0] == doctest::Approx(0.087047624).epsilon(0.02));
  CHECK(plane.w[1] == doctest::Approx(-0.014166858).epsilon(0.02));
  CHECK(plane.b == doctest::Approx(0.206061056).epsilon(0.02));
  const Hyperplane plain =
      LinearSvm(spiral()).learn(spiral_labels(), {.C = 0.1, .balanced = false});
  CHECK(plain.w[0] == doctest::Approx(0.079681758).epsilon(0.02));
  CHECK(plain.w[1] == doctest::Approx(-0.076389245).epsilon(0.02));
  CHECK(plain.b == 0);
}

TEST_CASE("svm: a feature that is 0 of all or of some samples is learned from as any other") {
  arma::fmat X = spiral();
  for (arma::uword i = 0; i < X.n_cols; i += 5) X(1, i) = 0;
  const arma::fmat wide = arma::join_cols(X.row(0), arma::fmat(2, 16, arma::fill::zeros), X.row(1));
  for (const bool bias : {false, true}) {
    const Hyperplane plain = LinearSvm(X, bias).learn(spiral_labels());
    const Hyperplane plane = LinearSvm(wide, bias).learn(spiral_labels());
    CHECK(plane.w[0] == doctest::Approx(plain.w[0]));
    CHECK(plane.w[1] == 0);
    CHECK(plane.w[2] == 0);
    CHECK(plane.w[3] == doctest::Approx(plain.w[1]));
    CHECK(plane.b == doctest::Approx(plain.b));
  }
}

TEST_CASE("svm: two opposite samples have the hyperplane that one derives by hand") {
  // min w^2 / 2 + 2 C (1 - 2 w)^2 has w = 8 C / (1 + 16 C) along the axis of samples +2 and -2.
  const arma::fmat X = {{2, -2}, {0, 0}};
  for (const double C : {0.01, 1.0, 100.0}) {
    const Hyperplane plane = LinearSvm(X).learn({true, false}, {.C = C});
    CHECK(plane.w[0] == doctest::Approx(8 * C / (1 + 16 * C)).epsilon(1e-3));
    CHECK(plane.w[1] == 0);
  }
  // Both are support vectors at a_1 = -a_2 = min(C, 1 / (1 - k)) and the offset is 0.
  const arma::fmat K = {{1, 0.5f}, {0.5f, 1}};
  for (const double C : {0.3, 50.0}) {
    const KernelExpansion expansion = KernelSvm(K).learn({false, true}, {.C = C});
    const double a = std::min(C, 2.0);
    CHECK(expansion.a[0] == doctest::Approx(-a));
    CHECK(expansion.a[1] == doctest::Approx(a));
    CHECK(expansion.b == doctest::Approx(0));
  }
}

TEST_CASE("svm: a kernel SVM gives the values of another program's") {
  const arma::fmat K = gaussian(spiral(), 0.5);
  const arma::vec y = values(KernelSvm(K).learn(spiral_labels(), {.C = 1}), K);
  const arma::vec expected = {1.182991603, -0.072793891, -0.234090098, 0.805392644,
                              0.985848787, 1.045712056,  0.913628282,  0.999999983,
                              0.031371450, 0.999999958,  -0.789974824, 0.425692982,
                              1.000000028, 0.102359456,  -0.137105400, 0.999999995};
  CHECK(arma::abs(y - expected).max() < 0.003);
  const arma::vec z = values(KernelSvm(K).learn(spiral_labels(), {.C = 10, .balanced = false}), K);
  const arma::vec plain = {1.000000038,  -1.000000007, -1.000000137, 1.000000046,
                           0.102679491,  -0.990386045, -0.408833117, 0.999999676,
                           -1.000000422, 0.999999901,  -2.367942214, -1.000000038,
                           0.999999888,  -0.999999998, -1.301115482, 0.999999966};
  CHECK(arma::abs(z - plain).max() < 0.003);
}

TEST_CASE("svm: a kernel SVM keeps the conditions of Karush, Kuhn and Tucker") {
  Rng rng = Rng(1).stream("svm-test");
  arma::fmat X(5, 80);
  for (float& x : X) x = static_cast<float>(rng.normal());
  std::vector<bool> labels(80);
  for (std::size_t i = 0; i < 80; ++i) labels[i] = rng.uniform() < 0.22;
  const auto positive = std::count(labels.begin(), labels.end(), true);
  const double weight =
      std::ceil(static_cast<double>(80 - positive) / static_cast<double>(positive));
  REQUIRE(weight >= 3);  // otherwise the weights below would not be seen
  const arma::fmat K = gaussian(X, 0.1);
  const KernelExpansion expansion = KernelSvm(K).learn(labels, {.C = 2});
  const arma::vec y = values(expansion, K);
  CHECK(std::abs(arma::accu(expansion.a)) < 1e-9);
  for (arma::uword i = 0; i < 80; ++i) {
    const double sign = labels[i] ? 1 : -1, price = labels[i] ? 2 * weight : 2;
    const double a = sign * expansion.a[i], margin = sign * y[i];
    CHECK(a >= 0);
    CHECK(a <= price);
    if (a == 0) CHECK(margin > 1 - 0.002);
    if (a > 0 && a < price) CHECK(margin == doctest::Approx(1).epsilon(0.002));
    if (a == price) CHECK(margin < 1 + 0.002);
  }
}

TEST_CASE("svm: flipped labels flip the sign, whichever label comes first") {
  const std::vector<bool> labels = spiral_labels();
  REQUIRE(labels.front());
  for (const bool bias : {false, true}) {
    const LinearSvm linear(spiral(), bias);
    const Hyperplane one = linear.learn(labels, {.C = 3}),
                     other = linear.learn(flipped(labels), {.C = 3});
    CHECK(arma::approx_equal(one.w, -other.w, "absdiff", 1e-9));
    CHECK(one.b == doctest::Approx(-other.b));
  }
  const KernelSvm kernel(gaussian(spiral(), 1));
  const KernelExpansion one = kernel.learn(labels, {.C = 3}),
                        other = kernel.learn(flipped(labels), {.C = 3});
  CHECK(arma::approx_equal(one.a, -other.a, "absdiff", 0.01));
  CHECK(one.b == doctest::Approx(-other.b).epsilon(0.01));
  CHECK(values(one, gaussian(spiral(), 1))[0] > 0);
}

TEST_CASE("svm: labels that are all alike are a constant bit") {
  const arma::fmat X = spiral(), K = gaussian(X, 1);
  for (const bool label : {false, true}) {
    const std::vector<bool> labels(16, label);
    const Hyperplane plane = LinearSvm(X).learn(labels);
    const KernelExpansion expansion = KernelSvm(K).learn(labels);
    CHECK(arma::all(plane.w == 0));
    CHECK(plane.w.n_elem == 2);
    CHECK(plane.b == (label ? 1 : -1));
    CHECK(arma::all(expansion.a == 0));
    CHECK(expansion.a.n_elem == 16);
    CHECK(expansion.b == (label ? 1 : -1));
  }
  CHECK(LinearSvm(X.head_cols(1)).learn({true}).b == 1);
}

TEST_CASE("svm: weights of classes stop the larger one from swallowing the smaller") {
  arma::fmat X(1, 40);
  std::vector<bool> labels(40);
  for (arma::uword i = 0; i < 40; ++i) {
    labels[i] = i < 4;
    X(0, i) = (i < 4 ? 1.0f : 0.0f) + 0.01f * static_cast<float>(i % 4);
  }
  const arma::fmat K = gaussian(X, 1);
  const KernelExpansion balanced = KernelSvm(K).learn(labels, {.C = 0.05});
  const KernelExpansion plain = KernelSvm(K).learn(labels, {.C = 0.05, .balanced = false});
  CHECK(values(balanced, K).head(4).min() > 0);
  CHECK(values(balanced, K).tail(36).max() < 0);
  CHECK(values(plain, K).max() < 0);
}

TEST_CASE("svm: threads that share a trainer learn what one alone learns") {
  const arma::fmat X = spiral();
  const LinearSvm linear(X, true);
  const KernelSvm kernel(gaussian(X, 1));
  const Hyperplane plane = linear.learn(spiral_labels(), {.C = 5});
  const KernelExpansion expansion = kernel.learn(spiral_labels(), {.C = 5});
  std::vector<int> same(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < same.size(); ++t) {
    threads.emplace_back([&, t] {
      bool all = true;
      for (int i = 0; i < 20; ++i) {
        all =
            all &&
            arma::approx_equal(linear.learn(spiral_labels(), {.C = 5}).w, plane.w, "absdiff", 0) &&
            arma::approx_equal(kernel.learn(spiral_labels(), {.C = 5}).a, expansion.a, "absdiff",
                               0);
      }
      same[t] = all;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(std::all_of(same.begin(), same.end(), [](int s) { return s == 1; }));
}

TEST_CASE("svm: what is not finite is refused") {
  arma::fmat X = spiral();
  X(1, 9) = std::numeric_limits<float>::infinity();
  CHECK(error_of([&] { LinearSvm svm(X); }) ==
        "svm: a feature of the training samples holds a number that is not finite, check the "
        "features");
  CHECK_THROWS_AS(KernelSvm(X.cols(8, 9)), Error);
}

TEST_CASE(
    "svm: a least-squares SVM has no gradient left, with more features than samples or fewer") {
  for (const arma::uword d : {5U, 60U}) {
    for (const bool bias : {false, true}) {
      const arma::fmat X = normal_samples(d, 40);
      arma::mat samples = arma::conv_to<arma::mat>::from(X);
      if (bias) samples = arma::join_cols(samples, arma::mat(1, 40, arma::fill::ones));
      const arma::vec y = signs_of(some_labels(40));
      for (const double C : {0.01, 3.0}) {
        const Hyperplane plane = LeastSquaresSvm(X, C, bias).learn(some_labels(40));
        REQUIRE(plane.w.n_elem == d);
        arma::vec w = plane.w;
        if (bias) w = arma::join_cols(w, arma::vec{plane.b});
        if (!bias) CHECK(plane.b == 0);
        const arma::vec gradient = w - 2 * C * samples * (y - samples.t() * w);
        CHECK(arma::abs(gradient).max() < 1e-10 * C * 40 * static_cast<double>(d));
      }
    }
  }
}

TEST_CASE("svm: where every sample is a support vector, hinges and least squares agree") {
  // Two opposite samples: see the hyperplane derived by hand above; its margin is below 1.
  const arma::fmat X = {{2, -2}, {0, 0}};
  for (const double C : {0.01, 1.0, 100.0}) {
    const Hyperplane plane = LeastSquaresSvm(X, C).learn({true, false});
    CHECK(plane.w[0] == doctest::Approx(8 * C / (1 + 16 * C)));
    CHECK(plane.w[1] == doctest::Approx(0));
  }
}

TEST_CASE("svm: a least-squares SVM with a kernel solves its system of equations") {
  const arma::fmat K = gaussian(normal_samples(5, 70), 0.1);
  const std::vector<bool> labels = some_labels(70);
  for (const double C : {0.1, 10.0}) {
    const KernelExpansion expansion = LeastSquaresKernelSvm(K, C).learn(labels);
    CHECK(std::abs(arma::accu(expansion.a)) < 1e-10);
    const arma::vec left = values(expansion, K) + expansion.a / (2 * C);
    CHECK(arma::abs(left - signs_of(labels)).max() < 1e-9);
  }
}

TEST_CASE("svm: least squares turn with their labels, and a constant bit stays constant") {
  const arma::fmat X = spiral(), K = gaussian(X, 0.5);
  const LeastSquaresSvm linear(X, 1, true);
  const LeastSquaresKernelSvm kernel(K, 1);
  const std::vector<bool> labels = spiral_labels();
  CHECK(arma::approx_equal(linear.learn(labels).w, -linear.learn(flipped(labels)).w, "absdiff", 0));
  CHECK(arma::approx_equal(kernel.learn(labels).a, -kernel.learn(flipped(labels)).a, "absdiff", 0));
  for (const bool label : {false, true}) {
    const std::vector<bool> all(16, label);
    CHECK(arma::all(linear.learn(all).w == 0));
    CHECK(linear.learn(all).b == (label ? 1 : -1));
    CHECK(arma::all(kernel.learn(all).a == 0));
    CHECK(kernel.learn(all).b == (label ? 1 : -1));
  }
}

TEST_CASE("svm: least squares refuse features that are not finite or too large to be squared") {
  const std::string refusal =
      "svm: the system of least squares could not be factorised, check the features or give a "
      "smaller price";
  arma::fmat X = spiral();
  X(0, 3) = std::numeric_limits<float>::quiet_NaN();
  CHECK(error_of([&] { LeastSquaresSvm(X, 1); }) == refusal);
  arma::fmat K = gaussian(spiral(), 1);
  K(2, 2) = -5;
  CHECK(error_of([&] { LeastSquaresKernelSvm(K, 1); }) == refusal);
}

}  // namespace hashlab::svm_test
