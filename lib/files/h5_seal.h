#pragma once

#include "lib/files/input_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hashlab {

/// Our own HDF5 files begin with a text in HDF5's user block that holds a checksum of the rest: the
/// seal.
constexpr std::size_t h5_seal_bytes = 512;

enum class Seal {
  none,   ///< a file of another program
  whole,  ///< one of ours, undamaged
  broken  ///< one of ours, but file or seal are damaged
};

/// The seal of a file whose bytes from h5_seal_bytes on have this SHA-256.
std::string h5_seal(std::string_view checksum);
/// The seal of a file that ends in an appendix: bytes behind the library's, which passes over them,
/// for readers that need no more. `rest`, which ends with them, are its bytes from h5_seal_bytes
/// on. The seal then tells their number too, and a QuickSum of itself and the rest.
std::string h5_seal_with_appendix(std::string_view rest, std::size_t appendix_bytes);
/// The appendix of one of our files; nothing if it has none. All of the file is read and compared
/// with the seal's QuickSum, which needs neither the library nor its lock.
/// Errors: not_found; unreadable; corrupt_file if the seal does not fit.
std::optional<std::string> h5_appendix(const std::string& path);
/// The seal that fits a file's bytes from h5_seal_bytes on. Errors: unreadable.
std::string h5_seal_of(const InputFile& file);

/// Does it begin like one of our files? A look at the first bytes, whatever comes after them.
bool begins_with_seal(const InputFile& file);
/// Reads the whole file if it begins so. A damaged seal is recognised as long as half of its text,
/// or the form of its checksum, is left. Errors: unreadable.
Seal seal_of(const InputFile& file);

/// While one of these exists, seal_of takes the files that begin like ours for whole and does not
/// read them: another process of the same job has just done so.
class SealsCheckedElsewhere {
 public:
  SealsCheckedElsewhere();
  ~SealsCheckedElsewhere();
  SealsCheckedElsewhere(const SealsCheckedElsewhere&) = delete;
  SealsCheckedElsewhere& operator=(const SealsCheckedElsewhere&) = delete;
};

}  // namespace hashlab
