#pragma once

#include "lib/recognition/variant.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The settings of landmark recognition in an experiment file, for a data set of embeddings with
/// one class per row: "no-landmark:11 models:5 others:500 vary:steps/fit=queries". Z is the set of
/// images that show no landmark; recognise() compares queries and items with them.
struct RecognitionSweep {
  std::vector<std::int32_t> no_landmark;  ///< classes whose rows show no landmark, ascending
  std::size_t models = 1;  ///< number of models whose embeddings, of equal size, are concatenated
  std::size_t others = 0;  ///< size of Z, drawn at random; 0: all rows that show no landmark
  std::vector<RecognitionVariant> variants;  ///< pipelines to compare; the first is the default

  bool empty() const { return no_landmark.empty(); }
  bool shows_landmark(std::int32_t label) const;
  /// The settings as text, from which parse_recognition_sweep() makes them again; "" if empty.
  std::string text() const;
};

/// Parses the text of a RecognitionSweep. `vary` lists the pipelines to compare with the default
/// pipeline (see RecognitionVariant). The word "steps" in this list adds, for each step, the
/// pipeline without this step, and then the pipeline without all steps. If there is no `vary`, the
/// default pipeline is the only one. An empty text gives an empty sweep.
/// Errors:  invalid_argument naming the part, if it is unknown, is given twice, has too many
///          values, or has a value that is out of range or repeated; invalid_argument if the text
///          is not empty but has no part "no-landmark"; those of parse_recognition_variant.
RecognitionSweep parse_recognition_sweep(std::string_view text);

// Names of the scores in results: "global-ap" for the default pipeline, "global-ap[fit=queries]"
// for a variant, "change-global-ap[fit=queries]" for the variant's score minus the default one's.
// Scores over only the queries that show a landmark have "global-ap-landmarks" instead of
// "global-ap".

/// The name of a variant's score over all queries, or over those that show a landmark.
std::string recognition_score(const RecognitionVariant& variant, bool landmarks_only);
/// The name of the difference between a variant's score and that of the default pipeline.
std::string recognition_change(const RecognitionVariant& variant, bool landmarks_only);

/// The meaning of a score name of landmark recognition.
struct RecognitionName {
  RecognitionVariant variant;
  bool is_change = false;
  std::string definition;  ///< one line
};
/// The meaning of a name; none if it is not the name of such a score.
std::optional<RecognitionName> recognition_name(const std::string& name);

}  // namespace hashlab
