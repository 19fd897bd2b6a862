#include "lib/import/piped_sources.h"

#include "lib/h5/h5.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace hashlab {

PipedSources::PipedSources(const std::string& out, Progress progress)
    : progress_(std::move(progress)) {
  namespace fs = std::filesystem;
  fs::path folder = fs::absolute(out).parent_path();
  while (!fs::is_directory(folder) && folder.has_relative_path()) folder = folder.parent_path();
  folder_ = folder.string();
}

void PipedSources::replace(std::string& path) {
  if (!is_pipe(path)) return;
  copies_.emplace_back(path, folder_, [&](std::size_t bytes) { progress_(path, bytes); });
  const std::string& copy = copies_.back().path();
  if (H5File::is_h5(copy)) {
    throw Error(ErrorCode::unreadable,
                fmt::format("{}: is HDF5, which is not read from a pipe: save it to a file", path));
  }
  path = copy;
}

Error PipedSources::renamed(const Error& error) const {
  std::string message = error.what();
  for (const PipeCopy& copy : copies_) {
    for (std::size_t at = 0; (at = message.find(copy.path(), at)) != message.npos;) {
      message.replace(at, copy.path().size(), copy.pipe());
      at += copy.pipe().size();
    }
  }
  return {error.code(), message};
}

}  // namespace hashlab
