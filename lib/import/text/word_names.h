#pragma once

#include "lib/h5/h5.h"
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
  static constexpr std::size_t most = H5File::max_texts;

  /// Adds the word of the next row. A word that is empty, longer than 128 bytes or not a name (see
  /// is_name) is replaced by "word N", where N counts rows from 1.
  void add(std::string_view word);
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
};

/// Adds a note about the names to `data`, and sets data.when_read to a function that gives the rows
/// the names that `names` holds by then. `path` is the file of the words, for the note.
void name_rows_when_read(ForeignData& data, std::shared_ptr<const WordNames> names,
                         const std::string& path);

}  // namespace hashlab
