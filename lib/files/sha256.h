#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace hashlab {

/// SHA-256 (FIPS 180-4) of data given in blocks.
class Sha256 {
 public:
  Sha256();
  void add(const void* data, std::size_t bytes);
  void add(std::string_view text) { add(text.data(), text.size()); }
  /// 64 lower-case hexadecimal digits. Ends the computation: call once.
  std::string hex();

 private:
  struct Free {
    void operator()(void* context) const;
  };
  std::unique_ptr<void, Free> context_;
};

std::string sha256(std::string_view text);

/// SHA-256 of a file's bytes, read in blocks. Errors: not_found, unreadable.
std::string sha256_of_file(const std::string& path);

}  // namespace hashlab
