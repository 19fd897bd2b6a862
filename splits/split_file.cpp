#include "splits/split_file.h"

#include "lib/data/h5_table.h"
#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/temporary_file.h"
#include "lib/h5/h5.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace hashlab::splits {
namespace {

namespace fs = std::filesystem;

constexpr const char* facts_file = "split.txt";

/// The folder of each split, such as "improved/run-1". Unsafe characters of a name are replaced by
/// '_', and names that become equal are numbered.
std::vector<std::string> places_of(const std::vector<StoredSplit>& splits) {
  std::map<std::string, std::string> folder_of;
  std::set<std::string> taken;
  std::vector<std::string> places;
  for (const StoredSplit& s : splits) {
    std::string& folder = folder_of[s.split];
    if (folder.empty()) {
      std::string plain = s.split.substr(0, 100);
      for (char& c : plain) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
      }
      folder = plain;
      for (int k = 2; !taken.insert(folder).second; ++k) folder = fmt::format("{}-{}", plain, k);
    }
    places.push_back(fmt::format("{}/run-{}", folder, s.run));
  }
  return places;
}

using Facts = std::map<std::string, std::string>;

Facts attributes_of(const StoredSplit& s) {
  Facts facts = {{"split", s.split},
                 {"dataset", s.dataset},
                 {"dataset-rows", std::to_string(s.n)},
                 {"run", std::to_string(s.run)},
                 {"split-checksum", s.checksum}};
  if (!s.view.empty()) facts["view"] = s.view;
  return facts;
}

StoredSplit stored_split_of(const Facts& facts, const std::string& recipe,
                            const std::string& place) {
  const auto fact = [&](const char* name) {
    const auto found = facts.find(name);
    if (found == facts.end() || found->second.empty()) {
      fail_corrupt(place, fmt::format("does not tell its '{}'", name));
    }
    return found->second;
  };
  const auto count = [&](const char* name) {
    const std::string text = fact(name);
    const auto value = parse_whole(text);
    if (!value || *value < 1 || *value > UINT32_MAX) {
      fail_corrupt(place,
                   fmt::format("has '{}' = '{}', expected a number", name, text.substr(0, 40)));
    }
    return std::size_t{*value};
  };
  if (recipe.empty()) fail_corrupt(place, "does not tell its recipe");
  const auto view = facts.find("view");
  return {fact("split"),
          fact("dataset"),
          view == facts.end() ? "" : view->second,
          count("dataset-rows"),
          count("run"),
          recipe,
          fact("split-checksum"),
          {}};
}

void write_h5(const std::string& path, const std::vector<StoredSplit>& splits) {
  H5File file = H5File::create(path);
  file.set("kind", "hashlab splits");
  const std::vector<std::string> places = places_of(splits);
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const std::string group = "/" + places[i];
    for (const SplitPart& part : split_parts) {
      const Rows& rows = splits[i].rows.*part.rows;
      if (!rows.empty()) file.write(group + "/" + part.name, rows.data(), {rows.size()});
    }
    for (const auto& [name, value] : attributes_of(splits[i])) file.set(group, name, value);
    file.set(group, "recipe", splits[i].recipe);
  }
  write_file(path, file.image());
}

/// A one-dimensional .npy file in format version 1.0.
std::string npy_of(const Rows& rows) {
  std::string header =
      fmt::format("{{'descr': '<u4', 'fortran_order': False, 'shape': ({},), }}", rows.size());
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(rows[0]));
  return bytes;
}

bool write_lists_into(const std::string& into, SplitFormat format,
                      const std::vector<StoredSplit>& splits, const std::atomic<bool>& stop) {
  const std::vector<std::string> places = places_of(splits);
  for (std::size_t i = 0; i < splits.size(); ++i) {
    if (stop) return false;
    const std::string folder = into + "/" + places[i];
    make_writable_folder(folder);
    for (const SplitPart& part : split_parts) {
      const Rows& rows = splits[i].rows.*part.rows;
      if (rows.empty()) continue;
      const std::string name = folder + "/" + part.name;
      if (format == SplitFormat::npy) {
        write_file(name + ".npy", npy_of(rows));
      } else {
        write_file(name + ".txt", fmt::format("{}\n", fmt::join(rows, "\n")));
      }
    }
    std::string text;
    for (const auto& [name, value] : attributes_of(splits[i])) {
      text += fmt::format("{} = {}\n", name, value);
    }
    std::istringstream recipe(splits[i].recipe);
    for (std::string line; std::getline(recipe, line);) text += fmt::format("recipe {}\n", line);
    write_file(folder + "/" + facts_file, text);
  }
  return true;
}

