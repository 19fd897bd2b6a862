#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Writes a file atomically: a temporary file in the same folder, fsync, rename, fsync of the
/// folder. An existing file of that name is replaced in one step.
/// Errors: io_error naming the path and the system's reason; no partial file remains.
void write_file(const std::string& path, std::string_view bytes);

/// The two halves of write_file, for files that are written in blocks: the temporary name that a
/// file has until it is complete, and the step that flushes it to disk and renames it.
std::string temporary_name(const std::string& path);
/// Errors: io_error; the temporary file is removed.
void publish_file(const std::string& temporary, const std::string& path);

/// Errors: not_found, io_error.
std::string read_file(const std::string& path);

/// Removes temporary files that write_file left in a folder because its process was killed. Those
/// of running processes are kept.
void remove_leftovers(const std::string& folder);

/// Creates a folder and its parents, and checks that files can be created in it.
/// Errors: io_error.
void make_writable_folder(const std::string& path);

}  // namespace hashlab
