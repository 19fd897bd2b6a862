#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hashlab {

/// Writes a file that a user asked for in one step, see TemporaryFile: an existing file of that
/// name is replaced, except one that this process has read (see protect_inputs).
/// Errors: io_error naming the path and the system's reason; invalid_argument; no partial file
///         remains.
void write_file(const std::string& path, std::string_view bytes);

/// The same for a file that the program keeps for itself and may have read.
void rewrite_file(const std::string& path, std::string_view bytes);

/// Errors: not_found; unreadable, also for anything but a regular file.
std::string read_file(const std::string& path);

/// The same of a text that somebody wrote: a byte order mark of UTF-8 is left out.
/// Errors: as above; corrupt_file if a byte order mark says that it is UTF-16.
std::string read_text(const std::string& path);

/// Creates a folder and its parents, forces their names to disk, and checks that files can be
/// created in it.
/// Errors: io_error.
void make_writable_folder(const std::string& path);

/// Runs `write`, which writes into a folder that is made if need be, also where other processes
/// remove it meanwhile, as they may do with a folder of common use that they find empty.
/// Errors: those of `write` and of make_writable_folder.
void write_into_folder(const std::string& path, const std::function<void()>& write);

}  // namespace hashlab
