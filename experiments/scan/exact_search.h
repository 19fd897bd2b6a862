#pragma once

#include "experiments/program/command.h"
#include "experiments/program/memory_budget.h"
#include "experiments/scan/model_queries.h"
#include "lib/data/feature_file.h"
#include "lib/similarity.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// How a search by estimates is re-ranked by the exact similarity of features.
struct ExactSearch {
  std::string path;                         ///< of the features of the database
  std::unique_ptr<const FeatureSource> of;  ///< one row for each code
  Similarity by = Similarity::euclidean;
  std::size_t R = 0;          ///< the length of shortlists; 0: by the error bound
  std::optional<double> eps;  ///< of the error bound
};

/// The re-ranking that the options --rerank, --features and --by give; no value without --rerank.
/// Errors:  invalid_argument if an option is invalid, missing or has no effect, if the features are
///          not those of the database and of the queries, or if an error bound has another
///          similarity than euclidean; those of open_features.
std::optional<ExactSearch> exact_search_of(const Arguments& arguments, const NamedCodes& database,
                                           const Features& queries);

/// The k items most similar to each query in its shortlist of the R smallest estimates, or among
/// those within the error bound (see nearest_within_bound), with the number of exact distances of
/// each query. If `without_own`, query i does not find row i. Threads serve shortlists (see
/// search_by_estimates).
/// Memory:  with a shortlist, as search_by_estimates(); with a bound, all codes.
/// Errors:  invalid_argument if memory does not suffice, or the codes have no error bound; those of
///          search_by_estimates and of reading the features.
ExactlyFound search_exactly(const ModelQueries& queries, const NamedCodes& database,
                            const ExactSearch& exact, std::size_t k, bool without_own,
                            MemoryBudget& budget, std::size_t threads);

/// The options --rerank, --features and --by, for the declaration of a command.
std::vector<OptionSpec> exact_search_options();

}  // namespace hashlab::experiments
