#include "hashers/cross_modal/parts/drawn_pairs.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace hashlab::hashers {
namespace {

/// The list that holds the element `place` of all lists one after another, by their offsets.
std::uint32_t list_of_place(const std::vector<std::size_t>& offsets, std::size_t place) {
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), place);
  return static_cast<std::uint32_t>(after - offsets.begin() - 1);
}

/// The `rank`-th, from 0, of the samples that are neither i nor in `near`, its neighbours.
std::uint32_t stranger_of(std::uint32_t i, std::span<const std::uint32_t> near, std::size_t rank) {
  const auto below = std::lower_bound(near.begin(), near.end(), i);
  const auto before = static_cast<std::size_t>(below - near.begin());
  const auto known = [&](std::size_t k) {  // the k-th of i and its neighbours
    return k < before ? near[k] : k == before ? i : near[k - 1];
  };
  std::size_t passed = 0;  // known samples below the one that is sought
  for (std::size_t end = near.size() + 1; passed < end;) {
    const std::size_t middle = passed + (end - passed) / 2;
    if (known(middle) - middle <= rank) {  // as many strangers come before that known one
      passed = middle + 1;
    } else {
      end = middle;
    }
  }
  return static_cast<std::uint32_t>(rank + passed);
}

}  // namespace

DrawnPairs draw_pairs(const PairedTrainingSet& data, std::size_t each, const std::string& method,
                      Rng rng) {
  const NeighbourGraph& S = data.S;
  const std::size_t n = data.X.n_cols;
  if (S.size() != n) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: neighbour lists for {} samples, expected one for each of the {} "
                            "training samples",
                            method, S.size(), n));
  }
  std::vector<std::size_t> strangers = {0};  // places of pairs of strangers, as S.offsets
  for (std::size_t i = 0; i < n; ++i) strangers.push_back(strangers.back() + n - 1 - S[i].size());
  DrawnPairs pairs;
  const auto add = [&](std::uint32_t i, std::uint32_t j) {
    pairs.i.push_back(i);
    pairs.j.push_back(j);
  };
  for (std::size_t p = 0; p < each; ++p) {
    const std::size_t place = rng.below(S.items.size() + n);  // samples themselves come last
    if (place < S.items.size()) {
      add(list_of_place(S.offsets, place), S.items[place]);
    } else {
      const auto i = static_cast<std::uint32_t>(place - S.items.size());
      add(i, i);
    }
  }
  for (std::size_t p = 0; p < each && strangers.back() > 0; ++p) {
    const std::size_t place = rng.below(strangers.back());
    const std::uint32_t i = list_of_place(strangers, place);
    add(i, stranger_of(i, S[i], place - strangers[i]));
  }
  pairs.s.ones(pairs.size());
  pairs.s.tail(pairs.size() - each).fill(-1);
  return pairs;
}

arma::vec agreement(const DrawnPairs& pairs, const arma::vec& f, const arma::vec& g) {
  arma::vec right = pairs.s;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if ((f[pairs.i[p]] > 0) != (g[pairs.j[p]] > 0)) right[p] = -right[p];
  }
  return right;
}

}  // namespace hashlab::hashers
