#include "hashers/projections/parts/bit_svms.h"

#include "hashers/content.h"
#include "hashers/projections/parts/least_squares_svm.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/svm.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::hashers {
namespace {

double mean_squared_length(const arma::fmat& X) {
  double sum = 0;
  for (const float x : X) sum += static_cast<double>(x) * static_cast<double>(x);
  return sum / static_cast<double>(X.n_cols);
}

double linear_price(const arma::fmat& X, const BitSvmSettings& settings) {
  const double mean = mean_squared_length(X);
  return mean > 0 ? settings.price / mean : settings.price;
}

std::string bits_text(const std::vector<bool>& bits) {
  std::string text;
  for (const bool bit : bits) text += bit ? '1' : '0';
  return text;
}

}  // namespace

void BitSvmSettings::describe(Options& options) {
  options.choice("svm", svm, {"linear", "rbf", "least-squares", "least-squares-rbf"},
                 "SVMs that predict the bits: linear, or with a Gaussian kernel (rbf); the "
                 "least-squares variants replace the hinge loss by squared errors, are many times "
                 "as fast, and do not balance the two classes");
  options.real("price", price, 1e-6, 1e4,
               "constant C of the SVMs, stated for samples with a mean squared length of 1 "
               "(LIBLINEAR's C is price / mean |x|^2); the GRH paper has C = 1, tuned over 0.01 to "
               "100, for its features as they are (mean |x|^2 is 0.57 on CIFAR-10 GIST)");
  options
      .scaled("gamma", gamma, "auto", 1e-30, 1e30,
              "gamma of the kernel exp(-gamma d^2), tuned over 0.001 to 10 in the GRH paper; auto: "
              "1 / (2 mean squared distance of training samples)")
      .unless("svm", "linear")
      .unless("svm", "least-squares");
  options.flag("bias", bias, "learn an offset; no in the GRH author's code and in the STH paper")
      .unless("svm", "rbf")
      .unless("svm", "least-squares-rbf");
}

BitSvms::BitSvms(const arma::fmat& X, const BitSvmSettings& settings, Reuse* reuse)
    : map_{X, 1}, reuse_(reuse) {
  const std::string content = reuse == nullptr ? "" : content_of(X);
  linear_ = settings.svm == "linear" || settings.svm == "least-squares";
  if (linear_) {
    prepare_linear(X, settings, content);
  } else {
    map_.gamma = settings.gamma.in([&] { return mean_distance_gamma(X, X); });
    map_.reuse = reuse;
    map_.content = content;
    prepare_kernel(X, settings, content);
  }
}

void BitSvms::prepare_linear(const arma::fmat& X, const BitSvmSettings& settings,
                             const std::string& content) {
  const double C = linear_price(X, settings);
  const std::string samples = fmt::format("bias={} of {}", settings.bias, content);
  key_ = fmt::format("{} SVM, C={} {}", settings.svm, C, samples);
  if (settings.svm == "least-squares") {
    const auto trainer = reused<LeastSquaresSvm>(
        reuse_, "samples of " + key_, [&] { return LeastSquaresSvm(X, C, settings.bias); },
        [&](const LeastSquaresSvm&) {
          const arma::uword d = X.n_rows + 1, m = std::min(d, X.n_cols);
          return 8 * d * X.n_cols + 16 * m * m;
        });
    solve_ = [trainer](const std::vector<bool>& labels) -> Decision {
      Hyperplane plane = trainer->learn(labels);
      return {std::move(plane.w), plane.b};
    };
  } else {
    const auto trainer = reused<LinearSvm>(
        reuse_, "samples of linear SVMs, " + samples, [&] { return LinearSvm(X, settings.bias); },
        [&](const LinearSvm&) { return (X.n_rows + 2) * X.n_cols * 16; });
    solve_ = [trainer, C](const std::vector<bool>& labels) -> Decision {
      Hyperplane plane = trainer->learn(labels, {.C = C});
      return {std::move(plane.w), plane.b};
    };
  }
}

void BitSvms::prepare_kernel(const arma::fmat& X, const BitSvmSettings& settings,
                             const std::string& content) {
  const double C = settings.price;
  const std::string samples = fmt::format("gamma={} of {}", map_.gamma, content);
  key_ = fmt::format("{} SVM, C={} {}", settings.svm, C, samples);
  if (settings.svm == "least-squares-rbf") {
    const auto trainer = reused<LeastSquaresKernelSvm>(
        reuse_, "samples of " + key_, [&] { return LeastSquaresKernelSvm(map_.features(X), C); },
        [&](const LeastSquaresKernelSvm&) { return (X.n_cols + 1) * X.n_cols * 16; });
    solve_ = [trainer](const std::vector<bool>& labels) -> Decision {
      KernelExpansion expansion = trainer->learn(labels);
      return {std::move(expansion.a), expansion.b};
    };
  } else {
    const auto trainer = reused<KernelSvm>(
        reuse_, "samples of kernel SVMs, " + samples, [&] { return KernelSvm(map_.features(X)); },
        [&](const KernelSvm&) { return (X.n_cols + 1) * X.n_cols * 16; });
    solve_ = [trainer, C](const std::vector<bool>& labels) -> Decision {
      KernelExpansion expansion = trainer->learn(labels, {.C = C});
      return {std::move(expansion.a), expansion.b};
    };
  }
}

BitSvms::DecisionPtr BitSvms::learn(const std::vector<bool>& labels) const {
  return reused<Decision>(
      reuse_, fmt::format("{} bits {}", key_, bits_text(labels)), [&] { return solve_(labels); },
      [&](const Decision& d) { return 8 * d.weights.n_elem + 2 * labels.size(); });
}

std::unique_ptr<const Projector> BitSvms::learn(const arma::mat& L, std::string_view what,
                                                const Observer& observer) {
  const arma::uword inputs = linear_ ? map_.A.n_rows : map_.A.n_cols;
  arma::mat W(inputs, L.n_cols);
  arma::vec b(L.n_cols);
  std::map<std::vector<bool>, DecisionPtr> now;
  for (arma::uword k = 0; k < L.n_cols; ++k) {
    observer.tell(what, k, L.n_cols);
    std::vector<bool> labels(L.n_rows);
    for (arma::uword i = 0; i < L.n_rows; ++i) labels[i] = L(i, k) > 0;
    auto known = now.find(labels);
    if (known == now.end()) {
      auto before = learned_.extract(labels);
      known = before.empty() ? now.emplace(labels, learn(labels)).first
                             : now.insert(std::move(before)).position;
    }
    W.col(k) = known->second->weights;
    b[k] = known->second->b;
  }
  learned_ = std::move(now);
  if (!linear_) return kernel_projector(map_, W, b);
  return linear_projector(W, arma::any(b != 0) ? b : arma::vec());
}

std::unique_ptr<const Projector> BitSvmProjection::restore(const ProjectorState& state,
                                                           std::size_t d, std::size_t dims) const {
  return state.contains("A") ? restore_kernel(state, d, dims) : restore_linear(state, d, dims);
}

}  // namespace hashlab::hashers
