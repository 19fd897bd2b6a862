#pragma once

#include <string>
#include <string_view>

namespace hashlab {

// Under which names results keep a score by labels: as it is for what is tested, "learned-" + name
// for the rows that were learned from, which ask each other, and "gap-" + name for the second less
// the first, the generalisation gap.

std::string learned_score(std::string_view name);
std::string gap_score(std::string_view name);

bool is_gap_score(std::string_view name);

/// The score that such a name is of: "hit@1" for "gap-hit@1". "hit@1" alone is a metric like any
/// other, and no such name. Empty if it is none.
std::string label_score_of(std::string_view name);

/// Such a name with the score as parse_label_score names it: "knn@30:sigma=.05" and
/// "knn@30:sigma=0.05" are one. "" if it is none.
std::string canonical_label_score(std::string_view name);

/// What such a name means, in one line; "" if it is none.
std::string label_score_definition(std::string_view name);

}  // namespace hashlab
