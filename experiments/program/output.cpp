#include "experiments/program/output.h"

#include "experiments/program/progress.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/input_file.h"
#include "lib/files/temporary_file.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

/// Refuses a folder that cannot be written to, or cannot be created in its nearest existing parent.
void check_folder(const std::string& path) {
  std::error_code ignored;
  fs::path there = folder_of(path);
  while (!fs::exists(fs::symlink_status(there, ignored))) {
    const fs::path above = there.parent_path();
    there = above.empty() || above == there ? fs::path(".") : above;
  }
  if (!fs::is_directory(there, ignored)) {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: cannot be written: the folder cannot be made: '{}' is no folder",
                            path, there.string()));
  }
  if (::access(there.c_str(), W_OK | X_OK) != 0) {
    throw Error(ErrorCode::io_error, fmt::format("{}: cannot be written: folder '{}': {}", path,
                                                 there.string(), std::strerror(errno)));
  }
}

ExitStatus status_of(const std::function<void()>& write) {
  try {
    write();
    return exit_done;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io_error) throw;
    tell(fmt::format("error: {}\n", error.what()));
    return exit_failed;
  }
}

}  // namespace

void check_output(const std::string& path, OutputKind kind, const Arguments& arguments,
                  const std::vector<std::string>& inputs) {
  std::error_code ignored;
  check_folder(path);
  if (!fs::exists(path, ignored)) {
    if (path.ends_with('/')) refuse(fmt::format("{}: is a folder: name a file to write to", path));
    return;
  }
  if (!fs::is_regular_file(path, ignored)) {
    refuse(fmt::format("{}: is no ordinary file: name another to write to", path));
  }
  const bool is_read =
      is_input(path) || std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
        return fs::equivalent(path, input, ignored);
      });
  if (is_read) refuse(fmt::format("{}: is read from: name another file to write to", path));
  if (!arguments.has("force") && !is_earlier_output(path, kind)) {
    refuse(
        fmt::format("{}: is there already and is no {} that hashlab wrote: name another file, "
                    "or replace it with --force",
                    path, output_kind_name(kind)));
  }
}

OptionSpec force_option() {
  return {"force", "",
          "replace any file at the output path, not only an earlier output of this kind"};
}

ExitStatus write_output(const std::string& path, const std::function<void()>& write) {
  return status_of([&] {
    make_writable_folder(folder_of(path).string());
    write();
  });
}

ExitStatus write_outputs(const std::vector<FileText>& files) {
  return status_of([&] {
    for (const FileText& file : files) make_writable_folder(folder_of(file.path).string());
    write_files(files);
  });
}

void write_files(const std::vector<FileText>& files) {
  std::vector<TemporaryFile> made;
  for (const FileText& file : files) {
    made.emplace_back(file.path);
    made.back().write(file.text);
    made.back().flush();
  }
  for (TemporaryFile& file : made) file.publish();
}

}  // namespace hashlab::experiments
