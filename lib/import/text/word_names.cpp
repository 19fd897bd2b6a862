#include "lib/import/text/word_names.h"

#include "lib/import/words.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {

void WordNames::add(std::string_view word) {
  if (++rows_ > most) {
    names_.clear();
    names_.shrink_to_fit();
    return;
  }
  constexpr std::size_t longest = 128;  // all names take as many bytes as the longest
  const bool is_usable = is_name(word) && !word.empty() && word.size() <= longest;
  names_.push_back(is_usable ? std::string(word) : fmt::format("word {}", rows_));
}

void name_rows_when_read(ForeignData& data, std::shared_ptr<const WordNames> names,
                         const std::string& path) {
  data.notes.push_back(fmt::format(
      "{}: a row for each word, in the order of the file; the words are no features, but the names "
      "of the rows (/names), if there are at most {} of them",
      path, WordNames::most));
  data.when_read = [names = std::move(names)](ForeignData& d) { d.row_names = names->names(); };
}

}  // namespace hashlab
