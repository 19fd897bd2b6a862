#include "lib/files/temporary_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/input_file.h"
#include "lib/files/this_process.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

namespace hashlab::temporary_file_test {

using hashlab::testing::Contains;
using hashlab::testing::entries_of;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

/// Runs `action` in a process of its own and says how that ended: as Outcome::status.
int in_child(const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("temporary file: it is nowhere until it is published, then it is whole") {
  const TemporaryFolder folder;
  write_file(folder / "file", "earlier");
  TemporaryFile file(folder / "file");
  file.write("new ");
  file.write("text");
  CHECK(read_file(folder / "file") == "earlier");
  CHECK(entries_of(folder.path()) == 2);
  file.publish();
  CHECK(read_file(folder / "file") == "new text");
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("temporary file: one that is not published leaves nothing") {
  const TemporaryFolder folder;
  { TemporaryFile(folder / "file").write("x"); }
  CHECK(entries_of(folder.path()) == 0);
}

TEST_CASE("temporary file: two for one place do not meet, and names may be as long as any") {
  const TemporaryFolder folder;
  const std::string path = folder / std::string(255, 'n');
  TemporaryFile one(path), other(path);
  one.write("one");
  other.write("other");
  one.publish();
  other.publish();
  CHECK(read_file(path) == "other");
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("temporary file: what a killed process left is removed, what one is making stays") {
  const TemporaryFolder folder;
  CHECK(in_child([&] {
          const TemporaryFile file(folder / "killed");
          const TemporaryTree tree(folder / "killed-tree");
          write_file(tree.temporary_path() + "/list", "x");
          ::raise(SIGKILL);
        }) == 128 + SIGKILL);
  REQUIRE(entries_of(folder.path()) == 2);
  const TemporaryFile mine(folder / "mine");
  const TemporaryTree tree(folder / "tree");
  write_file(folder / ".other.tmp", "not ours");
  write_file(folder / ".name.hashlab-0123456789xy.tmp", "not ours either");
  remove_leftovers(folder.path());
  CHECK(fs::exists(mine.temporary_path()));
  CHECK(fs::exists(tree.temporary_path()));
  CHECK(fs::exists(folder / ".other.tmp"));
  CHECK(fs::exists(folder / ".name.hashlab-0123456789xy.tmp"));
  CHECK(entries_of(folder.path()) == 4);
}

TEST_CASE("temporary file: one that begins while others look for leftovers stays") {
  const TemporaryFolder folder;
  std::atomic<bool> ends = false;
  const auto look = [&] {
    while (!ends) remove_leftovers(folder.path());
  };
  std::thread one(look), other(look);
  std::size_t lost = 0;
  for (int i = 0; i < 8000; ++i) {
    const TemporaryFile file(folder / "file");
    remove_leftovers(folder.path());  // takes as long as the look of others that may have begun
    lost += fs::exists(file.temporary_path()) ? 0 : 1;
  }
  ends = true;
  one.join();
  other.join();
  CHECK(lost == 0);
}

TEST_CASE("temporary file: those of other hosts stay, for their locks may not reach here") {
  const TemporaryFolder folder;
  const std::string theirs = folder / ".name.hashlab-elsewhere.org-0123456789ab-1.tmp",
                    earlier = folder / ".name.hashlab-0123456789ab.tmp",
                    ours =
                        folder / (".name.hashlab-" + this_process().host + "-0123456789ab-1.tmp");
  for (const std::string& path : {theirs, earlier, ours}) write_file(path, "x");
  remove_leftovers(folder.path());
  CHECK(fs::exists(theirs));
  CHECK_FALSE(fs::exists(earlier));  // written before names told hosts
  CHECK_FALSE(fs::exists(ours));
  remove_leftovers_of(folder.path(), "ba9876543210");
  CHECK(fs::exists(theirs));
  remove_leftovers_of(folder.path(), "0123456789ab");  // the process is known to have ended
  CHECK_FALSE(fs::exists(theirs));
}

TEST_CASE("temporary file: published if absent, an earlier file stays and one of two succeeds") {
  const TemporaryFolder folder;
  TemporaryFile one(folder / "file"), other(folder / "file");
  one.write("one");
  other.write("other");
  CHECK(one.publish_if_absent());
  CHECK_FALSE(other.publish_if_absent());
  CHECK(read_file(folder / "file") == "one");
}

TEST_CASE("temporary file: those of a process that another system would call by our number stay") {
  // As two containers do, whose numbers of processes say nothing to each other: the one that makes
  // the file is not asked for its number.
  const TemporaryFolder folder;
  std::array<int, 2> ready{}, done{};
  REQUIRE(::pipe(ready.data()) == 0);
  REQUIRE(::pipe(done.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(done[1]);
    TemporaryFile file(folder / "file");
    char byte = 0;
    bool well = ::write(ready[1], &byte, 1) == 1;
    well = ::read(done[0], &byte, 1) >= 0 && well;
    file.publish();
    ::_exit(well ? 0 : 1);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  remove_leftovers(folder.path());
  for (const int end : {ready[0], ready[1], done[0], done[1]}) ::close(end);
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(fs::exists(folder / "file"));
}

TEST_CASE("temporary file: the handler of a signal removes those of its process") {
  const TemporaryFolder folder;
  CHECK(in_child([&] {
          const TemporaryFile one(folder / "one"), two(folder / "two");
          remove_temporary_files();
          ::_exit(static_cast<int>(entries_of(folder.path())));
        }) == 0);
}

TEST_CASE("temporary tree: a folder of files is there whole or not at all") {
  const TemporaryFolder folder;
  {
    const TemporaryTree tree(folder / "lists/");
    make_writable_folder(tree.temporary_path() + "/a/b");
    write_file(tree.temporary_path() + "/a/b/list", "x");
    CHECK_FALSE(fs::exists(folder / "lists"));
  }
  CHECK(entries_of(folder.path()) == 0);
  TemporaryTree tree(folder / "lists/");
  write_file(tree.temporary_path() + "/list", "x");
  tree.publish();
  CHECK(read_file(folder / "lists/list") == "x");
  CHECK(entries_of(folder.path()) == 1);
  TemporaryTree second(folder / "lists");
  CHECK(error_of([&] { second.publish(); }) == Contains("lists: the folder cannot be made: "));
}

TEST_CASE("input files: of a program that protects them, none becomes an output, by no name") {
  const TemporaryFolder folder;
  write_file(folder / "read", "x");
  write_file(folder / "other", "y");
  write_file(folder / "looked-at", "z");
  fs::create_hard_link(folder / "read", folder / "same");
  fs::create_symlink(folder / "read", folder / "link");
  CHECK(in_child([&] {
          protect_inputs();
          read_file(folder / "read");
          read_file(folder / "looked-at");
          forget_input(folder / "looked-at");
          bool right = true;
          for (const char* name : {"read", "same", "link"}) {
            const std::string message = error_of([&] { write_file(folder / name, "new"); });
            right = right && message.ends_with(": is read from: name another file to write to");
          }
          write_file(folder / "other", "new");
          write_file(folder / "looked-at", "new");
          rewrite_file(folder / "same", "kept by the program for itself");
          ::_exit(right ? 0 : 1);
        }) == 0);
  CHECK(read_file(folder / "read") == "x");
  CHECK(read_file(folder / "other") == "new");
  CHECK(read_file(folder / "looked-at") == "new");
  CHECK(read_file(folder / "same") == "kept by the program for itself");
}

TEST_CASE(
    "input files: a pipe, a device, a loop of links or what is forbidden is refused at once") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  fs::create_symlink(folder / "loop", folder / "loop");
  CHECK(error_of([&] { read_file(folder / "pipe"); }) ==
        folder / "pipe" + ": cannot be read as a file: it is a pipe, and pipes are not read");
  CHECK(error_of([&] { read_file("/dev/zero"); }) ==
        "/dev/zero: cannot be read as a file: it is a device");
  write_file(folder / "secret", "x");
  fs::permissions(folder / "secret", fs::perms::none);
  CHECK(in_child([&] {
          const bool is_plain_user = ::geteuid() != 0 || ::seteuid(65534) == 0;  // root may read it
          const std::string message = error_of([&] { read_file(folder / "secret"); });
          ::_exit(is_plain_user && message == Contains("as a file: Permission denied") ? 0 : 1);
        }) == 0);
  CHECK(error_of([&] { read_file(folder / "loop"); }) ==
        folder / "loop" + ": cannot be read as a file: Too many levels of symbolic links");
}

}  // namespace hashlab::temporary_file_test
