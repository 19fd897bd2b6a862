#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "hashers/registry.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// Can this hasher learn that many bits from so many training samples of so many features? Of a
/// method of two views `features` has their two numbers.
/// Errors:  invalid_argument saying what it can.
void check_hasher(const hashers::Hasher& hasher, std::size_t bits,
                  const std::vector<std::size_t>& features, std::size_t training);

/// Can every hash function that the method may learn, at every length and in every direction of the
/// suite, be learned from `training` samples; does it have settings without effect; can a grid
/// choose by validation parts (if the strategies draw them)?
/// Errors:  invalid_argument saying what it can.
void check_method(const Method& method, const Suite& suite, const DatasetFacts& dataset,
                  std::size_t training, bool draws_validation);

/// Who neighbours whom by class among `training`, or lists of nobody if no method of the suite
/// looks at neighbours: of many rows of few classes the lists are longer than any memory.
NeighbourGraph learner_neighbours(const Suite& suite, const Labels& labels, const Rows& training);

}  // namespace hashlab::experiments
