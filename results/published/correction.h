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
  double low = 1, high = 1;  ///< 95 % interval of the factor, in [0.001, 1000]
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

/// Parses a correction file: CSV (RFC 4180, without line breaks inside fields) with the header
/// source,dataset,groundtruth,hasher,bits,metric,factor,low,high,runs. `name`: the name of the
/// input in messages, and Correction::name.
/// Errors:  corrupt_file with name and line number: bad header, wrong number of fields, empty
///          field, bad quotes, not a number, out of range, factor outside low .. high, second
///          factor for the same score, NUL byte, line above 4096 bytes; corrupt_file with the name
///          alone: empty file, no factors; invalid_argument if a source is not a plain name (see
///          require_plain_name); io_error if `in` cannot be read.
Correction parse_correction(std::istream& in, const std::string& name);

/// Reads the correction file `path` (see parse_correction). Correction::name is the last part of
/// the path.
/// Errors:  not_found if there is no such file, unreadable if it cannot be read; invalid_argument
///          if the last part is not a plain name; corrupt_file if the file is larger than 64 MiB;
///          those of parse_correction, with the whole path in their messages.
Correction read_correction(const std::string& path);

}  // namespace hashlab::results
