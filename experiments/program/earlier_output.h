#pragma once

#include <string>

namespace hashlab::experiments {

/// The kinds of output files of commands.
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

/// True if the first bytes of the file at `path` show that hashlab wrote it and that it is of this
/// kind; overwriting it is then intended. Damaged files are not recognised, and neither are lists
/// of neighbours or tables in a format that another program may have written.
bool is_earlier_output(const std::string& path, OutputKind kind);

}  // namespace hashlab::experiments
