#pragma once

#include "hashers/hasher.h"
#include "hashers/vectors/parts/coded_part.h"
#include "hashers/vectors/parts/stored_scalar.h"
#include "lib/options.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hashlab::hashers {

// What the quantisers of vectors share: options, checks and the layout of codes.

/// The settings of a coded part.
struct PartSettings {
  bool rotates = false;
  std::optional<double> fold = std::nullopt;  ///< empty: learned
};
void describe_part(Options& options, PartSettings& settings);
/// The part of `coordinates` coordinates that the settings give, with its fold.
CodedPart learned_part(const PartSettings& settings, const arma::fmat& Y, std::size_t coordinates,
                       const Rng& rng);

/// Adds the option "scalar": the bytes of each stored scalar.
void describe_scalar(Options& options, ScalarSize& size);
/// Bits of one scalar.
std::size_t bits_of(ScalarSize size);

/// The format of codes whose digits have these bits, with `scalar_bytes` bytes of scalars.
CodeFormat format_of_vectors(std::span<const std::uint8_t> widths, std::size_t scalar_bytes);

/// Writes the digits of code i.
void put_digits(Codes& codes, std::size_t i, std::span<const std::uint8_t> digits,
                std::span<const std::uint8_t> widths);
/// The digits of code i.
std::vector<std::uint8_t> digits_of(const Codes& codes, std::size_t i,
                                    std::span<const std::uint8_t> widths);

/// Refuses queries that are not finite or have other dimensions than the coder.
/// Errors:  invalid_argument.
void check_queries(const arma::fmat& Y, std::size_t dimensions);

/// The whole number in `state` under `name`, within least .. most.
/// Errors:  corrupt_file.
std::size_t state_count(const ProjectorState& state, const std::string& name, std::size_t least,
                        std::size_t most);

}  // namespace hashlab::hashers
