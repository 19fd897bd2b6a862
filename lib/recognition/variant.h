#pragma once

#include "lib/recognition/pipeline.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {

/// A step of the pipeline that can be left out.
struct RecognitionStep {
  const char* name;
  const char* option;  ///< which sets it, "" if none does
  bool needs_others;   ///< it does nothing without Z
  void (*leave_out)(RecognitionSettings& settings);
  bool (*is_used)(const RecognitionSettings& settings);
};

/// length, quantile, B, votes, C: in their order.
const std::vector<RecognitionStep>& recognition_steps();

/// A pipeline by what it does otherwise than the paper's.
struct RecognitionVariant {
  RecognitionSettings settings = {};
  bool others_are_queries = false;  ///< Z is queries that are known to show no landmark

  /// The other options that it has, "without=B+C,fit=queries"; "" of the paper's. Equal pipelines
  /// have equal texts.
  std::string text() const;

  // The two leaks that it may have: the transform depends on other queries, or penalties on which
  // of them are known to show no landmark.
  bool fits_on_queries() const;
  bool knows_queries_without_landmark() const;
};

/// The pipeline with these options, each a name and a value:
///
///   without                 steps, such as B or B+C, or all
///   fit                     gallery | queries | others | none
///   quantiles               of the transform, 2 or more
///   penalty-b, penalty-c    neighbours in Z, 1 or more
///   top                     items that vote, 1 or more
///   vote                    sum | max
///   ensemble                together | votes
///   others                  own | queries
///
/// Errors:  invalid_argument naming the option with `dashes` before it: unknown, a value that it
///          cannot have, or one of a step that is left out.
RecognitionVariant recognition_variant(
    const std::vector<std::pair<std::string, std::string>>& options, std::string_view dashes = "");

/// The same of text such as RecognitionVariant::text() gives.
RecognitionVariant parse_recognition_variant(const std::string& text);

}  // namespace hashlab
