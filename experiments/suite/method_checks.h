#pragma once

#include "experiments/suite/dataset_facts.h"
#include "experiments/suite/suite.h"
#include "hashers/registry.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <vector>

namespace hashlab::experiments {

/// Checks that this method can be trained for codes of `bits` bits on `training` samples.
/// `features` has the number of features; for a two-view method it has the numbers of both views.
/// Errors:  invalid_argument naming the limit.
void check_hasher(const hashers::Hasher& hasher, std::size_t bits,
                  const std::vector<std::size_t>& features, std::size_t training);

/// Checks a method of the experiment file. Each hash function that it may train must be trainable
/// on `training` samples, at every code length and in every direction that the method takes. Auto
/// is exempt, because it leaves out hash functions that cannot be trained. No setting may be
/// without effect. If the protocols draw validation parts (`draws_validation`), these parts must
/// not be empty for a grid or auto. For an embedding, the experiment file's scores must be
/// computable.
/// Errors:  invalid_argument naming the setting and a remedy.
void check_method(const Method& method, const Suite& suite, const DatasetFacts& dataset,
                  std::size_t training, bool draws_validation);

/// The label-based neighbours of each training row among the training rows. The lists are empty if
/// no method of the experiment file uses neighbours, because the lists of many rows in few classes
/// would not fit into memory.
NeighbourGraph learner_neighbours(const Suite& suite, const Labels& labels, const Rows& training);

}  // namespace hashlab::experiments
