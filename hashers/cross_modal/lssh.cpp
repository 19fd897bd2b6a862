#include "hashers/cross_modal/lssh_steps.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Sparse codes are made of so many samples at a time: their matrices stay in the cache.
constexpr arma::uword samples_at_once = 128;

/// A column moves less and less from round to round, so that few sweeps follow it.
constexpr std::size_t max_dictionary_sweeps = 10;
constexpr float negligible_move = 1e-6F;
/// Of the largest sum of squares of an atom's codes: an atom with less is not used.
constexpr float unused_share = 1e-12F;

constexpr std::size_t max_proximal_steps = 100000;

/// Columns of length 1; columns of zeros stay.
arma::fmat unit_columns(arma::fmat X) {
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    double squares = 0;  // of floats, these cannot leave the range of doubles
    for (const float x : X.col(i)) squares += static_cast<double>(x) * static_cast<double>(x);
    if (!(squares > 0)) continue;
    const double scale = 1 / std::sqrt(squares);
    for (float& x : X.col(i)) x = static_cast<float>(static_cast<double>(x) * scale);
  }
  return X;
}

/// Brings a column into the unit ball.
void shorten(float* column, arma::uword rows) {
  double squares = 0;
  for (arma::uword e = 0; e < rows; ++e) {
    squares += static_cast<double>(column[e]) * static_cast<double>(column[e]);
  }
  if (squares <= 1) return;
  const double scale = 1 / std::sqrt(squares);
  for (arma::uword e = 0; e < rows; ++e) {
    column[e] = static_cast<float>(static_cast<double>(column[e]) * scale);
  }
}

/// A step of n columns of m numbers from S, where `before` is the S before it: to S + inertia
/// (S - before) less the gradient's steps, each entry then nearer to 0 by its column's threshold.
/// The new S is in `before`.
void proximal_step(const arma::fmat& gradient, const arma::frowvec& threshold, float inertia,
                   float length, const arma::fmat& S, arma::fmat& before) {
  for (arma::uword i = 0; i < S.n_cols; ++i) {
    const float *g = gradient.colptr(i), *s = S.colptr(i), t = threshold[i];
    float* b = before.colptr(i);
    for (arma::uword j = 0; j < S.n_rows; ++j) {
      const float y = s[j] + inertia * (s[j] - b[j]) - length * g[j];
      b[j] = y - std::min(std::max(y, -t), t);
    }
  }
}

/// lssh_sparse_codes of a few columns, L being the largest eigenvalue of D^T D.
arma::fmat sparse_codes_of_few(const arma::fmat& D, const arma::fmat& X, double rho,
                               std::size_t steps, float L) {
  arma::fmat gradient = -(D.t() * X);
  const arma::frowvec threshold = arma::max(arma::abs(gradient), 0) * (static_cast<float>(rho) / L);
  arma::fmat S(arma::size(gradient), arma::fill::zeros), before = S,
                                                         DS(arma::size(X), arma::fill::zeros);
  double t = 1;
  float inertia = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    if (step > 0) {
      const arma::fmat DS_before = std::exchange(DS, D * S);
      gradient = D.t() * (DS + inertia * (DS - DS_before) - X);
    }
    proximal_step(gradient, threshold, inertia, 1 / L, S, before);
    std::swap(S, before);
    const double grown = (1 + std::sqrt(1 + 4 * t * t)) / 2;
    inertia = static_cast<float>((t - 1) / grown);
    t = grown;
  }
  return S;
}

/// y = R s of the sparse code s of a picture, whose principal coordinates have length 1.
class LsshImageProjector final : public Projector {
 public:
  struct Parts {
    arma::fmat axes;  ///< d x p
    arma::fmat D;     ///< p x m
    arma::fmat R;     ///< dims x m
    double rho = 0;
    std::size_t steps = 0;
  };
  explicit LsshImageProjector(Parts parts) : parts_(std::move(parts)) {}

  arma::fmat project(const arma::fmat& X) const override {
    const arma::fmat coordinates = unit_columns(parts_.axes.t() * X);
    return (parts_.R * lssh_sparse_codes(parts_.D, coordinates, parts_.rho, parts_.steps)).t();
  }

  ProjectorState state() const override {
    return {{"axes", arma::conv_to<arma::mat>::from(parts_.axes)},
            {"D", arma::conv_to<arma::mat>::from(parts_.D)},
            {"R", arma::conv_to<arma::mat>::from(parts_.R)},
            {"rho", arma::mat(1, 1, arma::fill::value(parts_.rho))},
            {"steps", arma::mat(1, 1, arma::fill::value(static_cast<double>(parts_.steps)))}};
  }

 private:
  Parts parts_;
};

