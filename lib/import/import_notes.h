#pragma once

#include "lib/h5/h5.h"
#include "lib/import/gather.h"
#include "lib/import/sink.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab {

/// Notes, one line each, on properties that the import deduced and on input that may not be what
/// the user meant. `parts` describes the stored tables of the new data set, and `attributes` are
/// its attributes.
std::vector<std::string> import_notes(const std::vector<StoredPart>& parts,
                                      const std::map<std::string, std::string>& attributes,
                                      const ImportRequest& request);

/// A text with the checksum of a data set file, such as ", checksum 0123456789abcdef", or with one
/// checksum for each view if the file has views. Empty if the file is not a data set. Appends
/// remarks about the data set's columns, labels and classes to `notes`.
std::string look_at_output(const H5File& file, std::vector<std::string>& notes);

}  // namespace hashlab
