// Losses of networks: values that were worked out elsewhere, gradients against differences, and
// what has to be the same whichever way it is computed.

#include "hashers/networks/class_centres.h"
#include "hashers/networks/torch/probe.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace hashlab::losses_test {

using namespace hashers;
using namespace hashers::networks;
using doctest::Approx;

namespace {

// The samples, classifier and centres of all golden values, a column a sample.
const arma::mat U = {
    {.9, .5, -.7, .3}, {-.2, .3, 1.2, .4}, {.4, .8, .1, -.9}, {-1.1, -.6, .6, 1.3}};
const arma::mat V = {{1, .6, .8, -.2}, {.2, .8, -.3, 1}};
const std::vector<std::uint32_t> two_classes = {0, 0, 1, 1};
const arma::mat classifier = {{1, -.5, 0}, {0, 1, .5}, {.5, 0, -1}, {-1, .5, 1}};
// Of three classes, of which the last has no sample here.
const arma::mat of_three = {{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 0, 0}};

LossSettings with(const std::string& name, const std::map<std::string, double>& numbers,
                  const std::map<std::string, std::string>& words = {}) {
  LossSettings settings = default_loss(name);
  for (const auto& [key, value] : numbers) settings.numbers.at(key) = value;
  for (const auto& [key, value] : words) settings.words.at(key) = value;
  return settings;
}

LossProbe on_U(const LossSettings& settings) {
  return {settings, U, two_classes};
}

LossProbe with_classifier(const LossSettings& settings) {
  return {settings, U, two_classes, of_three, {{"classifier", classifier}}};
}

/// Outputs in the order of the memory, where those of a class are together.
arma::mat by_class(const LossProbe& probe, const arma::mat& outputs) {
  const arma::uvec order = arma::stable_sort_index(arma::conv_to<arma::uvec>::from(probe.class_of));
  return outputs.cols(order);
}

void check_close(const arma::vec& found, const arma::vec& expected, double error = 1e-6) {
  REQUIRE(found.n_elem == expected.n_elem);
  CHECK(arma::max(arma::abs(found - expected)) < error);
}

/// Central differences.
arma::mat differences(const LossProbe& probe) {
  constexpr double h = 1e-6;
  arma::mat gradient(arma::size(probe.u));
  for (arma::uword k = 0; k < probe.u.n_elem; ++k) {
    LossProbe more = probe, less = probe;
    more.u(k) += h;
    less.u(k) -= h;
    gradient(k) = (probe_loss(more).value - probe_loss(less).value) / (2 * h);
  }
  return gradient;
}

/// Twelve samples of three classes in five outputs, none near a kink.
LossProbe drawn(const LossSettings& settings) {
  Rng rng = Rng(7).stream("losses");
  LossProbe probe{settings, arma::mat(5, 12), {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}};
  for (double& u : probe.u) u = rng.normal();
  return probe;
}

void check_gradient(const LossProbe& probe) {
  const Probed probed = probe_loss(probe);
  const arma::mat expected = differences(probe);
  CAPTURE(probe.loss.name);
  CHECK(arma::abs(probed.gradient - expected).max() < 2e-7 * (1 + arma::abs(expected).max()));
  CHECK(arma::abs(expected).max() > 1e-4);
}

}  // namespace

TEST_CASE("losses: exact NCA is that of the published values") {
  const Probed probed = probe_loss(on_U(with("nca", {{"sharpness", 1}}, {{"unit", "no"}})));
  CHECK(probed.value == Approx(.096750).epsilon(1e-5));
  check_close(probed.gradient.col(0), {-.002794, -.000184, -.013744, .007581});
}

TEST_CASE(
    "losses: scalable NCA with all samples in its memory is exact NCA, one side of it fixed") {
  LossProbe probe = on_U(with("snca", {{"sigma", .5}}));
  probe.given["memory"] = arma::normalise(U);
  const Probed probed = probe_loss(probe);
  CHECK(probed.value == Approx(.226256).epsilon(1e-5));
  check_close(probed.gradient.col(0), {.010222, .001987, -.018186, .001389});
  // t = 1 / (2 sigma), as |v - w|^2 = 2 - 2 v.w.
  const Probed exact = probe_loss(on_U(with("nca", {{"sharpness", 1}})));
  CHECK(exact.value == Approx(probed.value).epsilon(1e-12));
  check_close(exact.gradient.col(0), {.030664, .006242, -.051311, .005295});
}

