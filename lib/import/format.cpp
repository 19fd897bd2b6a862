#include "lib/import/format.h"

#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/import/byte_stream.h"
#include "lib/import/formats.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace hashlab {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;

std::string known_names() {
  std::vector<std::string> names;
  for (const Format& format : all_formats()) names.push_back(format.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What kind of file this is that no format recognises, and what to do; empty if unknown.
std::string looks_like(const Sniff& file) {
  const std::string_view head = file.head;
  const auto starts = [&](std::string_view magic) { return head.starts_with(magic); };
  if (file.is_folder) {
    return "is a folder, but neither of sub-folders with pictures nor NUS-WIDE's";
  }
  if (head.empty()) return "is empty";
  if (starts("PK\x03\x04") || starts("PK\x05\x06")) {
    return "is a zip archive (.npz files are too): unpack it and import what is inside";
  }
  if (head.size() > 262 && head.substr(257, 5) == "ustar") {
    return "is a tar archive: unpack it and import what is inside";
  }
  if (starts("BZh") ||
      starts("\xfd"
             "7zXZ") ||
      starts("7z\xbc\xaf") || starts("Rar!") || starts("\x28\xb5\x2f\xfd")) {
    return "is an archive of a kind that is not read (gzip alone is): unpack it first";
  }
  if (starts("\x80\x02") || starts("\x80\x03") || starts("\x80\x04") || starts("\x80\x05")) {
    return "is a Python pickle, which may run code and is not read: save its arrays with "
           "numpy.save";
  }
  if (starts("\x89PNG") || starts("\xff\xd8\xff")) {
    return "is a single picture: name the folder whose sub-folders are the classes";
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(head[i]); };
  if (head.size() > 4 && byte(0) == 0 && byte(1) == 0 && (byte(2) != 0 || byte(3) != 0)) {
    return "may be vectors in big-endian order: write them in little-endian order";
  }
  return "";
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
  if (const std::string what = looks_like(file); !what.empty()) {
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
