#include "lib/metrics/auprc.h"

#include <algorithm>

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

}  // namespace hashlab