/// y = W^T t of a text t of length 1.
class LsshTextProjector final : public Projector {
 public:
  explicit LsshTextProjector(arma::fmat W) : W_(std::move(W)) {}

  arma::fmat project(const arma::fmat& X) const override { return unit_columns(X).t() * W_; }

  ProjectorState state() const override { return {{"W", arma::conv_to<arma::mat>::from(W_)}}; }

 private:
  arma::fmat W_;
};

/// y = C R s + W^T t, the latent factor of both.
class LsshJointProjector final : public Projector {
 public:
  LsshJointProjector(std::shared_ptr<const Projector> image, std::shared_ptr<const Projector> text,
                     arma::uword d_x, arma::fmat C)
      : image_(std::move(image)), text_(std::move(text)), d_x_(d_x), C_(std::move(C)) {}

  arma::fmat project(const arma::fmat& X) const override {
    return image_->project(X.head_rows(d_x_)) * C_.t() +
           text_->project(X.tail_rows(X.n_rows - d_x_));
  }

  ProjectorState state() const override {
    ProjectorState state = {{"C", arma::conv_to<arma::mat>::from(C_)}};
    for (const auto& [name, array] : image_->state()) state["x." + name] = array;
    for (const auto& [name, array] : text_->state()) state["z." + name] = array;
    return state;
  }

 private:
  std::shared_ptr<const Projector> image_, text_;
  arma::uword d_x_;
  arma::fmat C_;
};

/// The columns of an array of a state, whose rows somebody else checks; 0 if there is none.
std::size_t columns_of(const ProjectorState& state, const std::string& name) {
  const auto array = state.find(name);
  return array == state.end() ? 0 : array->second.n_cols;
}

arma::fmat floats_of(const ProjectorState& state, const std::string& name, std::size_t rows) {
  return arma::conv_to<arma::fmat>::from(state_array(state, name, rows, columns_of(state, name)));
}

/// Latent semantic sparse hashing: sparse codes of pictures and a factor of texts that meet.
class Lssh final : public CrossModal {
 public:
  MethodInfo info() const override {
    return {"lssh", 1, "Zhou, Ding & Guo, SIGIR 2014, algorithm 1",
            "sparse codes of pictures, mapped linearly to latent factors of texts",
            "O(d n min(d, n) + rounds m (iterations n K + m (n + K)))"};
  }

  void describe(Options& options) override {
    options.count("atoms", atoms_, 1, 100000,
                  "number of atoms in the dictionary of pictures; 512 in the paper");
    options.real("sparsity", rho_, 0, 1,
                 "the paper's rho, weight of |s|, as a fraction of the weight that makes s = 0; "
                 "0.2 in the paper");
    options.real("text-weight", mu_, 1e-6, 1e6,
                 "the paper's mu, weight of the distance between texts and their factors; 0.5 in "
                 "the paper, which tries 0.01 to 100");
    options.real("latent-weight", lambda_, 1e-6, 1e6,
                 "the paper's lambda, weight of the distance between the two views' latent "
                 "factors; 1 in the paper, which tries 1e-4 to 100");
    options.count("rounds", rounds_, 1, 100000,
                  "number of rounds over factors, sparse codes and dictionaries; 20 is our choice");
    options.count("iterations", steps_, 1, max_proximal_steps,
                  "proximal gradient steps per sparse code, also for queries; 30 is our choice");
  }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool gives_joint_codes() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "lssh");
    const std::size_t axes =
        std::min({dims, std::size_t{data.X.n_rows}, std::size_t{data.X.n_cols}});
    LsshImageProjector::Parts parts;
    parts.axes = arma::conv_to<arma::fmat>::from(principal_axes(data.X, axes));
    parts.rho = rho_;
    parts.steps = steps_;
    const LsshLatent latent = learn_factors(data, dims, rng.stream("lssh.start"), observer, parts);
    const auto image = std::make_shared<LsshImageProjector>(std::move(parts));
    const auto text = std::make_shared<LsshTextProjector>(latent.W);
    return {image, text,
            std::make_shared<LsshJointProjector>(image, text, data.X.n_rows, latent.C)};
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    if (state.contains("W")) {
      return std::make_unique<LsshTextProjector>(
          arma::conv_to<arma::fmat>::from(state_array(state, "W", d, dims)));
    }
    LsshImageProjector::Parts parts;
    parts.axes = floats_of(state, "axes", d);
    parts.D = floats_of(state, "D", parts.axes.n_cols);
    parts.R = arma::conv_to<arma::fmat>::from(state_array(state, "R", dims, parts.D.n_cols));
    parts.rho = state_array(state, "rho", 1, 1)(0, 0);
    const double steps = state_array(state, "steps", 1, 1)(0, 0);
    if (parts.D.is_empty()) {
      throw Error(ErrorCode::corrupt_file, "the projection's array 'D' is empty");
    }
    if (!(parts.rho >= 0 && steps >= 1 && steps <= static_cast<double>(max_proximal_steps))) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("the projection's 'rho' is {} and its 'steps' {}, expected at least "
                              "0, and 1 to {}",
                              parts.rho, steps, max_proximal_steps));
    }
    parts.steps = static_cast<std::size_t>(steps);
    return std::make_unique<LsshImageProjector>(std::move(parts));
  }

 private:
  /// Fills in D and R.
  LsshLatent learn_factors(const PairedTrainingSet& data, std::size_t dims, Rng draw,
                           const Observer& observer, LsshImageProjector::Parts& parts) const {
    const arma::fmat X = unit_columns(parts.axes.t() * data.X), T = unit_columns(data.Z);
    arma::fmat &D = parts.D, &R = parts.R, A(T.n_rows, dims);
    D.set_size(X.n_rows, atoms_);
    R.set_size(dims, atoms_);
    for (arma::fmat* M : {&D, &R, &A}) {
      for (float& start : *M) start = static_cast<float>(draw.normal());
    }
    const auto root = static_cast<float>(std::sqrt(lambda_));
    arma::fmat S = lssh_sparse_codes(D, X, rho_, steps_);
    for (std::size_t round = 0; round < rounds_; ++round) {
      observer.tell("lssh: rounds", round, rounds_);
      const LsshLatent latent = lssh_latent(A, lambda_ / mu_);
      const arma::fmat V = latent.C * (R * S) + latent.W.t() * T;
      A = lssh_dictionary(T, V, std::move(A), max_dictionary_sweeps);
      S = lssh_sparse_codes(arma::join_cols(D, root * R), arma::join_cols(X, root * V), rho_,
                            steps_);
      D = lssh_dictionary(X, S, std::move(D), max_dictionary_sweeps);
      R = lssh_dictionary(V, S, std::move(R), max_dictionary_sweeps);
    }
    return lssh_latent(A, lambda_ / mu_);
  }

  std::size_t atoms_ = 512, rounds_ = 20, steps_ = 30;
  double rho_ = 0.2, mu_ = 0.5, lambda_ = 1;
};

}  // namespace

