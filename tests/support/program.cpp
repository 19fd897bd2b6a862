#include "tests/support/program.h"

#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/sanitizer.h"

#include <fmt/format.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <thread>

namespace hashlab::testing {
namespace {

namespace fs = std::filesystem;

}  // namespace

Outcome hashlab(const std::string& arguments, const std::string& environment) {
  Outcome outcome = shell(fmt::format("{} '{}' {}", environment, HASHLAB_PROGRAM, arguments));
  // A sanitizer's report would be lost: tests look at the first line, or at the status alone.
  if (is_sanitized && outcome.error.find("Sanitizer: ") != std::string::npos) {
    std::cerr << outcome.error;
  }
  return outcome;
}

std::string refusal(const Outcome& outcome) {
  const std::string head = "error: ";
  const std::string& text = outcome.error;
  const bool one_line = !text.empty() && text.find('\n') == text.size() - 1;
  if (!outcome.out.empty()) return "something on standard output: " + outcome.out;
  if (!one_line || !text.starts_with(head)) return "not one line of error: " + text;
  return text.substr(head.size(), text.size() - head.size() - 1);
}

Background::Background(const std::string& arguments) {
  const std::string command =
      fmt::format("exec '{}' {} > /dev/null 2> /dev/null", HASHLAB_PROGRAM, arguments);
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("fork failed");
  if (process_ == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
}

Background::~Background() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Background::send(int signal) const {
  kill(process_, signal);
}

int Background::wait() {
  int waited = 0;
  waitpid(process_, &waited, 0);
  process_ = 0;
  return status_of(waited);
}

SmallStudy::SmallStudy() {
  write_dataset(folder_ / "small.h5", small_dataset(600, 16));
  write_file(folder_ / "tiny.ini", tiny_suite());
}

std::string SmallStudy::arguments(const std::string& verb, const std::string& options) const {
  return fmt::format("{} '{}' --data '{}' --out '{}' {}", verb, folder_ / "tiny.ini",
                     folder_.path(), results(), options);
}

Outcome SmallStudy::run(const std::string& options, const std::string& environment) const {
  return hashlab(arguments("run", options), environment);
}

Outcome SmallStudy::table(const std::string& options) const {
  return hashlab(fmt::format("table '{}' {}", results(), options));
}

std::string SmallStudy::numbers() const {
  return table("--long --format csv").out;
}

std::vector<std::string> SmallStudy::cells() const {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(results() + "/cells", none)) {
    if (entry.path().extension() == ".h5") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool SmallStudy::wait_for_cells(std::size_t count) const {
  for (int tries = 0; tries < 60000; ++tries) {
    if (cells().size() >= count) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

std::string SmallStudy::status() const {
  const std::vector<std::string> lines = lines_of(hashlab("status '" + results() + "'").out);
  return lines.empty() ? "" : lines.back();
}

std::string numbers_of_longer_run() {
  static const std::string numbers = [] {
    const SmallStudy study;
    return study.run(longer_run).status == 0 ? study.numbers() : "failed";
  }();
  return numbers;
}

}  // namespace hashlab::testing
