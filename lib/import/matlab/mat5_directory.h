#pragma once

#include "lib/files/input_file.h"
#include "lib/import/foreign_table.h"
#include "lib/import/matlab/matlab_variables.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// True if a file whose first bytes are `head` looks like a MATLAB 5 file.
bool is_mat5(const std::string& head);

/// A variable of a MATLAB 5 file and its position.
struct Mat5Variable {
  MatlabVariable about;
  Element element = Element::float32;  ///< the value of ForeignTable::element() for its numbers
  bool is_sparse = false;
  bool is_compressed = false;
  // The file's data element is the variable itself, or the cell array or structure that contains
  // it.
  std::size_t offset = 0;          ///< of the file's data element, with its tag
  std::size_t bytes = 0;           ///< size of the file's data element, with its tag
  std::size_t whole_bytes = 0;     ///< size of the decompressed data element of the file
  std::size_t inner_offset = 0;    ///< of the variable's data element in the decompressed data
  std::size_t unpacked_bytes = 0;  ///< size of the variable's data element, with its tag
  std::size_t head_bytes = 0;      ///< bytes of the variable's data element before its numbers
};

/// The variables of a MATLAB 5 file, including those in cell arrays and structures, each after its
/// container. Only their headers are read: tags, class, dimensions, name. The sizes in the headers
/// are checked against the size of the file (zlib compresses by a factor of 1,032 at most); for
/// dense numbers, their stated size is also checked against the dimensions. Damage within a cell
/// array or structure ends the list of its elements; MatlabVariable::type of the cell array or
/// structure then ends with "with damaged elements".
/// Cost:    compressed cell arrays and structures are decompressed.
/// Errors:  corrupt_file naming the byte where the file is truncated or inconsistent.
/// Source:  "MAT-File Format", The MathWorks: Level 5 MAT-file data elements.
std::vector<Mat5Variable> mat5_directory(const InputFile& file);

/// Passes the decompressed data element of a variable to `take`, in consecutive blocks.
/// Errors:  corrupt_file if its compressed data are damaged or have another length than stated.
void unpack_mat5(const InputFile& file, const Mat5Variable& variable,
                 const std::function<void(const void* bytes, std::size_t count)>& take);

/// True if the three arrays of a sparse variable (row indices, column starts, numbers) lie within
/// it. `unpacked` is an uncompressed MATLAB file that holds only this variable.
bool sparse_lists_fit(const InputFile& unpacked, const Mat5Variable& variable);

}  // namespace hashlab
