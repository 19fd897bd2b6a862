#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// What most readers need of a cell. It is the appendix of the cell's file (see h5_appendix): they
/// need not look into HDF5 for it, which takes long and one thread at a time.
struct CellSummary {
  // As the attributes of the file's root group; those of fitted rows and hash tables apart.
  std::map<std::string, std::string> texts;
  std::map<std::string, double> numbers;
  /// What is no such attribute:
  ///   fitted.NAME            how many rows fitted it: one number
  ///   codes  hash-tables     there, and empty, if the file holds some
  ///   curve.precision-at-recall  curve.cutoffs  curve.precision-top  curve.recall-top
  ///   curve.hit-top          see CellCurves; of a cell that has them
  std::map<std::string, std::vector<double>> lists;
};

/// A line that names the format, then the three maps. A map is its size, then names and values in
/// the order of the names. A text is its length and its bytes, a list its length and its numbers.
/// Lengths and sizes are uint32, numbers float64, all little-endian.
std::string summary_bytes(const CellSummary& summary);

/// `path` is for messages.
/// Errors:  corrupt_file if the bytes are not as summary_bytes makes them.
CellSummary summary_from_bytes(std::string_view bytes, const std::string& path);

}  // namespace hashlab::results
