// Any bytes as a list of categories beside whole features are labels in 0 .. 9, or an Error.
#include "lib/error.h"
#include "lib/import/format.h"
#include "tests/fuzz/fuzz_folder.h"

#include <cstdlib>
#include <utility>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// A MATLAB 5 file with the four variables, three pairs for training and one to test.
std::string features() {
  std::string file = "MATLAB 5.0 MAT-file";
  file.resize(124, ' ');
  file += std::string("\0\1IM", 4);
  const auto word = [&](std::uint32_t value) {
    file.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const auto& [name, rows] :
       {std::pair{"I_tr", 3U}, {"T_tr", 3U}, {"I_te", 1U}, {"T_te", 1U}}) {
    for (const std::uint32_t value : {14U, 56 + 8 * rows, 6U, 8U, 6U, 0U, 5U, 8U, rows, 1U})
      word(value);
    word(4U << 16 | 1U);
    file += name;
    word(9);
    word(8 * rows);
    file.append(8 * rows, '\0');
  }
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string folder = [] {
    const std::string path = fuzz_folder("wiki");
    hashlab::write_file(path + "/raw_features.mat", features());
    hashlab::write_file(path + "/testset_txt_img_cat.list", "a\tb\t3\n");
    return path;
  }();
  const std::string list = folder + "/trainset_txt_img_cat.list";
  hashlab::write_file(list, {reinterpret_cast<const char*>(data), size});
  try {
    const hashlab::Sniff head = hashlab::sniff(list);
    for (const hashlab::Format& each : hashlab::all_formats()) each.recognises(head);
    hashlab::ForeignData set = hashlab::format_named("wiki").open({folder}, {});
    double values[4];
    if (set.parts.size() != 4 || set.parts[2].table->read(4, values) != 4) std::abort();
    for (const double v : values) {
      if (!(v >= 0 && v <= 9)) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
