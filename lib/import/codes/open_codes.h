#pragma once

#include "lib/codes/code_file.h"

#include <memory>
#include <string>

namespace hashlab {

/// Opens a file of codes; the format is recognised from the content (see code_formats.h):
///
///   our own HDF5      written by CodeWriter, or the result of an experiment, stored with its codes
///   HDF5              a dataset by its name; /train and /test of ann-benchmarks' Hamming data
///   NumPy .npy, .npz  an array, by its name if the archive has several
///   MATLAB .mat       a variable of version 5 or 7.3, also one in a structure or cell array
///   Faiss             IndexBinaryFlat
///   text              one code per line: hex, 0 and 1 joined, a decimal integer, or numbers
///                     between blanks or commas (as in CSV); gzipped, too
///
/// `path` is FILE, FILE:/NAME or FILE:NAME, where NAME is the name of the array. If a file has the
/// whole text as its name, that file is opened. See codes_of_numbers() for the meaning of an
/// array's numbers.
/// Memory:  texts, MATLAB variables and members of archives are held in memory; the others are read
///          in blocks.
/// Errors:  not_found, unreadable, corrupt_file, or invalid_argument if the options contradict the
///          file or are incomplete; the message says which option to give, or lists the arrays.
std::unique_ptr<const CodeSource> open_codes(const std::string& path,
                                             const CodeFileOptions& options);

}  // namespace hashlab
