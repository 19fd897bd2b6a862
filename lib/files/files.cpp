#include "lib/files/files.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/files/sync_folder.h"
#include "lib/files/temporary_file.h"
#include "lib/files/text_encoding.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, std::string_view what, int reason) {
  throw Error(ErrorCode::io_error, fmt::format("{}: {}: {}", path, what, std::strerror(reason)));
}

void write(const std::string& path, std::string_view bytes, TemporaryFile::Use use) {
  TemporaryFile file(path, use);
  file.write(bytes);
  file.publish();
}

/// Makes a folder whose parent is there, on the way to `whole`, and forces its name to disk.
void make_folder(const fs::path& path, const std::string& whole) {
  if (::mkdir(path.c_str(), 0777) != 0) {
    const int reason = errno;
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) fail(whole, "the folder cannot be made", reason);
    return;
  }
  const fs::path parent = path.parent_path();
  sync_folder(parent.empty() ? "." : parent.string());
}

}  // namespace

void write_file(const std::string& path, std::string_view bytes) {
  write(path, bytes, TemporaryFile::Use::output);
}

void rewrite_file(const std::string& path, std::string_view bytes) {
  write(path, bytes, TemporaryFile::Use::own);
}

std::string read_file(const std::string& path) {
  const InputFile file(path);
  return file.text(0, file.size());
}

std::string read_text(const std::string& path) {
  std::string text = read_file(path);
  refuse_utf16(text, path);
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

void make_writable_folder(const std::string& path) {
  fs::path made;
  for (const fs::path& part : fs::path(path)) {
    made /= part;
    std::error_code ignored;
    if (!part.empty() && !fs::is_directory(made, ignored)) make_folder(made, path);
  }
  if (::access(path.c_str(), W_OK | X_OK) != 0) fail(path, "the folder is not writable", errno);
}

void write_into_folder(const std::string& path, const std::function<void()>& write) {
  constexpr int max_tries = 20;
  for (int tries = 1;; ++tries) {
    try {
      std::error_code ignored;
      if (!fs::exists(path, ignored)) make_writable_folder(path);
      return write();
    } catch (const Error& error) {
      const bool has_vanished = error.code() == ErrorCode::io_error &&
                                std::string_view(error.what()).ends_with(std::strerror(ENOENT));
      if (!has_vanished || tries == max_tries) throw;
    }
  }
}

}  // namespace hashlab
