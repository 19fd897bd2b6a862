#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Writes a file so that it is there whole or not at all: a temporary name beside it, fsync,
/// rename, fsync of the folder. An earlier file of that name is replaced in one step.
/// Errors: io_error naming the path and the system's reason; nothing half-written stays behind.
void write_file(const std::string& path, std::string_view bytes);

/// The two halves of write_file, for files that are written piece by piece: the name that a file
/// has until it is whole, and the step that forces it to disk and gives it its own.
std::string temporary_name(const std::string& path);
/// Errors: io_error; the temporary file is removed.
void publish_file(const std::string& temporary, const std::string& path);

/// Errors: not_found, io_error.
std::string read_file(const std::string& path);

/// Removes what write_file left in a folder when its process was killed: temporary files whose
/// process is gone. Those of running processes stay.
void remove_leftovers(const std::string& folder);

/// Makes a folder and those above it, and proves that files can be made in it.
/// Errors: io_error.
void make_writable_folder(const std::string& path);

}  // namespace hashlab
