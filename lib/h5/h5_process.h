#pragma once

namespace hashlab {

/// Settings of HDF5 for the whole process, which only a program of ours may choose: main() calls
/// this function before the first thread starts, and a child process in which a file is examined.
/// Links to other files become unknown to HDF5, so that nothing could follow one; and HDF5 closes
/// no files at exit, where it would crash after a file could not be closed before.
void set_h5_for_process();

}  // namespace hashlab
