#include "hashers/quantisers/npq/needed_cuts.h"

#include <algorithm>
#include <utility>

namespace hashlab::hashers::npq {

Prices prices_of(const Slopes& slopes, const Line& line, const Objective& objective) {
  return {.pair_gain = slopes.n * (objective.u + objective.v),
          .pair_cost = slopes.d * objective.v,
          .spread_gain = (1.0 - objective.alpha) / line.spread};
}

Plane plane_of(const Placement& best, const Slopes& slopes, const Line& line,
               const Objective& objective) {
  return {slopes.n, slopes.d, best.value + best.error - slopes.d * objective.u * line.pairs};
}

PlaneByCut plane_by_cut(const PlacementByCut& found, const Slopes& slopes, const Line& line,
                        const Objective& objective, const Cuts& kept) {
  PlaneByCut result{plane_of(found.best, slopes, line, objective),
                    std::vector<double>(line.groups(), 0.0)};
  for (std::size_t j = 0; j < kept.size(); ++j) {
    result.deficit[kept[j]] = found.best.value - found.with_cut[j + 1];
  }
  return result;
}

Cuts needed_cuts(Cuts cuts, const std::vector<PlaneByCut>& planes, const OpenStrips& strips,
                 double good) {
  Cuts needed, others = std::move(cuts);
  std::vector<double> room(planes.size());
  for (const Strip& strip : strips.open()) {
    for (std::size_t k = 0; k < planes.size(); ++k) {
      room[k] = strips.most(planes[k].plane, strip) - good;
    }
    std::erase_if(others, [&](std::uint32_t c) {
      std::size_t k = 0;
      while (k < planes.size() && planes[k].deficit[c] < room[k]) ++k;
      if (k < planes.size()) return false;
      needed.push_back(c);
      return true;
    });
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

}  // namespace hashlab::hashers::npq
