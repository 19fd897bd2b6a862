#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "hashers/registry.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// Checks that this method can be trained for this many bits on so many training samples with so
/// many features. For a two-view method `features` has the numbers of both views.
/// Errors:  invalid_argument naming what is possible.
void check_hasher(const hashers::Hasher& hasher, std::size_t bits,
                  const std::vector<std::size_t>& features, std::size_t training);

/// Checks that every hash function that the method may train, at every code length and in every
/// direction of the experiment file, can be trained on `training` samples; that it has no settings
/// without effect; and that a grid has validation parts to choose by, if the protocols draw them.
/// Errors:  invalid_argument naming what is possible.
void check_method(const Method& method, const Suite& suite, const DatasetFacts& dataset,
                  std::size_t training, bool draws_validation);

/// The label-based neighbours among `training`, or empty lists if no method of the experiment file
/// uses neighbours: for many rows in few classes the lists would not fit into memory.
NeighbourGraph learner_neighbours(const Suite& suite, const Labels& labels, const Rows& training);

}  // namespace hashlab::experiments
