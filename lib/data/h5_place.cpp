#include "lib/data/h5_place.h"

#include <filesystem>
#include <system_error>

namespace hashlab {

H5Place h5_place(const std::string& path) {
  std::error_code ignored;
  const std::size_t colon = path.rfind(":/");
  if (colon == path.npos || std::filesystem::exists(path, ignored)) return {path};
  return {path.substr(0, colon), path.substr(colon + 1)};
}

}  // namespace hashlab
