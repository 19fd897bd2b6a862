#include "hashers/quantisers/bit_spending.h"

#include "hashers/quantisers/parts/bit_allocation.h"
#include "hashers/quantisers/parts/per_dimension.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace hashlab::hashers {
namespace {

/// What a dimension is worth with b bits, and the thresholds that make it so; b is the index.
struct Ladder {
  std::vector<double> worth;
  std::vector<std::vector<double>> thresholds;
};

/// Adds steps until there is one of b bits.
void climb(Ladder& ladder, const npq::KeptLines& lines, std::size_t b, std::size_t k,
           const BitSpending& how) {
  const auto line = lines.line(k);
  while (ladder.worth.size() <= b) {
    const std::size_t T = (std::size_t{1} << ladder.worth.size()) - 1;
    const npq::Cuts cuts = T == 0 ? npq::Cuts{} : how.place(lines, T, k);
    ladder.worth.push_back(npq::evaluate(*line, how.objective, cuts));
    ladder.thresholds.push_back(npq::thresholds_of(*line, cuts, T));
  }
}

bool parts_nothing(const std::vector<double>& thresholds) {
  return thresholds.empty() || thresholds.front() == unused_threshold;
}

/// One bit of each dimension; where its best cut is none, as if all samples are neighbours,
/// the cut into halves: codes that are all alike would rank nothing.
void give_each_a_bit(const npq::KeptLines& lines, const std::vector<Ladder>& ladders,
                     Quantisation& result) {
  for (std::size_t k = 0; k < ladders.size(); ++k) {
    result.thresholds[k] = ladders[k].thresholds[1];
    if (!parts_nothing(result.thresholds[k])) continue;
    const auto line = lines.line(k);
    result.thresholds[k] = npq::thresholds_of(*line, npq::equal_frequency(*line, 1), 1);
  }
}

}  // namespace

Quantisation spend_bits(const QuantiserInput& data, const BitSpending& how,
                        const Observer& observer) {
  const npq::KeptLines lines(data, how.method);
  const std::size_t dims = data.Y.n_cols;
  const std::size_t at_first = how.greedy ? std::min<std::size_t>(how.max_bits, 2) : how.max_bits;
  std::vector<Ladder> ladders(dims);
  const auto learn = [&](std::span<const float>, std::size_t k) {
    climb(ladders[k], lines, at_first, k, how);
    observer.tell(how.method + ": thresholds of every number of bits", k + 1, dims);
    return std::vector<double>{};
  };
  Quantisation result = quantise_each(data.Y, Quantisation::Codebook::natural, learn);

  std::vector<std::size_t> bits;
  if (how.greedy) {
    bits = allocate_bits_greedily(dims, how.max_bits, [&](std::size_t b, std::size_t k) {
      if (ladders[k].worth.size() <= b) {
        climb(ladders[k], lines, b, k, how);
        const auto climbed = std::count_if(ladders.begin(), ladders.end(),
                                           [&](const Ladder& x) { return x.worth.size() > b; });
        observer.tell(fmt::format("{}: thresholds of {} bits", how.method, b),
                      static_cast<std::size_t>(climbed), dims);
      }
      return ladders[k].worth[b];
    });
  } else {
    arma::mat F(how.max_bits + 1, dims);
    for (std::size_t k = 0; k < dims; ++k) F.col(k) = arma::vec(ladders[k].worth);
    bits = allocate_bits(F, dims);
  }
  for (std::size_t k = 0; k < dims; ++k) result.thresholds[k] = ladders[k].thresholds[bits[k]];
  if (std::all_of(result.thresholds.begin(), result.thresholds.end(), parts_nothing)) {
    give_each_a_bit(lines, ladders, result);
  }
  return result;
}

}  // namespace hashlab::hashers
