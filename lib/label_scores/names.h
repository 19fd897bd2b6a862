#pragma once

#include <string>
#include <string_view>

namespace hashlab {

// Names of label scores in results. "NAME", such as "knn@30", is the score of the test samples.
// "learned-NAME" is the score of the training samples, each a query against the others. "gap-NAME"
// is the generalisation gap, which is the score "learned-NAME" minus the score "NAME".
// "set-difference@K" is a score of the test samples alone.

/// "learned-NAME" for the name NAME of a label score.
std::string learned_score(std::string_view name);
/// "gap-NAME" for the name NAME of a label score.
std::string gap_score(std::string_view name);

/// True if the name is "gap-" followed by the name of a label score.
bool is_gap_score(std::string_view name);

/// The label score that a name in results refers to, in canonical form: "hit@1" for "gap-hit@1",
/// "knn@30" for "knn@30". Without a prefix, only the names of "knn" and "grouped-recall" refer to
/// label scores; others, such as "hit@1", are names of metrics. Empty if the name does not refer to
/// a label score.
std::string label_score_of(std::string_view name);

/// A name in results, with or without prefix, in canonical form (LabelScore::name): different
/// spellings such as "knn@30:sigma=.05" and "knn@30:sigma=0.05" get the same name. "" if
/// label_score_of() is empty for this name.
std::string canonical_label_score(std::string_view name);

/// The meaning of a name in results, with or without prefix, in one line. "" if label_score_of() is
/// empty for this name.
std::string label_score_definition(std::string_view name);

}  // namespace hashlab
