#include "tests/attack/disk.h"

#include "lib/files/files.h"

#include <algorithm>
#include <stdexcept>

namespace hashlab::testing {
namespace {

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::size_t below(std::mt19937_64& random, std::size_t n) {
  return static_cast<std::size_t>(random() % n);
}

/// The last of ascending numbers that is below `cut`, or 0.
std::size_t last_before(const std::vector<std::size_t>& numbers, std::size_t cut) {
  const auto after = std::lower_bound(numbers.begin(), numbers.end(), cut);
  return after == numbers.begin() ? 0 : *(after - 1);
}

}  // namespace

std::vector<Deed> read_trace(const std::string& path) {
  const std::string text = read_file(path);
  std::vector<Deed> deeds;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::vector<std::string> fields = fields_of(text.substr(at, end - at), '\t');
    fields.resize(7);
    Deed deed{std::stoi(fields[0]),
              std::stol(fields[1]),
              std::stoul(fields[2]),
              fields[3].at(0),
              std::stoul(fields[4]),
              fields[5],
              fields[6],
              {}};
    at = end + 1;
    if (deed.kind == 'w') {
      deed.bytes = text.substr(at, deed.size);
      at += deed.size;
    }
    deeds.push_back(std::move(deed));
  }
  return deeds;
}

Disk::Disk(const Snapshot& before) {
  for (const auto& [path, bytes] : before) {
    first_[path] = files_.size();
    files_.push_back({false, bytes});
    for (std::string folder = parent_of(path); folder != "."; folder = parent_of(folder)) {
      if (first_.contains(folder)) continue;
      first_[folder] = files_.size();
      files_.push_back({true});
    }
    versions_[path].push_back({0, bytes});
  }
  live_ = first_;
}

void Disk::add(const std::vector<Deed>& deeds) {
  open_.clear();
  open_path_.clear();
  for (const Deed& deed : deeds) {
    ++now_;  // so that 0 is before all of them
    add(deed);
  }
}

void Disk::name(const std::string& path, std::optional<std::size_t> file,
                const std::string& former) {
  namings_.push_back({now_, path, former, file});
  if (!former.empty()) live_.erase(former);
  if (file) {
    live_[path] = *file;
  } else {
    live_.erase(path);
    if (!is_temporary(path)) versions_[path].push_back({now_, std::nullopt});
  }
}

void Disk::keep_version(const std::string& path, std::size_t file) {
  if (files_[file].is_folder || is_temporary(path)) return;
  versions_[path].push_back({now_, contents(file, now_ + 1, nullptr)});
}

void Disk::add(const Deed& deed) {
  switch (deed.kind) {
    case 'o':
    case 'O':
      if (!live_.contains(deed.path)) {
        files_.push_back({});
        name(deed.path, files_.size() - 1);
      } else if (deed.offset == 1) {
        files_[live_[deed.path]].changes.push_back({now_, 't', 0, 0, ""});
      }
      open_[deed.fd] = live_.at(deed.path);
      open_path_[deed.fd] = deed.path;
      break;
    case 'w':
    case 't':
    case 'a':
      files_[open_.at(deed.fd)].changes.push_back(
          {now_, deed.kind, static_cast<std::size_t>(deed.offset), deed.size, deed.bytes});
      break;
    case 's':
      files_[open_.at(deed.fd)].syncs.push_back(now_);
      syncs_.push_back(now_);
      break;
    case 'S':
      folder_syncs_[deed.path].push_back(now_);
      syncs_.push_back(now_);
      break;
    case 'c': {
      const std::size_t file = open_.at(deed.fd);
      const std::string path = open_path_[deed.fd];
      const auto& changes = files_[file].changes;
      // Written under its own name: it is complete when it is closed.
      const bool written = !changes.empty() && live_.contains(path) && live_[path] == file;
      if (written && !is_temporary(path)) keep_version(path, file);
      open_.erase(deed.fd);
      break;
    }
    case 'm':
      files_.push_back({true});
      name(deed.path, files_.size() - 1);
      break;
    case 'r':
    case 'l': {
      const std::size_t file = live_.at(deed.path);
      name(deed.other, file, deed.kind == 'r' ? deed.path : "");
      keep_version(deed.other, file);
      break;
    }
    case 'u':
    case 'd':
      name(deed.path, std::nullopt);
      break;
    case '-':  // a deed that a test leaves out
      break;
    default:
      throw std::runtime_error("a trace has a call of an unknown kind");
  }
}

std::string Disk::contents(std::size_t file, std::size_t cut, std::mt19937_64* random) const {
  const File& f = files_[file];
  const std::size_t safe = random == nullptr ? cut : last_before(f.syncs, cut);
  std::string bytes = f.initial;
  // All, none, sizes without bytes, or each change by itself.
  const std::size_t style = random == nullptr ? 0 : below(*random, 4);
  for (const Change& change : f.changes) {
    if (change.at >= cut) break;
    std::size_t fate = change.at < safe ? 0 : style;
    if (fate == 3) fate = below(*random, 4);
    if (fate == 1) continue;
    if (change.kind == 't') {
      bytes.resize(change.size);
      continue;
    }
    const std::size_t end = change.kind == 'a' ? change.size : change.offset + change.bytes.size();
    if (bytes.size() < end) bytes.resize(end);
    if (change.kind == 'a' || change.bytes.empty()) continue;
    if (fate == 0) bytes.replace(change.offset, change.bytes.size(), change.bytes);
    if (fate == 2) bytes.replace(change.offset, change.bytes.size(), change.bytes.size(), '\0');
    if (fate == 3) {  // cut short
      const std::size_t kept = below(*random, change.bytes.size());
      bytes.replace(change.offset, kept, change.bytes, 0, kept);
    }
  }
  return bytes;
}

Remains Disk::after_cut(std::size_t cut, FileSystem kind, std::mt19937_64& random) const {
  std::map<std::string, std::size_t> names = first_;
  const std::size_t saved = last_before(syncs_, cut);
  const std::size_t committed = saved + below(random, cut - saved + 1);
  const std::size_t share = below(random, 5);  // of what is not safe, in quarters
  for (const Naming& naming : namings_) {
    if (naming.at >= cut) break;
    const auto syncs = folder_syncs_.find(parent_of(naming.name));
    const std::size_t safe = syncs == folder_syncs_.end() ? 0 : last_before(syncs->second, cut);
    const bool kept = kind == FileSystem::journal ? naming.at <= std::max(committed, safe)
                                                  : naming.at < safe || below(random, 4) < share;
    if (!kept) continue;
    if (!naming.former.empty()) names.erase(naming.former);
    if (naming.file) {
      names[naming.name] = *naming.file;
    } else {
      names.erase(naming.name);
    }
  }
  Remains remains;
  for (const auto& [path, file] : names) {
    const std::string parent = parent_of(path);
    // Parents come before what is in them.
    if (parent != "." && !remains.contains(parent)) continue;
    if (files_[file].is_folder) {
      remains[path] = std::nullopt;
    } else {
      remains[path] = contents(file, cut, &random);
    }
  }
  return remains;
}

}  // namespace hashlab::testing
