#pragma once

#include "hashers/hasher.h"

#include <armadillo>

#include <string>

namespace hashlab::hashers {

// Common parts of supervised methods: error messages, and supervision as matrices.

/// Checks that the training samples have labels.
/// Errors:  invalid_argument "METHOD: learns from classes, but ..." if the samples have no labels.
void require_labels(const TrainingSet& data, const std::string& method);

/// Checks that the training set has neighbour lists.
/// Errors:  invalid_argument unless there is one list of neighbours per sample.
void require_neighbours(const TrainingSet& data, const std::string& method);

/// Class indicators: n x C of 0 and 1, where C counts the classes that occur, in ascending order. A
/// sample with several classes has several ones; a sample without classes has a row of zeros.
arma::mat class_indicators(const Labels& labels);

/// The neighbour graph S as an n x n matrix of 0 and 1, which takes 8 n^2 bytes. The diagonal is 1
/// if `self_loops`.
arma::mat neighbour_matrix(const NeighbourGraph& S, bool self_loops);

}  // namespace hashlab::hashers
