#include "hashers/hasher.h"

#include "hashers/levels.h"
#include "hashers/signs.h"
#include "hashers/vector_coder.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace hashlab::hashers {
namespace {

std::size_t bits_for(std::size_t thresholds) {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < thresholds + 1) ++bits;
  return bits;
}

}  // namespace

const char* supervision_name(Supervision supervision) {
  switch (supervision) {
    case Supervision::none:
      return "none";
    case Supervision::neighbours:
      return "neighbours";
    case Supervision::labels:
      return "labels";
  }
  return "";
}

EngineMissing::EngineMissing(const std::string& method)
    : Error(ErrorCode::invalid_argument,
            fmt::format("'{}' learns a network, which takes hashlab-torch: install LibTorch by "
                        "'scripts/setup torch' and build with -DHASHLAB_TORCH=ON",
                        method)) {}

void LearningMethod::describe(Options&) {}
std::unique_ptr<Projection> LearningMethod::built_on() const {
  return nullptr;
}
void Quantiser::describe(Options&) {}
std::size_t Quantiser::dimensions(std::size_t bits, std::size_t) const {
  return bits / bits_per_dimension();
}

const arma::mat& state_array(const ProjectorState& state, const std::string& name, std::size_t rows,
                             std::size_t columns) {
  const auto entry = state.find(name);
  if (entry == state.end()) {
    throw Error(ErrorCode::corrupt_file, fmt::format("the projection has no array '{}'", name));
  }
  const arma::mat& array = entry->second;
  if (array.n_rows != rows || array.n_cols != columns) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("the projection's array '{}' is {} x {}, expected {} x {}", name,
                            array.n_rows, array.n_cols, rows, columns));
  }
  return array;
}

std::size_t Quantisation::dimensions() const {
  return vectors ? vectors->dimensions() : thresholds.size();
}

CodeFormat Quantisation::format() const {
  if (vectors) return vectors->format();
  std::vector<std::uint8_t> widths;
  for (const auto& t : thresholds) {
    if (!t.empty()) widths.push_back(static_cast<std::uint8_t>(bits_for(t.size())));
  }
  CodeFormat format = format_of_digits(widths);
  if (codebook == Codebook::double_bit) format.digit_bits = 1;
  return format;
}

unsigned Quantisation::digit_of_region(unsigned region) const {
  if (codebook == Codebook::natural) return region;
  constexpr unsigned double_bit[] = {0b01, 0b00, 0b10};  // of the regions 0, 1 and 2
  return double_bit[region];
}

Asked Quantisation::ask(const arma::fmat& Y) const {
  return vectors ? vectors->ask(Y) : ask_levels(*this, Y);
}

ItemNumbers Quantisation::numbers(const Codes& codes) const {
  if (vectors) return vectors->numbers(codes);
  return {.factors = {{}}};  // estimates are the sums of ask() alone
}

Codes Quantisation::encode(const arma::fmat& Y) const {
  if (vectors) return vectors->encode(Y);
  if (std::all_of(thresholds.begin(), thresholds.end(),
                  [](const std::vector<double>& t) { return t.size() == 1; })) {
    std::vector<double> single;
    for (const auto& t : thresholds) single.push_back(t.front());
    return sign_bits(Y, single);
  }
  Codes codes(format(), Y.n_rows);
  std::vector<unsigned> region(Y.n_rows);
  std::size_t first = 0;  // the first bit of the dimension's digit
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const std::size_t B = bits_for(thresholds[k].size());
    if (B == 0) continue;
    const float* y = Y.colptr(k);
    std::fill(region.begin(), region.end(), 0u);
    for (const double t : thresholds[k]) {
      for (std::size_t i = 0; i < Y.n_rows; ++i) region[i] += y[i] > t ? 1u : 0u;
    }
    for (std::size_t i = 0; i < Y.n_rows; ++i) {
      codes.put(i, first, B, digit_of_region(region[i]));
    }
    first += B;
  }
  return codes;
}

}  // namespace hashlab::hashers
