#include "lib/images/gabor.h"

#include "lib/images/contrast.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <utility>

namespace hashlab {
namespace {

using Complex = std::complex<float>;

/// Smaller gains are taken for zero, which leaves 18 % of the spectrum per filter. This changes the
/// descriptors of photographs by 2e-6 of their largest number; with 1e-4 it would be 3e-5, for 5 %
/// fewer transforms.
constexpr double smallest_gain = 1e-5;

/// The number of lines that are transposed together, while they are in the cache.
constexpr std::size_t lines_at_once = 8;

/// Frequency k of n as a signed number of cycles: 0, 1, .., -2, -1; n / 2 counts as -n / 2.
double cycles(std::size_t k, std::size_t n) {
  return 2 * k < n ? static_cast<double>(k) : static_cast<double>(k) - static_cast<double>(n);
}

/// The transfer function of LMgist: a Gaussian of the frequency around .3 / 1.85^scale of `n`
/// cycles, times one of the angle.
double transfer(double fx, double fy, std::size_t n, std::size_t scale, std::size_t orientation,
                std::size_t orientations) {
  const double pi = std::numbers::pi, count = static_cast<double>(orientations);
  const double centre = .3 / std::pow(1.85, static_cast<double>(scale)) * static_cast<double>(n);
  const double sharpness = 16 * count * count / (32 * 32);
  double tr = std::atan2(fy, fx) + pi / count * static_cast<double>(orientation);
  if (tr > pi) tr -= 2 * pi;
  const double u = std::hypot(fx, fy) / centre - 1;
  return std::exp(-10 * .35 * u * u - 2 * sharpness * pi * tr * tr);
}

/// The shortest cyclic range of positions that contains all used ones: its beginning and length.
std::pair<std::size_t, std::size_t> arc(const std::vector<bool>& used) {
  const std::size_t n = used.size();
  std::size_t after = 0, longest = 0;  // the longest gap, and the position after it
  for (std::size_t i = 0, gap = 0; i < 2 * n; ++i) {
    gap = used[i % n] ? 0 : gap + 1;
    if (gap > longest) {
      longest = gap;
      after = (i + 1) % n;
    }
  }
  return {after, longest < n ? n - longest : 0};
}

/// Transposes lines_at_once rows of n numbers: out[p * out_pitch + i] = in[i * in_pitch + p].
/// Numbers are copied as 8 bytes; by assignment real and imaginary part would be copied separately.
void transpose(const Complex* in, std::size_t in_pitch, std::size_t n, Complex* out,
               std::size_t out_pitch) {
  for (std::size_t p = 0; p < n; ++p, ++in, out += out_pitch) {
    std::array<std::uint64_t, lines_at_once> numbers;
    for (std::size_t i = 0; i < lines_at_once; ++i) {
      std::memcpy(&numbers[i], in + i * in_pitch, sizeof numbers[i]);
    }
    std::memcpy(static_cast<void*>(out), numbers.data(), sizeof numbers);
  }
}

double transform_cost(std::size_t n) {
  return static_cast<double>(n) * std::log2(static_cast<double>(n));
}

/// The filter with gains gain[i * length + k] of line i < count at frequency k.
GaborFilter by_lines(const std::vector<double>& gain, std::size_t count, std::size_t length) {
  std::vector<bool> used(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < length; ++k) {
      if (gain[i * length + k] >= smallest_gain) used[i] = true;
    }
  }
  GaborFilter filter;
  const std::pair<std::size_t, std::size_t> range = arc(used);
  filter.first = range.first;
  for (std::size_t i = 0; i < range.second; ++i) {
    const std::size_t at = filter.first + i;
    const double* const of_line = gain.data() + (at < count ? at : at - count) * length;
    std::vector<bool> passes(length);
    for (std::size_t k = 0; k < length; ++k) passes[k] = of_line[k] >= smallest_gain;
    const std::pair<std::size_t, std::size_t> part = arc(passes);
    const std::size_t end = part.first + part.second;
    GaborFilter::Line line;
    if (end > length) {
      line.pieces = {{{0, end - length}, {part.first, length}}};
    } else {
      line.pieces = {{{part.first, end}, {end, end}}};
    }
    for (const auto& piece : line.pieces) {
      for (std::size_t k = piece.begin; k < piece.end; ++k) {
        line.gain.push_back(static_cast<float>(of_line[k]));
      }
    }
    filter.lines.push_back(std::move(line));
  }
  return filter;
}

}  // namespace

