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

/// The name of a kind for messages, such as "data set".
const char* output_kind_name(OutputKind kind);

/// True if the content of the file at `path` looks like an output of hashlab of this kind, which
/// may then be overwritten. Damaged HDF5 files are not recognised. Texts and pictures are
/// recognised by their beginning alone. Lists of neighbours in the ivecs format do not name the
/// program that wrote them, so all of these are recognised.
/// Errors:  not_found, unreadable.
bool is_earlier_output(const std::string& path, OutputKind kind);

}  // namespace hashlab::experiments
