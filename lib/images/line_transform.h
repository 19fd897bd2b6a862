#pragma once

#include <complex>
#include <cstddef>
#include <memory>

namespace hashlab {

/// Rows of complex numbers, zero at first, each row aligned for FFTW's vector code. There is room
/// for multiples of 8 both ways, since 8 numbers are a cache line.
class Lines {
 public:
  Lines(std::size_t rows, std::size_t length);
  std::size_t pitch() const { return pitch_; }  ///< numbers from one row to the next
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

/// Discrete Fourier transforms of length n, one line at a time; not scaled. FFTW is fastest, by a
/// half, on single lines whose numbers are neighbours: so pictures are turned between the passes
/// over their rows and columns, and passes leave out the lines nobody asks for.
/// Reproducible: the plan is FFTW's estimate, which measures nothing, and all lines are aligned
/// alike, so that a line gives the same bits in every call. May be used by several threads at once.
class LineTransform {
 public:
  enum class Direction { forward, inverse };
  LineTransform(std::size_t n, Direction direction);
  std::size_t size() const { return n_; }
  /// `in`, which is kept, and `out` are different rows of Lines.
  void operator()(const std::complex<float>* in, std::complex<float>* out) const;

 private:
  struct Destroy {
    void operator()(void* plan) const;
  };
  std::size_t n_;
  std::unique_ptr<void, Destroy> plan_;
};

/// Two real lines can be transformed as the real and the imaginary part of one. Gives twice their
/// spectra at a frequency from the pair's spectrum there and at the opposite frequency.
inline void twice_both(std::complex<float> there, std::complex<float> opposite,
                       std::complex<float>* both) {
  float* const out = reinterpret_cast<float*>(both);
  out[0] = there.real() + opposite.real();
  out[1] = there.imag() - opposite.imag();
  out[2] = there.imag() + opposite.imag();
  out[3] = opposite.real() - there.real();
}

}  // namespace hashlab
