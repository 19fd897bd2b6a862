#pragma once

#include "lib/files/input_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hashlab {

/// The size of a seal. Our own HDF5 files begin with a seal: a text in HDF5's user block that holds
/// a checksum of the rest of the file.
constexpr std::size_t h5_seal_bytes = 512;

enum class Seal {
  none,   ///< a file of another program
  whole,  ///< one of ours, undamaged
  broken  ///< one of ours, but the file or its seal is damaged
};

/// The seal of a file whose bytes from h5_seal_bytes on have this SHA-256.
std::string h5_seal(std::string_view checksum);
/// The seal of a file with an appendix: bytes at its end that the HDF5 library ignores, for readers
/// that need no other part of the file. `rest` holds all bytes from h5_seal_bytes on, the appendix
/// included. Such a seal also states the size of the appendix, and ends with a QuickSum of the text
/// before it and of `rest`.
std::string h5_seal_with_appendix(std::string_view rest, std::size_t appendix_bytes);
/// The appendix of one of our files; none if the file has no appendix. If it has one, the whole
/// file is read, and its QuickSum is compared with the one in the seal. This needs neither the HDF5
/// library nor its lock.
/// Errors: not_found; unreadable; corrupt_file if the seal does not fit.
std::optional<std::string> h5_appendix(const std::string& path);
/// Computes the seal for the bytes of a file from h5_seal_bytes on. Errors: unreadable.
std::string h5_seal_of(const InputFile& file);

/// True if a file begins like one of our files. Only the first bytes are examined.
bool begins_with_seal(const InputFile& file);
/// The state of a file's seal. Reads the whole file if it begins like one of our files. A damaged
/// seal is still recognised, as `broken`, if HDF5 data follow it and at least half of its fixed
/// text is intact or its checksum still consists of hexadecimal digits. Errors: unreadable.
Seal seal_of(const InputFile& file);

/// While an object of this class exists, seal_of() assumes that every file that begins like one of
/// our files is undamaged. It does not read the file, because another process of the same job has
/// just checked it.
class SealsCheckedElsewhere {
 public:
  SealsCheckedElsewhere();
  ~SealsCheckedElsewhere();
  SealsCheckedElsewhere(const SealsCheckedElsewhere&) = delete;
  SealsCheckedElsewhere& operator=(const SealsCheckedElsewhere&) = delete;
};

}  // namespace hashlab
