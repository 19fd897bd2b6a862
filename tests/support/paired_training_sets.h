#pragma once

#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/options.h"
#include "lib/relevance/class_labels.h"
#include "lib/rng.h"
#include "tests/support/normal_matrix.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <armadillo>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace hashlab::testing {

/// Two views of the same samples with these classes: centred, neighbours by class.
inline hashers::PairedTrainingSet paired(arma::mat X, arma::mat Z, const Labels& labels) {
  X.each_col() -= arma::vec(arma::mean(X, 1));
  Z.each_col() -= arma::vec(arma::mean(Z, 1));
  const auto n = static_cast<std::size_t>(X.n_cols);
  return {arma::conv_to<arma::fmat>::from(X), arma::conv_to<arma::fmat>::from(Z),
          labels.empty() ? NeighbourGraph() : class_neighbours(labels, rows_below(n)), labels};
}

/// The six samples, in three classes of two, that known answers of two-view methods are for.
struct SixViews {
  arma::mat X = {{2, 1, 3, 0, 1, 0}, {0, 1, 1, 2, 3, 2}, {1, 0, 1, 3, 2, 4}};
  arma::mat Z = {{1, 2, 2, 0, 1, -1}, {0, 1, -1, 2, 4, 3}};
  Labels labels = {{0, 0, 1, 1, 2, 2}, {}};

  SixViews() {
    X.each_col() -= arma::vec(arma::mean(X, 1));
    Z.each_col() -= arma::vec(arma::mean(Z, 1));
  }
};

inline hashers::PairedTrainingSet six_pairs() {
  const SixViews six;
  return paired(six.X, six.Z, six.labels);
}

/// n samples of `classes` classes in turns, normal around centres of their classes in both views.
inline hashers::PairedTrainingSet small_paired_set(std::size_t n, std::size_t d_x, std::size_t d_z,
                                                   std::size_t classes = 4,
                                                   std::uint64_t seed = 1) {
  const Rng rng(seed);
  const arma::mat of_x = normal_matrix(d_x, classes, rng.stream("centres of X")),
                  of_z = normal_matrix(d_z, classes, rng.stream("centres of Z"));
  arma::mat X = .7 * normal_matrix(d_x, n, rng.stream("X")),
            Z = .7 * normal_matrix(d_z, n, rng.stream("Z"));
  Labels labels;
  for (std::size_t i = 0; i < n; ++i) {
    labels.single.push_back(static_cast<std::int32_t>(i % classes));
    X.col(i) += of_x.col(i % classes);
    Z.col(i) += of_z.col(i % classes);
  }
  return paired(X, Z, labels);
}

/// What the method learns with these settings.
inline hashers::PairedProjectors learn(std::unique_ptr<hashers::CrossModal> method,
                                       const std::map<std::string, std::string>& settings,
                                       const hashers::PairedTrainingSet& data, std::size_t dims) {
  Options options;
  method->describe(options);
  for (const auto& [name, value] : settings) options.set(name, value);
  return method->learn(data, dims, Rng(5));
}

/// Share of pairs of an x and a z of the same class whose bits agree, less that of other pairs.
inline double agreement_of_classes(const arma::fmat& of_x, const arma::fmat& of_z,
                                   const Labels& labels) {
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (arma::uword i = 0; i < of_x.n_rows; ++i) {
    for (arma::uword j = 0; j < of_z.n_rows; ++j) {
      const int same = labels.single[i] == labels.single[j];
      for (arma::uword k = 0; k < of_x.n_cols; ++k) {
        sums[same] += (of_x(i, k) > 0) == (of_z(j, k) > 0);
      }
      counts[same] += static_cast<double>(of_x.n_cols);
    }
  }
  return sums[1] / counts[1] - sums[0] / counts[0];
}

/// The same of what is learned, for samples of two views.
inline double agreement_of_classes(const hashers::PairedProjectors& learned,
                                   const hashers::PairedTrainingSet& data) {
  return agreement_of_classes(learned.x->project(data.X), learned.z->project(data.Z), data.labels);
}

/// Visits every method of two views, with those of these settings that it has.
inline void for_each_cross_modal(const std::map<std::string, std::string>& settings,
                                 const std::function<void(const hashers::CrossModal&)>& visit) {
  for (const auto& method : hashers::cross_modal::all()) {
    Options options;
    method->describe(options);
    for (const auto& [name, value] : settings) {
      if (options.has(name)) options.set(name, value);
    }
    CAPTURE(method->info().name);
    visit(*method);
  }
}

