#pragma once

#include "lib/files/h5.h"
#include "lib/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// The features, of one view or of several, and the labels of a data set file (see
/// read_dataset), read in blocks, so that the file may be larger than memory. Every block is
/// checked as read_dataset checks the whole file.
class DatasetFile {
 public:
  /// How much will be read at once: with `whole`, features that do not fit into memory are refused.
  enum class Extent { pieces, whole };

  /// `view` is one of views_of; empty: /features.
  /// Errors:  as read_dataset, except for those that depend on the values.
  explicit DatasetFile(const std::string& path, const std::string& view = "",
                       Extent extent = Extent::pieces);
  /// The same with several views, see read_views.
  DatasetFile(const std::string& path, const std::vector<std::string>& views,
              Extent extent = Extent::pieces);
  /// The same of a file that is open, perhaps still being written. Its values are read in pieces.
  explicit DatasetFile(H5File file, const std::string& view = "");

  const std::string& path() const { return file_.path(); }
  std::size_t size() const { return n_; }                    ///< samples
  std::size_t dimensions() const { return d_; }              ///< features of a sample
  const std::vector<View>& views() const { return views_; }  ///< empty unless several were named

  /// Samples first .. first + count - 1: d x count.
  /// Errors:  corrupt_file; for a bad value the message names its row.
  Features read(std::size_t first, std::size_t count) const;
  /// All labels; none if the file has none.
  Labels read_labels() const;
  /// What /split says of each sample; nothing if the file has none.
  /// Errors:  corrupt_file if it is no list of one integer for each sample, or has a value that
  ///          stands for nothing, or marks no queries or no database.
  RowMarks read_marks() const;
  /// Who is relevant to whom; nothing if the file has no such lists. Errors: see read_query_lists.
  QueryLists read_lists() const;

 private:
  void open_features(Extent extent);
  void read_table(std::size_t table, std::size_t first, std::size_t count, float* samples) const;

  H5File file_;
  std::vector<std::string> tables_;  // the datasets that hold them
  std::vector<std::size_t> sizes_;   // features of each
  std::vector<View> views_;
  std::size_t n_ = 0, d_ = 0;
};

}  // namespace hashlab