GistAxis::GistAxis(std::size_t pixels, std::size_t mirrored_border, std::size_t blocks)
    : size(pixels),
      border(mirrored_border),
      n(pixels + 2 * mirrored_border),
      forward(n, LineTransform::Direction::forward),
      inverse(n, LineTransform::Direction::inverse) {
  for (std::size_t i = 0; i <= blocks; ++i) edges.push_back(i * pixels / blocks);
  for (std::size_t i = 0; i < n; ++i) {
    source.push_back(mirrored(static_cast<std::ptrdiff_t>(i - border), size));
  }
}

GaborBank::GaborBank(const GistSettings& settings)
    : y_(settings.height, settings.border, settings.blocks),
      x_(settings.width, settings.border, settings.blocks) {
  for (std::size_t scale = 0; scale < settings.orientations.size(); ++scale) {
    const std::size_t orientations = settings.orientations[scale];
    for (std::size_t j = 0; j < orientations; ++j) {
      std::vector<double> by_column(x_.n * y_.n), by_row(x_.n * y_.n);
      for (std::size_t kx = 0; kx < x_.n; ++kx) {
        for (std::size_t ky = 0; ky < y_.n; ++ky) {
          const double gain =
              transfer(cycles(kx, x_.n), cycles(ky, y_.n), x_.n, scale, j, orientations);
          by_column[kx * y_.n + ky] = by_row[ky * x_.n + kx] = gain;
        }
      }
      // Both orders give the same; the better one needs fewer transforms.
      GaborFilter columns = by_lines(by_column, x_.n, y_.n), rows = by_lines(by_row, y_.n, x_.n);
      const auto cost = [](const GaborFilter& filter, const GistAxis& first,
                           const GistAxis& second) {
        return static_cast<double>(filter.lines.size()) * transform_cost(first.n) +
               static_cast<double>(first.size) * transform_cost(second.n);
      };
      rows.by_row = true;
      filters_.push_back(cost(rows, x_, y_) < cost(columns, y_, x_) ? std::move(rows)
                                                                    : std::move(columns));
    }
  }
}

GaborBank::Workspace::Workspace(const GaborBank& bank)
    : columns(bank.x_.n, bank.y_.n),
      rows(bank.y_.n, bank.x_.n),
      half(std::max(bank.y_.size, bank.x_.size), std::max(bank.y_.n, bank.x_.n)),
      half_rows(std::max(bank.y_.size, bank.x_.size)),
      lines(lines_at_once + 1, std::max(bank.y_.n, bank.x_.n)),
      sums(std::max(bank.y_.size, bank.x_.size)) {}

// Two rows of the picture are transformed together, as real and imaginary part. Mirrored rows are
// copies of inner ones, and half of the columns are the conjugates of the others.
void GaborBank::transform(const float* plane, Workspace& workspace) const {
  Complex* const line = workspace.lines[0];
  Complex* const spectrum = workspace.lines[1];
  Lines& columns = workspace.columns;
  const std::size_t half = x_.n / 2;
  for (std::size_t y = 0; y < y_.size; y += 2) {
    // The last row of an odd number is paired with itself: one row too many, overwritten below.
    const float *a = plane + y * x_.size, *b = y + 1 < y_.size ? a + x_.size : a;
    for (std::size_t x = 0; x < x_.n; ++x) line[x] = {a[x_.source[x]], b[x_.source[x]]};
    x_.forward(line, spectrum);
    Complex* to = columns[0] + y_.border + y;
    twice_both(spectrum[0], spectrum[0], to);
    for (std::size_t k = 1; k <= half; ++k) {
      to += columns.pitch();
      twice_both(spectrum[k], spectrum[x_.n - k], to);
    }
  }
  for (std::size_t k = 0; k <= half; ++k) {
    Complex* const column = columns[k];
    for (std::size_t y = 0; y < y_.n; ++y) line[y] = column[y_.border + y_.source[y]];
    y_.forward(line, column);
    if (k == 0 || 2 * k == x_.n) continue;
    Complex* const opposite = columns[x_.n - k];
    opposite[0] = std::conj(column[0]);
    for (std::size_t l = 1; l < y_.n; ++l) opposite[l] = std::conj(column[y_.n - l]);
  }
  for (std::size_t k = 0; k < x_.n; k += lines_at_once) {
    transpose(columns[k], columns.pitch(), y_.n, workspace.rows[0] + k, workspace.rows.pitch());
  }
}

