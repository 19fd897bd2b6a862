#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab {

/// A file that is being written. It has a temporary name in the folder of `path` until publish()
/// renames it in one step. There is therefore either a whole file or none, and an earlier file of
/// that name is either replaced or unchanged. The temporary file is locked while it is written. By
/// this lock remove_leftovers() distinguishes it, across the processes and containers of a host,
/// from files that killed processes left.
class TemporaryFile {
 public:
  /// output:  an output file of the user; it never replaces a file that was read (see
  ///          protect_inputs)
  /// own:     a file that the program keeps for itself, such as the result of an experiment; it may
  ///          replace a file that was read
  enum class Use { output, own };

  /// Creates the temporary file. Also calls remove_leftovers() for the folder, once per process and
  /// folder.
  /// Errors: io_error, as for all functions of this class.
  explicit TemporaryFile(const std::string& path, Use use = Use::output);
  ~TemporaryFile();  ///< an unfinished file is removed
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  const std::string& temporary_path() const { return temporary_; }
  int descriptor() const { return fd_; }
  /// Appends bytes, which are buffered in memory up to some size.
  void write(std::string_view bytes);
  /// Forces the written bytes to disk.
  void flush();
  /// Calls flush() and renames the file. Errors: also invalid_argument if an output would replace a
  /// file that was read.
  void publish();
  /// Gives the file its name if no file of that name exists, and returns true if it did so. Among
  /// all processes on all hosts that try, only one succeeds. Nothing is forced to disk.
  /// Errors: also io_error if the file system does not support links.
  bool publish_if_absent();

 private:
  [[noreturn]] void fail(int reason) const;

  std::string path_, temporary_;
  Use use_;
  int fd_ = -1;
  std::size_t slot_;
  std::string waiting_;
};

/// A folder of files that is being written. It has a temporary name until publish() renames it in
/// one step, and is locked while it is written.
class TemporaryTree {
 public:
  /// Errors: io_error.
  explicit TemporaryTree(const std::string& path);
  ~TemporaryTree();  ///< an unfinished folder is removed
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;

  const std::string& temporary_path() const { return temporary_; }
  /// Renames the folder. Errors: io_error, also if `path` exists and is not an empty folder.
  void publish();

 private:
  std::string path_, temporary_;
  int fd_ = -1;
};

/// Removes temporary files and folders that killed processes of this host left in `folder`. Files
/// that are still being written are kept; on file systems without locks, all are kept. Files of
/// other hosts are kept, because locks may not work across hosts.
void remove_leftovers(const std::string& folder);

/// Removes the temporary files and folders that one process, on any host, left in `folder`. `token`
/// is that of the process (ProcessName::token), which must be known to have ended.
void remove_leftovers_of(const std::string& folder, const std::string& token);

/// Removes the unfinished temporary files of this process. It is meant for handlers of signals that
/// end the process, so it uses only functions that are safe there.
void remove_temporary_files() noexcept;

}  // namespace hashlab
