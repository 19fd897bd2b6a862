#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/images/image_file.h"
#include "lib/images/resize.h"
#include "lib/import/formats.h"
#include "lib/import/words.h"
#include "lib/parallel.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_default_side = 256;

/// A name as it may stand in a message or, if it is unchanged, in a data set.
std::string printable(std::string name) {
  const bool utf8 = is_utf8(name);
  std::replace_if(
      name.begin(), name.end(),
      [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < ' ' || byte == 0x7F || (byte > 0x7F && !utf8);
      },
      '?');
  return name;
}

[[noreturn]] void fail_in_folder(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", printable(path), what));
}

/// The entries of a folder except hidden ones, in byte order of their names.
struct Entries {
  std::vector<std::string> folders, files;
};

Entries entries_of(const std::string& folder) {
  Entries entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with('.')) continue;
    std::error_code broken_link;
    (it->is_directory(broken_link) ? entries.folders : entries.files).push_back(name);
  }
  if (error) {
    throw Error(ErrorCode::unreadable,
                fmt::format("{}: cannot be listed: {}", printable(folder), error.message()));
  }
  std::sort(entries.folders.begin(), entries.folders.end());
  std::sort(entries.files.begin(), entries.files.end());
  return entries;
}

std::string inside(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

/// The pictures of one or more folders, in the order of the rows.
struct FoundPictures {
  std::vector<std::string> paths;
  std::vector<std::string> classes;  ///< of each picture; empty: there are none
  std::vector<bool> is_test;         ///< of each picture; empty: there are no parts
};

/// Adds the pictures of a folder of classes, or of pictures.
void collect(const std::string& folder, FoundPictures& pictures) {
  const Entries top = entries_of(folder);
  if (top.folders.empty() && top.files.empty()) fail_in_folder(folder, "holds no pictures");
  if (!top.folders.empty() && !top.files.empty()) {
    fail_in_folder(
        folder, fmt::format("holds files, such as '{}', beside folders, such as '{}': a class is "
                            "a folder; move the files into one or away",
                            printable(top.files.front()), printable(top.folders.front())));
  }
  for (const std::string& file : top.files) pictures.paths.push_back(inside(folder, file));
  for (const std::string& name : top.folders) {
    const std::string path = inside(folder, name);
    if (printable(name) != name) {
      fail_in_folder(
          path,
          "is a folder whose name is a class, but its name is not printable UTF-8: rename it");
    }
    const Entries of_class = entries_of(path);
    if (!of_class.folders.empty()) {
      fail_in_folder(
          path, fmt::format("is the folder of a class, but holds the folder '{}': classes have no "
                            "folders within, unless the outermost are train and test",
                            printable(of_class.folders.front())));
    }
    if (of_class.files.empty())
      fail_in_folder(path, "is the folder of a class, but holds no pictures");
    for (const std::string& file : of_class.files) {
      pictures.paths.push_back(inside(path, file));
      pictures.classes.push_back(name);
    }
  }
}

FoundPictures find_pictures(const std::vector<std::string>& folders) {
  FoundPictures pictures;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
      throw Error(ErrorCode::not_found, fmt::format("{}: is no folder", printable(folder)));
    }
    const std::size_t before = pictures.paths.size();
    const bool had_classes = !pictures.classes.empty(), had_parts = !pictures.is_test.empty();
    const Entries top = entries_of(folder);
    const bool parts =
        top.files.empty() && top.folders == std::vector<std::string>{"test", "train"};
    if (parts) {
      for (const char* part : {"train", "test"}) {
        collect(inside(folder, part), pictures);
        pictures.is_test.resize(pictures.paths.size(), part == std::string("test"));
      }
    } else {
      collect(folder, pictures);
    }
    const bool all_have_classes = pictures.classes.size() == pictures.paths.size();
    if ((!all_have_classes && !pictures.classes.empty()) ||
        (before > 0 && (had_classes != all_have_classes || had_parts != parts))) {
      fail_in_folder(
          folder,
          "has pictures with and without classes or parts, or is unlike the folder before "
          "it: import folders of one layout");
    }
  }
  return pictures;
}

