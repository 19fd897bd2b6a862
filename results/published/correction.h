#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace hashlab::results {

/// The measured effect of a known flaw in our data on one score: a line of
/// results/published/corrections/*.csv.
struct CorrectionFactor {
  std::string source;       ///< description of the measurement
  std::string dataset;      ///< "cifar10_gist512": the data set that has the flaw
  std::string groundtruth;  ///< "epsilon" or "class"
  std::string hasher;
  std::size_t bits = 0;
  std::string metric;
  double factor = 1;         ///< score with the flaw / score without, in [0.01, 100]
  double low = 1, high = 1;  ///< its 95 % interval, low <= factor <= high, in [0.001, 1000]
  std::size_t runs = 0;      ///< number of runs of the measurement
};

/// Factors by which scores are divided, and the name of their file, which tables print.
struct Correction {
  std::string name;
  std::vector<CorrectionFactor> factors;

  /// The factor of a score on one of our data sets (see same_dataset); nullptr if there is none.
  const CorrectionFactor* find(const std::string& our_dataset, const std::string& groundtruth,
                               const std::string& hasher, std::size_t bits,
                               const std::string& metric) const;
};

/// Reads CSV as parse_published does, with the header
/// source,dataset,groundtruth,hasher,bits,metric,factor,low,high,runs. `name`: how messages and
/// tables refer to the input.
/// Errors:  corrupt_file with name and line number as parse_published, and if the factor is not
///          within low .. high; invalid_argument if a source is not a plain name.
Correction parse_correction(std::istream& in, const std::string& name);

/// The name is the path's last part. Errors:  not_found if there is no such file, unreadable if it
/// cannot be read; invalid_argument if that part is not a plain name; those of parse_correction
/// with the whole path.
Correction read_correction(const std::string& path);

}  // namespace hashlab::results
