#pragma once

#include <string>

namespace hashlab {

/// A file or folder with its role: "" (samples), "train", "test" or "groundtruth". Any other role
/// is the name of the view that the source becomes, such as "image". Samples of several sources
/// with the same role are concatenated in the order given.
struct ImportSource {
  std::string role;
  std::string path;
};

}  // namespace hashlab
