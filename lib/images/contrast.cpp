#include "lib/images/contrast.h"

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

using Complex = std::complex<float>;

constexpr std::size_t margin = 5;       // LMgist's w
constexpr float min_deviation = 0.2F;   // added to the standard deviation, as in LMgist
constexpr double smallest_gain = 1e-9;  // smaller gains are taken for zero: below float precision

std::size_t even_side(std::size_t height, std::size_t width) {
  const std::size_t side = std::max(height, width) + 2 * margin;
  return side + side % 2;
}

}  // namespace

std::size_t mirrored(std::ptrdiff_t i, std::size_t n) {
  const auto period = static_cast<std::ptrdiff_t>(2 * n);
  const auto r = static_cast<std::size_t>((i % period + period) % period);
  return r < n ? r : 2 * n - 1 - r;
}

Contrast::Contrast(std::size_t height, std::size_t width, double cycles)
    : height_(height),
      width_(width),
      n_(even_side(height, width)),
      forward_(n_, LineTransform::Direction::forward),
      inverse_(n_, LineTransform::Direction::inverse) {
  // The picture with its margin is mirrored to the right and downwards until it fills a square.
  const auto sources = [this](std::size_t size) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < n_; ++i) {
      const std::size_t inner = mirrored(static_cast<std::ptrdiff_t>(i), size + 2 * margin);
      all.push_back(mirrored(static_cast<std::ptrdiff_t>(inner - margin), size));
    }
    return all;
  };
  rows_ = sources(height);
  columns_ = sources(width);
  const double s1 = cycles / std::sqrt(std::log(2.0));
  for (std::size_t f = 0; f <= n_ / 2; ++f) {
    const double gain = std::exp(-std::pow(static_cast<double>(f) / s1, 2));
    if (gain < smallest_gain) break;
    gain_.push_back(static_cast<float>(gain));
  }
}

Contrast::Workspace::Workspace(const Contrast& contrast)
    : low(contrast.n_ * contrast.n_),
      squares(contrast.n_ * contrast.n_),
      columns(contrast.gain_.size(), contrast.n_),
      lines(3, contrast.n_) {}

// Two rows of the picture are transformed together, as real and imaginary part. The Gaussian is
// separable, and of a large picture it passes few columns of the spectrum.
void Contrast::low_pass(const float* in, float* out, Workspace& workspace) const {
  Complex* const line = workspace.lines[0];
  Complex* const spectrum = workspace.lines[1];
  Lines& columns = workspace.columns;
  const std::size_t passing = gain_.size();
  for (std::size_t y = 0; y < n_; y += 2) {
    const float *a = in + y * n_, *b = a + n_;
    for (std::size_t x = 0; x < n_; ++x) line[x] = {a[x], b[x]};
    forward_(line, spectrum);
    Complex* to = columns[0] + y;
    twice_both(spectrum[0], spectrum[0], to);
    for (std::size_t k = 1; k < passing; ++k) {
      to += columns.pitch();
      twice_both(spectrum[k], spectrum[n_ - k], to);
    }
  }
  const float scale = .5F / (static_cast<float>(n_) * static_cast<float>(n_));
  for (std::size_t k = 0; k < passing; ++k) {
    forward_(columns[k], spectrum);
    const float of_column = gain_[k] * scale;
    std::fill_n(line, n_, Complex());
    for (std::size_t l = 0; l < passing; ++l) line[l] = of_column * gain_[l] * spectrum[l];
    for (std::size_t l = 1; l < passing; ++l) {
      line[n_ - l] = of_column * gain_[l] * spectrum[n_ - l];
    }
    inverse_(line, columns[k]);
  }
  std::fill_n(spectrum, n_, Complex());
  for (std::size_t y = 0; y < n_; y += 2) {
    const Complex* from = columns[0] + y;
    for (std::size_t k = 0; k < passing; ++k, from += columns.pitch()) {
      const float re = from[0].real(), im = from[0].imag();
      const float other_re = from[1].real(), other_im = from[1].imag();
      spectrum[k] = {re - other_im, im + other_re};
      if (k > 0) spectrum[n_ - k] = {re + other_im, other_re - im};
    }
    inverse_(spectrum, line);
    for (std::size_t x = 0; x < n_; ++x) {
      out[y * n_ + x] = line[x].real();
      out[(y + 1) * n_ + x] = line[x].imag();
    }
  }
}

void Contrast::normalise(std::vector<float>& planes, Workspace& workspace) const {
  const std::size_t area = height_ * width_, square = n_ * n_;
  const std::size_t channels = planes.size() / area;
  std::vector<float>& extended = workspace.extended;
  std::vector<float>& low = workspace.low;
  extended.resize(channels * square);

  for (std::size_t c = 0; c < channels; ++c) {
    float* const plane = planes.data() + c * area;
    float* const wide = extended.data() + c * square;
    for (std::size_t i = 0; i < area; ++i) plane[i] = std::log(plane[i] + 1);
    for (std::size_t y = 0; y < n_; ++y) {
      const float* const row = plane + rows_[y] * width_;
      for (std::size_t x = 0; x < n_; ++x) wide[y * n_ + x] = row[columns_[x]];
    }
    low_pass(wide, low.data(), workspace);
    for (std::size_t i = 0; i < square; ++i) wide[i] -= low[i];
  }

  std::vector<float>& squares = workspace.squares;  // of the channels' mean
  std::copy_n(extended.begin(), square, squares.begin());
  for (std::size_t i = square; i < channels * square; ++i) squares[i % square] += extended[i];
  const float part = 1 / static_cast<float>(channels);
  for (std::size_t i = 0; i < square; ++i) squares[i] = (part * squares[i]) * (part * squares[i]);
  low_pass(squares.data(), low.data(), workspace);
  for (std::size_t y = 0; y < height_; ++y) {
    const std::size_t wide = (y + margin) * n_ + margin;
    float* const deviation = low.data() + wide;
    for (std::size_t x = 0; x < width_; ++x) deviation[x] = std::sqrt(std::abs(deviation[x]));
    for (std::size_t c = 0; c < channels; ++c) {
      const float* const in = extended.data() + c * square + wide;
      float* const out = planes.data() + c * area + y * width_;
      for (std::size_t x = 0; x < width_; ++x) out[x] = in[x] / (min_deviation + deviation[x]);
    }
  }
}

}  // namespace hashlab
