#include "lib/import/source_sums.h"

#include "lib/files/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

std::string sum_of_folder(const std::string& path) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  Sha256 sum;
  for (const std::string& file : files) {
    sum.add(fmt::format("{}  {}\n", sha256_of_file(file), fs::relative(file, path).string()));
  }
  return sum.hex();
}

}  // namespace

std::string source_sums(const std::vector<std::string>& paths,
                        const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string& path = paths[i];
    const fs::path given = fs::path(names[i]).lexically_normal();
    const fs::path name = given.has_filename() ? given.filename() : given.parent_path().filename();
    text +=
        fmt::format("{}  {}\n", fs::is_directory(path) ? sum_of_folder(path) : sha256_of_file(path),
                    name.string());
  }
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace hashlab
