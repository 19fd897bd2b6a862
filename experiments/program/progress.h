#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// Writes text to standard error, with control characters other than line feeds and tabs escaped
/// (see visible_text). A closed or full standard error does not stop the program.
void tell(const std::string& text);

/// "4:05" or "1:04:05", of seconds.
std::string duration_text(double seconds);

/// Reports the progress of long work on standard error: as a bar that is redrawn on a terminal,
/// otherwise as one line per report.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports that one more part is done; `what` names it. A failure gets a line of its own.
  void advance(const std::string& what, const std::string& failure);
  /// Reports that `count` more parts are done, without a line for each.
  void advance_by(std::size_t count, const std::string& what);
  /// The current state of one part of the work, printed if there was no output for ten seconds.
  void mention(const std::string& what);

 private:
  std::size_t total_, done_ = 0;
  bool terminal_;
  void draw(const std::string& what) const;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_ = start_;
};

/// The same for work on the rows of a file: about twenty reports, or none if one block of `block`
/// rows has all of them.
class RowProgress {
 public:
  RowProgress(std::size_t rows, std::size_t block);
  void reach(std::size_t row);  ///< reports that this many rows are done

 private:
  std::size_t rows_, steps_, told_ = 0;
  Progress progress_;
};

}  // namespace hashlab::experiments
