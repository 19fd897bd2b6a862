#include "hashers/projections/parts/bit_svms.h"

#include "hashers/projections/parts/linear_projection.h"
#include "lib/content.h"
#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab {
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
  options.choice("svm", svm, {"linear", "rbf"},
                 "SVMs that predict the bits: linear, or with a Gaussian kernel");
  options.real("price", price, 1e-6, 1e4,
               "C of the SVMs, where a sample's mean squared length counts as 1 (LIBLINEAR's C "
               "is price / mean |x|^2); 1, tuned over .01 to 100, in the GRH paper, whose C is on "
               "its own features (mean |x|^2 .57 on CIFAR-10 GIST)");
  options
      .real_or_auto("gamma", gamma, 1e-30, 1e30,
                    "kernel exp(-gamma d^2), tuned over .001 to 10 in the GRH paper; auto: 1 / (2 "
                    "mean squared distance of training samples)")
      .only_if("svm", "rbf");
  options.flag("bias", bias, "learn an offset; no in the GRH author's code and in the STH paper")
      .only_if("svm", "linear");
}

BitSvms::BitSvms(const arma::fmat& X, const BitSvmSettings& settings, Reuse* reuse)
    : map_{X, 1}, settings_{settings.price, true}, reuse_(reuse) {
  const std::string content = reuse == nullptr ? "" : content_of(X);
  if (settings.svm == "linear") {
    settings_.C = linear_price(X, settings);
    key_ = fmt::format("bias={} of {}", settings.bias, content);
    linear_ = reused<LinearSvm>(
        reuse, "samples of linear SVMs, " + key_, [&] { return LinearSvm(X, settings.bias); },
        [&](const LinearSvm&) { return (X.n_rows + 2) * X.n_cols * 16; });
  } else {
    map_.gamma = settings.gamma ? *settings.gamma : mean_distance_gamma(X, X);
    map_.reuse = reuse;
    map_.content = content;
    key_ = fmt::format("gamma={} of {}", map_.gamma, content);
    kernel_ = reused<KernelSvm>(
        reuse, "samples of kernel SVMs, " + key_, [&] { return KernelSvm(map_.features(X)); },
        [&](const KernelSvm&) { return (X.n_cols + 1) * X.n_cols * 16; });
  }
  key_ = fmt::format("{} SVM, C={} {}", settings.svm, settings_.C, key_);
}

BitSvms::DecisionPtr BitSvms::learn(const std::vector<bool>& labels) const {
  const auto make = [&]() -> Decision {
    if (linear_) {
      Hyperplane plane = linear_->learn(labels, settings_);
      return {std::move(plane.w), plane.b};
    }
    KernelExpansion expansion = kernel_->learn(labels, settings_);
    return {std::move(expansion.a), expansion.b};
  };
  return reused<Decision>(
      reuse_, fmt::format("{} bits {}", key_, bits_text(labels)), make,
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
  if (kernel_) return kernel_projector(map_, W, b);
  return linear_projector(W, arma::any(b != 0) ? b : arma::vec());
}

std::unique_ptr<const Projector> BitSvmProjection::restore(const ProjectorState& state,
                                                           std::size_t d, std::size_t dims) const {
  return state.contains("A") ? restore_kernel(state, d, dims) : restore_linear(state, d, dims);
}

}  // namespace hashlab
