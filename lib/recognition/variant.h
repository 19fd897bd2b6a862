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
  const char* option;  ///< the option that sets the step, "" if there is none
  bool needs_others;   ///< true if it has no effect without Z, the images without a landmark
  void (*leave_out)(RecognitionSettings& settings);
  bool (*is_used)(const RecognitionSettings& settings);
};

/// All steps in the order of the pipeline: length, quantile, B, votes, C.
const std::vector<RecognitionStep>& recognition_steps();

/// A pipeline without some of its steps.
struct RecognitionAblation {
  std::string left_out;  ///< "none", the name of one step, or "all"
  RecognitionSettings settings;
};

/// The pipeline `settings` as it is, without each step in turn, and without all steps. Steps that
/// the pipeline does not use are not left out in turn; nor are those that have no effect because
/// there is no Z.
std::vector<RecognitionAblation> recognition_ablations(const RecognitionSettings& settings,
                                                       bool has_others);

/// A pipeline, described by its differences from the default pipeline. The default pipeline has the
/// default RecognitionSettings: those of the paper, except that the quantile transform is fitted on
/// the gallery.
struct RecognitionVariant {
  RecognitionSettings settings = {};
  bool others_are_queries = false;  ///< Z consists of queries that are known to show no landmark
  bool asked_classes_only = false;  ///< the gallery has only items of landmarks that queries show

  /// The options that differ from the default pipeline, such as "without=B+C,fit=queries"; "" for
  /// the default pipeline. Equal pipelines have equal texts.
  std::string text() const;

  // The three possible leaks: the quantile transform depends on other queries, penalties depend on
  // which other queries are known to show no landmark, or the gallery on which landmarks the
  // queries show.
  bool fits_on_queries() const;
  bool knows_queries_without_landmark() const;
  bool knows_asked_classes() const { return asked_classes_only; }
};

/// The default pipeline, changed by the given options. Each option is a name and a value:
///
///   without                 steps, such as B or B+C, or all
///   fit                     the samples on which the quantile transform is fitted: gallery |
///                           queries | others | none
///   quantiles               number of quantiles of the transform, 2 or more
///   penalty-b, penalty-c    number of neighbours in Z, 1 or more
///   top                     number of items that vote, 1 or more
///   vote                    sum | max
///   ensemble                together | votes
///   others                  source of Z: own (images that are not queries) | queries
///   classes                 landmarks in the gallery: all | asked (those that queries show, as the
///                           host of the Google Landmark Recognition challenges filters the gallery
///                           before it scores; Henkel & Singer, section 2.1)
///
/// Errors:  invalid_argument naming the option, if it is unknown, has a value that is not allowed,
///          or belongs to a step that is left out. In the message `dashes` precedes the name of a
///          known option.
RecognitionVariant recognition_variant(
    const std::vector<std::pair<std::string, std::string>>& options, std::string_view dashes = "");

/// Parses a text in the form of RecognitionVariant::text(), which must not be empty.
/// Errors:  those of parse_spec and recognition_variant.
RecognitionVariant parse_recognition_variant(const std::string& text);

}  // namespace hashlab
