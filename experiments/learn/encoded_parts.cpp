#include "experiments/learn/encoded_parts.h"

#include "lib/stopwatch.h"

#include <algorithm>
#include <span>

namespace hashlab::experiments {
namespace {

constexpr std::size_t rows_a_piece = 64 * hashers::projection_block;

/// Projects and encodes rows in pieces to limit memory, and adds the times to `parts`.
Codes encoded_in_pieces(const Learner& learner, const LearnedProjection& projection,
                        const hashers::Quantisation& thresholds, Coder coder, const Rows& rows,
                        EncodedParts& parts) {
  Codes codes(thresholds.format(), 0);
  codes.words.reserve(rows.size() * codes.n_words());
  for (std::size_t first = 0; first < rows.size(); first += rows_a_piece) {
    const std::size_t count = std::min(rows_a_piece, rows.size() - first);
    const Stopwatch projecting;
    const arma::fmat piece =
        learner.values(projection, coder, std::span(rows).subspan(first, count));
    parts.project_seconds += projecting.seconds();
    const Stopwatch encoding;
    append_codes(codes, thresholds.encode(piece));
    parts.encode_seconds += encoding.seconds();
    learner.observer().tell("encoding", first + count, rows.size());
  }
  return codes;
}

}  // namespace

EncodedParts encode_test_parts(Learner& learner, const splits::Split& split,
                               const HashFunction& function, std::size_t max_values) {
  const PerCoder<hashers::Quantisation>& thresholds = learner.quantiser(function).by;
  EncodedParts parts;
  parts.query_coder = learner.query_coder(function);
  parts.database_coder = learner.database_coder(function);
  const hashers::Quantisation &of_queries = thresholds[parts.query_coder],
                              &of_database = thresholds[parts.database_coder];
  if (split.test_database.size() * function.dims * sizeof(float) > max_values) {
    const LearnedProjection& projection = learner.projection(function);
    parts.queries = encoded_in_pieces(learner, projection, of_queries, parts.query_coder,
                                      split.test_queries, parts);
    parts.database = encoded_in_pieces(learner, projection, of_database, parts.database_coder,
                                       split.test_database, parts);
    return parts;
  }
  const ProjectedParts& projected = learner.test(function);
  parts.project_seconds = projected.seconds;
  const Stopwatch encoding;
  parts.queries = of_queries.encode(projected.queries);
  parts.database = of_database.encode(projected.database);
  parts.encode_seconds = encoding.seconds();
  return parts;
}

}  // namespace hashlab::experiments
