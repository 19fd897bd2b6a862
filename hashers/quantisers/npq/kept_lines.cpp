#include "hashers/quantisers/npq/kept_lines.h"

#include "hashers/content.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <span>

namespace hashlab::hashers::npq {

KeptLines::KeptLines(const QuantiserInput& data, const std::string& method)
    : data_(data), neighbours_(data.reuse == nullptr ? "" : content_of(data.S)) {
  if (data.S.size() == data.Y.n_rows) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: neighbour lists for {} samples, expected one for each of the {} "
                          "projected samples",
                          method, data.S.size(), data.Y.n_rows));
}

std::string KeptLines::key(std::size_t k) const {
  if (data_.reuse == nullptr) return {};
  return fmt::format("dimension {} neighbours {}", content_of(arma::fmat(data_.Y.col(k))),
                     neighbours_);
}

std::shared_ptr<const Line> KeptLines::line(std::size_t k) const {
  return reused<Line>(
      data_.reuse, "line of " + key(k),
      [&] { return make_line(std::span<const float>(data_.Y.colptr(k), data_.Y.n_rows), data_.S); },
      [](const Line& line) {
        return line.groups() * (sizeof(float) + 2 * sizeof(double) + sizeof(std::size_t)) +
               line.below.items.size() * sizeof(line.below.items.front());
      });
}

Solution KeptLines::ratio(std::size_t k, const Objective& objective, std::size_t T) const {
  return *reused<Solution>(
      data_.reuse, fmt::format("ratio u={} v={} T={} of {}", objective.u, objective.v, T, key(k)),
      [&] { return maximise_ratio(*line(k), objective, T); },
      [](const Solution& solution) {
        return 512 + solution.cuts.size() * sizeof(solution.cuts.front());
      });
}

Cuts KeptLines::maximise(std::size_t k, const Objective& objective, std::size_t T,
                         const BracketSettings& settings) const {
  if (objective.alpha == 1.0) return ratio(k, objective, T).cuts;
  const std::string how = fmt::format("bracket gap={} placements={} {} T={}", settings.gap,
                                      settings.placements, text_of(objective), T);
  return cuts(k, how, [&](const Line& line) {
    return maximise_bracketed(line, objective, T, settings, ratio(k, objective, T)).cuts;
  });
}

Cuts KeptLines::evolve(std::size_t k, const Objective& objective, std::size_t T,
                       const EvolutionSettings& settings, const Rng& rng) const {
  const Rng stream = rng.stream("npq.evolution", k);
  const std::string how =
      fmt::format("evolution population={} generations={} by {} {} T={}", settings.population,
                  settings.generations, stream.seed(), text_of(objective), T);
  return cuts(k, how,
              [&](const Line& line) { return npq::evolve(line, objective, T, settings, stream); });
}

Cuts KeptLines::cuts(std::size_t k, const std::string& how,
                     const std::function<Cuts(const Line&)>& solve) const {
  return *reused<Cuts>(
      data_.reuse, "cuts by " + how + " of " + key(k), [&] { return solve(*line(k)); },
      [&](const Cuts& cuts) { return 2 * how.size() + 512 + cuts.size() * sizeof(cuts.front()); });
}

}  // namespace hashlab::hashers::npq