TEST_CASE("losses: both kinds of NCA divide by all samples, also by those alone in their class") {
  LossProbe probe = drawn(with("snca", {{"sigma", .5}}));
  probe.class_of[3] = 3;  // a class of its own
  const arma::mat Z = arma::normalise(probe.u);
  probe.given["memory"] = by_class(probe, Z);
  LossProbe exact = probe;
  exact.loss = with("nca", {{"sharpness", 1}});
  const double value = probe_loss(exact).value;
  CHECK(value == Approx(probe_loss(probe).value).epsilon(1e-12));
  // By the definition: the mean over all samples, of which that one adds nothing.
  double sum = 0;
  for (arma::uword i = 0; i < Z.n_cols; ++i) {
    double own = 0, all = 0;
    for (arma::uword k = 0; k < Z.n_cols; ++k) {
      if (k == i) continue;
      const double e = std::exp(-arma::accu(arma::square(Z.col(i) - Z.col(k))));
      all += e;
      if (probe.class_of[k] == probe.class_of[i]) own += e;
    }
    if (own > 0) sum -= std::log(own / all);
  }
  CHECK(value == Approx(sum / 12).epsilon(1e-12));
  check_gradient(exact);
}

TEST_CASE("losses: scalable NCA of the published example") {
  LossProbe probe;
  probe.loss = with("snca", {{"sigma", .5}});
  probe.u = {{1, .6, 0, -.6, -1}, {0, .8, 1, .8, 0}};
  probe.class_of = {0, 0, 1, 1, 0};
  probe.given["memory"] = by_class(probe, probe.u);
  probe.asked = {0};
  const Probed probed = probe_loss(probe);
  CHECK(probed.value == Approx(.319590).epsilon(1e-5));
  // By v before it is divided by its length, 1: of (-.369964, .101235) what is across v.
  check_close(probed.gradient.col(0), {0, .101235});
}

TEST_CASE("losses: the memory of scalable NCA moves towards new outputs and keeps length 1") {
  LossProbe probe;
  probe.loss = with("snca", {{"sigma", .5}, {"memory", .5}}, {{"memory-schedule", "constant"}});
  probe.u = {{.8, 0}, {.6, 1}};
  probe.class_of = {0, 0};
  probe.given["memory"] = {{1, 0}, {0, 1}};
  probe.asked = {0};
  const arma::mat memory = loss_arrays_after(probe).at("memory");
  check_close(memory.col(0), {.948683, .316228});
  check_close(memory.col(1), {0, 1});
  probe.loss.numbers["memory"] = 0;
  check_close(loss_arrays_after(probe).at("memory").col(0), {.8, .6});
  probe.loss.words["memory-schedule"] = "rising";
  probe.done = .7;  // m = .9
  check_close(loss_arrays_after(probe).at("memory").col(0), arma::normalise(arma::vec{.98, .06}));
}

TEST_CASE("losses: a margin of scalable NCA divides the own classes' share") {
  LossProbe probe = drawn(with("snca", {{"sigma", .5}, {"margin", .2}}));
  probe.given["memory"] = by_class(probe, arma::normalise(probe.u));
  const arma::mat e = arma::exp(arma::normalise(probe.u).t() * arma::normalise(probe.u) / .5);
  double sum = 0;
  for (arma::uword i = 0; i < 12; ++i) {
    double own = 0, others = 0;
    for (arma::uword j = 0; j < 12; ++j) {
      if (j == i) continue;
      (j % 3 == i % 3 ? own : others) += e(i, j);
    }
    own /= std::exp(.2 / .5);
    sum -= std::log(own / (own + others));
  }
  CHECK(probe_loss(probe).value == Approx(sum / 12).epsilon(1e-10));
  check_gradient(probe);
}

