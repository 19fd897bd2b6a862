#include "lib/h5/h5_locks.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <cstdlib>
#include <string>

namespace hashlab::h5_locks_test {

using namespace testing;

namespace {

/// A lock as a program holds it that has the file open for writing.
class OpenElsewhere {
 public:
  explicit OpenElsewhere(const std::string& path) : fd_(::open(path.c_str(), O_RDWR)) {
    REQUIRE(::flock(fd_, LOCK_EX | LOCK_NB) == 0);
  }
  ~OpenElsewhere() { ::close(fd_); }
  OpenElsewhere(const OpenElsewhere&) = delete;
  OpenElsewhere& operator=(const OpenElsewhere&) = delete;

 private:
  int fd_;
};

/// Copies a file of another program.
std::string foreign_file(const TemporaryFolder& folder) {
  write_file(folder / "other.h5", read_file(HASHLAB_SOURCE_DIR "/tests/data/hdf5/named.h5"));
  return folder / "other.h5";
}

ErrorCode code_of_opening(const std::string& path) {
  try {
    H5File::open(path);
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::invalid_argument;
}

}  // namespace

TEST_CASE("h5_locks: a file that another program writes to is refused, with the reason") {
  const TemporaryFolder folder;
  const std::string path = foreign_file(folder);
  CHECK(h5_can_lock(path));
  {
    const OpenElsewhere writer(path);
    CHECK(error_of([&] { H5File::open(path); }) ==
          path +
              ": is open for writing in another program, such as a notebook, so that HDF5 cannot "
              "lock it: close it there, or set HDF5_USE_FILE_LOCKING=FALSE if nobody writes to "
              "it");
    CHECK(code_of_opening(path) == ErrorCode::unreadable);
    ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    CHECK(!h5_can_lock(path));
    CHECK(error_of([&] { H5File::open(path); }) == "no error");
    ::unsetenv("HDF5_USE_FILE_LOCKING");
  }
  CHECK(error_of([&] { H5File::open(path); }) == "no error");
}

TEST_CASE("h5_locks: a file of our own needs no lock, for its checksum says whether it is whole") {
  const TemporaryFolder folder;
  const std::string path = folder / "ours.h5";
  H5File file = H5File::create("made");
  file.set("kind", std::string("test"));
  write_file(path, file.image());
  const OpenElsewhere writer(path);
  CHECK(error_of([&] { H5File::open(path); }) == "no error");
}

TEST_CASE("h5_locks: a file that says that it is being written is no damaged one") {
  const TemporaryFolder folder;
  std::string head = "\x89HDF\r\n\x1a\n";
  head += std::string("\x03\x08\x08\x01", 4) + std::string(100, '\0');
  write_file(folder / "f.h5", head);
  CHECK(error_of([&] { h5_fail_to_open(folder / "f.h5"); }) == Contains("h5clear -s"));
  head[11] = '\0';
  write_file(folder / "f.h5", head);
  CHECK(error_of([&] { h5_fail_to_open(folder / "f.h5"); }) ==
        folder / "f.h5: is a truncated or damaged HDF5 file");
}

}  // namespace hashlab::h5_locks_test
