// What the program shows on a terminal: nothing that the terminal would obey.
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace hashlab::terminal_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// What a terminal receives from the program, standard output and standard error.
std::string on_a_terminal(std::vector<std::string> words) {
  int terminal = -1;
  const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (process < 0) throw std::runtime_error("no pseudo-terminal");
  if (process == 0) {
    std::vector<char*> arguments = {const_cast<char*>(HASHLAB_PROGRAM)};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(HASHLAB_PROGRAM, arguments.data());
    _exit(127);
  }
  std::string received;
  std::array<char, 4096> block;
  for (ssize_t n; (n = read(terminal, block.data(), block.size())) > 0;) {
    received.append(block.data(), static_cast<std::size_t>(n));
  }
  close(terminal);
  waitpid(process, nullptr, 0);
  return received;
}

/// An escape sequence that clears the screen, C1's form of its beginning, and ordinary characters.
const std::string evil =
    "a\x1B[2J\xC2\x9B"
    "2J\xFF \xE7\x8C\xAB";
const std::string shown = "a\\x1B[2J\\xC2\\x9B2J\\xFF \xE7\x8C\xAB";

/// A data set with the text in its own name, in a dataset's and in an attribute.
std::string evil_file(const TemporaryFolder& folder) {
  H5File file = H5File::create("made");
  const std::vector<float> numbers(6, 1.0F);
  file.write("/features", numbers.data(), {3, 2});
  file.write("/" + evil, numbers.data(), {3, 2});
  file.set("source", evil);
  write_file(folder / (evil + ".h5"), file.image());
  return folder / (evil + ".h5");
}

}  // namespace

TEST_CASE("terminal: control characters of names reach standard output as text") {
  const TemporaryFolder folder;
  const std::string path = evil_file(folder);
  const std::string received = on_a_terminal({"inspect", path});
  CHECK(received == Contains("data set " + shown + ": 3 samples"));
  CHECK(received == Contains("/" + shown));
  CHECK(received == Contains("source: " + shown + "\r\n"));
  CHECK(received.find('\x1B') == std::string::npos);
  CHECK(received.find('\xFF') == std::string::npos);
}

TEST_CASE(
    "terminal: characters of several bytes are shown whole however output is cut into blocks") {
  const TemporaryFolder folder;
  H5File file = H5File::create("made");
  std::string cats;
  for (std::size_t i = 0; i < 7000; ++i) cats += "\xE7\x8C\xAB";
  const float number = 1;
  file.write("/features", &number, {1, 1});
  file.set("source", cats);
  write_file(folder / "a.h5", file.image());
  CHECK(on_a_terminal({"inspect", folder / "a.h5"}) == Contains("source: " + cats + "\r\n"));
}

TEST_CASE("terminal: control characters of names reach standard error as text, in one line") {
  const TemporaryFolder folder;
  const std::string error = on_a_terminal({"inspect", folder / (evil + "\n.h5")});
  CHECK(error == Contains(shown + "\\x0A.h5: there is no such file\r\n"));
  CHECK(error.find('\x1B') == std::string::npos);
  const Outcome outcome = hashlab::testing::hashlab("inspect '" + folder / (evil + "\n.h5") + "'");
  CHECK(refusal(outcome) == Contains(shown + "\\x0A.h5: there is no such file"));
}

TEST_CASE("terminal: the bar of progress draws over itself, names in it are text") {
  const SmallStudy study;
  fs::create_directory(study / evil);
  fs::copy_file(study / "small.h5", study / evil + "/small.h5");
  const std::string received = on_a_terminal(
      {"run", study / "tiny.ini", "--data", study / evil, "--out", study / evil + "/out"});
  CHECK(received == Contains("\r\x1B[K[##"));
  CHECK(received == Contains("12/12"));
  CHECK(received.find("\x1B[2J") == std::string::npos);
}

TEST_CASE("terminal: a pipe receives the bytes as they are") {
  const TemporaryFolder folder;
  const std::string path = evil_file(folder);
  const Outcome outcome = hashlab::testing::hashlab("inspect '" + path + "'");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == Contains("source: " + evil + "\n"));
}

}  // namespace hashlab::terminal_test
