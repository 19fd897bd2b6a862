#pragma once

#include "experiments/program/command.h"
#include "experiments/program/earlier_output.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Checks, before any work is done, that an output file can be written at `path` and that a file
/// that is already there may be overwritten. A file that was read before, or that is one of the
/// `inputs`, must not be overwritten. Without --force, only an earlier output of the same kind may
/// be overwritten (see is_earlier_output). TemporaryFile::publish also protects files that are read
/// later.
/// Errors:  invalid_argument if the file must not be overwritten, or if `path` is that of a folder
///          or a device; io_error if the folder of the file is not writable or cannot be created;
///          those of is_earlier_output.
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
/// is renamed, so an error in writing, such as a full disk, leaves every earlier file unchanged.
/// Errors: io_error; invalid_argument if one of the files was read before.
void write_files(const std::vector<FileText>& files);

/// Creates the folders of several files if necessary, and writes the files as write_files() does.
/// Reports an io_error on standard error; other errors are thrown. Returns the program's exit
/// status.
ExitStatus write_outputs(const std::vector<FileText>& files);

}  // namespace hashlab::experiments
