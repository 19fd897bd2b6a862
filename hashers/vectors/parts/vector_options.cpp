#include "hashers/vectors/parts/vector_options.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlab::hashers {

void describe_part(Options& options, PartSettings& settings) {
  options.flag("rotate", settings.rotates,
               "rotate the coded dimensions at random among themselves, as after 'pca'");
  options.real_or_auto("fold", settings.fold, 0, 1,
                       "share of the energy outside of the coded dimensions that counts as length "
                       "(auto: the share that near training samples do not have in common)");
}

CodedPart learned_part(const PartSettings& settings, const arma::fmat& Y, std::size_t coordinates,
                       const Rng& rng) {
  CodedPart part = settings.rotates ? rotated_dimensions(Y.n_cols, coordinates, rng)
                                    : first_dimensions(Y.n_cols, coordinates);
  part.fold = settings.fold ? *settings.fold : learned_fold(part, Y, rng);
  return part;
}

void describe_scalar(Options& options, ScalarSize& size) {
  options.one_of<ScalarSize>(
      "scalar", size,
      {{"byte", ScalarSize::byte}, {"half", ScalarSize::half}, {"float", ScalarSize::single}},
      "how each scalar is stored: in 1, 2 or 4 bytes");
}

std::size_t bits_of(ScalarSize size) {
  return size == ScalarSize::byte ? 8 : size == ScalarSize::half ? 16 : 32;
}

CodeFormat format_of_vectors(std::span<const std::uint8_t> widths, std::size_t scalar_bytes) {
  CodeFormat format = format_of_digits(widths);
  format.by_estimate = true;
  format.scalar_bytes = scalar_bytes;
  return format;
}

void put_digits(Codes& codes, std::size_t i, std::span<const std::uint8_t> digits,
                std::span<const std::uint8_t> widths) {
  std::size_t first = 0;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    codes.put(i, first, widths[k], digits[k]);
    first += widths[k];
  }
}

std::vector<std::uint8_t> digits_of(const Codes& codes, std::size_t i,
                                    std::span<const std::uint8_t> widths) {
  std::vector<std::uint8_t> digits;
  std::size_t first = 0;
  for (const std::uint8_t width : widths) {
    digits.push_back(static_cast<std::uint8_t>(codes.get(i, first, width)));
    first += width;
  }
  return digits;
}

void check_queries(const arma::fmat& Y, std::size_t dimensions) {
  if (Y.n_cols != dimensions) {
    refuse(fmt::format("queries have {} hash dimensions, codes have {}", Y.n_cols, dimensions));
  }
  if (!Y.is_finite()) refuse("a query has values that are not finite");
}

std::size_t state_count(const ProjectorState& state, const std::string& name, std::size_t least,
                        std::size_t most) {
  const double value = state_array(state, name, 1, 1)(0);
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) ||
      value != std::floor(value)) {
    throw Error(ErrorCode::corrupt_file, fmt::format("'{}' is {}, expected a whole number in {} .. "
                                                     "{}",
                                                     name, value, least, most));
  }
  return static_cast<std::size_t>(value);
}

}  // namespace hashlab::hashers
