#pragma once

#include "lib/data/dataset.h"
#include "lib/images/picture_file.h"
#include "results/record/direction.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The tiles that represent samples in a grid of retrieval results: their images, or images of
/// their words. A view is shown as words if it has one column for each word in the attribute
/// "vocabulary" of the data set file (one word per line). A sample then has the words whose columns
/// are not zero; the tile lists the first few of them, the largest values first. All tiles have the
/// same height and width.
class Tiles {
 public:
  /// `dataset` is the data set in the file at `path`; it must outlive this object. `direction`
  /// gives the views of queries and answers; it is empty if the data set has one view.
  /// Errors:  those of PictureFile; invalid_argument if images are needed and there are none.
  Tiles(const std::string& path, const Dataset& dataset, const results::Direction& direction);

  Image query(std::size_t row) const { return of(query_words_, row); }
  Image answer(std::size_t row) const { return of(answer_words_, row); }
  const std::vector<std::string>& class_names() const { return class_names_; }

 private:
  std::optional<View> words_of(const std::string& view) const;
  Image of(const std::optional<View>& words, std::size_t row) const;

  const Dataset& dataset_;
  std::vector<std::string> vocabulary_, class_names_;
  std::optional<View> query_words_, answer_words_;
  std::optional<PictureFile> pictures_;
};

}  // namespace hashlab::experiments
