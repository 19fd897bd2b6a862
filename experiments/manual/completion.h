#pragma once

#include <string>
#include <vector>

namespace hashlab::experiments {

/// What a shell can offer for a word of a command line that is being typed.
struct Completion {
  struct Suggestion {
    std::string word;  ///< replaces the whole word that is being typed
    std::string help;  ///< a few words; may be empty
  };
  std::vector<Suggestion> suggestions;  ///< those that begin with what is typed
  bool may_continue = false;  ///< no blank follows a suggestion, which can be continued: "itq+"
  bool files = false;         ///< names of files fit as well
  bool folders = false;       ///< names of folders fit as well
  /// The beginning of the typed word before a name of a file: "--data=" or "test=".
  std::string before_file = {};
};

}  // namespace hashlab::experiments
