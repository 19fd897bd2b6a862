#pragma once

#include "lib/files/input_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hashlab {

/// A file in a zip archive.
struct ZipMember {
  std::string name;
  std::size_t header = 0;        ///< offset of its local header in the archive
  std::size_t packed_bytes = 0;  ///< size as stored
  std::size_t bytes = 0;         ///< size after decompression
  unsigned method = 0;           ///< 0: stored, 8: deflated
  std::uint32_t sum = 0;         ///< CRC-32 of the decompressed data
};

/// A zip archive, such as .npz, including archives beyond 4 GiB (zip64).
/// Source:  PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", 4.3 to 4.5.
class ZipArchive {
 public:
  /// Reads the list of members.
  /// Errors:  not_found, unreadable; corrupt_file if the list is missing or damaged, or if a member
  ///          is encrypted.
  explicit ZipArchive(const std::string& path);
  const std::vector<ZipMember>& members() const { return members_; }
  /// The content of a member, decompressed and compared with its checksum.
  /// Errors:  unreadable; corrupt_file if it is damaged, or packed by another method than deflate.
  std::string read(const ZipMember& member) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;

  InputFile file_;
  std::vector<ZipMember> members_;
};

}  // namespace hashlab
