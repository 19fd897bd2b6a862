#pragma once

#include "lib/relevance/relevance.h"

#include <armadillo>

namespace hashlab::hashers {

/// The settings of step A of GRH, see regularise().
struct GraphRegularisation {
  double alpha = 1;        ///< weight of the neighbours, in [0, 1]
  bool self_loops = true;  ///< a sample counts among its own neighbours
  double zero_sign = 1;    ///< sgn(0), +1 or -1
};

/// Step A of graph regularised hashing: every sample's bits move towards the mean bits of its
/// neighbours,
///     sgn(alpha D^-1 S L + (1 - alpha) L_anchor).
/// D holds the numbers of neighbours on its diagonal. A sample counts as its own neighbour if
/// `self_loops`, or if it has no others. L and L_anchor are n x K of +1 and -1; L_anchor is L
/// itself or L_0, the initial bits. S has n lists. Returns n x K of +1 and -1. Values within 1e-12
/// of 0 count as 0, because of rounding.
/// Cost:    O(s K) for s pairs of neighbours.
/// Source:  Moran & Lavrenko, "Graph Regularised Hashing", ECIR 2015, equation 1. The equation has
///          S D^-1; here rows are normalised as in the author's code, which gives the same on
///          balanced classes.
arma::mat regularise(const NeighbourGraph& S, const arma::mat& L, const arma::mat& L_anchor,
                     const GraphRegularisation& how);

}  // namespace hashlab::hashers
