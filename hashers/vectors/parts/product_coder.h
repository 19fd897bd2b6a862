#pragma once

#include "hashers/vector_coder.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <vector>

namespace hashlab::hashers {

/// One codebook for each part of the dimensions: the code of a vector has the number of the nearest
/// centre in each part, 8 bits each (ties: the first). Distances are estimated as those between the
/// query and the centres.
/// Source:  Jegou, Douze & Schmid, "Product Quantization for Nearest Neighbor Search", PAMI 33,
///          2011, with asymmetric distances.
/// Differs: a number of dimensions that the parts do not divide gives parts of different sizes.
class ProductCoder final : public VectorCoder {
 public:
  /// `rotation` is dimensions x dimensions, its columns the new axes; empty: none. Each matrix of
  /// `centres` has the centres of a part as columns, 1 .. 256 of them.
  ProductCoder(arma::mat rotation, std::vector<arma::mat> centres);
  /// Errors:  corrupt_file if the state does not fit.
  ProductCoder(const ProjectorState& state, std::size_t dims);

  std::size_t dimensions() const override { return dims_; }
  CodeFormat format() const override;
  Codes encode(const arma::fmat& Y) const override;
  Asked ask(const arma::fmat& Y) const override;
  ItemNumbers numbers(const Codes& codes) const override;
  ProjectorState state() const override;

 private:
  std::vector<double> rotated(const arma::fmat& Y, arma::uword i) const;
  /// The squared distances of the part of `x` from `first` on to the part's centres.
  std::vector<double> distances(const std::vector<double>& x, std::size_t part,
                                std::size_t first) const;

  std::size_t dims_ = 0;
  arma::mat rotation_;
  std::vector<arma::mat> centres_;
};

/// The sizes of `parts` parts of `dims` dimensions: the edges are rounded, halves to even.
std::vector<std::size_t> sizes_of_parts(std::size_t dims, std::size_t parts);

/// Centres for the columns of X (d x n): `rounds` rounds of Lloyd's algorithm from `start`. A
/// centre without columns stays where it was.
arma::fmat refined_centres(const arma::fmat& X, arma::fmat start, std::size_t rounds);

}  // namespace hashlab::hashers
