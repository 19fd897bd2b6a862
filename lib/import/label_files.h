#pragma once

#include "lib/data/label_file.h"
#include "lib/import/label_table.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

// Labels in the forms common in this field, in a file of any format that can be imported: class
// numbers, N or N x 1; columns of 0 and 1 (or -1 and 1); names of classes; text with either of them
// after the name of a file, like the lists of DeepHash and HashNet; text with a list of classes for
// each sample. FILE:/NAME names one of several arrays in HDF5, .npz and MATLAB.

/// `samples`: how many labels the file should have, 0 if it is not known. A table with another
/// number of rows but `samples` columns has one label in each column.
/// Errors:  those of the formats; corrupt_file if a file holds no labels.
LabelTable open_label_table(const std::string& path, std::size_t samples = 0);

/// The same for several files; classes with names are numbered in the order of all their names.
/// Errors:  invalid_argument naming two files if one has names of classes and the other numbers.
std::vector<LabelTable> open_label_tables(const std::vector<std::string>& paths,
                                          const std::vector<std::size_t>& samples);

/// Labels of files that are compared with each other.
struct LabelFiles {
  std::vector<std::unique_ptr<const LabelSource>> sources;
  std::vector<std::string> class_names;  ///< of class 0, 1, ...; empty if the files have numbers
  std::vector<std::string> notes;        ///< doubtful points, one line each, to be shown to the
                                         ///< user
};

/// The same, checked when they are read. Forms that open_labels() supports are read in blocks;
/// others are held in memory.
/// Errors:  as above and those of open_labels().
LabelFiles open_label_files(const std::vector<std::string>& paths,
                            const std::vector<std::size_t>& samples);

}  // namespace hashlab
