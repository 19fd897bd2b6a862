#include "lib/data/synthetic.h"

#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/parallel.h"
#include "lib/rng.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

std::vector<double> normals(std::size_t n, double scale, Rng& rng) {
  std::vector<double> values(n);
  for (double& value : values) value = scale * rng.normal();
  return values;
}

/// A feature of some samples.
constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

/// A Householder reflection: x <- (I - 2 v v^T / v^T v) x. A product of d of them is a random
/// rotation that uses only sums and products; a library's QR would depend on the machine.
struct Mirror {
  std::vector<double> v;
  double vv = 0;  // v^T v

  explicit Mirror(std::vector<double> axis) : v(std::move(axis)) {
    for (const double value : v) vv += value * value;
  }
  /// Of samples beside each other, each of whose sums waits for its own terms alone.
  void reflect(std::vector<Lanes>& x) const {
    Lanes twice{};
    for (std::size_t j = 0; j < v.size(); ++j) {
      for (std::size_t i = 0; i < lanes; ++i) twice[i] += v[j] * x[j][i];
    }
    for (std::size_t i = 0; i < lanes; ++i) twice[i] = 2 * twice[i] / vv;
    for (std::size_t j = 0; j < v.size(); ++j) {
      for (std::size_t i = 0; i < lanes; ++i) x[j][i] -= twice[i] * v[j];
    }
  }
};

}  // namespace

struct SyntheticSource::State {
  SyntheticSettings s;
  Rng sample_rng;
  std::vector<Mirror> mirrors = {};
  std::vector<std::vector<double>> centres = {};
  std::vector<double> spectrum = {};

  /// Before it is turned.
  std::int32_t draw(double* x) {
    const std::size_t component = sample_rng.below(centres.size());
    const double contrast = std::exp(s.contrast_spread * sample_rng.normal());
    for (std::size_t j = 0; j < s.d; ++j) {
      x[j] = contrast * spectrum[j] * (centres[component][j] + sample_rng.normal());
    }
    return static_cast<std::int32_t>(component / s.looks);
  }

  /// `count` drawn samples, at most `lanes`.
  void turn(const double* drawn, std::size_t count, float* samples) const {
    std::vector<Lanes> x(s.d, Lanes{});
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < s.d; ++j) x[j][i] = drawn[i * s.d + j];
    }
    for (const Mirror& mirror : mirrors) mirror.reflect(x);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < s.d; ++j) {
        samples[i * s.d + j] = static_cast<float>(std::nearbyint(x[j][i] * 1024) / 1024);
      }
    }
  }
};

SyntheticSource::SyntheticSource(const SyntheticSettings& s) {
  if (s.n == 0 || s.d == 0 || s.classes == 0 || s.looks == 0) {
    throw Error(ErrorCode::invalid_argument,
                "synthetic data need at least one sample, feature, class and look");
  }
  const Rng rng = Rng(s.seed).stream("synthetic");
  Rng centre_rng = rng.stream("centres");
  Rng mirror_rng = rng.stream("rotation");
  state_.reset(new State{s, rng.stream("samples")});
  for (std::size_t j = 0; j < s.d; ++j) {
    state_->mirrors.emplace_back(normals(s.d, 1, mirror_rng));
    state_->spectrum.push_back(std::pow(static_cast<double>(j + 1), -s.decay));
  }
  const std::vector<double> common = normals(s.d, s.common, centre_rng);
  std::vector<std::vector<double>>& centres = state_->centres;
  for (std::size_t c = 0; c < s.classes; ++c) {
    const std::vector<double> class_centre = normals(s.d, s.class_spread, centre_rng);
    for (std::size_t l = 0; l < s.looks; ++l) {
      centres.push_back(normals(s.d, s.look_spread, centre_rng));
      for (std::size_t j = 0; j < s.d; ++j) centres.back()[j] += common[j] + class_centre[j];
    }
  }
}

SyntheticSource::~SyntheticSource() = default;

SyntheticSource::Piece SyntheticSource::next(std::size_t count, std::size_t threads) {
  const std::size_t d = state_->s.d;
  Piece piece{Features(d, count, arma::fill::none), std::vector<std::int32_t>(count)};
  std::vector<double> x(count * d);
  // One stream draws all samples; turning them, which takes longest, is for all threads.
  for (std::size_t i = 0; i < count; ++i) piece.labels[i] = state_->draw(&x[i * d]);
  parallel(threads, (count + lanes - 1) / lanes, [&](std::size_t group) {
    const std::size_t first = group * lanes;
    state_->turn(&x[first * d], std::min(lanes, count - first), piece.samples.colptr(first));
  });
  return piece;
}

Dataset make_synthetic(const SyntheticSettings& settings) {
  SyntheticSource::Piece all = SyntheticSource(settings).next(settings.n, 1);
  Dataset dataset;
  dataset.name = "synthetic";
  dataset.features = std::move(all.samples);
  dataset.labels.single = std::move(all.labels);
  dataset.checksum = content_checksum(dataset);
  return dataset;
}

}  // namespace hashlab
