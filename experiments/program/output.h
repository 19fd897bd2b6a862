#pragma once

#include "experiments/program/command.h"
#include "experiments/program/earlier_output.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Rejects, before any work is done, an output file that cannot be written or that must not be
/// overwritten: a file that was read so far or is one of the `inputs` or, without --force, any file
/// except an earlier output of the same kind. Files that are read later are protected too: see
/// TemporaryFile::publish.
/// Errors:  invalid_argument; io_error if its folder is not writable or cannot be created.
void check_output(const std::string& path, OutputKind kind, const Arguments& arguments,
                  const std::vector<std::string>& inputs = {});

/// The option --force, for the declaration of a command that calls check_output.
OptionSpec force_option();

/// Runs `write`, which writes a file to `path`; the folder is created if necessary. Reports a
/// failure on standard error. Returns the program's exit status.
ExitStatus write_output(const std::string& path, const std::function<void()>& write);

struct FileText {
  std::string path, text;
};

/// Writes several files. All of them are written completely under temporary names before the first
/// is renamed, so an error, such as a full disk, leaves every earlier file unchanged.
/// Errors: io_error; invalid_argument if one of them was read.
void write_files(const std::vector<FileText>& files);

/// The same for outputs of a command, see write_output; their folders are created if necessary.
ExitStatus write_outputs(const std::vector<FileText>& files);

}  // namespace hashlab::experiments
