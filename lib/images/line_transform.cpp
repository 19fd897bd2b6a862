#include "lib/images/line_transform.h"

#include <fftw3.h>

#include <algorithm>
#include <mutex>
#include <new>

namespace hashlab {
namespace {

/// FFTW's planner is not thread-safe.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

constexpr std::size_t eight = 8;

std::size_t rounded(std::size_t n) {
  return (n + eight - 1) / eight * eight;
}

/// Never a multiple of 4,096 bytes, at which all rows would map to the same few cache sets.
std::size_t pitch_of(std::size_t length) {
  const std::size_t pitch = rounded(length);
  return pitch % 512 == 0 ? pitch + eight : pitch;
}

fftwf_complex* fftw(const std::complex<float>* line) {
  return reinterpret_cast<fftwf_complex*>(const_cast<std::complex<float>*>(line));
}

}  // namespace

Lines::Lines(std::size_t rows, std::size_t length) : pitch_(pitch_of(length)) {
  const std::size_t count = rounded(rows) * pitch_;
  data_.reset(reinterpret_cast<std::complex<float>*>(fftwf_alloc_complex(count)));
  if (!data_) throw std::bad_alloc();
  std::fill_n(data_.get(), count, std::complex<float>());
}

void Lines::Free::operator()(std::complex<float>* data) const {
  fftwf_free(data);
}

LineTransform::LineTransform(std::size_t n, Direction direction) : n_(n) {
  const Lines lines(2, n);
  const int sign = direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD;
  const std::lock_guard lock(planner());
  plan_.reset(fftwf_plan_dft_1d(static_cast<int>(n), fftw(lines[0]), fftw(lines[1]), sign,
                                FFTW_ESTIMATE | FFTW_PRESERVE_INPUT));
  if (!plan_) throw std::bad_alloc();
}

void LineTransform::operator()(const std::complex<float>* in, std::complex<float>* out) const {
  fftwf_execute_dft(static_cast<fftwf_plan>(plan_.get()), fftw(in), fftw(out));
}

void LineTransform::Destroy::operator()(void* plan) const {
  const std::lock_guard lock(planner());
  fftwf_destroy_plan(static_cast<fftwf_plan>(plan));
}

}  // namespace hashlab
