#include "experiments/program/terminal.h"

#include "lib/utf8.h"

#include <unistd.h>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace hashlab::experiments {
namespace {

/// The first bytes of a UTF-8 character whose other bytes come with the next write.
std::string& unfinished() {
  static std::string bytes;
  return bytes;
}

bool write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A write function for fopencookie: it returns the number of bytes written, or 0 for an error.
ssize_t write_visible(void*, const char* data, std::size_t size) {
  try {
    const std::string text = unfinished() + std::string(data, size);
    const std::size_t whole = text.size() - unfinished_bytes(text);
    unfinished() = text.substr(whole);
    return write_all(visible_text(text.substr(0, whole), "\n\t")) ? static_cast<ssize_t>(size) : 0;
  } catch (const std::exception&) {  // no exception may pass through C
    return 0;
  }
}

}  // namespace

void protect_terminal() {
  if (isatty(STDOUT_FILENO) != 1) return;
  std::FILE* stream = fopencookie(nullptr, "w", {nullptr, write_visible, nullptr, nullptr});
  if (stream == nullptr) return;
  std::setvbuf(stream, nullptr, _IOLBF, BUFSIZ);
  stdout = stream;
}

}  // namespace hashlab::experiments
