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
  std::vector<RecognitionVariant> variants;  ///< pipelines to compare; the first is the paper's

  bool empty() const { return no_landmark.empty(); }
  bool shows_landmark(std::int32_t label) const;
  /// The settings as text, from which parse_recognition_sweep() makes them again; "" if empty.
  std::string text() const;
};

/// Parses the text of RecognitionSweep. In `vary`, "steps" means that each step is left out in
/// turn, and then all of them. Without `vary` the paper's pipeline is the only one.
/// Errors:  invalid_argument naming the part that is unknown or given twice, or whose value is out
///          of range or repeated, or if there is no class without a landmark; those of
///          parse_recognition_variant.
RecognitionSweep parse_recognition_sweep(std::string_view text);

// Names of the scores in results: "global-ap" for the paper's pipeline, "global-ap[fit=queries]"
// for a variant, "change-global-ap[fit=queries]" for the variant's score minus the paper's;
// "global-ap-landmarks" for the queries alone that show a landmark.

/// The name of a variant's score over all queries, or over those that show a landmark.
std::string recognition_score(const RecognitionVariant& variant, bool landmarks_only);
/// The name of the difference between a variant's score and that of the paper's pipeline.
std::string recognition_change(const RecognitionVariant& variant, bool landmarks_only);

/// The meaning of the name of a score of landmark recognition.
struct RecognitionName {
  RecognitionVariant variant;
  bool is_change = false;
  std::string definition;  ///< one line
};
/// The meaning of a name; none if it is not the name of such a score.
std::optional<RecognitionName> recognition_name(const std::string& name);

}  // namespace hashlab
