#pragma once

#include <string>
#include <string_view>

namespace hashlab {

// Names of label scores in results. A score of the test samples has the plain name; "learned-" +
// name is the score of the training samples as queries among themselves; "gap-" + name is the
// second minus the first, the generalisation gap.

std::string learned_score(std::string_view name);
std::string gap_score(std::string_view name);

bool is_gap_score(std::string_view name);

/// The score that a name with one of these prefixes refers to: "hit@1" for "gap-hit@1". Empty for
/// any other name, including "hit@1" itself, which is a metric like any other.
std::string label_score_of(std::string_view name);

/// Such a name with the score as parse_label_score spells it: "knn@30:sigma=.05" and
/// "knn@30:sigma=0.05" are the same. "" for any other name.
std::string canonical_label_score(std::string_view name);

/// The meaning of such a name, in one line; "" for any other name.
std::string label_score_definition(std::string_view name);

}  // namespace hashlab
