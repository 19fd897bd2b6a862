#include "experiments/learn/database_codes.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace hashlab::experiments {
namespace {

/// The classes that at least one sample has, ascending.
std::vector<std::int32_t> classes_of(const Labels& labels) {
  std::set<std::int32_t> classes(labels.single.begin(), labels.single.end());
  for (arma::uword c = 0; c < labels.multi.n_rows; ++c) {
    if (arma::any(labels.multi.row(c))) classes.insert(static_cast<std::int32_t>(c));
  }
  return {classes.begin(), classes.end()};
}

}  // namespace

arma::fmat values_of_classes(const arma::fmat& of_classes, const Labels& training,
                             const Labels& samples) {
  const std::vector<std::int32_t> classes = classes_of(training);
  const arma::uword n = samples.single.empty() ? samples.multi.n_cols : samples.single.size();
  arma::fmat values(n, of_classes.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword c = 0; c < of_classes.n_rows; ++c) {
      const bool has = samples.single.empty()
                           ? samples.multi(static_cast<arma::uword>(classes[c]), i) != 0
                           : samples.single[i] == classes[c];
      if (has) values.row(i) += of_classes.row(c);
    }
  }
  return values;
}

arma::fmat values_of_training(const arma::fmat& of_training, const Rows& training,
                              std::span<const std::uint32_t> wanted) {
  arma::fmat values(wanted.size(), of_training.n_cols, arma::fill::none);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto place = std::lower_bound(training.begin(), training.end(), wanted[i]);
    if (place == training.end() || *place != wanted[i]) {
      refuse(
          fmt::format("codes-of-database = joint: this method gives such codes to training "
                      "samples alone, and row {} of the ranked database is none: rank what was "
                      "learned from (split = given), or use codes of functions",
                      wanted[i]));
    }
    values.row(i) = of_training.row(static_cast<arma::uword>(place - training.begin()));
  }
  return values;
}

}  // namespace hashlab::experiments
