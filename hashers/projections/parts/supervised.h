#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

// What supervised methods share: refusals in one wording, and supervision as matrices.

/// Errors:  invalid_argument "METHOD: learns from classes, but ..." if the samples have no labels.
void require_labels(const TrainingSet& data, const std::string& method);

/// Errors:  invalid_argument if there is not one list of neighbours a sample.
void require_neighbours(const TrainingSet& data, const std::string& method);

/// Class indicators: n x C of 0 and 1, C counting the classes that occur, in ascending order. A
/// sample with several classes has several ones; one without any a row of zeros.
arma::mat class_indicators(const Labels& labels);

/// S as n x n of 0 and 1, with ones on the diagonal if `self_loops`. 8 n^2 bytes.
arma::mat neighbour_matrix(const NeighbourGraph& S, bool self_loops);

}  // namespace hashlab::hashers
