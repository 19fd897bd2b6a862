#include "tests/support/gist_reference.h"

#include <armadillo>

#include <algorithm>
#include <cmath>
#include <complex>

namespace hashlab::testing {
namespace {

using arma::uword;

/// Element (j, k) is exp(sign 2 pi i j k / n).
arma::cx_mat dft(uword n, double sign) {
  arma::cx_mat W(n, n);
  for (uword j = 0; j < n; ++j) {
    for (uword k = 0; k < n; ++k) {
      const double turns = static_cast<double>(j * k % n) / static_cast<double>(n);
      W(j, k) = std::polar(1.0, sign * 2 * arma::datum::pi * turns);
    }
  }
  return W;
}

/// Two-dimensional transforms of matrices of one size.
struct Fourier {
  Fourier(uword rows, uword columns)
      : down(dft(rows, -1)),
        across(dft(columns, -1)),
        scale(1 / static_cast<double>(rows * columns)) {}
  arma::cx_mat forward(const arma::mat& image) const {
    return down * arma::cx_mat(image, arma::zeros(arma::size(image))) * across;
  }
  arma::cx_mat inverse(const arma::cx_mat& spectrum) const {
    return scale * (arma::conj(down) * spectrum * arma::conj(across));
  }
  arma::cx_mat down, across;
  double scale;
};

/// The image mirrored over its edges: `before` rows and columns above and to the left, and so on.
arma::mat pad(const arma::mat& image, uword before, uword rows_after, uword columns_after) {
  const auto source = [](uword i, uword offset, uword n) {
    const uword period = 2 * n, at = (i + period * offset - offset) % period;
    return at < n ? at : period - 1 - at;
  };
  arma::mat wide(before + image.n_rows + rows_after, before + image.n_cols + columns_after);
  for (uword y = 0; y < wide.n_rows; ++y) {
    for (uword x = 0; x < wide.n_cols; ++x) {
      wide(y, x) = image(source(y, before, image.n_rows), source(x, before, image.n_cols));
    }
  }
  return wide;
}

double signed_frequency(uword k, uword n) {
  return static_cast<double>(k) - (2 * k < n ? 0.0 : static_cast<double>(n));
}

std::vector<arma::mat> prefilter(std::vector<arma::mat> channels, double fc) {
  const uword w = 5, rows = channels[0].n_rows, columns = channels[0].n_cols;
  uword n = std::max(rows, columns) + 2 * w;
  n += n % 2;
  arma::mat gf(n, n);
  for (uword y = 0; y < n; ++y) {
    for (uword x = 0; x < n; ++x) {
      const double f = std::hypot(signed_frequency(x, n), signed_frequency(y, n));
      gf(y, x) = std::exp(-f * f * std::log(2.0) / (fc * fc));
    }
  }
  const Fourier fourier(n, n);
  const auto low = [&](const arma::mat& image) {
    return arma::mat(arma::real(fourier.inverse(fourier.forward(image) % gf)));
  };
  arma::mat mean(n, n);
  for (arma::mat& channel : channels) {
    const arma::mat with_margin = pad(arma::log(channel + 1), w, w, w);
    const arma::mat image = pad(with_margin, 0, n - rows - 2 * w, n - columns - 2 * w);
    channel = image - low(image);
    mean += channel / static_cast<double>(channels.size());
  }
  const arma::mat deviation = arma::sqrt(arma::abs(low(arma::square(mean))));
  for (arma::mat& channel : channels) {
    channel = arma::mat(channel / (0.2 + deviation)).submat(w, w, w + rows - 1, w + columns - 1);
  }
  return channels;
}

arma::mat gabor(uword rows, uword columns, uword i, uword j, double orientations) {
  const double pi = arma::datum::pi, n = static_cast<double>(columns);
  const double p2 = .3 / std::pow(1.85, static_cast<double>(i));
  const double p3 = 16 * orientations * orientations / (32 * 32);
  const double theta = pi / orientations * static_cast<double>(j);
  arma::mat G(rows, columns);
  for (uword y = 0; y < rows; ++y) {
    for (uword x = 0; x < columns; ++x) {
      const double fy = signed_frequency(y, rows), fx = signed_frequency(x, columns);
      double tr = std::atan2(fy, fx) + theta;
      tr += (tr < -pi ? 2 * pi : 0) - (tr > pi ? 2 * pi : 0);
      G(y, x) = std::exp(-10 * .35 * std::pow(std::hypot(fx, fy) / n / p2 - 1, 2) -
                         2 * p3 * pi * tr * tr);
    }
  }
  return G;
}

}  // namespace

std::vector<double> gist_by_definition(const GistSettings& s, const std::uint8_t* picture) {
  std::vector<arma::mat> channels(s.channels, arma::mat(s.height, s.width));
  for (uword i = 0; i < s.height * s.width * s.channels; ++i) {
    const uword pixel = i / s.channels;
    channels[i % s.channels](pixel / s.width, pixel % s.width) = picture[i];
  }
  if (!s.colour && s.channels == 3) channels = {(channels[0] + channels[1] + channels[2]) / 3};
  double least = 255, most = 0;
  for (const arma::mat& channel : channels) {
    least = std::min(least, channel.min());
    most = std::max(most, channel.max());
  }
  for (arma::mat& channel : channels) {
    channel = (channel - least) * (most > least ? 255 / (most - least) : 0);
  }

  std::vector<double> descriptor;
  const Fourier fourier(s.height + 2 * s.border, s.width + 2 * s.border);
  for (const arma::mat& channel : prefilter(channels, s.prefilter)) {
    const arma::cx_mat spectrum = fourier.forward(pad(channel, s.border, s.border, s.border));
    for (uword i = 0; i < s.orientations.size(); ++i) {
      for (uword j = 0; j < s.orientations[i]; ++j) {
        const arma::mat G =
            gabor(spectrum.n_rows, spectrum.n_cols, i, j, static_cast<double>(s.orientations[i]));
        const arma::mat answer = arma::abs(fourier.inverse(spectrum % G));
        for (uword x = 0; x < s.blocks; ++x) {
          for (uword y = 0; y < s.blocks; ++y) {
            const arma::mat block =
                answer.submat(s.border + y * s.height / s.blocks, s.border + x * s.width / s.blocks,
                              s.border + (y + 1) * s.height / s.blocks - 1,
                              s.border + (x + 1) * s.width / s.blocks - 1);
            descriptor.push_back(arma::accu(block) / static_cast<double>(block.n_elem));
          }
        }
      }
    }
  }
  return descriptor;
}

}  // namespace hashlab::testing
