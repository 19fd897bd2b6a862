#include "lib/import/codes/open_codes.h"

#include "lib/codes/code_sources.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/codes/code_formats.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

const std::vector<CodeFileFormat>& all_code_formats() {
  static const std::vector<CodeFileFormat> formats = {
#define HASHLAB_LIST_CODES(name) name##_codes(),
      HASHLAB_CODE_FORMATS(HASHLAB_LIST_CODES)
#undef HASHLAB_LIST_CODES
  };
  return formats;
}

/// FILE and ARRAY of FILE:/ARRAY or FILE:ARRAY; the array is empty if the text names a file.
std::pair<std::string, std::string> file_and_array(const std::string& text) {
  std::error_code ignored;
  const auto exists = [&](const std::string& path) {
    return std::filesystem::exists(path, ignored);
  };
  const std::size_t colon = text.find_last_of(':');
  if (colon == text.npos || exists(text) || !exists(text.substr(0, colon))) return {text, ""};
  const std::size_t begin = text.find_first_not_of('/', colon + 1);
  if (begin == text.npos) return {text, ""};
  return {text.substr(0, colon), text.substr(begin)};
}

/// What a file is that no format recognises, and what to do.
std::string no_codes(const Sniff& file) {
  const std::string_view head = file.head;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head[i]); };
  if (head.empty()) return "is empty, expected a file of codes";
  if (head.size() > 1 && byte(0) == 0x80 && byte(1) >= 2 && byte(1) <= 5) {
    return "is a Python pickle, which may run code and is not read: save its codes with numpy.save";
  }
  std::vector<std::string> names;
  for (const CodeFileFormat& format : all_code_formats()) names.push_back(format.name);
  return fmt::format(
      "is of no format that codes are read from, expected one of {}: save the codes "
      "with numpy.save",
      fmt::join(names, ", "));
}

}  // namespace

std::unique_ptr<const CodeSource> open_codes(const std::string& path,
                                             const CodeFileOptions& options) {
  bit_order(options);  // a name that is no order is refused whatever the file
  CodeFile file;
  std::string name;
  std::tie(name, file.array) = file_and_array(path);
  const InputFile opened(name);  // refuses what is no file
  file.sniff = sniff(name);
  for (const CodeFileFormat& format : all_code_formats()) {
    if (!format.recognises(file.sniff)) continue;
    if (!file.array.empty() && !format.has_arrays) {
      fail_in(ErrorCode::invalid_argument, name,
              fmt::format("is {}, which has no arrays with names, so no '{}': name the file alone",
                          format.name, file.array));
    }
    return format.open(file, options);
  }
  fail_corrupt(name, no_codes(file.sniff));
}

}  // namespace hashlab
