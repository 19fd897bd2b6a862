#pragma once

#include "lib/data/row_digests.h"
#include "lib/h5/h5.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

/// A summary of a dataset of an HDF5 file.
struct TableFacts {
  std::string name;               ///< "/features"
  std::vector<std::size_t> size;  ///< extent of each dimension; the first counts rows
  std::string type;               ///< "float32", "uint8", "bool", ...; "other": text or compounds
  std::string trouble;            ///< why the dataset was rejected; empty if it was not
  double least = 0, most = 0;     ///< range of the finite values; least > most if there are none
  std::size_t not_finite = 0;     ///< NaN and infinities
  std::size_t bad_row = 0, bad_column = 0;  ///< where the first NaN or infinity is

  /// True if the dataset holds numbers and they were read.
  bool is_looked_at() const { return trouble.empty() && type != "other"; }
  /// True if the range is valid. If the dataset was not read, the range is 0 .. 0 and the result is
  /// true.
  bool has_values() const { return least <= most; }
};

/// Reads dataset `name` of the file once, in blocks of at most 2 MiB or one row. If `digests` is
/// not null, it receives the digests of the rows. Rows of uint8 and float32 are digested as they
/// are, others after conversion to double.
/// Errors:  corrupt_file if the file is damaged. A dataset that open_h5_rows() rejects, for example
///          because it is empty, is not an error: `trouble` then holds the message.
TableFacts table_facts(const H5File& file, const std::string& name, RowDigests* digests);

}  // namespace hashlab
