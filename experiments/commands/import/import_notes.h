#pragma once

#include "lib/files/h5.h"
#include "lib/import/gather.h"
#include "lib/import/sink.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Notes, one line each, on properties that the import deduced and on input that may not be what
/// the user meant. `attributes` are those of the data set, `parts` the stored parts.
std::vector<std::string> import_notes(const std::vector<StoredPart>& parts,
                                      const std::map<std::string, std::string>& attributes,
                                      const ImportRequest& request);

/// Text with the checksum of a data set file, ", checksum 0123456789abcdef", or with one for each
/// view if it has several. Empty if it is not a data set file. Appends remarks about its columns
/// and classes to `notes`.
std::string look_at_output(const H5File& file, std::vector<std::string>& notes);

}  // namespace hashlab::experiments
