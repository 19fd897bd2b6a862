#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace hashlab {

/// One printed number: a line of results/published/*.csv.
struct PublishedValue {
  std::string source;       ///< "thesis Table 4.17"
  std::string dataset;      ///< "cifar10_gist512"
  std::string groundtruth;  ///< "epsilon" or "class"
  std::string split, hasher;
  std::size_t bits = 0;
  std::string metric;
  double value = 0;  ///< in [0, 1]
};

/// Reads CSV (RFC 4180, without line breaks inside of fields) with the header
/// source,dataset,groundtruth,split,hasher,bits,metric,value. Messages call the input `name`.
/// Errors:  corrupt_file with name and line number: bad header, wrong number of fields, empty
///          field, bad quotes, not a number, out of range, repeated entry, NUL byte, line above
///          4096 bytes, no entries.
std::vector<PublishedValue> parse_published(std::istream& in, const std::string& name);

/// Errors:  not_found if there is no such file, io_error if it cannot be read, or as above.
std::vector<PublishedValue> read_published(const std::string& path);

}  // namespace hashlab
