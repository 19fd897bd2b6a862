#include "hashers/vectors/parts/grid_coder.h"

#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/vectors/parts/grid_code.h"
#include "hashers/vectors/parts/vector_options.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlab::hashers {
namespace {

constexpr std::size_t most_grid_bits = 8;

double length_of_point(std::span<const std::uint8_t> digits, std::span<const std::uint8_t> widths) {
  return std::sqrt(static_cast<double>(four_squared_length(digits, widths))) / 2;
}

}  // namespace

std::size_t GridSettings::scalar_bytes() const {
  const std::size_t count = scalars == GridScalars::none     ? 0
                            : scalars == GridScalars::length ? 1
                                                             : 2;
  return count * bits_of(scalar) / 8;
}

double unbiasing_factor(double squared_length, double dot) {
  return dot > 0 ? squared_length / dot : 0;
}

double half_width(double length, double query_length, double g, std::size_t dims, double eps) {
  if (dims < 2 || !(g > 0)) return 0;
  const double sine = std::sqrt(std::max(0.0, 1 - g * g));
  return sine / g * length * query_length * eps / std::sqrt(static_cast<double>(dims - 1));
}

SignedDigits signed_digits(const std::vector<double>& s, std::size_t bits) {
  SignedDigits result;
  double most = 0;
  for (const double x : s) most = std::max(most, std::abs(x));
  result.delta = most / static_cast<double>((std::size_t{1} << (bits - 1)) - 1);
  for (const double x : s) {
    // delta may be 0 although `most` is not, if `most` is subnormal.
    result.digits.push_back(result.delta > 0 ? static_cast<int>(std::lround(x / result.delta)) : 0);
  }
  return result;
}

GridCoder::GridCoder(CodedPart part, std::vector<std::uint8_t> widths, GridSettings settings,
                     const arma::fmat& Y, const Rng& rng)
    : part_(std::move(part)), widths_(std::move(widths)), settings_(settings) {
  require_finite_values(Y);
  if (settings_.fast) {
    t_ = mean_factor(part_.coordinates, widths_.front(), rng.stream("vectors.fast"));
  }
  const std::vector<std::vector<double>> r = part_.of(Y);
  const std::vector<double> N = part_.squared_lengths(Y, r);
  std::vector<double> f;
  double ratios = 0;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const std::vector<std::uint8_t> digits = digits_of_vector(r[i]);
    double coded = 0;
    for (const double x : r[i]) coded += x * x;
    f.push_back(unbiasing_factor(coded, dot_with_grid(r[i], digits, widths_)));
    mean_length_ += N[i] / static_cast<double>(r.size());
    if (!(N[i] > 0)) continue;
    ratios += f[i] * length_of_point(digits, widths_) / std::sqrt(N[i]);
    ++counted;
  }
  if (counted > 0) h_ = ratios / static_cast<double>(counted);
  if (settings_.scalars != GridScalars::none) length_.emplace(settings_.scalar, N);
  if (settings_.scalars == GridScalars::length_factor) factor_.emplace(settings_.scalar, f);
}

GridCoder::GridCoder(const ProjectorState& state, std::size_t dimensions, GridSettings settings)
    : settings_(settings) {
  const auto found = state.find("bits");
  if (found == state.end() || found->second.n_cols != 1 || found->second.n_rows > 65535) {
    throw Error(ErrorCode::corrupt_file, "the quantiser has no list 'bits' of its coordinates");
  }
  for (const double b : found->second) {
    if (!(b >= 1 && b <= most_grid_bits) || b != std::floor(b)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("'bits' holds {}, expected whole numbers in 1 .. 8", b));
    }
    widths_.push_back(static_cast<std::uint8_t>(b));
  }
  if (widths_.size() > dimensions) {
    throw Error(ErrorCode::corrupt_file, fmt::format("'bits' is of {} coordinates, there are {} "
                                                     "dimensions",
                                                     widths_.size(), dimensions));
  }
  part_ = CodedPart::from_state(state, dimensions, widths_.size());
  t_ = state_array(state, "t", 1, 1)(0);
  h_ = state_array(state, "h", 1, 1)(0);
  mean_length_ = state_array(state, "mean-length", 1, 1)(0);
  if (settings_.scalars != GridScalars::none) length_.emplace(settings_.scalar, state, "length");
  if (settings_.scalars == GridScalars::length_factor) {
    factor_.emplace(settings_.scalar, state, "factor");
  }
}

