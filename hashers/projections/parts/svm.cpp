#include "hashers/projections/parts/svm.h"

#include "lib/error.h"
#include "lib/huge_pages.h"

#include <libsvm/svm.h>
#include <linear.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace hashlab::hashers {
namespace {

constexpr double linear_tolerance = 0.01;   // LIBLINEAR's own for this solver
constexpr double kernel_tolerance = 0.001;  // LIBSVM's own
constexpr double cache_megabytes = 100;     // LIBSVM's own

void say_nothing(const char*) {}

/// The only thing both libraries keep globally. Set once, before the first SVM learns.
void silence() {
  static const bool silent = [] {
    set_print_string_function(&say_nothing);
    svm_set_print_string_function(&say_nothing);
    return true;
  }();
  static_cast<void>(silent);
}

void require_finite(const arma::fmat& M, const char* what) {
  if (M.is_finite()) return;
  throw Error(ErrorCode::numerical, std::string("svm: ") + what +
                                        " of the training samples holds a number that is not "
                                        "finite, check the features");
}

std::vector<double> signs_of_labels(const std::vector<bool>& labels) {
  std::vector<double> y(labels.size());
  std::transform(labels.begin(), labels.end(), y.begin(), [](bool l) { return l ? 1.0 : -1.0; });
  return y;
}

bool all_alike(const std::vector<bool>& labels) {
  return std::find(labels.begin(), labels.end(), !labels.front()) == labels.end();
}

/// What multiplies C for +1 and for -1, in the form both libraries take.
struct ClassWeights {
  int labels[2] = {1, -1};
  double weights[2] = {1, 1};

  ClassWeights(const std::vector<bool>& of, bool balanced) {
    if (!balanced) return;
    const auto positive = static_cast<std::size_t>(std::count(of.begin(), of.end(), true));
    const std::size_t negative = of.size() - positive;
    const std::size_t larger = std::max(positive, negative), smaller = of.size() - larger;
    const std::size_t times = (larger + smaller - 1) / smaller;
    weights[positive <= negative ? 0 : 1] = static_cast<double>(times);
  }
};

struct DestroyModel {
  void operator()(model* m) const { free_and_destroy_model(&m); }
  void operator()(svm_model* m) const { svm_free_and_destroy_model(&m); }
};

}  // namespace

/// LIBLINEAR's samples: (index from 1, value) ... (-1), end to end; the offset is one more feature.
/// Zeros are left out: they would add nothing to a sum but the time to read them, as do features
/// that are constant, once centred. Each iteration reads all of it, so its pages are huge.
struct LinearSvm::Samples {
  std::size_t d;
  bool bias;
  HugeVector<feature_node> nodes;
  std::vector<feature_node*> rows;

  Samples(const arma::fmat& X, bool has_bias) : d(X.n_rows), bias(has_bias), rows(X.n_cols) {
    const auto entries = X.n_elem - static_cast<std::size_t>(std::count(X.begin(), X.end(), 0.0f));
    nodes.resize(entries + (bias ? 2 : 1) * X.n_cols);
    feature_node* next = nodes.data();
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      rows[i] = next;
      for (std::size_t j = 0; j < d; ++j) {
        if (X(j, i) != 0) *next++ = {static_cast<int>(j + 1), static_cast<double>(X(j, i))};
      }
      if (bias) *next++ = {static_cast<int>(d + 1), 1};
      *next++ = {-1, 0};
    }
  }
};

LinearSvm::LinearSvm(const arma::fmat& X, bool bias) {
  require_finite(X, "a feature");
  silence();
  samples_ = std::make_unique<Samples>(X, bias);
}

LinearSvm::~LinearSvm() = default;
LinearSvm::LinearSvm(LinearSvm&&) noexcept = default;

