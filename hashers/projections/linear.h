#pragma once

#include "hashers/hasher.h"

#include <memory>
#include <utility>

namespace hashlab {

/// y = W^T x. W is d x dims.
class LinearProjector final : public Projector {
 public:
  explicit LinearProjector(arma::fmat W) : W_(std::move(W)) {}
  arma::fmat project(const arma::fmat& X) const override { return X.t() * W_; }
  ProjectorState state() const override { return {{"W", arma::conv_to<arma::mat>::from(W_)}}; }

 private:
  arma::fmat W_;
};

inline std::unique_ptr<const Projector> linear_projector(const arma::mat& W) {
  return std::make_unique<LinearProjector>(arma::conv_to<arma::fmat>::from(W));
}

/// A method that learns a linear projector, whatever its way to W.
class LinearProjection : public Projection {
 public:
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final {
    return linear_projector(state_array(state, "W", d, dims));
  }
};

}  // namespace hashlab
