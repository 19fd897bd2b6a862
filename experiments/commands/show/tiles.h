#pragma once

#include "lib/data/dataset.h"
#include "lib/images/picture_file.h"
#include "results/record/direction.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What samples look like in a grid of retrieval results: their pictures; or their words, where a
/// view has a column for each word of the file's attribute "vocabulary" (a word a line), and is not
/// zero where a sample has the word. All tiles have one height and width.
class Tiles {
 public:
  /// `dataset` is that of the file at `path` and must outlive this; `direction` may be empty.
  /// Errors:  those of PictureFile; invalid_argument if pictures are needed, and there are none.
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
