#include "lib/error.h"
#include "lib/import/codes/code_formats.h"
#include "lib/import/codes/npy_codes.h"
#include "lib/import/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

constexpr std::string_view npy_ending = ".npy";

/// The member to read: the one that is named, or the only array.
const ZipMember& chosen_member(const ZipArchive& archive, const CodeFile& file) {
  std::vector<const ZipMember*> arrays;
  for (const ZipMember& member : archive.members()) {
    if (member.name == file.array || member.name == file.array + std::string(npy_ending)) {
      return member;
    }
    if (member.name.ends_with(npy_ending)) arrays.push_back(&member);
  }
  if (arrays.empty()) {
    fail_corrupt(file.path(),
                 "is a zip archive without arrays of NumPy's (PyTorch's files are such, too): save "
                 "the codes with numpy.save(file, codes.cpu().numpy())");
  }
  if (arrays.size() == 1 && file.array.empty()) return *arrays.front();
  std::vector<std::string> names;
  for (const ZipMember* member : arrays) {
    const std::string& name = member->name;
    names.push_back(file.path() + ":/" + name.substr(0, name.size() - npy_ending.size()));
  }
  fail_in(ErrorCode::invalid_argument, file.path(),
          fmt::format("{}: name one of {}",
                      file.array.empty() ? "holds several arrays"
                                         : fmt::format("has no array '{}'", file.array),
                      fmt::join(names, ", ")));
}

}  // namespace

/// NumPy's archives of arrays, as numpy.savez and savez_compressed write them. An array is held in
/// memory.
CodeFileFormat npz_codes() {
  return {"NumPy .npz", true,
          [](const Sniff& file) {
            return file.head.starts_with("PK\x03\x04") || file.head.starts_with("PK\x05\x06");
          },
          [](const CodeFile& file, const CodeFileOptions& options) {
            const ZipArchive archive(file.path());
            const ZipMember& member = chosen_member(archive, file);
            return codes_of_npy(NpyFile(fmt::format("{}:/{}", file.path(), member.name),
                                        archive.read(member), NpyLayout::any),
                                options);
          }};
}

}  // namespace hashlab
