#include "lib/images/contrast.h"

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

using Complex = std::complex<float>;

constexpr std::size_t margin = 5;        // LMgist's w
constexpr float least_deviation = 0.2F;  // and what it adds to the deviation
constexpr double smallest_gain = 1e-9;   // below single precision, of which little is lost

std::size_t even_side(std::size_t height, std::size_t width) {
  const std::size_t side = std::max(height, width) + 2 * margin;
  return side + side % 2;
}

Complex times_i(Complex z) {
  return {-z.imag(), z.real()};
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

// Two rows of the picture share a transform, as real and imaginary part. The Gaussian is a product of
// one over rows and one over columns, and passes few of the columns of a large picture.
void Contrast::low_pass(const float* in, float* out, Workspace& workspace) const {
  Complex* const line = workspace.lines[0];
  Complex* const spectrum = workspace.lines[1];
  for (std::size_t y = 0; y < n_; y += 2) {
    const float *a = in + y * n_, *b = a + n_;
    for (std::size_t x = 0; x < n_; ++x) line[x] = {a[x], b[x]};
    forward_(line, spectrum);
    for (std::size_t k = 0; k < gain_.size(); ++k) {
      const Complex z = spectrum[k], mirror = std::conj(spectrum[(n_ - k) % n_]);
      workspace.columns[k][y] = 0.5F * (z + mirror);
      workspace.columns[k][y + 1] = -0.5F * times_i(z - mirror);
    }
  }
  const float scale = 1 / (static_cast<float>(n_) * static_cast<float>(n_));
  for (std::size_t k = 0; k < gain_.size(); ++k) {
    forward_(workspace.columns[k], spectrum);
    std::fill_n(line, n_, Complex());
    for (std::size_t l = 0; l < gain_.size(); ++l) {
      const float gain = gain_[k] * gain_[l] * scale;
      line[l] = gain * spectrum[l];
      line[(n_ - l) % n_] = gain * spectrum[(n_ - l) % n_];
    }
    inverse_(line, workspace.columns[k]);
  }
  std::fill_n(spectrum, n_, Complex());
  for (std::size_t y = 0; y < n_; y += 2) {
    for (std::size_t k = gain_.size(); k-- > 0;) {
      const Complex a = workspace.columns[k][y], b = workspace.columns[k][y + 1];
      spectrum[(n_ - k) % n_] = std::conj(a) + times_i(std::conj(b));
      spectrum[k] = a + times_i(b);
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

  // The picture with its margin is in turn mirrored to the right and below until it is square.
  std::vector<std::size_t> columns(n_);
  const auto source = [](std::size_t i, std::size_t size) {
    const std::size_t inner = mirrored(static_cast<std::ptrdiff_t>(i), size + 2 * margin);
    return mirrored(static_cast<std::ptrdiff_t>(inner) - static_cast<std::ptrdiff_t>(margin), size);
  };
  for (std::size_t x = 0; x < n_; ++x) columns[x] = source(x, width_);
  for (std::size_t c = 0; c < channels; ++c) {
    float* const plane = planes.data() + c * area;
    float* const wide = extended.data() + c * square;
    for (std::size_t i = 0; i < area; ++i) plane[i] = std::log(plane[i] + 1);
    for (std::size_t y = 0; y < n_; ++y) {
      const float* const row = plane + source(y, height_) * width_;
      for (std::size_t x = 0; x < n_; ++x) wide[y * n_ + x] = row[columns[x]];
    }
    low_pass(wide, low.data(), workspace);
    for (std::size_t i = 0; i < square; ++i) wide[i] -= low[i];
  }

  std::vector<float>& squares = workspace.squares;
  for (std::size_t i = 0; i < square; ++i) {
    float sum = 0;
    for (std::size_t c = 0; c < channels; ++c) sum += extended[c * square + i];
    const float mean = sum / static_cast<float>(channels);
    squares[i] = mean * mean;
  }
  low_pass(squares.data(), low.data(), workspace);
  for (std::size_t y = 0; y < height_; ++y) {
    const std::size_t wide = (y + margin) * n_ + margin;
    for (std::size_t x = 0; x < width_; ++x) {
      const float divisor = least_deviation + std::sqrt(std::abs(low[wide + x]));
      for (std::size_t c = 0; c < channels; ++c) {
        planes[c * area + y * width_ + x] = extended[c * square + wide + x] / divisor;
      }
    }
  }
}

}  // namespace hashlab
