#include "lib/metrics/auprc.h"

#include "lib/metrics/harmonic.h"

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

// R(d) - R(d - 1), from the integers so that nothing cancels.
double recall_gain(const Cumulated& c, std::size_t d) {
  return static_cast<double>(c.relevant[d] - c.relevant[d - 1]) /
         static_cast<double>(c.n_relevant());
}

double trapezoid(const Cumulated& c, std::size_t first, std::size_t last) {
  double area = 0.0;
  for (std::size_t d = first + 1; d <= last; ++d) {
    area += 0.5 * (c.precision(d - 1) + c.precision(d)) * recall_gain(c, d);
  }
  return area;
}

// The smallest radius that retrieves at least n items.
std::size_t radius_of(const Cumulated& c, std::uint64_t n) {
  return static_cast<std::size_t>(std::lower_bound(c.all.begin(), c.all.end(), n) - c.all.begin());
}

enum class Within { relevant_first, relevant_last };

// A run of p relevant items below N items with P relevant: with the precisions P_t = (P + t) /
// (N + t) the trapezoids (P_{t-1} + P_t) / 2 of t = 1 .. p add up to the sum of all P_t, less half
// the last, plus half of P_0.
double item_by_item(const Cumulated& c, Within order) {
  if (c.n_relevant() == 0) return 0.0;
  const HarmonicNumbers H(c.n_all());
  double area = 0.0;
  std::uint64_t N = 0, P = 0;
  for (std::size_t d = 0; d < c.all.size(); ++d) {
    const std::uint64_t n = c.all[d] - N, p = c.relevant[d] - P;
    if (p > 0) {
      const std::uint64_t above = order == Within::relevant_first ? N : N + n - p;
      const double irrelevant = static_cast<double>(above - P);
      const double before = above == 0 ? 1.0 : static_cast<double>(P) / static_cast<double>(above);
      const double last = static_cast<double>(P + p) / static_cast<double>(above + p);
      const double all_points = static_cast<double>(p) - irrelevant * H.between(above, above + p);
      area += all_points + 0.5 * (before - last);
    }
    N = c.all[d];
    P = c.relevant[d];
  }
  return area / static_cast<double>(c.n_relevant());
}

}  // namespace

double auprc(const Cumulated& c) {
  if (c.n_relevant() == 0) return 0.0;
  const std::size_t first = radius_of(c, 1);
  if (c.all[first] == c.n_all()) return c.precision(first);
  return trapezoid(c, first, c.all.size() - 1);
}

double auprc_open(const Cumulated& c) {
  if (c.n_relevant() == 0) return 0.0;
  const std::size_t last = radius_of(c, c.n_all());
  return last == 0 ? 0.0 : trapezoid(c, 0, last - 1);
}

double auprc_step(const Cumulated& c) {
  if (c.n_relevant() == 0) return 0.0;
  double area = 0.0;
  for (std::size_t d = 1; d < c.all.size(); ++d) area += c.precision(d) * recall_gain(c, d);
  return area;
}

double auprc_anchored(const Cumulated& c) {
  if (c.n_relevant() == 0) return 0.0;
  const std::size_t first = radius_of(c, 1);
  return c.precision(first) * c.recall(first) + trapezoid(c, first, c.all.size() - 1);
}

double auprc_interpolated(const Cumulated& c) {
  if (c.n_relevant() == 0) return 0.0;
  double area = 0.0;
  double N = 0, P = 0;  // within the last radius
  for (std::size_t d = 0; d < c.all.size(); ++d) {
    const auto n = static_cast<double>(c.all[d]), p = static_cast<double>(c.relevant[d]);
    if (p > P) {
      // With t true positives a t + b items are retrieved; the precision t / (a t + b) is
      // integrated from P to p.
      const double a = (n - N) / (p - P);
      const double b = N - a * P;
      area += N == 0 ? (p - P) / a : (p - P) / a - b / (a * a) * std::log(n / N);
    }
    N = n;
    P = p;
  }
  return area / static_cast<double>(c.n_relevant());
}

double auprc_best(const Cumulated& c) {
  return item_by_item(c, Within::relevant_first);
}

double auprc_worst(const Cumulated& c) {
  return item_by_item(c, Within::relevant_last);
}

}  // namespace hashlab
