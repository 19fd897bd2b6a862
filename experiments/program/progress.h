#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// Writes text to standard error, with control characters other than line feeds and tabs spelled
/// out (see visible_text). A closed or full standard error does not end the work.
void tell(const std::string& text);

/// "4:05" or "1:04:05", of seconds.
std::string duration_text(double seconds);

/// Tells on standard error how far a long piece of work is: a bar that is redrawn on a terminal,
/// a line each time otherwise.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more is done; `what` names it. A failure gets a line of its own.
  void advance(const std::string& what, const std::string& failure);
  /// So many more are done, without having been told each.
  void advance_by(std::size_t count, const std::string& what);
  /// What one piece of the work is at, told if nothing has been told for ten seconds.
  void mention(const std::string& what);

 private:
  std::size_t total_, done_ = 0;
  bool terminal_;
  void draw(const std::string& what) const;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_ = start_;
};

/// The same for work on the rows of a file: some twenty reports, none if `block` rows at a time are
/// all of them.
class RowProgress {
 public:
  RowProgress(std::size_t rows, std::size_t block);
  void reach(std::size_t row);  ///< so many are done

 private:
  std::size_t rows_, steps_, told_ = 0;
  Progress progress_;
};

}  // namespace hashlab::experiments