Hyperplane LinearSvm::learn(const std::vector<bool>& labels, const SvmSettings& settings) const {
  const std::size_t d = samples_->d;
  if (all_alike(labels)) return {arma::vec(d, arma::fill::zeros), labels.front() ? 1.0 : -1.0};

  std::vector<double> y = signs_of_labels(labels);
  std::vector<feature_node*> rows = samples_->rows;
  problem samples{};
  samples.l = static_cast<int>(labels.size());
  samples.n = static_cast<int>(d + (samples_->bias ? 1 : 0));
  samples.y = y.data();
  samples.x = rows.data();
  samples.bias = samples_->bias ? 1 : -1;

  ClassWeights weights(labels, settings.balanced);
  parameter how{};
  how.solver_type = L2R_L2LOSS_SVC;
  how.eps = linear_tolerance;
  how.C = settings.C;
  how.nr_weight = 2;
  how.weight_label = weights.labels;
  how.weight = weights.weights;

  const std::unique_ptr<model, DestroyModel> learned(train(&samples, &how));
  // The library calls the label it meets first positive (later releases: +1, whatever comes first).
  const double sign = learned->label[0] == 1 ? 1 : -1;
  Hyperplane plane{arma::vec(d), samples_->bias ? sign * learned->w[d] : 0};
  for (std::size_t j = 0; j < d; ++j) plane.w[j] = sign * learned->w[j];
  return plane;
}

/// LIBSVM's samples with a precomputed kernel:
///   (0, number of the sample from 1), (1, k_1), (2, k_2), ...
struct KernelSvm::Samples {
  std::vector<svm_node> nodes;
  std::vector<svm_node*> rows;

  explicit Samples(const arma::fmat& K) : rows(K.n_cols) {
    const std::size_t length = K.n_cols + 1;
    nodes.resize(length * K.n_cols);
    for (arma::uword i = 0; i < K.n_cols; ++i) {
      svm_node* row = rows[i] = nodes.data() + i * length;
      row[0] = {0, static_cast<double>(i + 1)};
      for (arma::uword j = 0; j < K.n_rows; ++j) {
        row[j + 1] = {static_cast<int>(j + 1), static_cast<double>(K(j, i))};
      }
    }
  }
};

KernelSvm::KernelSvm(const arma::fmat& K) {
  require_finite(K, "the kernel matrix");
  silence();
  samples_ = std::make_unique<Samples>(K);
}

KernelSvm::~KernelSvm() = default;
KernelSvm::KernelSvm(KernelSvm&&) noexcept = default;

KernelExpansion KernelSvm::learn(const std::vector<bool>& labels,
                                 const SvmSettings& settings) const {
  const std::size_t n = labels.size();
  if (all_alike(labels)) return {arma::vec(n, arma::fill::zeros), labels.front() ? 1.0 : -1.0};

  std::vector<double> y = signs_of_labels(labels);
  std::vector<svm_node*> rows = samples_->rows;
  svm_problem samples{};
  samples.l = static_cast<int>(n);
  samples.y = y.data();
  samples.x = rows.data();

  ClassWeights weights(labels, settings.balanced);
  svm_parameter how{};
  how.svm_type = C_SVC;
  how.kernel_type = PRECOMPUTED;
  how.cache_size = cache_megabytes;
  how.eps = kernel_tolerance;
  how.C = settings.C;
  how.nr_weight = 2;
  how.weight_label = weights.labels;
  how.weight = weights.weights;
  how.shrinking = 1;

  const std::unique_ptr<svm_model, DestroyModel> learned(svm_train(&samples, &how));
  const double sign = learned->label[0] == 1 ? 1 : -1;  // as above
  KernelExpansion expansion{arma::vec(n, arma::fill::zeros), -sign * learned->rho[0]};
  for (int s = 0; s < learned->l; ++s) {
    const auto i = static_cast<arma::uword>(learned->sv_indices[s] - 1);
    expansion.a[i] = sign * learned->sv_coef[0][s];
  }
  return expansion;
}

}  // namespace hashlab::hashers
