#pragma once

#include "lib/import/foreign_table.h"
#include "lib/import/matlab_variables.h"
#include "lib/input_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// Does a file begin as MATLAB 5 files do?
bool is_mat5(const std::string& head);

/// A variable of a MATLAB 5 file, with where it lies.
struct Mat5Variable {
  MatlabVariable about;
  Element element = Element::float32;  ///< what the type that its numbers are stored in needs
  bool is_sparse = false;
  bool is_compressed = false;
  std::size_t offset = 0;          ///< of the element in the file, with its tag
  std::size_t bytes = 0;           ///< that it takes in the file, with its tag
  std::size_t unpacked_bytes = 0;  ///< the same when it is not compressed
  std::size_t head_bytes = 0;      ///< of these, before its numbers
};

/// What a MATLAB 5 file holds. Only the heads of the variables are read: tags, class, extents, name.
/// Whatever they claim is checked against the file's size (zlib packs 1,032 bytes into one at best)
/// and, for dense numbers, against each other; so what is listed as numeric can be read.
/// Errors:  corrupt_file naming the byte where the file is cut off or contradicts itself.
/// Source:  "MAT-File Format", The MathWorks: Level 5 MAT-file data elements.
std::vector<Mat5Variable> mat5_directory(const InputFile& file);

/// Hands out the element of a variable, unpacked, in pieces and in order.
/// Errors:  corrupt_file if its compressed data are damaged or of another length than they claim.
void unpack_mat5(const InputFile& file, const Mat5Variable& variable,
                 const std::function<void(const void* bytes, std::size_t count)>& take);

/// Does each of the three lists of a sparse variable (rows, beginnings of columns, numbers) lie within
/// it? `unpacked` is a MATLAB file that holds nothing else, not compressed.
bool sparse_lists_fit(const InputFile& unpacked, const Mat5Variable& variable);

}  // namespace hashlab
