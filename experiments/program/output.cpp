#include "experiments/program/output.h"

#include "lib/error.h"
#include "lib/files/files.h"

#include <fmt/format.h>

#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

namespace hashlab {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_to_write(const std::string& path) {
  throw Error(ErrorCode::io_error,
              fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
}

}  // namespace

void check_output(const std::string& path, const std::vector<std::string>& inputs) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: is no ordinary file: name another to write to", path));
  }
  for (const std::string& input : inputs) {
    if (fs::equivalent(path, input, ignored)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("{}: is read from: name another file to write to", path));
    }
  }
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw Error(ErrorCode::io_error, fmt::format("{}: cannot be written: folder '{}': {}", path,
                                                 folder, std::strerror(errno)));
  }
}

OutputFile::OutputFile(const std::string& path)
    : path_(path), temporary_(temporary_name(path)), file_(std::fopen(temporary_.c_str(), "wbe")) {
  if (file_ == nullptr) fail_to_write(path_);
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_to_write(path_);
}

void OutputFile::flush() {
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) fail_to_write(path_);
}

void OutputFile::finish() {
  if (std::fflush(file_) != 0) fail_to_write(path_);
  std::fclose(file_);
  file_ = nullptr;
  publish_file(temporary_, path_);
}

void write_files(const std::vector<FileText>& files) {
  std::vector<std::unique_ptr<OutputFile>> open;
  for (const FileText& file : files) {
    open.push_back(std::make_unique<OutputFile>(file.path));
    open.back()->write(file.text);
    open.back()->flush();
  }
  for (const auto& file : open) file->finish();
}

}  // namespace hashlab
