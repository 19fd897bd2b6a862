#pragma once

#include "lib/recognition/pipeline.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// The files of a landmark recognition. `queries`, `gallery`, and those of `others` and `views`
/// that are not empty have one entry for each model, in one order of the models.
struct RecognitionFiles {
  std::vector<std::string> queries, gallery;  ///< embeddings (see open_features)
  std::vector<std::string> others;            ///< embeddings of images without a landmark, Z
  std::vector<std::string> views;             ///< the view of each model's files that is read
  std::string labels;       ///< the landmark of each item of the gallery (see open_labels)
  std::string truth;        ///< the landmarks of each query; may be empty
  std::string others_rows;  ///< list of the queries that are Z (see read_index_list); may be empty
};

/// Reads the embeddings, the labels of the gallery, and the list of the queries that are Z.
/// Errors:  those of the files; invalid_argument naming two files if embeddings of one model differ
///          in length or files about the same images in their number of rows, or if the labels are
///          not one class per row.
RecognitionData read_recognition(const RecognitionFiles& files);

/// Checks that a file has as many rows as the first file about the same images.
/// Errors:  invalid_argument naming both files if it does not.
void check_same_images(const std::string& path, std::size_t rows, const std::string& first_path,
                       std::size_t expected);

}  // namespace hashlab
