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

/// Runs `write`, which writes into a folder that is created if necessary. The folder may be shared
/// with other processes: it is created again if one of them finds it empty and removes it in the
/// meantime.
/// Errors: those of `write` and of make_writable_folder.
void write_into_folder(const std::string& path, const std::function<void()>& write);

}  // namespace hashlab
