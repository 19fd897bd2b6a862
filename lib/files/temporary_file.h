#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab {

/// A file in the making. It has a temporary name in the folder of `path` until publish() gives it
/// that name in one step, so that there is a whole file or none, and an earlier file of that name
/// is replaced or as it was. While it is made its temporary name is locked, by which
/// remove_leftovers() tells it, in whatever process, container or host, from what a killed process
/// left.
class TemporaryFile {
 public:
  /// output:  what a user asked for; it never replaces a file that was read (see protect_inputs)
  /// own:     a file that the program keeps for itself, such as a result's cell; it may have read
  ///          it before
  enum class Use { output, own };

  /// Removes what killed processes left in the folder, once a process. Errors: io_error, as for
  /// all of these.
  explicit TemporaryFile(const std::string& path, Use use = Use::output);
  ~TemporaryFile();  ///< an unfinished file is removed
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  const std::string& temporary_path() const { return temporary_; }
  int descriptor() const { return fd_; }
  /// Appends; what is written is gathered in memory up to some extent.
  void write(std::string_view bytes);
  /// Forces to disk what was written.
  void flush();
  /// flush(), and the name. Errors: also invalid_argument if an output would replace what was read.
  void publish();
  /// Gives it the name if nothing has that, and says whether it did: of all processes on all hosts
  /// that try, one does. Nothing is forced to disk.
  /// Errors: also io_error if the file system has no links.
  bool publish_if_absent();

 private:
  [[noreturn]] void fail(int reason) const;

  std::string path_, temporary_;
  Use use_;
  int fd_ = -1;
  std::size_t slot_;
  std::string waiting_;
};

/// The same for a folder of files.
class TemporaryTree {
 public:
  /// Errors: io_error, as for all of these; also if there is something at `path` that is no empty
  /// folder.
  explicit TemporaryTree(const std::string& path);
  ~TemporaryTree();  ///< an unfinished folder is removed
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;

  const std::string& temporary_path() const { return temporary_; }
  void publish();

 private:
  std::string path_, temporary_;
  int fd_ = -1;
};

/// Removes temporary files and folders that killed processes of this host left in a folder. Those
/// that are being made are kept, and where the file system has no locks, all. Those of other hosts
/// are kept, since locks need not reach from one to another.
void remove_leftovers(const std::string& folder);

/// Removes those of one process, on whatever host, which is known to have ended (see ProcessName).
void remove_leftovers_of(const std::string& folder, const std::string& token);

/// Removes the unfinished temporary files of this process; for handlers of signals that end it, so
/// it does nothing but what these may do.
void remove_temporary_files() noexcept;

}  // namespace hashlab