/// Decodes pictures one at a time; each is in memory only while it is decoded and scaled.
class PictureTable final : public ForeignTable {
 public:
  PictureTable(std::vector<std::string> paths, std::size_t side, std::size_t threads)
      : paths_(std::move(paths)), side_(side), threads_(threads), source_(printable(paths_[0])) {}
  std::size_t columns() const override { return side_ * side_ * 3; }
  Element element() const override { return Element::uint8; }
  std::optional<std::size_t> rows() const override { return paths_.size(); }
  const std::string& source() const override { return source_; }

  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, paths_.size() - next_);
    parallel(threads_, count, [&](std::size_t i) {
      const Image image = square(read_picture(paths_[next_ + i]), side_);
      double* row = out + i * columns();
      for (std::size_t p = 0; p < side_ * side_; ++p) {
        for (std::size_t c = 0; c < 3; ++c) {
          *row++ = image.pixels[p * image.channels + (image.channels == 3 ? c : 0)];
        }
      }
    });
    if (count > 0) source_ = printable(paths_[next_]);
    next_ += count;
    return count;
  }

  /// As read_image, with a message of one line whatever the file is called.
  static Image read_picture(const std::string& path) {
    try {
      return read_image(path);
    } catch (const Error& error) {
      throw Error(error.code(), printable(error.what()));
    }
  }

 private:
  std::vector<std::string> paths_;
  std::size_t side_, threads_;
  std::string source_;
  std::size_t next_ = 0;
};

std::unique_ptr<ForeignTable> column(std::vector<double> values, Element element,
                                     const std::string& source) {
  return table_of(std::move(values), 1, element, source);
}

/// The path of each picture in the folder that was named; nothing if one is no text.
std::vector<std::string> names_of(const std::vector<std::string>& paths,
                                  const std::vector<std::string>& folders) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::string_view name = path;
    for (const std::string& folder : folders) {
      if (!path.starts_with(folder)) continue;
      name = std::string_view(path).substr(folder.size());
      break;
    }
    name.remove_prefix(std::min(name.find_first_not_of('/'), name.size()));
    if (!is_name(name)) return {};
    names.emplace_back(name);
  }
  return names;
}

ForeignData open_folders(const std::vector<std::string>& folders, const ImportOptions& options) {
  const FoundPictures pictures = find_pictures(folders);
  std::size_t side = options.picture_side;
  if (side == 0) {
    const Image first = PictureTable::read_picture(pictures.paths.front());
    side = std::min({first.height, first.width, largest_default_side});
  }
  ForeignData data;
  data.parts.push_back({"/images",
                        std::make_unique<PictureTable>(pictures.paths, side, options.threads),
                        {side, side, 3}});
  data.row_names = names_of(pictures.paths, folders);
  const std::string source = printable(folders.front());
  if (!pictures.classes.empty()) {
    const std::set<std::string> names(pictures.classes.begin(), pictures.classes.end());
    data.class_names.assign(names.begin(), names.end());
    std::vector<double> labels;
    for (const std::string& name : pictures.classes) {
      const auto at = std::lower_bound(data.class_names.begin(), data.class_names.end(), name);
      labels.push_back(static_cast<double>(at - data.class_names.begin()));
    }
    data.parts.push_back({"/labels", column(std::move(labels), Element::int32, source), {}});
  }
  if (!pictures.is_test.empty()) {
    data.parts.push_back(
        {"/split",
         column({pictures.is_test.begin(), pictures.is_test.end()}, Element::uint8, source),
         {}});
  }
  data.attributes["preprocessing"] = fmt::format(
      "decoded to red, green and blue; pictures of another size than {0} x {0} scaled so that "
      "their "
      "shorter side is {0} and cut to the square in the middle",
      side);
  return data;
}

/// Is a picture among the first files of the folder or, `depth` levels down, of its sub-folders?
bool has_pictures(const std::string& folder, int depth) {
  constexpr std::size_t looked_at = 8;
  const Entries entries = entries_of(folder);
  for (std::size_t i = 0; i < std::min(entries.files.size(), looked_at); ++i) {
    if (is_image(InputFile(inside(folder, entries.files[i])).text(0, 16))) return true;
  }
  for (std::size_t i = 0; depth > 0 && i < std::min(entries.folders.size(), looked_at); ++i) {
    if (has_pictures(inside(folder, entries.folders[i]), depth - 1)) return true;
  }
  return false;
}

bool is_picture_folder(const Sniff& file) {
  try {
    return file.is_folder && has_pictures(file.path, 2);
  } catch (const std::exception&) {
    return false;  // what cannot be looked at is not recognised
  }
}

}  // namespace

Format folder_format() {
  return {"folder",
          "folders of pictures (PNG, JPEG, PPM): a sub-folder is a class, or train or test",
          is_picture_folder, open_folders};
}

}  // namespace hashlab