TEST_CASE("losses: triplets of the published values") {
  const auto value = [&](const char* mining) {
    return probe_loss({with("triplet", {{"margin", .5}}, {{"mining", mining}}), V, two_classes})
        .value;
  };
  CHECK(value("nearest") == Approx(1.004160).epsilon(1e-5));
  CHECK(value("facenet") == Approx(.343107).epsilon(1e-5));
}

TEST_CASE("losses: pairs of the published values") {
  // First and third sample are one class, second and fourth another.
  LossProbe probe = on_U(with("n-pair", {{"length", 0}}));
  const Probed probed = probe_loss(probe);
  CHECK(probed.value == Approx(.153224).epsilon(1e-5));
  check_close(probed.gradient.col(0), {-.00488, .00244, -.04148, .04636}, 1e-5);
  probe.loss.words["unit"] = "yes";
  CHECK(probe_loss(probe).value == Approx(.336545).epsilon(1e-5));
}

TEST_CASE("losses: softmax and ArcFace of the published values") {
  const Probed soft = probe_loss(with_classifier(with("softmax", {{"sigma", .5}})));
  CHECK(soft.value == Approx(.485123).epsilon(1e-5));
  check_close(soft.gradient.col(3), {.080024, -.136948, -.084928, -.035126});
  CHECK(probe_loss(with_classifier(with("softmax", {{"sigma", .05}}))).value ==
        Approx(2.608551).epsilon(1e-5));
  const Probed arc = probe_loss(with_classifier(with("arcface", {{"scale", 8}})));
  CHECK(arc.value == Approx(2.027575).epsilon(1e-5));
  check_close(arc.gradient.col(3), {.445887, -.832269, -.495620, -.189936});
}

TEST_CASE("losses: ArcFace without a margin is softmax with sigma = 1 / s") {
  CHECK(
      probe_loss(with_classifier(with("arcface", {{"scale", 8}, {"margin", 0}}))).value ==
      Approx(probe_loss(with_classifier(with("softmax", {{"sigma", .125}}))).value).epsilon(1e-12));
}

TEST_CASE("losses: ArcFace where the angle and its margin exceed pi, by hand") {
  // cos theta = -1 of the true class, 0 of the other: s (-1 - m sin m) against 0.
  const double own = -1 - .5 * std::sin(.5), s = 8;
  const arma::vec first = {1, 0};
  const LossProbe probe{
      with("arcface", {{"scale", s}}), first, {0}, first, {{"classifier", {{-1, 0}, {0, 1}}}}};
  CHECK(own == Approx(-1.239713).epsilon(1e-5));
  CHECK(probe_loss(probe).value == Approx(std::log1p(std::exp(-s * own))).epsilon(1e-9));
}

TEST_CASE("losses: DPSH of the published values") {
  const Probed sum =
      probe_loss(on_U(with("dpsh", {{"eta", .1}}, {{"pairs", "batch"}, {"reduction", "sum"}})));
  CHECK(sum.value == Approx(7.018708).epsilon(1e-6));
  check_close(sum.gradient.col(0), {-.542988, .619335, -.734097, 1.049926});
  // With the outputs of all samples the other side is a constant.
  const Probed mean = probe_loss(on_U(with("dpsh", {{"eta", .1}})));
  CHECK(mean.value == Approx(.438669).epsilon(1e-5));
  check_close(mean.gradient.col(0), {-.017593, .024354, -.026691, .032185});
}

TEST_CASE("losses: HashNet of the published values") {
  LossProbe probe = on_U(with("hashnet", {}));
  const Probed probed = probe_loss(probe);
  CHECK(probed.value == Approx(.297194).epsilon(1e-5));
  check_close(probed.gradient.col(0), {-.023619, .053821, -.075510, .047292});
  probe.loss.numbers["growth"] = .015;  // beta = sqrt(1 + .015 * 200) = 2
  probe.step = 399;
  CHECK(probe_loss(probe).value == Approx(.111674).epsilon(1e-5));
  probe.loss = with("hashnet", {{"positives", 1}});
  CHECK(probe_loss(probe).value < .297194);
}

