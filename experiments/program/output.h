#pragma once

#include "experiments/program/command.h"
#include "experiments/program/earlier_output.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Checks, before any work is done, that the output file at `path` can be written and may be
/// overwritten. A file that was read before, or that is one of the `inputs`, must not be
/// overwritten. Without --force, only an earlier output of the same kind may be (see
/// is_earlier_output). TemporaryFile::publish also protects files that are read later.
/// Errors:  invalid_argument if the file must not be overwritten; io_error if its folder is not
///          writable or cannot be created.
void check_output(const std::string& path, OutputKind kind, const Arguments& arguments,
                  const std::vector<std::string>& inputs = {});

/// The option --force, for the declaration of a command that calls check_output.
OptionSpec force_option();

/// Creates the folder of `path` if necessary, and calls `write`, which writes the file. Reports an
/// io_error on standard error; other errors are thrown. Returns the program's exit status.
ExitStatus write_output(const std::string& path, const std::function<void()>& write);

/// The path of a file to write, and its content.
struct FileText {
  std::string path, text;
};

/// Writes several files. All of them are written completely under temporary names before the first
/// is renamed, so an error, such as a full disk, leaves every earlier file unchanged.
/// Errors: io_error; invalid_argument if one of the files was read before.
void write_files(const std::vector<FileText>& files);

/// Creates the folders of several files if necessary, and writes the files as write_files() does.
/// Reports an io_error on standard error; other errors are thrown. Returns the program's exit
/// status.
ExitStatus write_outputs(const std::vector<FileText>& files);

}  // namespace hashlab::experiments
