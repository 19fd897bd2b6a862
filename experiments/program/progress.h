#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// Writes text to standard error, with control characters other than line feeds and tabs escaped
/// (see visible_text). If the text cannot be written, for example because standard error is closed
/// or its disk is full, the text is lost and the program continues.
void tell(const std::string& text);

/// A number of seconds as text: "4:05" or "1:04:05".
std::string duration_text(double seconds);

/// Reports the progress of long work on standard error: as a bar that is redrawn on a terminal,
/// otherwise as one line per report.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports that one more part, named `what`, is done. `failure` is empty, or the reason why the
  /// part failed, which is printed on a line of its own.
  void advance(const std::string& what, const std::string& failure);
  /// Reports that `count` more parts are done, in one report; `what` names the last.
  void advance_by(std::size_t count, const std::string& what);
  /// Reports `what`, the state of an unfinished part, if there was no report for ten seconds.
  void mention(const std::string& what);

 private:
  std::size_t total_, done_ = 0;
  bool terminal_;
  void draw(const std::string& what) const;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_ = start_;
};

/// Reports the progress of work on the `rows` rows of a file on standard error: at most twenty
/// reports, or none if all rows fit into one block of `block` rows.
class RowProgress {
 public:
  RowProgress(std::size_t rows, std::size_t block);
  void reach(std::size_t row);  ///< reports that this many rows are done

 private:
  std::size_t rows_, steps_, told_ = 0;
  Progress progress_;
};

}  // namespace hashlab::experiments
