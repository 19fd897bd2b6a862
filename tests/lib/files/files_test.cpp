#include "lib/files/files.h"
#include "lib/error.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

namespace hashlab::files_test {

using hashlab::testing::entries_of;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  throw std::runtime_error("no error");
}

/// While it lives, no file of this process can grow beyond `bytes`: a stand-in for a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : ignored_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit = {bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, ignored_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  void (*ignored_)(int);
  rlimit before_{};
};

}  // namespace

TEST_CASE("files: what is written is read back, byte for byte") {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 70000; ++i) bytes.push_back(static_cast<char>(i * 31));
  for (const std::string& content : {bytes, std::string(), std::string("a\0b\n", 4)}) {
    write_file(folder / "file", content);
    CHECK(read_file(folder / "file") == content);
  }
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("files: an earlier file is replaced, not written over") {
  const TemporaryFolder folder;
  write_file(folder / "file", "first, and long");
  fs::create_hard_link(folder / "file", folder / "old");
  write_file(folder / "file", "second");
  CHECK(read_file(folder / "file") == "second");
  CHECK(read_file(folder / "old") == "first, and long");
}

TEST_CASE("files: a path without a folder is in the current one") {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  write_file("plain", "x");
  fs::current_path(before);
  CHECK(read_file(folder / "plain") == "x");
}

TEST_CASE("files: a full disk is an error that keeps the earlier file and leaves nothing behind") {
  const TemporaryFolder folder;
  write_file(folder / "file", "earlier");
  std::string message;
  {
    const SmallDisk disk(4096);
    message = error_of([&] { write_file(folder / "file", std::string(10000, 'x')); });
  }
  CHECK(message == (folder / "file") + ": cannot be written: File too large");
  CHECK(read_file(folder / "file") == "earlier");
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("files: a folder in the way of a file is an error that leaves nothing behind") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "taken");
  CHECK(error_of([&] { write_file(folder / "taken", "x"); }) ==
        (folder / "taken") + ": cannot be written: Is a directory");
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("files: writing below a file or in a folder that is not there names path and reason") {
  const TemporaryFolder folder;
  write_file(folder / "file", "x");
  CHECK(error_of([&] { write_file(folder / "file/below", "y"); }) ==
        (folder / "file/below") + ": cannot be written: Not a directory");
  CHECK(error_of([&] { write_file(folder / "none/below", "y"); }) ==
        (folder / "none/below") + ": cannot be written: No such file or directory");
  CHECK(code_of([&] { write_file(folder / "none/below", "y"); }) == ErrorCode::io_error);
  CHECK(read_file(folder / "file") == "x");
}

TEST_CASE("files: a missing file is not found, a folder cannot be read") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { read_file(folder / "none"); }) ==
        (folder / "none") + ": there is no such file");
  CHECK(code_of([&] { read_file(folder / "none"); }) == ErrorCode::not_found);
  CHECK(error_of([&] { read_file(folder.path()); }) ==
        folder.path() + ": cannot be read as a file: it is a folder");
  CHECK(code_of([&] { read_file(folder.path()); }) == ErrorCode::unreadable);
}

TEST_CASE("files: folders are made with those above them, and again without harm") {
  const TemporaryFolder folder;
  make_writable_folder(folder / "a/b/c");
  make_writable_folder(folder / "a/b/c");
  CHECK(fs::is_directory(folder / "a/b/c"));
  CHECK(entries_of(folder / "a/b/c") == 0);
}

TEST_CASE("files: a file in the way of a folder is an error") {
  const TemporaryFolder folder;
  write_file(folder / "file", "x");
  for (const char* path : {"file", "file/below"}) {
    const std::string message = error_of([&] { make_writable_folder(folder / path); });
    CHECK_MESSAGE(message.starts_with((folder / path) + ": the folder cannot be made: "), message);
    CHECK(code_of([&] { make_writable_folder(folder / path); }) == ErrorCode::io_error);
  }
}

}  // namespace hashlab::files_test
