#pragma once

#include "experiments/program/command.h"
#include "experiments/program/earlier_output.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Refuses, before any work is done, an output file that could not be written, or one whose writing
/// would destroy something: a file that was read so far or is one of the `inputs`, or, without
/// --force, any file but an earlier output of the same kind. What is read later is safe, too: see
/// TemporaryFile::publish.
/// Errors:  invalid_argument; io_error if its folder may not be written to, or be made.
void check_output(const std::string& path, OutputKind kind, const Arguments& arguments,
                  const std::vector<std::string>& inputs = {});

/// The option --force, for the declaration of a verb that calls check_output.
OptionSpec force_option();

/// Runs `write`, which writes a file to `path`, whose folder is made if need be. Says on standard
/// error if that is impossible. Returns the program's exit status.
ExitStatus write_output(const std::string& path, const std::function<void()>& write);

struct FileText {
  std::string path, text;
};

/// Writes several files, all of them in full beside their places before the first is given its
/// name: an error, such as a full disk, leaves every earlier file as it was.
/// Errors: io_error; invalid_argument if one of them was read.
void write_files(const std::vector<FileText>& files);

/// The same as outputs of a verb, see write_output; their folders are made if need be.
ExitStatus write_outputs(const std::vector<FileText>& files);

}  // namespace hashlab::experiments
