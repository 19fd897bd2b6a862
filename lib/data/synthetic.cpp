#include "lib/data/synthetic.h"

#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/rng.h"

#include <cmath>
#include <vector>

namespace hashlab {
namespace {

std::vector<double> normals(std::size_t n, double scale, Rng& rng) {
  std::vector<double> values(n);
  for (double& value : values) value = scale * rng.normal();
  return values;
}

/// x <- (I - 2 v v^T / v^T v) x: a Householder reflection. A product of d of them is a random
/// rotation that uses only sums and products; a library's QR would depend on the machine.
void reflect(std::vector<double>& x, const std::vector<double>& v) {
  double vv = 0, vx = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    vv += v[j] * v[j];
    vx += v[j] * x[j];
  }
  for (std::size_t j = 0; j < x.size(); ++j) x[j] -= 2 * vx / vv * v[j];
}

}  // namespace

Dataset make_synthetic(const SyntheticSettings& s) {
  if (s.n == 0 || s.d == 0 || s.classes == 0 || s.looks == 0) {
    throw Error(ErrorCode::invalid_argument,
                "synthetic data need at least one sample, feature, class and look");
  }
  const Rng rng = Rng(s.seed).stream("synthetic");
  Rng centre_rng = rng.stream("centres");
  Rng sample_rng = rng.stream("samples");
  Rng mirror_rng = rng.stream("rotation");

  std::vector<std::vector<double>> mirrors, centres;
  for (std::size_t j = 0; j < s.d; ++j) mirrors.push_back(normals(s.d, 1, mirror_rng));
  const std::vector<double> common = normals(s.d, s.common, centre_rng);
  for (std::size_t c = 0; c < s.classes; ++c) {
    const std::vector<double> class_centre = normals(s.d, s.class_spread, centre_rng);
    for (std::size_t l = 0; l < s.looks; ++l) {
      centres.push_back(normals(s.d, s.look_spread, centre_rng));
      for (std::size_t j = 0; j < s.d; ++j) centres.back()[j] += common[j] + class_centre[j];
    }
  }

  Dataset dataset;
  dataset.name = "synthetic";
  dataset.features.set_size(s.d, s.n);
  dataset.labels.single.resize(s.n);
  std::vector<double> x(s.d);
  for (std::size_t i = 0; i < s.n; ++i) {
    const std::size_t component = sample_rng.below(centres.size());
    const double contrast = std::exp(s.contrast_spread * sample_rng.normal());
    for (std::size_t j = 0; j < s.d; ++j) {
      const double spectrum = std::pow(static_cast<double>(j + 1), -s.decay);
      x[j] = contrast * spectrum * (centres[component][j] + sample_rng.normal());
    }
    for (const std::vector<double>& v : mirrors) reflect(x, v);
    for (std::size_t j = 0; j < s.d; ++j) {
      dataset.features(j, i) = static_cast<float>(std::nearbyint(x[j] * 1024) / 1024);
    }
    dataset.labels.single[i] = static_cast<std::int32_t>(component / s.looks);
  }
  dataset.checksum = content_checksum(dataset);
  return dataset;
}

}  // namespace hashlab
