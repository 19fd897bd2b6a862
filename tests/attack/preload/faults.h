#pragma once

#include <cstddef>
#include <string>

namespace faults {

/// What a program can do to a folder. The letters are those of logs and traces.
enum class Kind : char {
  open = 'o',    ///< for writing; the file may be made by it
  reopen = 'O',  ///< for writing; the file is there already
  write = 'w',
  allocate = 'a',  ///< space for a file
  truncate = 't',
  sync = 's',
  sync_folder = 'S',
  close = 'c',  ///< of a file that was opened for writing
  make_folder = 'm',
  rename = 'r',
  link = 'l',
  unlink = 'u',
  remove_folder = 'd'
};

struct Call {
  Kind kind;
  std::string path;        ///< absolute, without "." and ".."
  std::string other = {};  ///< of rename and link: the new name
  int fd = -1;
  long offset = 0;       ///< write: of the first byte; open: 1 if the file is emptied
  std::size_t size = 0;  ///< write: bytes; allocate, truncate: of the file after it
  const void* data = nullptr;
};

/// What is to become of a call: it fails with `error`, or only half of it is done.
struct Verdict {
  int error = 0;
  bool half = false;
};

/// Is this path, made absolute, below FAULTS_ROOT?
bool is_watched(const std::string& path);

/// Counts a call and says what becomes of it; does not return if the process is killed before it.
/// Until finish() no other thread gets past begin(), so that the order of a trace is the real one.
Verdict begin(const Call& call);
/// Traces a call that succeeded; does not return if the process is killed after it. A call that
/// opened a file has its descriptor by now.
void finish(const Call& call, bool succeeded);

/// Notes that a file was opened for writing by a way that is not watched.
void note_blind(const std::string& path);

/// From here on allocations are counted: a file was opened for reading.
void count_allocations();

/// Allocations that this library itself makes are not counted while one of these lives.
struct Uncounted {
  Uncounted();
  ~Uncounted();
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;
};

}  // namespace faults
