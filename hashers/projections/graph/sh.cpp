#include "hashers/projections/parts/principal_axes.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// One eigenfunction of the one-dimensional Laplacian on [low, low + range], along one axis.
struct Mode {
  arma::uword axis;
  double omega;  // frequency: pi mode / range
  double low;
};

class SpectralProjector final : public Projector {
 public:
  SpectralProjector(const arma::mat& W, std::vector<Mode> modes)
      : W_(arma::conv_to<arma::fmat>::from(W)), modes_(std::move(modes)) {}

  arma::fmat project(const arma::fmat& X) const override {
    const arma::fmat V = X.t() * W_;
    arma::fmat Y(V.n_rows, modes_.size(), arma::fill::none);
    for (arma::uword k = 0; k < modes_.size(); ++k) {
      const Mode& mode = modes_[k];
      const float* v = V.colptr(mode.axis);
      float* y = Y.colptr(k);
      for (arma::uword i = 0; i < V.n_rows; ++i) {
        y[i] = static_cast<float>(std::sin(std::numbers::pi / 2 + mode.omega * (v[i] - mode.low)));
      }
    }
    return Y;
  }

  ProjectorState state() const override {
    arma::mat modes(3, modes_.size());
    for (arma::uword k = 0; k < modes_.size(); ++k) {
      const Mode& mode = modes_[k];
      modes.col(k) = arma::vec{static_cast<double>(mode.axis), mode.omega, mode.low};
    }
    return {{"W", arma::conv_to<arma::mat>::from(W_)}, {"modes", modes}};
  }

 private:
  arma::fmat W_;  // d x axes
  std::vector<Mode> modes_;
};

/// The K smoothest eigenfunctions for data that are uniform on a box along the principal axes; as
/// in the authors' code only functions of a single axis are considered.
std::vector<Mode> smoothest_modes(const arma::mat& V, std::size_t K) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const arma::rowvec low = arma::min(V, 0) - eps;
  const arma::rowvec range = arma::max(V, 0) + eps - low;
  std::vector<Mode> modes;
  for (arma::uword i = 0; i < V.n_cols; ++i) {
    const double most = std::ceil(static_cast<double>(K + 1) * range[i] / range.max());
    for (double mode = 1; mode < most; ++mode) {
      modes.push_back({i, std::numbers::pi * mode / range[i], low[i]});
    }
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& a, const Mode& b) { return a.omega < b.omega; });
  modes.resize(K);  // the longest axis alone has K of them
  return modes;
}

/// Spectral hashing: sines of growing frequency along the principal axes.
class Sh final : public Projection {
 public:
  MethodInfo info() const override {
    return {"sh", 1, "Weiss, Torralba & Fergus, NIPS 2008",
            "Laplacian eigenfunctions of a box along the principal axes", "O(d n min(d, n))"};
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n) == 0 ? 0 : std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    return principal_axes_work(s.n, s.d) + product_work(s.n, s.d, s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng&,
                                         const Observer&) const override {
    const std::size_t axes = std::min(dims, max_principal_axes(data.X.n_rows, data.X.n_cols));
    const arma::mat W = principal_axes(data.X, axes);
    const arma::mat V = arma::conv_to<arma::mat>::from(data.X).t() * W;
    return std::make_unique<SpectralProjector>(W, smoothest_modes(V, dims));
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    const arma::mat& stored = state_array(state, "modes", 3, dims);
    const auto entry = state.find("W");
    const std::size_t axes = entry == state.end() ? 0 : entry->second.n_cols;
    const arma::mat& W = state_array(state, "W", d, axes);
    std::vector<Mode> modes;
    for (arma::uword k = 0; k < dims; ++k) {
      const double axis = stored(0, k);
      if (!(axis >= 0 && axis < static_cast<double>(axes) && axis == std::floor(axis))) {
        throw Error(
            ErrorCode::corrupt_file,
            fmt::format("the projection's mode {} lies along axis {} of {}", k, axis, axes));
      }
      modes.push_back({static_cast<arma::uword>(axis), stored(1, k), stored(2, k)});
    }
    return std::make_unique<SpectralProjector>(W, std::move(modes));
  }
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> sh() {
  return std::make_unique<Sh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
