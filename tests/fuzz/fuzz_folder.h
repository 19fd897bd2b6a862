#pragma once

#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

/// A folder in memory, of the same path each time, for each name another; empty at first.
inline std::string fuzz_folder(const std::string& name) {
  const std::string path = fuzz_root() + "/" + name;
  std::filesystem::create_directories(path);
  return path;
}

/// Takes from the front of an input what comes before the next '|'.
inline std::string_view take_text(std::string_view& rest) {
  const std::string_view text = rest.substr(0, rest.find('|'));
  rest.remove_prefix(std::min(text.size() + 1, rest.size()));
  return text;
}
