#include "tests/support/golden_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <sstream>
#include <stdexcept>

namespace hashlab::testing {
namespace {

constexpr const char* refresh_command =
    "HASHLAB_REFRESH_GOLDEN=1 build/dev/tests/hashlab_hashers_tests "
    "--source-file='*/golden_test.cpp'";

const CodeSignature* find(const std::vector<CodeSignature>& all, const std::string& recipe) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const CodeSignature& signature) {
    return signature.recipe == recipe;
  });
  return found == all.end() ? nullptr : &*found;
}

bool moved(const CodeSignature& before, const CodeSignature& now) {
  return differing_bits(before, now) > rounding_bits(before);
}

/// "478 of 1024 bits differ".
std::string difference(const CodeSignature& before, const CodeSignature& now) {
  return fmt::format("{} of {} bits differ", differing_bits(before, now), 4 * before.hex.size());
}

/// Whose version is to be raised.
std::string owner(const std::string& method, const CodeSignature& signature) {
  const bool built_on = signature.recipe.find(" on ") != std::string::npos;
  return built_on ? method + ", or of what it is built on" : method;
}

unsigned digit(char hex) {
  return static_cast<unsigned>(hex <= '9' ? hex - '0' : hex - 'a' + 10);
}

}  // namespace

CodeSignature code_signature(const std::string& recipe, const Codes& codes) {
  CodeSignature signature{recipe, codes.format.bits, {}};
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t byte = 0; byte < (codes.format.bits + 7) / 8; ++byte) {
      const auto value = (codes.code(i)[byte / 8] >> (8 * (byte % 8))) & 0xff;
      signature.hex += fmt::format("{:02x}", value);
    }
  }
  return signature;
}

std::vector<CodeSignature> parse_signatures(const std::string& text) {
  std::vector<CodeSignature> signatures;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t bits = line.find(": "), hex = line.find(" bits: ");
    if (bits == std::string::npos || hex == std::string::npos || hex < bits) {
      throw std::runtime_error(fmt::format("no signature: '{}'", line.substr(0, 80)));
    }
    signatures.push_back({line.substr(0, bits), std::stoul(line.substr(bits + 2, hex - bits - 2)),
                          line.substr(hex + 7)});
  }
  return signatures;
}

std::string format_signatures(const std::vector<CodeSignature>& signatures) {
  std::string text =
      "# What this method makes of 64 samples, with each of its settings: see "
      "tests/golden/README.md.\n";
  for (const CodeSignature& s : signatures) {
    text += fmt::format("{}: {} bits: {}\n", s.recipe, s.bits, s.hex);
  }
  return text;
}

std::size_t differing_bits(const CodeSignature& a, const CodeSignature& b) {
  if (a.bits != b.bits || a.hex.size() != b.hex.size()) {
    return 4 * std::max(a.hex.size(), b.hex.size());
  }
  std::size_t bits = 0;
  for (std::size_t i = 0; i < a.hex.size(); ++i) {
    bits += static_cast<std::size_t>(std::popcount(digit(a.hex[i]) ^ digit(b.hex[i])));
  }
  return bits;
}

std::size_t rounding_bits(const CodeSignature& signature) {
  return 4 * signature.hex.size() / 100;
}

std::vector<std::string> complaints(const std::string& method,
                                    const std::vector<CodeSignature>& kept,
                                    const std::vector<CodeSignature>& now) {
  std::vector<std::string> lines;
  for (const CodeSignature& s : now) {
    const CodeSignature* before = find(kept, s.recipe);
    if (before == nullptr) {
      lines.push_back(
          fmt::format("{}: tests/golden/codes/{}.txt has no signature of '{}': make it by {}",
                      method, method, s.recipe, refresh_command));
    } else if (moved(*before, s)) {
      lines.push_back(
          fmt::format("{}: its codes moved with '{}': {}, and rounding may change {}. If that is "
                      "meant, raise `version` in info() of {}, then refresh by {}",
                      method, s.recipe, difference(*before, s), rounding_bits(*before),
                      owner(method, s), refresh_command));
    }
  }
  for (const CodeSignature& s : kept) {
    if (find(now, s.recipe) != nullptr) continue;
    lines.push_back(
        fmt::format("{}: tests/golden/codes/{}.txt has a signature of '{}', which is no "
                    "setting of it any more: refresh by {}",
                    method, method, s.recipe, refresh_command));
  }
  return lines;
}

RefreshedSignatures refresh(const std::string& method, const std::vector<CodeSignature>& kept,
                            const std::vector<CodeSignature>& now) {
  RefreshedSignatures result;
  for (const CodeSignature& s : now) {
    const CodeSignature* before = find(kept, s.recipe);
    result.signatures.push_back(before == nullptr ? s : *before);
    if (before == nullptr || !moved(*before, s)) continue;
    result.refusals.push_back(
        fmt::format("{}: not refreshed: {} with '{}', whose version stayed the same: raise "
                    "`version` in info() of {} first",
                    method, difference(*before, s), s.recipe, owner(method, s)));
  }
  return result;
}

}  // namespace hashlab::testing
