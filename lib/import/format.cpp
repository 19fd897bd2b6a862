#include "lib/import/format.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"
#include "lib/import/remedies.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlab {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;

std::string known_names() {
  std::vector<std::string> names;
  for (const Format& format : all_formats()) names.push_back(format.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

ForeignPart* ForeignData::part(const std::string& name) {
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [&](const ForeignPart& p) { return p.name == name; });
  return found == parts.end() ? nullptr : &*found;
}

const std::vector<Format>& all_formats() {
  static const std::vector<Format> formats = {
#define HASHLAB_LIST_FORMAT(name) name##_format(),
      HASHLAB_FORMATS(HASHLAB_LIST_FORMAT)
#undef HASHLAB_LIST_FORMAT
  };
  return formats;
}

Sniff sniff(const std::string& path) {
  Sniff result;
  result.path = path;
  std::error_code ignored;
  result.is_folder = std::filesystem::is_directory(path, ignored);
  if (result.is_folder) return result;
  ByteStream stream(path);
  result.is_gzip = stream.is_gzip();
  result.head.resize(head_bytes);
  result.head.resize(stream.read(result.head.data(), head_bytes));
  if (!result.is_gzip) result.bytes = InputFile(path).size();
  return result;
}

const Format& format_of(const Sniff& file) {
  for (const Format& format : all_formats()) {
    if (format.recognises(file)) return format;
  }
  if (const std::string what = remedy_for(file); !what.empty()) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path, what));
  }
  // Content does not tell, so the name may: the format then finds what is wrong, or nothing.
  const std::string ending = std::filesystem::path(file.path).extension().string();
  for (const Format& format : all_formats()) {
    if (ending == "." + format.name) return format;
  }
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: is of no format known by its content; if you know better, give "
                          "--format, one of {}",
                          file.path, known_names()));
}

const Format& format_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Format& format : all_formats()) {
    if (format.name == name) return format;
    names.push_back(format.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("--format {}: there is no such format{}; there are {}", name,
                          suggestion(name, names), known_names()));
}

}  // namespace hashlab
