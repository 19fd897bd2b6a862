#include "hashers/quantisers/npq/evolution.h"

#include "hashers/quantisers/npq/pair_counts.h"

#include <algorithm>
#include <numeric>

namespace hashlab::hashers::npq {
namespace {

constexpr double crossover_probability = 0.7;
constexpr double mutations_per_individual = 0.7;
constexpr std::size_t word_bits = 64;

struct Individual {
  std::vector<std::uint64_t> strings;  // T
  double fitness = 0.0;
};

Cuts decode(const Line& line, const Individual& individual) {
  const auto G = static_cast<double>(line.groups());
  Cuts cuts;
  for (const std::uint64_t string : individual.strings) {
    const double fraction = static_cast<double>(string >> 11) * 0x1.0p-53;
    cuts.push_back(1 + static_cast<std::uint32_t>(fraction * G));
  }
  return tidy(line, std::move(cuts));
}

// Stochastic universal sampling: `count` equally spaced pointers over the wheel of fitnesses, with
// one draw for all. Linear ranking with pressure 2 gives the k-th best of H the share
// 2 (H - k) / (H - 1), k = 1 .. H; `population` is in that order.
std::vector<Individual> select(const std::vector<Individual>& population, std::size_t count,
                               Rng& rng) {
  const auto H = static_cast<double>(population.size());
  const double spacing = H / static_cast<double>(count);
  double pointer = rng.uniform() * spacing, sum = 0.0;
  std::vector<Individual> chosen;
  for (std::size_t k = 0; k < population.size() && chosen.size() < count; ++k) {
    sum += 2.0 * (H - 1.0 - static_cast<double>(k)) / (H - 1.0);
    for (; pointer < sum && chosen.size() < count; pointer += spacing) {
      chosen.push_back(population[k]);
    }
  }
  while (chosen.size() < count) chosen.push_back(population.front());  // the sum may round down

  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  rng.shuffle(order);
  std::vector<Individual> shuffled;
  for (const std::uint32_t i : order) shuffled.push_back(chosen[i]);
  return shuffled;
}

// Bits from a point in 1 .. length - 1 on change places.
void cross(Individual& x, Individual& y, Rng& rng) {
  const std::size_t length = x.strings.size() * word_bits;
  const std::size_t point = 1 + rng.below(length - 1);
  for (std::size_t j = 0; j < x.strings.size(); ++j) {
    const std::size_t first = j * word_bits;
    if (point >= first + word_bits) continue;
    const std::size_t kept = point > first ? point - first : 0;  // leading bits of this string
    const std::uint64_t tail = ~std::uint64_t{0} >> kept;
    const std::uint64_t difference = (x.strings[j] ^ y.strings[j]) & tail;
    x.strings[j] ^= difference;
    y.strings[j] ^= difference;
  }
}

void mutate(Individual& x, Rng& rng) {
  const double probability =
      mutations_per_individual / static_cast<double>(x.strings.size() * word_bits);
  for (std::uint64_t& string : x.strings) {
    for (std::size_t bit = 0; bit < word_bits; ++bit) {
      if (rng.uniform() < probability) string ^= std::uint64_t{1} << bit;
    }
  }
}

}  // namespace

Cuts evolve(const Line& line, const Objective& objective, std::size_t T,
            const EvolutionSettings& settings, Rng rng) {
  const PairCounts pairs(line);
  const auto rate = [&](Individual& x) {
    const Cuts cuts = decode(line, x);
    x.fitness = evaluate(line, objective, cuts, pairs.within(cuts));
  };
  const auto best_first = [](const Individual& x, const Individual& y) {
    return x.fitness > y.fitness;
  };
  std::vector<Individual> population(settings.population);
  for (Individual& x : population) {
    for (std::size_t j = 0; j < T; ++j) x.strings.push_back(rng.bits());
    rate(x);
  }
  std::stable_sort(population.begin(), population.end(), best_first);

  const std::size_t H = population.size();
  const std::size_t children = std::max<std::size_t>((9 * H + 5) / 10, 2);
  for (std::size_t m = 0; m < settings.generations; ++m) {
    std::vector<Individual> offspring = select(population, children, rng);
    for (std::size_t i = 0; i + 1 < children; i += 2) {
      if (rng.uniform() < crossover_probability) cross(offspring[i], offspring[i + 1], rng);
    }
    for (Individual& x : offspring) {
      mutate(x, rng);
      rate(x);
    }
    // Small populations have no survivors by the formula above: the best one stays all the same.
    population.resize(std::max<std::size_t>(H - std::min(children, H), 1));
    population.insert(population.end(), offspring.begin(), offspring.end());
    std::stable_sort(population.begin(), population.end(), best_first);
    population.resize(H);
  }
  return decode(line, population.front());
}

}  // namespace hashlab::hashers::npq
