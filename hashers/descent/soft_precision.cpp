#include "hashers/descent/soft_precision.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hashlab::hashers {
namespace {

/// Where a similarity falls: its share of level + 1, the rest is at `level`.
struct Place {
  arma::uword level;
  double upper;
};

Place place_of(double s, std::size_t levels) {
  const double at = (1 - s) / 2 * static_cast<double>(levels - 1);
  const double last = static_cast<double>(levels - 2);
  const double level = std::clamp(std::floor(at), 0.0, last);
  return {static_cast<arma::uword>(level), at - level};
}

/// Samples and relevant ones at each level.
struct Histogram {
  explicit Histogram(std::size_t levels)
      : all(levels, arma::fill::zeros), relevant(levels, arma::fill::zeros) {}

  void add(const Place& place, double relevance) {
    all[place.level] += 1 - place.upper;
    all[place.level + 1] += place.upper;
    relevant[place.level] += relevance * (1 - place.upper);
    relevant[place.level + 1] += relevance * place.upper;
  }

  arma::vec all, relevant;
};

/// AP of a histogram with something relevant, and its derivatives by what is at each level. Samples
/// only move between levels, so derivatives by what is relevant are as if the number of relevant
/// ones was given.
struct Slopes {
  double value = 0;
  arma::vec by_all, by_relevant;
};

Slopes precision_of(const Histogram& histogram) {
  const arma::uword levels = histogram.all.n_elem;
  Slopes slopes{0, arma::vec(levels, arma::fill::zeros), arma::vec(levels, arma::fill::zeros)};
  const double relevant = arma::accu(histogram.relevant);
  const arma::vec H = arma::cumsum(histogram.all), Hp = arma::cumsum(histogram.relevant);
  // What is at level l counts in H and H+ of l and of all levels behind it.
  double later_relevant = 0, later_all = 0;
  for (arma::uword l = levels; l-- > 0;) {
    const double share = H[l] > 0 ? Hp[l] / H[l] : 0, here = histogram.relevant[l];
    if (H[l] > 0) {
      slopes.value += here * share / relevant;
      later_relevant += here / H[l];
      later_all += here * share / H[l];
    }
    slopes.by_relevant[l] = (share + later_relevant) / relevant;
    slopes.by_all[l] = -later_all / relevant;
  }
  return slopes;
}

/// The derivative by the similarity of a sample at this place.
double slope_at(const Slopes& slopes, const Place& place, double relevance, std::size_t levels) {
  const arma::uword l = place.level;
  const double by_distance = relevance * (slopes.by_relevant[l + 1] - slopes.by_relevant[l]) +
                             slopes.by_all[l + 1] - slopes.by_all[l];
  return -by_distance * static_cast<double>(levels - 1) / 2;
}

/// AP of the pairs in these columns as one list, and its slopes to their places in `gradient`;
/// nothing of either if none is relevant.
std::optional<double> precision_of_columns(const arma::mat& S, const arma::mat& R,
                                           std::size_t levels, arma::uword first, arma::uword last,
                                           arma::mat& gradient) {
  const auto for_each_pair = [&](auto visit) {
    for (arma::uword q = first; q <= last; ++q) {
      for (arma::uword i = 0; i < S.n_rows; ++i) {
        if (i != q) visit(i, q, place_of(S(i, q), levels));
      }
    }
  };
  Histogram histogram(levels);
  for_each_pair(
      [&](arma::uword i, arma::uword q, const Place& place) { histogram.add(place, R(i, q)); });
  if (!(arma::accu(histogram.relevant) > 0)) return std::nullopt;
  const Slopes slopes = precision_of(histogram);
  for_each_pair([&](arma::uword i, arma::uword q, const Place& place) {
    gradient(i, q) = slope_at(slopes, place, R(i, q), levels);
  });
  return slopes.value;
}

}  // namespace

SoftPrecision soft_precision_by_query(const arma::mat& S, const arma::mat& R, std::size_t levels) {
  SoftPrecision mean{0, arma::mat(arma::size(S), arma::fill::zeros)};
  double queries = 0;
  for (arma::uword q = 0; q < S.n_cols; ++q) {
    const auto precision = precision_of_columns(S, R, levels, q, q, mean.gradient);
    if (!precision) continue;
    mean.value += *precision;
    ++queries;
  }
  if (queries > 0) {
    mean.value /= queries;
    mean.gradient /= queries;
  }
  return mean;
}

SoftPrecision soft_precision_pooled(const arma::mat& S, const arma::mat& R, std::size_t levels) {
  SoftPrecision pooled{0, arma::mat(arma::size(S), arma::fill::zeros)};
  pooled.value = precision_of_columns(S, R, levels, 0, S.n_cols - 1, pooled.gradient).value_or(0);
  return pooled;
}

}  // namespace hashlab::hashers