TEST_CASE("losses: GreedyHash of the published values") {
  const Probed probed = probe_loss(with_classifier(with("greedyhash", {})));
  CHECK(probed.value == Approx(.536901).epsilon(1e-5));
  check_close(probed.gradient.col(0), {-.005935, .015556, -.010597, .007215});
  CHECK(probe_loss(with_classifier(with("greedyhash", {{"penalty", 0}}))).value ==
        Approx(.520119).epsilon(1e-5));
}

TEST_CASE("losses: CSQ of the published values") {
  LossProbe probe = on_U(with("csq", {}));
  probe.given["centres"] = {{1, 1}, {1, -1}, {1, 1}, {1, -1}};
  const Probed probed = probe_loss(probe);
  CHECK(probed.value == Approx(1.158903).epsilon(1e-6));
  check_close(probed.gradient.col(0), {-.017733, -.074826, -.038760, -.112530});
}

TEST_CASE("losses: OrthoHash of the published values") {
  LossProbe probe{with("orthohash", {}), U, {}, of_three, {}};
  probe.given["centres"] = {{1, -1, 1}, {1, 1, -1}, {-1, 1, 1}, {-1, 1, -1}};
  const Probed probed = probe_loss(probe);
  CHECK(probed.value == Approx(2.825100).epsilon(1e-6));
  check_close(probed.gradient.col(0), {-.323901, -1.259602, 1.187636, .395876});
  // After batch normalisation, with the variance divided by n.
  probe.u.each_col() -= arma::vec(arma::mean(U, 1));
  probe.u.each_col() /= arma::sqrt(arma::vec(arma::var(U, 1, 1)) + 1e-5);
  CHECK(probe_loss(probe).value == Approx(5.145169).epsilon(1e-6));
}

TEST_CASE("losses: gradients are those of differences") {
  check_gradient(drawn(with("nca", {{"sharpness", 1}})));
  check_gradient(drawn(with("nca", {{"sharpness", .1}}, {{"unit", "no"}})));
  LossProbe memory = drawn(with("snca", {{"sigma", .5}}));
  memory.asked = {};
  check_gradient(memory);
  for (const char* mining : {"facenet", "nearest", "close"}) {
    check_gradient(drawn(with("triplet", {{"margin", .19}}, {{"mining", mining}})));
  }
  for (const char* unit : {"yes", "no"}) {
    check_gradient(drawn(with("n-pair", {}, {{"unit", unit}})));
    check_gradient(drawn(with("softmax", {}, {{"unit", unit}})));
  }
  check_gradient(drawn(with("arcface", {{"scale", 8}})));
  for (const char* reduction : {"mean", "sum"}) {
    check_gradient(drawn(with("dpsh", {}, {{"pairs", "batch"}, {"reduction", reduction}})));
  }
  check_gradient(drawn(with("hashnet", {})));
  check_gradient(drawn(with("csq", {{"penalty", .1}})));
  check_gradient(drawn(with("orthohash", {})));
}

TEST_CASE("losses: samples alone in their class, or in a batch, leave losses finite") {
  for (const LossEntry& entry : losses()) {
    CAPTURE(entry.name);
    LossProbe probe = drawn(default_loss(entry.name));
    for (std::uint32_t i = 0; i < 12; ++i) probe.class_of[i] = i;
    const Probed probed = probe_loss(probe);
    CHECK(std::isfinite(probed.value));
    CHECK(probed.gradient.is_finite());
    probe.asked = {4};
    CHECK(std::isfinite(probe_loss(probe).value));
  }
}

TEST_CASE("losses: outputs that are zeros, equal or very long leave losses finite") {
  for (const LossEntry& entry : losses()) {
    CAPTURE(entry.name);
    for (const double length : {0.0, 1.0, 1e4}) {
      LossProbe probe = drawn(default_loss(entry.name));
      probe.u.fill(length);
      const Probed probed = probe_loss(probe);
      CHECK(std::isfinite(probed.value));
      CHECK(probed.gradient.is_finite());
    }
  }
}

}  // namespace hashlab::losses_test