arma::fmat lssh_sparse_codes(const arma::fmat& D, const arma::fmat& X, double rho,
                             std::size_t steps) {
  arma::fmat S(D.n_cols, X.n_cols, arma::fill::zeros);
  const arma::mat doubles = arma::conv_to<arma::mat>::from(D);
  arma::vec values;
  if (!arma::eig_sym(values, D.n_rows < D.n_cols ? arma::mat(doubles * doubles.t())
                                                 : arma::mat(doubles.t() * doubles))) {
    throw Error(ErrorCode::numerical, "lssh: an eigenvalue decomposition did not converge");
  }
  const auto L = static_cast<float>(values.max());
  if (!(L > 0)) return S;
  for (arma::uword first = 0; first < X.n_cols; first += samples_at_once) {
    const arma::uword last = std::min(first + samples_at_once, X.n_cols) - 1;
    S.cols(first, last) = sparse_codes_of_few(D, X.cols(first, last), rho, steps, L);
  }
  return S;
}

arma::fmat lssh_dictionary(const arma::fmat& X, const arma::fmat& S, arma::fmat D,
                           std::size_t sweeps) {
  const arma::fmat G = S * S.t(), B = X * S.t();
  const float unused = unused_share * G.diag().max();
  for (arma::uword j = 0; j < D.n_cols; ++j) shorten(D.colptr(j), D.n_rows);
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    float moved = 0;
    for (arma::uword j = 0; j < D.n_cols; ++j) {
      if (!(G(j, j) > unused)) continue;
      arma::fvec best = D.col(j) + (B.col(j) - D * G.col(j)) / G(j, j);
      shorten(best.memptr(), best.n_elem);
      moved = std::max(moved, arma::abs(best - D.col(j)).max());
      D.col(j) = best;
    }
    if (moved <= negligible_move) break;
  }
  return D;
}

LsshLatent lssh_latent(const arma::fmat& A, double ratio) {
  const arma::mat doubles = arma::conv_to<arma::mat>::from(A);
  arma::mat M = doubles.t() * doubles, inverse;
  M.diag() += ratio;
  if (!arma::inv_sympd(inverse, M)) {
    throw Error(
        ErrorCode::numerical,
        "lssh: the texts' factors are not unique: raise latent-weight or lower text-weight");
  }
  return {arma::conv_to<arma::fmat>::from(ratio * inverse),
          arma::conv_to<arma::fmat>::from(doubles * inverse)};
}

namespace cross_modal {
std::unique_ptr<CrossModal> lssh() {
  return std::make_unique<Lssh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
