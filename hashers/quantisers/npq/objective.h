#pragma once

#include "lib/relevance/relevance.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hashlab::hashers::npq {

/// The training points of one dimension in projected order, reduced to the data that the objective
/// needs. Equal values cannot be separated, so they form one group; there are G groups. A cut c in
/// 1 .. G - 1 lies between groups c - 1 and c.
struct Line {
  std::vector<float> values;   ///< G, ascending
  std::vector<double> before;  ///< G + 1: points before cut c; before[G] = n
  std::vector<double> sums;    ///< G + 1: sum of y - mean(y) over the points before cut c
  double spread = 0.0;         ///< sum of (y - mean(y))^2
  Lists below;                 ///< list b: for each neighbour pair whose greater end is in group b,
                               ///< the group a <= b of its lesser end
  double pairs = 0.0;          ///< s, the number of neighbour pairs

  std::size_t groups() const { return values.size(); }
  double points() const { return before.back(); }
};

/// Cuts of a line, ascending and without repeats. A dimension has T thresholds; if there are fewer
/// than T cuts, the other thresholds are unused (see thresholds_of).
using Cuts = std::vector<std::uint32_t>;

/// J = alpha F_beta + (1 - alpha) (1 - Omega), with beta^2 = u / v (S. Moran's thesis, chapter 4).
///   F_beta = N / D,  N = (u + v) TP,  D = u s + v P   (0 if D = 0)
///   TP     neighbour pairs within a region;  P  all pairs within a region
///   s      all neighbour pairs
///   Omega  squared error about the means of the regions, divided by that about the overall mean;
///          1 - Omega is 1 if all values are equal
/// u and v are whole numbers whenever beta^2 is a fraction with v <= 1000.
struct Objective {
  double u = 1.0, v = 1.0;
  double alpha = 1.0;
};

Objective make_objective(double beta, double alpha);

/// All parameters as text: "u=1 v=2 alpha=1".
std::string text_of(const Objective& objective);

/// The line of the values y and of the neighbour pairs in S. S is symmetric with zero diagonal and
/// has n = y.size() lists. O(n log n + pairs) time and memory.
Line make_line(std::span<const float> y, const NeighbourGraph& S);

struct Ratio {
  double N = 0.0, D = 0.0;
  double value() const { return D > 0.0 ? N / D : 0.0; }
};

/// N and D of F_beta. O(pairs) time: one pass over the pairs. For few pairs this costs less than
/// filling an n x n table of pair counts.
Ratio f_ratio(const Line& line, const Objective& objective, const Cuts& cuts);

/// N and D of F_beta, for a known number TP of neighbour pairs within regions. O(T) time.
Ratio f_ratio(const Line& line, const Objective& objective, const Cuts& cuts, double TP);

/// 1 - Omega. O(T) time.
double explained_spread(const Line& line, const Cuts& cuts);

/// J of these cuts. O(pairs) time.
double evaluate(const Line& line, const Objective& objective, const Cuts& cuts);
/// J of these cuts, for a known number TP of neighbour pairs within regions. O(T) time.
double evaluate(const Line& line, const Objective& objective, const Cuts& cuts, double TP);

/// Sorts the cuts, and removes repeats and cuts that separate nothing (0, G and above).
Cuts tidy(const Line& line, Cuts cuts);

/// At most T cuts near the quantiles of the points: for j = 1 .. T, the first cut with at least
/// j n / (T + 1) points before it. Cuts that coincide are kept once. A cut behind the last group is
/// omitted, so there may be no cut at all.
Cuts equal_frequency(const Line& line, std::size_t T);

/// T thresholds: for each cut the midpoint between the values on both sides of it, then
/// unused_threshold for every threshold without a cut.
std::vector<double> thresholds_of(const Line& line, const Cuts& cuts, std::size_t T);

}  // namespace hashlab::hashers::npq
