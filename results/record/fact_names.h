#pragma once

#include <string>
#include <string_view>

// The names under which a cell stores values that are not metrics (see CellRecord), in one place
// for writers and readers. They are in files, so existing names must not change. Names that only
// one family of scores uses are in its file (results/scores).

namespace hashlab::results::fact_names {

// CellRecord::facts about a split and run
inline constexpr const char* ball_radius = "ball-radius";
inline constexpr const char* learner_ball_radius = "learner-ball-radius";
inline constexpr const char* relevant_mean = "relevant-mean";
inline constexpr const char* relevant_median = "relevant-median";
inline constexpr const char* queries_without_relevant = "queries-without-relevant";
inline constexpr const char* test_queries = "test-queries";
inline constexpr const char* test_database = "test-database";
inline constexpr const char* duplicates_excluded = "duplicates-excluded";
/// "chance[map]": the score that a metric gives an uninformative ranking, see
/// lib/ranking/all_tied.h.
inline std::string chance(std::string_view metric) {
  return "chance[" + std::string(metric) + "]";
}
// CellRecord::facts about a cell's codes
inline constexpr const char* code_bits = "code-bits";
/// The bytes of an item of the ranked database, and of the scalars among them; only of codes that
/// are compared with the real values of queries.
inline constexpr const char* item_bytes = "item-bytes";
inline constexpr const char* scalar_bytes = "scalar-bytes";
inline constexpr const char* hash_dimensions = "hash-dimensions";
inline constexpr const char* rounding_dimensions = "rounding-dimensions";  // only if there are any
// CellRecord::facts about how the codes of the ranked database use their bits, see CodeUse
inline constexpr const char* distinct_codes = "distinct-codes";
inline constexpr const char* largest_bucket = "largest-bucket";
inline constexpr const char* bit_entropy = "bit-entropy";
// CellRecord::facts about the choice of the method `auto`, see experiments/choose: the compute
// budget used, the mean score of the chosen method, the lead of that method over the second best
// with interval and p-value, and the score of ranking by uncompressed features on the same rows
inline constexpr const char* choice_work = "choice-work";
inline constexpr const char* choice_mean = "choice-mean";
inline constexpr const char* choice_lead = "choice-lead";
inline constexpr const char* choice_lead_low = "choice-lead-low";
inline constexpr const char* choice_lead_high = "choice-lead-high";
inline constexpr const char* choice_p = "choice-p";
inline constexpr const char* choice_euclidean = "choice-euclidean";
// CellRecord::facts about a label score, whose name follows in brackets: see
// results/statistics/group_bounds.h
inline constexpr const char* groups = "groups";
inline constexpr const char* labels_left_out = "labels-left-out";  // too few for a group
inline constexpr const char* single_rows = "labels-of-one-row";    // whose row can never be found
inline constexpr const char* clt_half_width = "clt-half-width";
inline constexpr const char* student_half_width = "student-half-width";
inline constexpr const char* bernoulli_half_width = "bernoulli-half-width";
inline constexpr const char* hoeffding_half_width = "hoeffding-half-width";

}  // namespace hashlab::results::fact_names

namespace hashlab::results::time_names {

// CellRecord::seconds, in the order in which the time is spent
inline constexpr const char* context = "context";
inline constexpr const char* select = "select";
inline constexpr const char* learn_projection = "learn-projection";
inline constexpr const char* learn_quantiser = "learn-quantiser";
inline constexpr const char* project = "project";
inline constexpr const char* encode = "encode";
inline constexpr const char* rank = "rank";
inline constexpr const char* metrics = "metrics";
// a setting of hash tables follows in brackets
inline constexpr const char* table_build = "table-build";
inline constexpr const char* table_query = "table-query";

}  // namespace hashlab::results::time_names

namespace hashlab::results::fitted_names {

// CellRecord::fitted
inline constexpr const char* mean = "mean";
inline constexpr const char* learner_ball_radius = "learner-ball-radius";
inline constexpr const char* projection = "projection";
inline constexpr const char* thresholds = "thresholds";
inline constexpr const char* codes = "codes";  // of another program
inline constexpr const char* hyperparameters = "hyperparameters";

}  // namespace hashlab::results::fitted_names
