#pragma once

#include <sys/types.h>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A program that answers on its standard output what it reads from its standard input; what it
/// says on standard error is lost. It is ended with the object, and dies with this process.
class PipedProgram {
 public:
  /// The first word is the program's path. Errors: unreadable if no process can be started.
  explicit PipedProgram(const std::vector<std::string>& command);
  ~PipedProgram();
  PipedProgram(const PipedProgram&) = delete;
  PipedProgram& operator=(const PipedProgram&) = delete;

  /// Errors:  unreadable saying how the program ended, if it did before all was passed.
  void write(const void* bytes, std::size_t count);
  void read(void* bytes, std::size_t count);

 private:
  [[noreturn]] void fail();

  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace hashlab