/// Training sets that a method has to survive, by name.
inline std::map<std::string, hashers::PairedTrainingSet> degenerate_pairs() {
  const arma::mat X = normal_matrix(10, 30, Rng(1)), Z = normal_matrix(10, 30, Rng(2));
  Labels labels, one_class, own_classes, one_sample{{3}, {}};
  for (std::int32_t i = 0; i < 30; ++i) {
    labels.single.push_back(i % 3);
    own_classes.single.push_back(i);
  }
  one_class.single.assign(30, 7);
  hashers::PairedTrainingSet lone = paired(X.head_cols(1), Z.head_cols(1), one_sample);
  lone.X.fill(2);
  return {
      {"10 features", paired(X, Z, labels)},
      {"one sample at the mean", paired(X.head_cols(1), Z.head_cols(1), one_sample)},
      {"one sample", lone},
      {"two samples", paired(X.head_cols(2), Z.head_cols(2), {{3, 4}, {}})},
      {"one class", paired(X, Z, one_class)},
      {"classes of their own", paired(X, Z, own_classes)},
      {"one feature a view", paired(X.head_rows(1), Z.head_rows(1), labels)},
      {"repeated features", paired(arma::repmat(X.head_rows(2), 5, 1), Z, labels)},
      {"a constant view", paired(arma::ones(10, 30), Z, labels)},
      {"a constant second view", paired(X, arma::ones(4, 30), labels)},
      {"constant views", paired(arma::ones(10, 30), arma::ones(4, 30), labels)},
      {"repeated samples",
       paired(arma::repmat(X.head_cols(3), 1, 10), arma::repmat(Z.head_cols(3), 1, 10), labels)},
      {"more features than samples", paired(normal_matrix(50, 30, Rng(3)), Z, labels)},
      {"features of 1e6", paired(1e6 * X, 1e6 * Z, labels)},
      {"features of 1e-6", paired(1e-6 * X, 1e-6 * Z, labels)},
  };
}

/// The same, and features whose squares leave single precision.
inline std::map<std::string, hashers::PairedTrainingSet> extreme_pairs() {
  auto all = degenerate_pairs();
  const hashers::PairedTrainingSet usual = small_paired_set(40, 10, 5);
  hashers::PairedTrainingSet& small = all["features of 1e-30"] = usual;
  small.X *= 1e-30F;
  hashers::PairedTrainingSet& great = all["features of 1e30 and 1e-12"] = usual;
  great.X *= 1e30F;
  great.Z *= 1e-12F;
  return all;
}

/// What is wrong with what `make()` learns from degenerate_pairs(): projections that are not finite
/// or have other than `dims` columns, errors that are not of one line beginning with its name.
/// Empty if nothing is.
template <typename Make>
std::string faults_on_degenerate_pairs(Make make, std::size_t dims) {
  std::string faults;
  for (const auto& entry : degenerate_pairs()) {
    const std::string& name = entry.first;
    const hashers::PairedTrainingSet& data = entry.second;
    const auto expect = [&](bool right, const std::string& what) {
      if (!right) faults.append(name).append(": ").append(what).append("\n");
    };
    try {
      const hashers::PairedProjectors learned = make()->learn(data, dims, Rng(1));
      const arma::fmat x = learned.x->project(data.X), z = learned.z->project(data.Z);
      expect(x.is_finite() && x.n_cols == dims, "x");
      expect(z.is_finite() && z.n_cols == dims, "z");
      if (learned.joint) {
        const arma::fmat joint = learned.joint->project(arma::join_cols(data.X, data.Z));
        expect(joint.is_finite() && joint.n_cols == dims, "joint");
      }
      expect(learned.of_training.is_finite(), "of_training");
      expect(learned.of_classes.is_finite(), "of_classes");
    } catch (const Error& error) {
      const std::string message = error.what();
      expect(message.starts_with(make()->info().name + ": ") &&
                 message.find('\n') == std::string::npos,
             message);
    }
  }
  return faults;
}

/// The messages with which `make()` refuses a number that is not finite in the first and in the
/// second view, each on its line.
template <typename Make>
std::string refusals_of_infinite_features(Make make) {
  std::string messages;
  for (const float bad : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    hashers::PairedTrainingSet in_x = six_pairs(), in_z = six_pairs();
    in_x.X(1, 2) = bad;
    in_z.Z(0, 3) = bad;
    messages += error_of([&] { make()->learn(in_x, 2, Rng(1)); }) + "\n" +
                error_of([&] { make()->learn(in_z, 2, Rng(1)); }) + "\n";
  }
  return messages;
}

}  // namespace hashlab::testing
