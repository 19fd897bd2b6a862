#pragma once

#include "lib/h5/h5.h"
#include "lib/types.h"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace hashlab {

/// Opens a data set file. Errors: those of H5File::open; corrupt_file if the file is not HDF5, with
/// the advice to use 'hashlab import'.
H5File open_dataset_file(const std::string& path);

/// The name of the attribute that records from which columns of a table a data set was imported.
/// Its text counts columns from 1, such as "3-7". The attribute is absent if these are the first
/// columns of the table.
inline constexpr const char* source_columns_attribute = "source-columns";

/// The features, of one view or of several, and the labels of a data set file (see
/// read_dataset), read in blocks, so that the file may be larger than memory. Every block is
/// checked as read_dataset checks the whole file.
class DatasetFile {
 public:
  /// Two values of `max_at_once`, a number of bytes. If the features take at most this many bytes
  /// as float32, the caller may read all of them at once, so the constructor rejects them if they
  /// do not fit into memory. If they take more, the caller must read them in pieces. With
  /// `in_pieces` the caller never reads all at once; with `whole` it always may.
  static constexpr std::size_t in_pieces = 0, whole = std::numeric_limits<std::size_t>::max();

  /// Opens a data set file. `view` is one of the names that views_of() returns; if it is empty,
  /// the features are /features.
  /// Errors:  those of read_dataset about the file, the view, and the shape and type of the
  ///          features. Values and labels are checked when they are read.
  explicit DatasetFile(const std::string& path, const std::string& view = "",
                       std::size_t max_at_once = in_pieces);
  /// Opens several views as one matrix of features, see read_views(). Errors: those of the
  /// constructor for a single view; corrupt_file if the views have different numbers of samples.
  DatasetFile(const std::string& path, const std::vector<std::string>& views,
              std::size_t max_at_once = in_pieces);
  /// Uses a file that is open already and may still be written. Its values are read in pieces.
  /// `view` and errors are those of the constructor that takes a path and a single view.
  explicit DatasetFile(H5File file, const std::string& view = "");

  const std::string& path() const { return file_.path(); }
  std::size_t size() const { return n_; }                    ///< samples
  std::size_t dimensions() const { return d_; }              ///< features of a sample
  bool is_at_once() const { return at_once_; }               ///< true if all may be read at once
  const std::vector<View>& views() const { return views_; }  ///< empty unless opened with `views`

  /// Samples first .. first + count - 1: d x count.
  /// Errors:  corrupt_file; for a bad value the message names its row.
  Features read(std::size_t first, std::size_t count) const;
  /// The columns of the imported file that became the features, 0-based; empty if these were its
  /// first columns or the data set file does not record them.
  std::vector<std::size_t> source_columns() const;
  /// All labels; none if the file has none. Errors: those of read_dataset about labels.
  Labels read_labels() const;
  /// The part to which /split assigns each sample; empty if the file has no /split.
  /// Errors:  corrupt_file if it is not a list of one integer per sample, has an undefined value,
  ///          or marks no queries or no database.
  RowMarks read_marks() const;
  /// The ground truth given as query lists; empty if the file has none. Errors: those of
  /// read_query_lists.
  QueryLists read_lists() const;

 private:
  void open_features(std::size_t max_at_once);
  void read_table(std::size_t table, std::size_t first, std::size_t count, float* samples) const;

  H5File file_;
  std::vector<std::string> tables_;  // the HDF5 datasets of the features
  std::vector<std::size_t> sizes_;   // number of features in each of them
  std::vector<View> views_;
  std::size_t n_ = 0, d_ = 0;
  bool at_once_ = false;
};

}  // namespace hashlab
