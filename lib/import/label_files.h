#pragma once

#include "lib/data/label_file.h"
#include "lib/import/label_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

// These functions read labels from a file of any format that can be imported, in the forms common
// in this field: class numbers, N or N x 1; columns of 0 and 1 (or -1 and 1); names of classes;
// text with any of these after the name of a file, like the lists of DeepHash and HashNet; text
// with a list of classes for each sample. FILE:/NAME names one of several arrays in HDF5, .npz and
// MATLAB.

/// Opens a file of labels. `samples` is the number of samples that should have labels in it; 0: not
/// known. If the format leaves open which axis counts the samples, and the table has `samples`
/// columns but another number of rows, then its columns are the samples.
/// Errors:  those of the formats; corrupt_file if a file holds no labels; invalid_argument if a
///          .npz file has several arrays and none is named, or not the one that is named.
LabelTable open_label_table(const std::string& path, std::size_t samples = 0);

/// Opens several files of labels as open_label_table() does; samples[i] is the number of samples
/// for paths[i]. A class has the same number in all files: named classes are numbered in byte order
/// of the names in all files, but columns of 0 and 1 keep their order.
/// Errors:  those of open_label_table(); invalid_argument naming two files if one has names of
///          classes and the other numbers.
std::vector<LabelTable> open_label_tables(const std::vector<std::string>& paths,
                                          const std::vector<std::size_t>& samples);

/// The labels of several files, with one numbering of the classes.
struct LabelFiles {
  std::vector<std::unique_ptr<const LabelSource>> sources;
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty if the files have numbers
  std::vector<std::string> notes;        ///< doubts about the files, one line each, for the user
};

/// Opens several files of labels as open_label_tables() does. Files in forms that open_labels()
/// supports are read in blocks. Labels in other forms are checked here and held in memory.
/// Errors:  those of open_label_tables() and open_labels().
LabelFiles open_label_files(const std::vector<std::string>& paths,
                            const std::vector<std::size_t>& samples);

}  // namespace hashlab
