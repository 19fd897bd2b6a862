#include "experiments/program/progress.h"

#include "lib/utf8.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hashlab::experiments {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void tell_as_it_is(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

/// Overwrites the current line of the terminal.
void tell_over(const std::string& line) {
  tell_as_it_is("\r\033[K" + visible_text(line, "\n"));
}

/// The first `most` bytes of a text, or fewer so that no UTF-8 character is cut.
std::string beginning(const std::string& text, std::size_t most) {
  const std::string cut = text.substr(0, most);
  return cut.substr(0, cut.size() - (cut.size() < text.size() ? unfinished_bytes(cut) : 0));
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = std::lround(seconds);
  if (whole >= 3600) {
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

void tell(const std::string& text) {
  tell_as_it_is(visible_text(text, "\n\t"));
}

Progress::Progress(std::size_t total) : total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (terminal_ && told_ != start_) tell("\n");
}

void Progress::advance(const std::string& what, const std::string& failure) {
  ++done_;
  told_ = std::chrono::steady_clock::now();
  if (!failure.empty()) {
    const std::string line = fmt::format("failed {}: {}\n", what, failure);
    if (terminal_) {
      tell_over(line);
    } else {
      tell(line);
    }
  }
  if (terminal_) {
    draw(what);
  } else if (failure.empty()) {
    tell(fmt::format("done {}/{}  {}\n", done_, total_, what));
  }
}

void Progress::advance_by(std::size_t count, const std::string& what) {
  if (count == 0) return;
  done_ += count - 1;
  advance(what, "");
}

void Progress::mention(const std::string& what) {
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < std::chrono::seconds(10)) return;
  told_ = now;
  if (terminal_) {
    draw(what);
  } else {
    tell(fmt::format("at {}/{}  {}\n", done_, total_, what));
  }
}

void Progress::draw(const std::string& what) const {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double left = elapsed / static_cast<double>(std::max<std::size_t>(1, done_)) *
                      static_cast<double>(total_ - done_);
  constexpr std::size_t width = 24;
  const std::size_t filled = width * done_ / total_;
  std::string line = fmt::format("[{:-<{}}] {}/{}  {}{}", std::string(filled, '#'), width, done_,
                                 total_, done_ == 0 ? "" : duration_text(left) + " left  ", what);
  if (done_ == total_) {
    line = fmt::format("[{}] {}/{}  in {}", std::string(width, '#'), done_, total_,
                       duration_text(elapsed));
  }
  tell_over(beginning(visible_text(line), terminal_width() - 1));
}

RowProgress::RowProgress(std::size_t rows, std::size_t block)
    : rows_(rows),
      steps_(std::min<std::size_t>(20, (rows + block - 1) / block)),
      progress_(steps_) {}

void RowProgress::reach(std::size_t row) {
  if (steps_ < 2) return;
  for (; told_ < row * steps_ / rows_; ++told_) {
    progress_.advance(fmt::format("{} of {} rows", row, rows_), "");
  }
}

}  // namespace hashlab::experiments
