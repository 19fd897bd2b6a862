#pragma once

#include <string>

namespace hashlab {

/// Examines an HDF5 file of another program in a short-lived child process: attributes, links,
/// shapes, indices of chunks, strings, and the first MiB of numbers. On some damaged or hostile
/// files the HDF5 library crashes or loops; this then ends only the child. The child has limited
/// memory and time, writes nothing, and cannot open another file. A file that has passed is not
/// examined again by this process while it is unchanged.
/// Cost:    some 10 ms.
/// Errors:  corrupt_file with the reading error, or if the library crashes or does not return.
void h5_first_pass(const std::string& path);

}  // namespace hashlab
