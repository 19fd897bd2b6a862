#include "hashers/vectors/parts/stored_scalar.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace hashlab::hashers {
namespace {

constexpr std::size_t table_size = 256;
constexpr double largest_half = 65504;

}  // namespace

std::uint16_t half_bits(double value) {
  const std::uint32_t sign = std::signbit(value) ? 0x8000U : 0U;
  const double magnitude = std::min(std::abs(value), largest_half);
  if (magnitude == 0) return static_cast<std::uint16_t>(sign);
  int exponent = 0;
  std::frexp(magnitude, &exponent);        // magnitude = m 2^exponent, 1/2 <= m < 1
  exponent = std::max(exponent - 1, -14);  // smaller numbers are subnormal
  const double step = std::ldexp(1.0, exponent - 10);
  const double scaled = magnitude / step;  // exact
  double rounded = std::floor(scaled);
  const double rest = scaled - rounded;
  if (rest > 0.5 || (rest == 0.5 && std::fmod(rounded, 2) != 0)) rounded += 1;
  // The bits of a number are those of a counter: a carry out of the fraction raises the exponent.
  const auto fraction = static_cast<std::uint32_t>(rounded);
  const auto base = static_cast<std::uint32_t>(exponent + 14) << 10U;
  return static_cast<std::uint16_t>(sign | (base + fraction));
}

double from_half_bits(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f;
  const int fraction = bits & 0x3ff;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

StoredScalar::StoredScalar(ScalarSize size, std::span<const double> training) : size_(size) {
  if (size == ScalarSize::half) {
    double most = 0;
    for (const double x : training) most = std::max(most, std::abs(x));
    if (most > 32768) unit_ = std::exp2(std::ceil(std::log2(most / 32768)));
  }
  if (size != ScalarSize::byte) return;
  double least = 0, most = 0;
  for (const double x : training) {
    if (!(x > 0)) continue;
    least = least == 0 ? x : std::min(least, x);
    most = std::max(most, x);
  }
  double low = least > 0 ? std::log(least) : 0, high = most > 0 ? std::log(most) : 0;
  const double margin = 0.05 * std::max(high - low, 1e-12);
  low -= margin;
  high += margin;
  for (std::size_t k = 0; k < table_size; ++k) {
    table_.push_back(std::exp(low + static_cast<double>(k) / 255 * (high - low)));
  }
  find_cuts();
}

StoredScalar::StoredScalar(ScalarSize size, const ProjectorState& state, const std::string& name)
    : size_(size) {
  if (size == ScalarSize::half) {
    unit_ = state_array(state, name + "-unit", 1, 1)(0);
    if (!(unit_ > 0)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("'{}-unit' is {}, expected a positive number", name, unit_));
    }
  }
  if (size != ScalarSize::byte) return;
  const arma::mat& table = state_array(state, name + "-table", table_size, 1);
  table_.assign(table.begin(), table.end());
  if (!(table_.front() > 0) || !std::is_sorted(table_.begin(), table_.end())) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("'{}-table' is not ascending from a positive number", name));
  }
  find_cuts();
}

void StoredScalar::find_cuts() {
  for (std::size_t k = 0; k + 1 < table_.size(); ++k) {
    cuts_.push_back(std::sqrt(table_[k]) * std::sqrt(table_[k + 1]));
  }
}

std::size_t StoredScalar::bytes() const {
  return size_ == ScalarSize::byte ? 1 : size_ == ScalarSize::half ? 2 : 4;
}

void StoredScalar::put(double value, std::uint8_t* out) const {
  if (size_ == ScalarSize::byte) {
    const auto cut = std::lower_bound(cuts_.begin(), cuts_.end(), value);
    out[0] = static_cast<std::uint8_t>(cut - cuts_.begin());
    return;
  }
  const std::uint32_t bits = size_ == ScalarSize::half
                                 ? half_bits(value / unit_)
                                 : std::bit_cast<std::uint32_t>(static_cast<float>(value));
  for (std::size_t i = 0; i < bytes(); ++i) {
    out[i] = static_cast<std::uint8_t>(bits >> (8 * i) & 0xffU);
  }
}

double StoredScalar::get(const std::uint8_t* in) const {
  if (size_ == ScalarSize::byte) return table_[in[0]];
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < bytes(); ++i) bits |= std::uint32_t{in[i]} << (8 * i);
  if (size_ == ScalarSize::half) return from_half_bits(static_cast<std::uint16_t>(bits)) * unit_;
  return static_cast<double>(std::bit_cast<float>(bits));
}

void StoredScalar::put_state(ProjectorState& state, const std::string& name) const {
  if (size_ == ScalarSize::half) state[name + "-unit"] = arma::mat{unit_};
  if (size_ == ScalarSize::byte) state[name + "-table"] = arma::mat(arma::vec(table_));
}

}  // namespace hashlab::hashers
