#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// The values of a cell that most readers need. It is the appendix of the cell's file (see
/// h5_appendix), so they can be read without HDF5, which is slow and serves one thread at a time.
struct CellSummary {
  // The attributes of the file's root group, except those of fitted rows, hash tables and codes.
  std::map<std::string, std::string> texts;
  std::map<std::string, double> numbers;
  /// Values that are not such attributes:
  ///   fitted.NAME            one value: the number of rows on which NAME was fitted
  ///   codes                  an empty list, present only if the file holds codes
  ///   hash-tables            an empty list, present only if the file holds hash tables
  ///   curve.precision-at-recall  curve.cutoffs  curve.precision-top  curve.recall-top
  ///   curve.hit-top          the curves, if the cell has them; see CellCurves
  std::map<std::string, std::vector<double>> lists;
};

/// The bytes of a summary: a line that names the format, then the three maps. A map is its size,
/// then names and values in the order of the names. A text is its length and its bytes; a list is
/// its length and its numbers. Lengths and sizes are uint32, numbers float64, all little-endian.
std::string summary_bytes(const CellSummary& summary);

/// Parses the bytes of a summary. `path` is for messages.
/// Errors:  corrupt_file if the bytes do not have the form of summary_bytes.
CellSummary summary_from_bytes(std::string_view bytes, const std::string& path);

}  // namespace hashlab::results
