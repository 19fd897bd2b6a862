#pragma once

#include <string>

namespace hashlab::experiments {

/// What verbs write to files that users name.
enum class OutputKind {
  dataset,
  model,
  codes,
  splits,
  neighbours,
  page,
  picture,
  table,
  predictions,
  curve,
  per_query
};

/// "data set", for messages.
const char* output_kind_name(OutputKind kind);

/// Is the file at `path` something of this kind that hashlab wrote, by what it begins with? Then
/// writing it once more is what the user means. A damaged file is not recognised, nor is a list of
/// neighbours or a table in a format that another program could have written just so.
bool is_earlier_output(const std::string& path, OutputKind kind);

}  // namespace hashlab::experiments
