#pragma once

#include <sys/types.h>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A child program that reads from its standard input and answers on its standard output; its
/// standard error is discarded. It is ended when the object is destroyed or this process dies.
class PipedProgram {
 public:
  /// The first word is the program's path. Errors: unreadable if no process can be started.
  explicit PipedProgram(const std::vector<std::string>& command);
  ~PipedProgram();
  PipedProgram(const PipedProgram&) = delete;
  PipedProgram& operator=(const PipedProgram&) = delete;

  /// Passes `count` bytes to the program.
  /// Errors:  unreadable, with the way the program ended, if it ended before all bytes were passed.
  void write(const void* bytes, std::size_t count);
  /// Reads the next `count` bytes of its answer. Errors: those of write().
  void read(void* bytes, std::size_t count);

 private:
  [[noreturn]] void fail();

  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace hashlab
