#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hashlab {

/// Writes an output file of the user in one step, see TemporaryFile. An existing file of that name
/// is replaced, unless this process has read it (see protect_inputs).
/// Errors: io_error naming the path and the system's reason; invalid_argument if it would replace a
///   file that was read. No partial file remains.
void write_file(const std::string& path, std::string_view bytes);

/// Writes a file in one step, as write_file does, but replaces an existing file even if this
/// process has read it. It is meant for files that the program keeps for itself. Errors: io_error.
void rewrite_file(const std::string& path, std::string_view bytes);

/// The content of a file. Errors: not_found; unreadable, also for anything but a regular file.
std::string read_file(const std::string& path);

/// Reads a text file written by people or other programs. A byte order mark of UTF-8 is removed.
/// Errors: those of read_file; corrupt_file if the file begins with a byte order mark of UTF-16.
std::string read_text(const std::string& path);

/// Creates a folder and its parents, forces their names to disk, and checks that files can be
/// created in it.
/// Errors: io_error.
void make_writable_folder(const std::string& path);

/// Calls `write`, which writes into the folder `path`. The folder is created if it does not exist.
/// If another process removes the empty folder in the meantime, it is created and `write` is called
/// again, up to 20 times in all.
/// Errors: those of `write` and of make_writable_folder.
void write_into_folder(const std::string& path, const std::function<void()>& write);

}  // namespace hashlab