// The inverse transform along the lines and then across them. The first pass needs only lines in
// the filter's pass band, the second only pixels of the picture, not of its border. Only the
// magnitude of the response is needed, so the lines may be moved to the front of the axis: a shift
// of the spectrum changes phases only.
void GaborBank::filter(const GaborFilter& filter, float* energy, Workspace& workspace) const {
  const GistAxis& along = filter.by_row ? x_ : y_;
  const GistAxis& across = filter.by_row ? y_ : x_;
  const Lines& spectrum = filter.by_row ? workspace.rows : workspace.columns;
  Complex* const passed = workspace.lines[lines_at_once];
  const std::size_t count = filter.lines.size();
  for (std::size_t begin = 0; begin < count; begin += lines_at_once) {
    const std::size_t end = std::min(count, begin + lines_at_once);
    for (std::size_t i = begin; i < end; ++i) {
      const GaborFilter::Line& line = filter.lines[i];
      const Complex* const all = spectrum[(filter.first + i) % across.n];
      const float* gain = line.gain.data();
      std::size_t k = 0;
      for (const GaborFilter::Piece& piece : line.pieces) {
        std::fill(passed + k, passed + piece.begin, Complex());
        for (k = piece.begin; k < piece.end; ++k) passed[k] = *gain++ * all[k];
      }
      std::fill(passed + k, passed + along.n, Complex());
      along.inverse(passed, workspace.lines[i - begin]);
    }
    for (std::size_t i = end; i < begin + lines_at_once; ++i) {
      std::fill_n(workspace.lines[i - begin], along.n, Complex());
    }
    transpose(workspace.lines[0] + along.border, workspace.lines.pitch(), along.size,
              workspace.half[0] + begin, workspace.half.pitch());
  }
  const std::size_t filled = (count + lines_at_once - 1) / lines_at_once * lines_at_once;
  for (std::size_t p = 0; p < workspace.half_rows && workspace.filled > filled; ++p) {
    std::fill(workspace.half[p] + filled, workspace.half[p] + workspace.filled, Complex());
  }
  workspace.filled = filled;

  // The spectrum is twice that of the picture, and transforms are not scaled.
  const std::size_t blocks = along.edges.size() - 1;
  float* const sums = workspace.sums.data();
  for (std::size_t b = 0; b < blocks; ++b) {
    std::fill_n(sums, across.size, 0.0F);
    for (std::size_t p = along.edges[b]; p < along.edges[b + 1]; ++p) {
      Complex* const answer = workspace.lines[0];
      across.inverse(workspace.half[p], answer);
      const Complex* const inside = answer + across.border;
      for (std::size_t q = 0; q < across.size; ++q) {
        const float re = inside[q].real(), im = inside[q].imag();
        sums[q] += std::sqrt(re * re + im * im);
      }
    }
    for (std::size_t c = 0; c < blocks; ++c) {
      double sum = 0;
      for (std::size_t q = across.edges[c]; q < across.edges[c + 1]; ++q) {
        sum += static_cast<double>(sums[q]);
      }
      const std::size_t pixels =
          (along.edges[b + 1] - along.edges[b]) * (across.edges[c + 1] - across.edges[c]);
      const double mean =
          sum / static_cast<double>(pixels) / static_cast<double>(2 * along.n * across.n);
      energy[filter.by_row ? b * blocks + c : c * blocks + b] = static_cast<float>(mean);
    }
  }
}

void GaborBank::describe(const float* plane, float* energy, Workspace& workspace) const {
  transform(plane, workspace);
  const std::size_t blocks = y_.edges.size() - 1;
  for (std::size_t f = 0; f < filters_.size(); ++f) {
    filter(filters_[f], energy + f * blocks * blocks, workspace);
  }
}

}  // namespace hashlab
