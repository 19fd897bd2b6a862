#pragma once

#include <string>

namespace hashlab {

/// Looks through an HDF5 file of another program in a short-lived child process: attributes, links,
/// shapes, indices of chunks, strings, and the first MiB of numbers. The HDF5 library crashes or
/// loops on some damaged or hostile files; then that ends the child, not the program. The child has
/// limits of memory and time, writes nothing, and cannot open another file. What has passed once is
/// not looked through again.
/// Cost:    some 10 ms.
/// Errors:  corrupt_file: what reading it says, or that the library does not survive it.
void h5_first_pass(const std::string& path);

}  // namespace hashlab
