// What does GIST cost beside its Fourier transforms? One thread; items are pictures. gist_scipy.py
// is the peer.

#include "lib/images/contrast.h"
#include "lib/images/gabor.h"
#include "lib/images/gist.h"
#include "lib/rng.h"

#include <benchmark/benchmark.h>
#include <fftw3.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace {

using namespace hashlab;

GistSettings square_pictures(std::size_t side) {
  GistSettings settings;
  settings.height = settings.width = side;
  return settings;
}

std::vector<std::uint8_t> noise(std::size_t bytes) {
  Rng rng(1);
  std::vector<std::uint8_t> pixels(bytes);
  for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(rng.below(256));
  return pixels;
}

void gist(benchmark::State& state, std::size_t side) {
  const std::size_t n = side < 100 ? 256 : 16;
  const Gist described(square_pictures(side));
  const std::vector<std::uint8_t> pictures = noise(n * side * side);
  for (auto _ : state) benchmark::DoNotOptimize(described.describe(pictures.data(), n, 1));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n));
}

void fill(Lines& lines, std::size_t rows) {
  Rng rng(2);
  for (std::size_t i = 0; i < rows * lines.pitch(); ++i) {
    lines[0][i] = {static_cast<float>(rng.uniform()), static_cast<float>(rng.uniform())};
  }
}

/// The lines that GIST transforms, from buffers of the same size, with the same plans, and nothing
/// else.
void transforms_alone(benchmark::State& state, std::size_t side) {
  const GistSettings settings = square_pictures(side);
  const GaborBank bank(settings);
  const Contrast contrast(side, side, settings.prefilter);
  const GistAxis axis(side, settings.border, settings.blocks);
  using Direction = LineTransform::Direction;
  const LineTransform forward(contrast.side(), Direction::forward);
  const LineTransform inverse(contrast.side(), Direction::inverse);
  Lines columns(axis.n, axis.n), half(side, axis.n), square(contrast.side(), contrast.side());
  Lines out(1, axis.n);
  fill(columns, axis.n);
  fill(half, side);
  fill(square, contrast.side());
  for (auto _ : state) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t y = 0; y < contrast.side() / 2; ++y) forward(square[y], out[0]);
      for (std::size_t k = 0; k < contrast.passing(); ++k) {
        forward(square[k], out[0]);
        inverse(square[k], out[0]);
      }
      for (std::size_t y = 0; y < contrast.side() / 2; ++y) inverse(square[y], out[0]);
    }
    for (std::size_t y = 0; y < (side + 1) / 2; ++y) axis.forward(half[y], out[0]);
    for (std::size_t k = 0; k <= axis.n / 2; ++k) axis.forward(columns[k], out[0]);
    for (const GaborFilter& filter : bank.filters()) {
      for (std::size_t i = 0; i < filter.lines.size(); ++i) {
        axis.inverse(columns[(filter.first + i) % axis.n], out[0]);
      }
      for (std::size_t y = 0; y < side; ++y) axis.inverse(half[y], out[0]);
    }
    benchmark::DoNotOptimize(out[0]);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations());
}

/// A plain program's: whole complex transforms of the picture, 2 + 2 for the prefilter, 1 + 32 for
/// the filters.
void full_complex(benchmark::State& state, std::size_t side) {
  const GistSettings settings = square_pictures(side);
  const auto repeat = [&](std::size_t n, std::size_t times) {
    const std::size_t area = n * n;
    fftwf_complex* const in = fftwf_alloc_complex(area);
    fftwf_complex* const out = fftwf_alloc_complex(area);
    const int length = static_cast<int>(n);
    const fftwf_plan plan =
        fftwf_plan_dft_2d(length, length, in, out, FFTW_BACKWARD, FFTW_ESTIMATE);
    for (std::size_t i = 0; i < area; ++i) in[i][0] = in[i][1] = static_cast<float>(i % 7);
    return [=] {
      for (std::size_t i = 0; i < times; ++i) fftwf_execute(plan);
    };
  };
  const auto prefilter = repeat(Contrast(side, side, settings.prefilter).side(), 4);
  const auto filters = repeat(side + 2 * settings.border, 33);
  for (auto _ : state) {
    prefilter();
    filters();
  }
  state.SetItemsProcessed(state.iterations());
}

const bool registered = [] {
  for (const std::size_t side : {32U, 256U}) {
    const auto name = [&](const char* family) { return fmt::format("{}/side:{}", family, side); };
    const auto add = [&](const char* family, void (*run)(benchmark::State&, std::size_t)) {
      benchmark::RegisterBenchmark(name(family).c_str(),
                                   [run, side](benchmark::State& state) { run(state, side); });
    };
    add("gist", gist);
    add("gist_transforms_alone", transforms_alone);
    add("gist_transforms_full_complex", full_complex);
  }
  return true;
}();

}  // namespace
