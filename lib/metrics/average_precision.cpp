#include "lib/metrics/average_precision.h"

#include "lib/metrics/cumulated.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace hashlab {
namespace {

// H(k) = 1 + 1/2 + ... + 1/k as an unevaluated sum of two doubles. Differences of H over few terms
// far down the list are multiplied by the number of items above them, so plain doubles would lose
// up to five digits there.
class HarmonicNumbers {
 public:
  explicit HarmonicNumbers(std::uint64_t n) : high_(n + 1), low_(n + 1) {
    for (std::uint64_t k = 1; k <= n; ++k) {
      // Two-sum (Knuth): `sum` + `error` is exactly high + term.
      const double term = 1.0 / static_cast<double>(k);
      const double sum = high_[k - 1] + term;
      const double kept = sum - high_[k - 1];
      const double error = (high_[k - 1] - (sum - kept)) + (term - kept);
      high_[k] = sum;
      low_[k] = low_[k - 1] + error;
    }
  }

  // 1 / (a + 1) + ... + 1 / b
  double between(std::uint64_t a, std::uint64_t b) const {
    return (high_[b] - high_[a]) + (low_[b] - low_[a]);
  }

 private:
  std::vector<double> high_, low_;
};

// One tie of n items, p of them relevant, below N items of which P are relevant.
struct Tie {
  std::uint64_t n, p, N, P;
};

// Sum of the precisions at p relevant items in a row, P relevant among the N items above them:
// sum_t (P + t) / (N + t), t = 1 .. p.
double run_of_relevant(std::uint64_t p, std::uint64_t N, std::uint64_t P,
                       const HarmonicNumbers& H) {
  return static_cast<double>(p) - static_cast<double>(N - P) * H.between(N, N + p);
}

// Expected sum of the precisions at the relevant items of a tie, over all its orders:
//   (p / n) sum_t (P + 1 + (t - 1) c) / (N + t),  t = 1 .. n,  c = (p - 1) / (n - 1).
// With sum_t (t - 1) / (N + t) = n - (N + 1) (H(N + n) - H(N)) this is the closed form below.
double any_order(const Tie& tie, const HarmonicNumbers& H) {
  const double n = static_cast<double>(tie.n);
  const double p = static_cast<double>(tie.p);
  const double c = tie.n == 1 ? 0.0 : (p - 1.0) / (n - 1.0);
  const double slope = static_cast<double>(tie.P + 1) - c * static_cast<double>(tie.N + 1);
  return p / n * (slope * H.between(tie.N, tie.N + tie.n) + c * n);
}

double precisions(const Tie& tie, TieOrder ties, const HarmonicNumbers& H) {
  switch (ties) {
    case TieOrder::any:
      return any_order(tie, H);
    case TieOrder::relevant_first:
      return run_of_relevant(tie.p, tie.N, tie.P, H);
    case TieOrder::relevant_last:
      return run_of_relevant(tie.p, tie.N + tie.n - tie.p, tie.P, H);
  }
  return 0.0;
}

double average_precision(const Cumulated& query, TieOrder ties, const HarmonicNumbers& H) {
  double sum = 0.0;
  Tie tie = {0, 0, 0, 0};
  for (std::size_t d = 0; d < query.all.size(); ++d) {
    tie.n = query.all[d] - tie.N;
    tie.p = query.relevant[d] - tie.P;
    if (tie.p > 0) sum += precisions(tie, ties, H);
    tie.N = query.all[d];
    tie.P = query.relevant[d];
  }
  return sum / static_cast<double>(query.n_relevant());
}

}  // namespace

double mean_average_precision(const RankCounts& counts, TieOrder ties) {
  std::uint64_t longest = 0;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto all = counts.all_of(q);
    longest = std::max(longest, std::accumulate(all.begin(), all.end(), std::uint64_t{0}));
  }
  const HarmonicNumbers H(longest);
  return macro_average(counts,
                       [&](const Cumulated& query) { return average_precision(query, ties, H); });
}

}  // namespace hashlab
