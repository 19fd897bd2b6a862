#pragma once

#include "lib/files/files.h"

#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

/// The folder in memory that holds what this process writes; it is removed with it.
inline const std::string& fuzz_root() {
  struct Root {
    std::string path = "/dev/shm/hashlab-fuzz-" + std::to_string(getpid());
    Root() { std::filesystem::create_directories(path); }
    ~Root() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  };
  static const Root root;
  return root.path;
}

/// Puts an input into a file in memory, of the same name each time.
inline const std::string& fuzz_file(std::string_view bytes) {
  static const std::string path = fuzz_root() + "/input";
  hashlab::write_file(path, bytes);
  return path;
}

/// Raw bytes that HDF5 itself would parse find the errors of HDF5, not ours.
inline bool is_for_hdf5(std::string_view bytes) {
  return bytes.find("\x89HDF") != bytes.npos || bytes.starts_with("hashlab file");
}

/// Takes numbers from the front of an input.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}
  std::size_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};
