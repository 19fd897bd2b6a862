#pragma once

#include "experiments/manual/completion.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The completion of the last of `words`, which may be empty. `words` are those of a command line
/// after "hashlab" up to the cursor. Commands, options, words of options, hashing methods with
/// their settings, metrics, splitting protocols, ground truths and keys of experiment files come
/// from the declarations that the program itself uses.
Completion complete(const std::vector<std::string>& words);

/// The completion as text for the scripts of shells: lines ":files BEFORE", ":folders BEFORE" and
/// ":continue" where they apply, and a line "WORD\tHELP" for each suggestion.
std::string completion_text(const Completion& completion);

}  // namespace hashlab::experiments
