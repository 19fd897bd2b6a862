#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::testing {

/// The codes of a few samples by one method with one choice of settings: what shows that the method
/// makes other codes than it did.
struct CodeSignature {
  std::string recipe;    ///< "itq/1 iterations=100": method, version, settings
  std::size_t bits = 0;  ///< of a code
  std::string hex;       ///< the codes, each in whole bytes, bit j at position j % 8 of byte j / 8

  bool operator==(const CodeSignature&) const = default;
};

CodeSignature code_signature(const std::string& recipe, const Codes& codes);

/// A signature a line: "itq/1 iterations=100: 16 bits: 3fa0...". Lines that begin with # are
/// remarks.
/// Errors:  a std::runtime_error for any other line.
std::vector<CodeSignature> parse_signatures(const std::string& text);
std::string format_signatures(const std::vector<CodeSignature>& signatures);

/// How many bits differ; all of them if the codes differ in number or length.
std::size_t differing_bits(const CodeSignature& a, const CodeSignature& b);

/// How many bits may differ because machines round differently: 1 % of them.
std::size_t rounding_bits(const CodeSignature& signature);

/// What is wrong with the kept signatures of a method, given those that it has `now`: codes that
/// moved, settings without a signature, signatures without a setting. One line each, with what to
/// do.
std::vector<std::string> complaints(const std::string& method,
                                    const std::vector<CodeSignature>& kept,
                                    const std::vector<CodeSignature>& now);

/// The signatures to keep from now on. A line whose codes moved by more than rounding while its
/// recipe, and with it the version, stayed as it was is not replaced but refused.
struct RefreshedSignatures {
  std::vector<CodeSignature> signatures;
  std::vector<std::string> refusals;  ///< one line each, with what to do
};
RefreshedSignatures refresh(const std::string& method, const std::vector<CodeSignature>& kept,
                            const std::vector<CodeSignature>& now);

}  // namespace hashlab::testing
