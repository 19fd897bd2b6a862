#pragma once

#include "lib/recognition/variant.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// How a suite recognises landmarks by embeddings of a data set with one class a row:
/// "no-landmark:11 models:5 others:500 vary:steps/fit=queries".
struct RecognitionSweep {
  std::vector<std::int32_t> no_landmark;  ///< classes whose rows show none, ascending
  std::size_t models = 1;  ///< the dimensions of an embedding are those of so many models, equally
  std::size_t others = 0;  ///< how many rows Z has, drawn; 0: all that show no landmark
  std::vector<RecognitionVariant> variants;  ///< pipelines to compare with the paper's, the first

  bool empty() const { return no_landmark.empty(); }
  bool shows_landmark(std::int32_t label) const;
  /// parse_recognition_sweep(text()) gives the same; "" if empty.
  std::string text() const;
};

/// Of `vary`, "steps" stands for each step left out in turn, and for all of them. Without it the
/// paper's pipeline is the only one.
/// Errors:  invalid_argument naming the part: unknown or given twice, a value out of range or
///          repeated, no class without a landmark; those of parse_recognition_variant.
RecognitionSweep parse_recognition_sweep(std::string_view text);

// What results call the scores: "global-ap" of the paper's pipeline, "global-ap[fit=queries]" of
// another, "change-global-ap[fit=queries]" what that one has more; "global-ap-landmarks" of the
// queries alone that show a landmark.

/// The score of all queries, or of those that show a landmark.
std::string recognition_score(const RecognitionVariant& variant, bool landmarks_only);
std::string recognition_change(const RecognitionVariant& variant, bool landmarks_only);

/// What a name stands for.
struct RecognitionName {
  RecognitionVariant variant;
  bool is_change = false;
  std::string definition;  ///< one line
};
/// Nothing if it is none of those above.
std::optional<RecognitionName> recognition_name(const std::string& name);

}  // namespace hashlab
