#pragma once

#include "lib/codes/code_file.h"
#include "lib/import/format.h"

#include <memory>
#include <string>

/// Every format of code files, in the order in which they are tried on a file. Text has no magic
/// number and is last. For each NAME, NAME_codes.cpp in this folder defines `CodeFileFormat
/// NAME_codes()`.
// clang-format off
#define HASHLAB_CODE_FORMATS(X) \
  X(npy)                        \
  X(npz)                        \
  X(faiss)                      \
  X(matlab)                     \
  X(hdf5)                       \
  X(text)
// clang-format on

namespace hashlab {

/// A code file that is to be opened.
struct CodeFile {
  Sniff sniff;        ///< its path and beginning
  std::string array;  ///< the name of one of its arrays, without a leading slash; empty: not given

  const std::string& path() const { return sniff.path; }
  /// The name of the array in messages and on the command line: FILE, or FILE:/ARRAY.
  std::string place() const { return array.empty() ? path() : path() + ":/" + array; }
};

/// A format of code files.
struct CodeFileFormat {
  std::string name;  ///< for messages: "NumPy .npy"
  bool has_arrays;   ///< true if `open` uses CodeFile::array
  /// True if the content looks like this format. Errors: not_found, unreadable.
  bool (*recognises)(const Sniff& file);
  /// Opens a file of this format. Errors: those of open_codes().
  std::unique_ptr<const CodeSource> (*open)(const CodeFile& file, const CodeFileOptions& options);
};

#define HASHLAB_DECLARE_CODES(name) CodeFileFormat name##_codes();
HASHLAB_CODE_FORMATS(HASHLAB_DECLARE_CODES)
#undef HASHLAB_DECLARE_CODES

}  // namespace hashlab
