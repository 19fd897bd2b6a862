#pragma once

#include "lib/files/h5.h"
#include "lib/import/gather.h"
#include "lib/import/sink.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Notes on what was deduced, or what looks as if the user meant something else; one line each.
/// `attributes` are those of the data set, `parts` the stored parts.
std::vector<std::string> import_notes(const std::vector<StoredPart>& parts,
                                      const std::map<std::string, std::string>& attributes,
                                      const ImportRequest& request);

/// ", checksum 0123456789abcdef" of a data set file, for each view if it has several; empty if it
/// is not a data set file. Adds what the columns look like to the notes.
std::string look_at_output(const H5File& file, std::vector<std::string>& notes);

}  // namespace hashlab::experiments
