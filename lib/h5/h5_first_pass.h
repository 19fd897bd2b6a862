#pragma once

#include <string>

namespace hashlab {

/// Examines an HDF5 file of another program in a short-lived child process: links, attributes,
/// references, shapes, indices of chunks, strings and numbers. Of the numbers it reads about 1 MiB,
/// but at least one row of each dataset and all rows of datasets with unusual filters. On some
/// damaged or hostile files the HDF5 library crashes or loops; this then ends only the child. The
/// child has limited memory and time, writes nothing, and cannot open another file. A file that has
/// passed is not examined again by this process while it is unchanged.
/// Cost:    usually about 10 ms, at most 30 s.
/// Errors:  corrupt_file with the reading error, or if the library crashes or does not return;
///          unreadable if no child process can be started.
void h5_first_pass(const std::string& path);

}  // namespace hashlab
