// Laws that every method of two views keeps: what it finds is in the pairs, and of one view twice
// it finds what there is to be found in one.

#include "hashers/registry.h"
#include "tests/support/paired_training_sets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::paired_laws_test {

using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t trained = 240, held_out = 160, bits = 16;

PairedTrainingSet head(const PairedTrainingSet& all) {
  Labels labels = all.labels;
  labels.single.resize(trained);
  return {all.X.head_cols(trained), all.Z.head_cols(trained),
          class_neighbours(labels, rows_below(trained)), labels};
}

PairedTrainingSet tail(const PairedTrainingSet& all) {
  const Labels labels = {{all.labels.single.begin() + trained, all.labels.single.end()}, {}};
  return {all.X.tail_cols(held_out), all.Z.tail_cols(held_out),
          class_neighbours(labels, rows_below(held_out)), labels};
}

/// The same samples, but a sample's second view is that of another one, whatever its class.
PairedTrainingSet parted(PairedTrainingSet pairs, const Rng& rng) {
  arma::uvec order = arma::regspace<arma::uvec>(0, pairs.Z.n_cols - 1);
  Rng draw = rng;
  for (arma::uword i = order.n_elem - 1; i > 0; --i) {
    std::swap(order[i], order[draw.below(i + 1)]);
  }
  pairs.Z = arma::fmat(pairs.Z.cols(order));
  return pairs;
}

/// That make learning short; CMSSH's default rate is near to chance.
const std::map<std::string, std::string> settings = {
    {"atoms", "24"}, {"pairs", "500"}, {"anchors", "60"}, {"rate", "auto"}};

}  // namespace

TEST_CASE("paired laws: parted pairs teach nothing of how new samples of both views agree") {
  const PairedTrainingSet all = small_paired_set(trained + held_out, 12, 8, 6);
  const PairedTrainingSet pairs = head(all), others = tail(all);
  for_each_cross_modal(settings, [&](const CrossModal& method) {
    const double together = agreement_of_classes(method.learn(pairs, bits, Rng(1)), others);
    double apart = 0;
    constexpr std::uint64_t draws = 8;
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
      const PairedTrainingSet shuffled = parted(pairs, Rng(100).stream("draw", draw));
      apart += agreement_of_classes(method.learn(shuffled, bits, Rng(1)), others) / draws;
    }
    CHECK(together > 0.05);
    CHECK(std::abs(apart) < 0.15 * together);
  });
}

TEST_CASE("paired laws: of one view twice, views tell classes apart as well as each does alone") {
  PairedTrainingSet all = small_paired_set(trained + held_out, 12, 12, 6);
  all.Z = all.X;
  const PairedTrainingSet pairs = head(all), others = tail(all);
  for_each_cross_modal(settings, [&](const CrossModal& method) {
    const PairedProjectors learned = method.learn(pairs, bits, Rng(1));
    const arma::fmat F = learned.x->project(others.X), G = learned.z->project(others.Z);
    const double same =
        arma::mean(arma::vectorise(arma::conv_to<arma::mat>::from(arma::umat((F > 0) == (G > 0)))));
    const double across = agreement_of_classes(F, G, others.labels),
                 within = agreement_of_classes(F, F, others.labels);
    // CMSSH's directions are a singular pair of pairs that were drawn, so they differ.
    if (method.info().name != "cmssh") CHECK(same > 0.9);
    CHECK(std::abs(across - within) < 0.05);
  });
}

TEST_CASE("paired laws: a unit of features in which settings are not given changes no code") {
  const PairedTrainingSet all = small_paired_set(trained + held_out, 12, 8, 6);
  const PairedTrainingSet pairs = head(all), others = tail(all);
  for_each_cross_modal(settings, [&](const CrossModal& method) {
    // CMFH's mu weighs distances of codes against those of features, as in its paper.
    if (method.info().name == "cmfh") return;
    const auto codes = [&](float of_x, float of_z) {
      PairedTrainingSet scaled = pairs;
      scaled.X *= of_x;
      scaled.Z *= of_z;
      const PairedProjectors learned = method.learn(scaled, bits, Rng(1));
      return arma::umat(arma::join_rows(learned.x->project(of_x * others.X) > 0,
                                        learned.z->project(of_z * others.Z) > 0));
    };
    // Powers of two, so that nothing is rounded differently.
    CHECK(arma::accu(codes(1.0F / 64, 256) != codes(1, 1)) == 0);
  });
}

TEST_CASE("paired laws: default settings find what there is where features outnumber pairs") {
  // Classes differ in 24 and 20 of the features; little noise in many others hides them from a
  // method that gives all directions the same weight.
  PairedTrainingSet all = small_paired_set(trained + held_out, 24, 20, 16);
  const Rng rng(1);
  const auto widened = [&](const arma::fmat& view, arma::uword d, const char* name) {
    const arma::mat noise = .1 * normal_matrix(d - view.n_rows, view.n_cols, rng.stream(name));
    return arma::fmat(arma::join_cols(view, arma::conv_to<arma::fmat>::from(noise)));
  };
  all.X = widened(all.X, 600, "noise of X");
  all.Z = widened(all.Z, 400, "noise of Z");
  const PairedTrainingSet pairs = head(all), others = tail(all);
  const auto agreement = [&](const std::string& name, std::map<std::string, std::string> with) {
    double found = 0;
    with.insert(settings.begin(), settings.end());
    for_each_cross_modal(with, [&](const CrossModal& method) {
      if (method.info().name != name) return;
      found = agreement_of_classes(method.learn(pairs, bits, Rng(1)), others);
    });
    return found;
  };
  struct Case {
    std::string method;
    std::map<std::string, std::string> absolute;  // of papers, or earlier defaults of ours
    double least;
  };
  const std::vector<Case> cases = {{"cvh", {{"ridge", "1e-4"}}, .175},
                                   {"pdh", {{"c", "10"}, {"start-ridge", "1e-4"}}, .22},
                                   {"imh", {{"ridge", "1e-3"}}, .11},
                                   {"rcmh", {{"c", "10"}}, .335},
                                   {"cmfh", {{"function-ridge", "1e-4"}}, .21},
                                   {"scm", {{"ridge", "1e-6"}}, .19},
                                   {"dch", {{"ridge", "0.01"}}, .21}};
  for (const Case& of : cases) {
    CAPTURE(of.method);
    CHECK(agreement(of.method, {}) > of.least);
    CHECK(agreement(of.method, of.absolute) < of.least);
  }
}

TEST_CASE("paired laws: of one view twice, canonical correlations are principal components") {
  PairedTrainingSet pairs = small_paired_set(trained, 12, 12, 6);
  pairs.Z = pairs.X;
  constexpr std::size_t dims = 6;
  // With a ridge as large as the scatter the correlations differ, and with them the order.
  const PairedProjectors both = learn(cross_modal::cvh(), {{"ridge", "100"}}, pairs, dims);
  const auto pca = projections::pca()->learn({pairs.X, {}, {}}, dims, Rng(1));
  const arma::mat F = arma::conv_to<arma::mat>::from(both.x->project(pairs.X)),
                  P = arma::conv_to<arma::mat>::from(pca->project(pairs.X));
  for (std::size_t k = 0; k < dims; ++k) {
    CHECK(std::abs(arma::norm_dot(F.col(k), P.col(k))) > 0.9999);
  }
}

}  // namespace hashlab::paired_laws_test
