#pragma once

#include "hashers/hasher.h"

#include <memory>
#include <utility>

namespace hashlab::hashers {

/// Computes y = W^T x + b, where W is d x dims, and b has dims or is empty (no offset).
class LinearProjector final : public Projector {
 public:
  explicit LinearProjector(arma::fmat W, arma::fvec b = {}) : W_(std::move(W)), b_(std::move(b)) {}

  arma::fmat project(const arma::fmat& X) const override {
    arma::fmat Y = X.t() * W_;
    if (!b_.is_empty()) Y.each_row() += b_.t();
    return Y;
  }

  ProjectorState state() const override {
    ProjectorState state = {{"W", arma::conv_to<arma::mat>::from(W_)}};
    if (!b_.is_empty()) state["b"] = arma::conv_to<arma::mat>::from(b_);
    return state;
  }

 private:
  arma::fmat W_;
  arma::fvec b_;
};

inline std::unique_ptr<const Projector> linear_projector(const arma::mat& W,
                                                         const arma::vec& b = {}) {
  return std::make_unique<LinearProjector>(arma::conv_to<arma::fmat>::from(W),
                                           arma::conv_to<arma::fvec>::from(b));
}

/// Recreates a linear projector from its Projector::state().
/// Errors:  corrupt_file if it is the state of another projector, or if its arrays do not match d
///          and dims.
inline std::unique_ptr<const Projector> restore_linear(const ProjectorState& state, std::size_t d,
                                                       std::size_t dims) {
  const arma::mat& W = state_array(state, "W", d, dims);
  return linear_projector(
      W, state.contains("b") ? arma::vec(state_array(state, "b", dims, 1)) : arma::vec());
}

/// Base class of methods that train a linear projector.
class LinearProjection : public Projection {
 public:
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final {
    return restore_linear(state, d, dims);
  }
};

}  // namespace hashlab::hashers
