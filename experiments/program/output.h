#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// Refuses, before any work is done, an output file that could not be written or would replace one
/// of the `inputs`.
/// Errors:  invalid_argument if it is a folder, a device or an input; io_error if its folder is not
///          there or may not be written to.
void check_output(const std::string& path, const std::vector<std::string>& inputs);

/// A file that is written piece by piece and is there whole or not at all (see write_file).
class OutputFile {
 public:
  /// Errors: io_error, as for all of these.
  explicit OutputFile(const std::string& path);
  ~OutputFile();  ///< an unfinished file is removed
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  void write(std::string_view bytes);
  void flush();  ///< forces to disk what was written
  void finish();

 private:
  std::string path_, temporary_;
  std::FILE* file_;
};

struct FileText {
  std::string path, text;
};

/// Writes several files, all of them in full beside their places before the first is given its
/// name: an error, such as a full disk, leaves every earlier file as it was.
/// Errors: io_error.
void write_files(const std::vector<FileText>& files);

}  // namespace hashlab
