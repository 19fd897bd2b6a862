#include "experiments/choose/budget.h"

#include "hashers/work.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>
#include <armadillo>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace hashlab::experiments {

Budget parse_budget(std::string_view text) {
  std::string_view rest = text;
  const auto value = take_real(rest);
  constexpr double least = 1e-6, most = 1e12;
  if (value && *value >= least && *value <= most) {
    if (rest == "u") return {0, {*value, 0}};
    if (rest == "%") return {0, {0, *value}};
    if (rest == "s") return {*value, {}};
    if (rest == "m") return {*value * 60, {}};
    if (rest == "h") return {*value * 3600, {}};
  }
  refuse(
      fmt::format("budget '{}': expected a time, such as 90s, 10m or 2h, units of work, such as "
                  "500u, or a share of the full grid's work, such as 10%",
                  text));
}

double do_standard_work() {
  constexpr arma::uword side = 512;
  constexpr int products = 4;
  arma::fmat A(side, side, arma::fill::value(0.5F)), B = A;
  for (int i = 0; i < products; ++i) {
    const arma::fmat C = A * B;
    B(0, 0) = C(0, 0) > 0 ? 0.5F : 0.25F;  // so no product can be optimised away
  }
  constexpr auto n = static_cast<double>(side);
  return products * hashers::product_work(n, n, n);
}

double seconds_per_unit() {
  constexpr int rounds = 5;
  double quickest = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const Stopwatch watch;
    const double units = do_standard_work();
    quickest = std::min(quickest, watch.seconds() / units);
  }
  return std::max(quickest, 1e-9);
}

double units_in(double seconds) {
  const double units = seconds / seconds_per_unit();
  const double step = std::pow(10, std::floor(std::log10(units)) - 2);
  return std::floor(units / step) * step;
}

std::string units_text(double units) {
  return number_text(units) + "u";
}

}  // namespace hashlab::experiments