bool write_lists(const std::string& path, SplitFormat format,
                 const std::vector<StoredSplit>& splits, const std::atomic<bool>& stop) {
  TemporaryTree made(path);
  const std::string& temporary = made.temporary_path();
  try {
    if (!write_lists_into(temporary, format, splits, stop)) return false;
  } catch (const Error& error) {  // it names the temporary folder, which the user does not know
    std::string message = error.what();
    if (const std::size_t at = message.find(temporary); at != message.npos) {
      message.replace(at, temporary.size(), path);
    }
    throw Error(error.code(), message);
  }
  made.publish();
  return true;
}

StoredSplit read_group(const H5File& file, const std::string& group) {
  Facts facts;
  for (const auto& [name, unused] : attributes_of({}))
    facts[name] = file.text_attribute(group, name);
  facts["view"] = file.text_attribute(group, "view");
  const std::string place = file.path() + ":" + group;
  StoredSplit drawn = stored_split_of(facts, file.text_attribute(group, "recipe"), place);
  for (const SplitPart& part : split_parts) {
    const std::string name = group + "/" + part.name;
    if (!file.has(name)) continue;
    const H5Table table = open_h5_table(file, name);
    if (table.rank != 1 || table.rows > drawn.n || table.shape.kind != H5File::Kind::integer) {
      fail_corrupt(place, fmt::format("'{}' is no list of at most {} rows", part.name, drawn.n));
    }
    Rows& rows = drawn.rows.*part.rows;
    rows.resize(table.rows);
    file.read(name, rows.data());
  }
  return drawn;
}

StoredSplit read_folder(const std::string& folder) {
  Facts facts;
  std::string recipe;
  std::istringstream in(read_file(folder + "/" + facts_file));
  const std::string head = "recipe ";
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(head)) {
      recipe += line.substr(head.size()) + "\n";
    } else if (const std::size_t equals = line.find(" = "); equals != line.npos) {
      facts[line.substr(0, equals)] = line.substr(equals + 3);
    }
  }
  StoredSplit drawn = stored_split_of(facts, recipe, folder + "/" + facts_file);
  for (const SplitPart& part : split_parts) {
    for (const char* ending : {".txt", ".npy"}) {
      const std::string path = folder + "/" + part.name + ending;
      std::error_code ignored;
      if (fs::exists(path, ignored)) drawn.rows.*part.rows = read_index_list(path, drawn.n).rows;
    }
  }
  return drawn;
}

template <typename Read>
ReadSplit attempt(const std::string& place, Read read) {
  try {
    return {place, read(), ""};
  } catch (const Error& error) {
    return {place, {}, error.what()};
  }
}

std::vector<ReadSplit> read_h5(const std::string& path) {
  const H5File file = H5File::open(path, H5File::Origin::own);
  std::set<std::string> groups;
  for (const std::string& name : file.members()) groups.insert(name.substr(0, name.rfind('/')));
  const auto attributes = file.text_attributes();
  if (const auto kind = attributes.find("kind");
      kind == attributes.end() || kind->second != "hashlab splits" || groups.empty()) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: is no file of 'hashlab splits export'", path));
  }
  std::vector<ReadSplit> splits;
  for (const std::string& group : groups) {
    const std::string place = fmt::format("{}:{}", path, group);
    splits.push_back(attempt(place, [&] { return read_group(file, group); }));
  }
  return splits;
}

std::vector<ReadSplit> read_lists(const std::string& path) {
  std::set<std::string> folders;
  std::error_code ignored;
  const auto options = fs::directory_options::skip_permission_denied;
  for (const auto& entry : fs::recursive_directory_iterator(path, options, ignored)) {
    if (entry.path().filename() == facts_file) folders.insert(entry.path().parent_path().string());
  }
  if (folders.empty()) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: holds neither results nor splits ('hashlab splits export' writes "
                            "some)",
                            path));
  }
  std::vector<ReadSplit> splits;
  for (const std::string& folder : folders) {
    splits.push_back(attempt(folder, [&] { return read_folder(folder); }));
  }
  return splits;
}

}  // namespace

bool write_splits(const std::string& path, SplitFormat format,
                  const std::vector<StoredSplit>& splits, const std::atomic<bool>& stop) {
  if (format != SplitFormat::h5) return write_lists(path, format, splits, stop);
  write_h5(path, splits);
  return true;
}

std::vector<ReadSplit> read_splits(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return read_lists(path);
  if (!fs::exists(path, ignored)) {
    throw Error(ErrorCode::not_found, fmt::format("{}: there is no such file", path));
  }
  return read_h5(path);
}

}  // namespace hashlab::splits
