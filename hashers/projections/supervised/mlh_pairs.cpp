#include "hashers/projections/supervised/mlh_pairs.h"

#include <algorithm>
#include <span>

namespace hashlab::hashers {
namespace {

/// The list that holds the element `place` of all lists one after another, by their ends.
std::uint32_t list_at(const std::vector<std::size_t>& offsets, std::size_t place) {
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), place);
  return static_cast<std::uint32_t>(after - offsets.begin() - 1);
}

}  // namespace

MlhPairSource::MlhPairSource(const NeighbourGraph& S, Draw how, Rng rng)
    : S_(S), how_(how), rng_(rng) {
  for (std::uint32_t i = 0; i < S.size(); ++i) {
    if (!S[i].empty()) with_near_.push_back(i);
    if (S[i].size() + 1 < S.size()) with_far_.push_back(i);
  }
  far_.push_back(0);
  for (std::uint32_t i = 0; i < S.size(); ++i) {
    far_.push_back(far_.back() + S.size() - 1 - S[i].size());
  }
}

bool MlhPairSource::none(bool near) const {
  return near ? with_near_.empty() : with_far_.empty();
}

MlhPair MlhPairSource::draw() {
  near_turn_ = none(false) || (!none(true) && !near_turn_);
  return how_ == Draw::even ? draw_evenly() : draw_by_sample();
}

MlhPair MlhPairSource::draw_evenly() {
  // S is symmetric, so every pair is there twice, once from each end.
  const std::size_t place = rng_.below(near_turn_ ? S_.items.size() : far_.back());
  if (near_turn_) return {list_at(S_.offsets, place), S_.items[place], true};
  const std::uint32_t i = list_at(far_, place);
  return {i, other_of(i, place - far_[i]), false};
}

MlhPair MlhPairSource::draw_by_sample() {
  const auto& from = near_turn_ ? with_near_ : with_far_;
  const std::uint32_t i = from[rng_.below(from.size())];
  const auto near = S_[i];
  if (near_turn_) return {i, near[rng_.below(near.size())], true};
  return {i, other_of(i, rng_.below(S_.size() - near.size() - 1)), false};
}

std::uint32_t MlhPairSource::other_of(std::uint32_t i, std::size_t rank) const {
  auto j = static_cast<std::uint32_t>(rank);
  bool passed = false;
  for (const std::uint32_t near : S_[i]) {  // both lists ascend
    if (!passed && i < near) {
      passed = true;
      if (i <= j) ++j;
    }
    if (near <= j) ++j;
  }
  if (!passed && i <= j) ++j;
  return j;
}

}  // namespace hashlab::hashers
