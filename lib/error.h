#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace hashlab {

/// The kind of failure that ended an operation, for code that treats kinds differently. For
/// example, most errors end the program with exit status 2, but it ends with 1 if a result cannot
/// be written (io_error).
enum class ErrorCode {
  invalid_argument,  ///< the caller asked for something impossible, such as a bad option or sizes
                     ///< that do not fit
  not_found,         ///< a file, data set or name does not exist
  corrupt_file,      ///< a file exists but is not what it should be
  unreadable,        ///< a file exists, but cannot be read (no permission, a folder, a pipe), or a
                     ///< child process cannot be started or fails
  io_error,          ///< the system refused to write (permissions, full disk) or to give a resource
                     ///< such as a thread
  numerical,         ///< a decomposition failed or a value is not finite
};

/// The one exception type of the project. The message says where, what was found, what was expected
/// and what to do; it is one line, starts in lower case and has no trailing full stop. An Error
/// ends one experiment of a run, or the program. Other code catches it only to add context to its
/// message, to try again, or to continue without the part that failed.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

/// Throws an Error with the code invalid_argument and the message `what`. Use it for a request that
/// cannot be met.
[[noreturn]] void refuse(const std::string& what);

/// Throws an Error "PLACE: WHAT", where PLACE is a file or a line of a file.
[[noreturn]] void fail_in(ErrorCode code, const std::string& place, const std::string& what);

/// Throws an Error with the code corrupt_file and the message "PATH: WHAT". Use it for a file that
/// is not what it should be.
[[noreturn]] void fail_corrupt(const std::string& path, const std::string& what);

}  // namespace hashlab
