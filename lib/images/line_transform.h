#pragma once

#include <complex>
#include <cstddef>
#include <memory>

namespace hashlab {

/// A matrix of complex numbers, initially zero, with each row aligned for FFTW's SIMD code. Both
/// dimensions are padded to multiples of 8, since 8 numbers fill a cache line.
class Lines {
 public:
  Lines(std::size_t rows, std::size_t length);
  std::size_t pitch() const { return pitch_; }  ///< distance between rows, in numbers
  std::complex<float>* operator[](std::size_t row) { return data_.get() + row * pitch_; }
  const std::complex<float>* operator[](std::size_t row) const {
    return data_.get() + row * pitch_;
  }

 private:
  struct Free {
    void operator()(std::complex<float>* data) const;
  };
  std::size_t pitch_;
  std::unique_ptr<std::complex<float>[], Free> data_;
};

/// Discrete Fourier transforms of length n, unscaled, of one line at a time. FFTW is fastest on
/// single contiguous lines (figures in docs/development/benchmarks.md). The two passes of a
/// two-dimensional transform, over rows and over columns, therefore have a transposition between
/// them; each pass skips the lines that are not needed.
/// Reproducible: plans are made with FFTW_ESTIMATE, which measures nothing, and all lines have the
/// same alignment, so a line gives the same bits in every call. Thread-safe.
class LineTransform {
 public:
  enum class Direction { forward, inverse };
  LineTransform(std::size_t n, Direction direction);
  std::size_t size() const { return n_; }
  /// Writes the transform of `in` to `out`. Both must be rows of Lines, of n numbers or more, and
  /// they must differ. `in` is not changed.
  void operator()(const std::complex<float>* in, std::complex<float>* out) const;

 private:
  struct Destroy {
    void operator()(void* plan) const;
  };
  std::size_t n_;
  std::unique_ptr<void, Destroy> plan_;
};

/// Two real lines can be transformed together, as the real and the imaginary part of one complex
/// line. This function computes both[0] and both[1], twice the spectra of the two lines at one
/// frequency, from the spectrum of the complex line at this frequency (`there`) and at the opposite
/// one.
inline void twice_both(std::complex<float> there, std::complex<float> opposite,
                       std::complex<float>* both) {
  float* const out = reinterpret_cast<float*>(both);
  out[0] = there.real() + opposite.real();
  out[1] = there.imag() - opposite.imag();
  out[2] = there.imag() + opposite.imag();
  out[3] = opposite.real() - there.real();
}

}  // namespace hashlab
