#pragma once

#include "lib/recognition/global_average_precision.h"
#include "lib/recognition/labelled_task.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// The landmarks that queries show, and the label that means no landmark.
struct LandmarkTruth {
  std::vector<Truth> of_query;
  std::int64_t none = -1;

  std::size_t with_landmark() const;  ///< number of queries that show a landmark
};

/// Reads the landmarks of queries from a file of labels at `path` (see open_labels): class numbers,
/// of which -1 and `none` mean no landmark, or a column of 0 and 1 for each class.
/// Errors:  those of the file.
LandmarkTruth read_landmark_truth(const std::string& path, std::int64_t none);
/// The same of `n_queries` queries. `queries_path` is their file, for messages.
/// Errors:  those of the file; invalid_argument if it does not have n_queries rows.
LandmarkTruth read_landmark_truth(const std::string& path, std::int64_t none,
                                  const std::string& queries_path, std::size_t n_queries);

/// The global average precision of predictions. A prediction of truth.none counts as none, because
/// a gallery may have pictures without a landmark.
/// Errors:  those of global_average_precision.
RecognitionScores landmark_scores(std::vector<Prediction> predictions, const LandmarkTruth& truth);

}  // namespace hashlab