std::vector<std::uint8_t> GridCoder::digits_of_vector(const std::vector<double>& r) const {
  return (settings_.fast ? grid_point_at(r, widths_, t_) : nearest_grid_point(r, widths_)).digits;
}

CodeFormat GridCoder::format() const {
  return format_of_vectors(widths_, settings_.scalar_bytes());
}

Codes GridCoder::encode(const arma::fmat& Y) const {
  const std::vector<std::vector<double>> r = part_.of(Y);
  const std::vector<double> N = part_.squared_lengths(Y, r);
  Codes codes(format(), r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    const std::vector<std::uint8_t> digits = digits_of_vector(r[i]);
    put_digits(codes, i, digits, widths_);
    std::uint8_t* scalars = codes.scalars_of(i);
    if (length_) length_->put(N[i], scalars);
    if (!factor_) continue;
    double coded = 0;
    for (const double x : r[i]) coded += x * x;
    factor_->put(unbiasing_factor(coded, dot_with_grid(r[i], digits, widths_)),
                 scalars + length_->bytes());
  }
  return codes;
}

Asked GridCoder::ask(const arma::fmat& Y) const {
  check_queries(Y, part_.dimensions);
  const std::vector<std::vector<double>> s = part_.of(Y);
  const std::vector<double> M = part_.squared_lengths(Y, s);
  Asked asked;
  asked.widths = widths_;
  for (std::size_t q = 0; q < s.size(); ++q) {
    AskedTerm term;
    SignedDigits rounded;
    if (settings_.query_bits > 0) {
      rounded = signed_digits(s[q], settings_.query_bits);
      term.scale = rounded.delta;
    }
    for (std::size_t k = 0; k < widths_.size(); ++k) {
      const double weight = settings_.query_bits > 0 ? rounded.digits[k] : s[q][k];
      for (unsigned u = 0; u < 1U << widths_[k]; ++u) {
        term.table.push_back(weight * (twice_value(u, widths_[k]) / 2.0));
      }
    }
    asked.queries.push_back({M[q], {std::move(term)}, std::sqrt(M[q])});
  }
  return asked;
}

ItemNumbers GridCoder::numbers(const Codes& codes) const {
  ItemNumbers numbers;
  numbers.factors.resize(1);
  const bool codes_all = widths_.size() == part_.dimensions;
  for (std::size_t i = 0; i < codes.n; ++i) {
    const std::uint8_t* scalars = codes.scalars_of(i);
    const double N = length_ ? length_->get(scalars) : mean_length_;
    double f = 0;
    if (factor_) {
      f = factor_->get(scalars + length_->bytes());
    } else {
      f = h_ * std::sqrt(N) / length_of_point(digits_of(codes, i, widths_), widths_);
    }
    numbers.base.push_back(N);
    numbers.factors[0].push_back(-2 * f);
    if (!codes_all) continue;
    const double of_point = length_of_point(digits_of(codes, i, widths_), widths_),
                 g = f > 0 ? std::sqrt(N) / (f * of_point) : 1;
    numbers.spread.push_back(2 * half_width(std::sqrt(N), 1, g, widths_.size(), 1));
  }
  return numbers;
}

ProjectorState GridCoder::state() const {
  ProjectorState state;
  arma::mat bits(widths_.size(), 1);
  for (std::size_t k = 0; k < widths_.size(); ++k) bits(k) = widths_[k];
  state["bits"] = std::move(bits);
  state["t"] = arma::mat{t_};
  state["h"] = arma::mat{h_};
  state["mean-length"] = arma::mat{mean_length_};
  part_.put_state(state);
  if (length_) length_->put_state(state, "length");
  if (factor_) factor_->put_state(state, "factor");
  return state;
}

}  // namespace hashlab::hashers
