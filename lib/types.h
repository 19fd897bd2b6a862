#pragma once

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hashlab {

/// n samples of d features, one sample per column: d x n. In memory this column-major matrix is the
/// same as an n x d row-major HDF5 dataset, so reading transposes nothing.
using Features = arma::fmat;

/// Rows of a data set (0-based). A split part is a list of these, ascending and without repeats.
using Rows = std::vector<std::uint32_t>;

/// The classes of n samples, in one of two forms; empty if the data set has none.
struct Labels {
  std::vector<std::int32_t> single;  ///< n class numbers >= 0, or empty
  arma::Mat<std::uint8_t> multi;     ///< C x n of 0/1, column i = sample i, or empty

  bool empty() const { return single.empty() && multi.is_empty(); }
};

/// A row's role in the split that comes with a data set: the values of `/split` in its file.
enum class RowMark : std::uint8_t {
  database = 0,           ///< ranked
  query = 1,              ///< a test query
  training_database = 2,  ///< ranked, and in the published training set
  training = 3            ///< in the published training set, never ranked
};
using RowMarks = std::vector<RowMark>;

/// Ground truth as lists that come with a data set (see lib/data/query_lists.h).
struct QueryLists {
  Rows queries;  ///< the rows that are queries, ascending
  /// One list per query, ascending; empty for a kind of list that the data set does not have.
  std::vector<Rows> relevant = {}, easy = {}, hard = {}, junk = {};

  bool empty() const { return queries.empty(); }
};

/// One of several descriptions of the same samples, such as an image or its words: features
/// first .. first + dimensions - 1 of each sample.
struct View {
  std::string name;  ///< a plain name (see lib/plain_name.h)
  std::size_t first = 0, dimensions = 0;
};

/// One data set. `checksum` is the SHA-256 of the content (shapes, feature and label values), so it
/// does not change when a file is recompressed or renamed. If a data set was read with several
/// views, each column of `features` holds the features of one sample in all views, one view after
/// the other. A sample has the same row number in the file in every view.
struct Dataset {
  std::string name;
  std::string checksum;  ///< 64 hexadecimal digits
  Features features;     ///< d x n
  Labels labels;
  RowMarks marks = {};           ///< one per sample; empty if there are none or they were not read
  std::vector<View> views = {};  ///< in the requested order; empty if the features are one view
  QueryLists lists = {};         ///< empty if there are none, or they were not requested
  /// For a data set larger than memory: the owner of the features, which are then read-only.
  std::shared_ptr<const void> storage = nullptr;

  std::size_t size() const { return features.n_cols; }
  std::size_t dimensions() const { return features.n_rows; }
};

}  // namespace hashlab
