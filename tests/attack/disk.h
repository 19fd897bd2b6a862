#pragma once

#include "tests/attack/driver.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace hashlab::testing {

/// One thing that a program did to the watched folder, as the preload library traces it: a line
///
///   descriptor TAB offset TAB bytes on standard error TAB letter TAB size TAB path TAB new name
///
/// followed by the bytes of a write.
struct Deed {
  int fd = -1;
  long offset = 0;
  std::size_t said = 0;  ///< length of standard error by then
  char kind = 0;
  std::size_t size = 0;
  std::string path, other, bytes;
};

std::vector<Deed> read_trace(const std::string& path);

/// What a disk has to keep of names that no folder's fsync has made safe.
enum class FileSystem {
  journal,  ///< what happened to names stays in order, and any fsync saves all of it until then
  any       ///< no more than POSIX promises: each name by itself is kept or lost
};

/// The files of a folder after a power cut; nothing for a folder's own name.
using Remains = std::map<std::string, std::optional<std::string>>;

/// The history of a folder, of which any beginning can be cut off.
class Disk {
 public:
  explicit Disk(const Snapshot& before);
  /// Goes on with the deeds of one program.
  void add(const std::vector<Deed>& deeds);
  std::size_t deeds() const { return now_; }

  /// What is there if the power is cut before deed number `cut`: what fsync has made safe, and a
  /// random part of the rest: names with or without it, writes whole, lost, cut short or zeros.
  Remains after_cut(std::size_t cut, FileSystem kind, std::mt19937_64& random) const;

  /// A state in which a name was given to a complete file, or taken away.
  struct Version {
    std::size_t since = 0;             ///< number of the deed
    std::optional<std::string> bytes;  ///< nothing: the file was removed
  };
  /// By final names, in order of time.
  const std::map<std::string, std::vector<Version>>& versions() const { return versions_; }

 private:
  struct Change {  // of the contents of a file
    std::size_t at;
    char kind;
    std::size_t offset, size;
    std::string bytes;
  };
  struct File {
    bool is_folder = false;
    std::string initial = {};
    std::vector<Change> changes = {};
    std::vector<std::size_t> syncs = {};
  };
  struct Naming {
    std::size_t at;
    std::string name, former;         // former: a name that is lost by it
    std::optional<std::size_t> file;  // nothing: the name is removed
  };

  void add(const Deed& deed);
  void name(const std::string& path, std::optional<std::size_t> file,
            const std::string& former = "");
  std::string contents(std::size_t file, std::size_t cut, std::mt19937_64* random) const;
  void keep_version(const std::string& path, std::size_t file);

  std::vector<File> files_;
  std::vector<Naming> namings_;
  std::map<std::string, std::vector<std::size_t>> folder_syncs_;
  std::vector<std::size_t> syncs_;
  std::map<std::string, std::size_t> first_, live_;
  std::map<int, std::size_t> open_;
  std::map<int, std::string> open_path_;
  std::map<std::string, std::vector<Version>> versions_;
  std::size_t now_ = 0;
};

}  // namespace hashlab::testing
