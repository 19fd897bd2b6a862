#pragma once

#include "lib/files/h5.h"
#include "lib/import/format.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The words of a file of word vectors, used as names of the rows. If there are more than `most`
/// words, none are kept.
class WordNames {
 public:
  static constexpr std::size_t most = H5File::most_texts;

  /// Adds the word of the next row. A word that is not UTF-8, or too long, is named "word N".
  void add(std::string_view word);
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
};

/// Gives the rows of `data` these names when all rows have been read, and adds a note about it.
/// `path` is the file of the words.
void name_rows_when_read(ForeignData& data, std::shared_ptr<const WordNames> names,
                         const std::string& path);

}  // namespace hashlab
