#pragma once

#include "lib/data/dataset.h"
#include "tests/fuzz/fuzz_folder.h"

#include <string>

/// A folder with the data set that the stored splits are of: tiny.h5, 48 x 8 of four classes.
inline const std::string& split_data() {
  static const std::string folder = [] {
    std::string path = fuzz_folder("data");
    hashlab::Dataset tiny;
    tiny.features.set_size(8, 48);
    for (arma::uword i = 0; i < tiny.features.n_elem; ++i) {
      tiny.features(i) = static_cast<float>(i * 7 % 31);
    }
    for (int i = 0; i < 48; ++i) tiny.labels.single.push_back(i % 4);
    hashlab::write_dataset(path + "/tiny.h5", tiny);
    return path;
  }();
  return folder;
}
