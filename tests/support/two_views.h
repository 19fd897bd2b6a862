#pragma once

#include "hashers/cross_modal.h"
#include "lib/relevance/class_labels.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <armadillo>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::testing {

/// Six samples whose learning was worked out with another program; centred.
struct GoldenViews {
  arma::mat X = {{2, 1, 3, 0, 1, 0}, {0, 1, 1, 2, 3, 2}, {1, 0, 1, 3, 2, 4}};
  arma::mat Z = {{1, 2, 2, 0, 1, -1}, {0, 1, -1, 2, 4, 3}};
  Labels labels = {{0, 0, 1, 1, 2, 2}, {}};

  GoldenViews() {
    X.each_col() -= arma::vec(arma::mean(X, 1));
    Z.each_col() -= arma::vec(arma::mean(Z, 1));
  }
};

/// The classes' neighbours, for two views that are centred here.
inline PairedTrainingSet paired_training_set(arma::fmat X, arma::fmat Z, const Labels& labels) {
  X.each_col() -= arma::fvec(arma::mean(X, 1));
  Z.each_col() -= arma::fvec(arma::mean(Z, 1));
  return {X, Z, class_neighbours(labels, rows_below(X.n_cols)), labels};
}

/// n samples in 4 overlapping classes, d_x and d_z features.
inline PairedTrainingSet small_two_views(std::size_t n, std::size_t d_x, std::size_t d_z) {
  const Dataset both = small_dataset(n, d_x + d_z);
  return paired_training_set(both.features.head_rows(d_x), both.features.tail_rows(d_z),
                             both.labels);
}

/// Training sets that leave little to learn, by what is odd about them.
inline std::map<std::string, PairedTrainingSet> odd_two_views() {
  const PairedTrainingSet usual = small_two_views(40, 10, 5);
  const auto with_labels = [&](std::vector<std::int32_t> labels) {
    return paired_training_set(usual.X, usual.Z, {std::move(labels), {}});
  };
  std::vector<std::int32_t> own(40);
  for (int i = 0; i < 40; ++i) own[static_cast<std::size_t>(i)] = i;
  const arma::fmat zeros(10, 40, arma::fill::zeros), few_z = usual.Z.head_rows(1);
  const arma::fmat copies = arma::repmat(usual.X.col(0), 1, 20),
                   X_20 = arma::join_rows(copies, usual.X.head_cols(20));
  std::map<std::string, PairedTrainingSet> odd;
  odd["one class"] = with_labels(std::vector<std::int32_t>(40, 7));
  odd["classes of their own"] = with_labels(own);
  odd["one sample"] = paired_training_set(usual.X.head_cols(1), usual.Z.head_cols(1), {{3}, {}});
  odd["two samples"] =
      paired_training_set(usual.X.head_cols(2), usual.Z.head_cols(2), {{3, 4}, {}});
  odd["one feature"] = paired_training_set(usual.X.head_rows(1), few_z, usual.labels);
  odd["constant first view"] = paired_training_set(zeros + 3, usual.Z, usual.labels);
  odd["constant second view"] = paired_training_set(usual.Z, zeros, usual.labels);
  odd["constant views"] = paired_training_set(zeros, zeros, usual.labels);
  odd["repeated features"] =
      paired_training_set(arma::join_cols(usual.X, usual.X), usual.Z, usual.labels);
  odd["repeated samples"] = paired_training_set(X_20, usual.Z, usual.labels);
  odd["small features"] = paired_training_set(usual.X * 1e-30F, usual.Z, usual.labels);
  odd["great features"] = paired_training_set(usual.X * 1e30F, usual.Z * 1e-12F, usual.labels);
  return odd;
}

/// A method with some of its settings changed.
inline std::unique_ptr<CrossModal> with_settings(
    std::unique_ptr<CrossModal> method, const std::map<std::string, std::string>& settings) {
  Options options;
  method->describe(options);
  for (const auto& [name, value] : settings) options.set(name, value);
  return method;
}

/// How much more often bits of the first view and of the second agree for neighbours than for
/// others: 0 is chance, 1 the most.
inline double agreement_of_neighbours(const PairedProjectors& learned,
                                      const PairedTrainingSet& data) {
  const arma::fmat F = learned.x->project(data.X), G = learned.z->project(data.Z);
  double agree[2] = {0, 0}, all[2] = {0, 0};
  for (std::uint32_t i = 0; i < F.n_rows; ++i) {
    const auto near = data.S[i];
    for (std::uint32_t j = 0; j < G.n_rows; ++j) {
      const int kind = std::binary_search(near.begin(), near.end(), j) ? 1 : 0;
      for (arma::uword k = 0; k < F.n_cols; ++k) agree[kind] += (F(i, k) > 0) == (G(j, k) > 0);
      all[kind] += static_cast<double>(F.n_cols);
    }
  }
  return agree[1] / all[1] - agree[0] / all[0];
}

}  // namespace hashlab::testing
