#pragma once

#include "experiments/program/code_arguments.h"
#include "experiments/program/memory_budget.h"
#include "experiments/scan/neighbour_formats.h"
#include "hashers/hasher.h"
#include "lib/embeddings/nearest.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/estimates.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranks.h"
#include "lib/relevance/relevance_source.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// Queries of real values that a command compares with the codes of a model.
struct ModelQueries {
  NamedCodes coded;  ///< the codes of the same samples, for the checks of two files of codes
  Asked asked;
  hashers::Quantisation quantisation;  ///< which gives the numbers of the items
  Features features;                   ///< of the queries, d x queries, as they are in the file
};

/// What a search that computes exact similarities has found: the nearest items with these
/// similarities, and the number of them that was computed for each query.
struct ExactlyFound {
  NearestItems nearest;
  std::vector<std::size_t> exact;
};

/// The samples of the data set that --query names, projected by the model of --model; no value if
/// --model is not given. --view selects the function of a cross-modal model, and the features.
/// Errors:  those of read_model, open_features and Model::ask; invalid_argument if the job has
///          several processes, or the samples do not fit the model.
std::optional<ModelQueries> queries_of_model(const Arguments& arguments, const Ranks& ranks);

/// The k items of a database of codes with the smallest estimated distances to each query. The
/// database is read in pieces. If `without_own`, query i does not find row i. Threads serve queries
/// of signed digits only (see nearest_by_estimates).
/// Errors:  invalid_argument if memory does not suffice; corrupt_file if the scalars of an item are
///          not finite; those of reading the database.
NearestItems search_by_estimates(const ModelQueries& queries, const NamedCodes& database,
                                 std::size_t k, bool without_own, MemoryBudget& budget,
                                 std::size_t threads);

/// The rank counts of a database of codes for queries of real values. All codes are in memory.
/// Errors:  invalid_argument if memory does not suffice, or a metric is of code distances or shared
///          labels; corrupt_file if the scalars of an item are not finite; those of reading the
///          database.
RankCounts count_by_estimates(const ModelQueries& queries, const NamedCodes& database,
                              const RelevanceSource& relevance, const std::vector<Metric>& metrics,
                              MemoryBudget& budget);

/// The estimates of a whole database, whose codes are in memory.
/// Errors:  invalid_argument if memory does not suffice; corrupt_file if the scalars of an item are
///          not finite; those of reading the database.
Estimates estimates_of(const ModelQueries& queries, const NamedCodes& database,
                       MemoryBudget& budget);

/// Writes neighbours in the format of this name (see NeighbourFormat). Distances are real numbers:
/// /distances of h5 is float64. `distance` names them: "estimated", or the similarity by which
/// items were re-ranked; they are minus this similarity, so the squared distance if it is
/// euclidean. If found.exact is not empty, it is also written: as "exact" of each query in json, as
/// /exact (uint64, one for each query) in h5, and by its mean and median in text.
/// Errors:  those of neighbour_format and NeighbourFormat::write.
void write_estimated(std::string_view format, const ExactlyFound& found, std::string_view distance,
                     const SearchFacts& facts, const std::function<void(std::string_view)>& sink);

/// The option --model, for the declaration of a command.
OptionSpec model_option();

}  // namespace hashlab::experiments
