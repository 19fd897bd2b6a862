#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// One printed number: a line of results/published/*.csv.
struct PublishedValue {
  std::string source;       ///< "thesis Table 4.17"
  std::string dataset;      ///< "cifar10_gist512"
  std::string groundtruth;  ///< "epsilon" or "class"
  std::string split, hasher;
  std::size_t bits = 0;
  std::string metric;
  double value = 0;          ///< in [0, 1]; of a time (see time_metrics.h), in seconds
  std::size_t training = 0;  ///< training samples; 0: not stated, so it is shown beside any number
};

/// True if the name of a published data set means our data set. It must equal our name, or end
/// where our name has a '.' or another sign: "cifar10_gist512" matches our "cifar10_gist512.h5",
/// but not "cifar10_gist5120". A ':' in our name is followed by a view, a direction or codes; these
/// are different data sets.
bool same_dataset(const std::string& published, const std::string& ours);

/// The values for one of our data sets (same_dataset), a kind of ground truth ("epsilon", "class")
/// and a number of training samples.
std::vector<PublishedValue> published_for(const std::vector<PublishedValue>& published,
                                          const std::string& dataset,
                                          const std::string& groundtruth, std::size_t training);

/// 100 (ours - published) / published. None if the published value is zero.
std::optional<double> difference_percent(double ours, double published);

/// Reads CSV (RFC 4180, without line breaks inside fields) with the header
/// source,dataset,groundtruth,split,hasher,bits,metric,value, optionally followed by ",training".
/// Messages refer to the input as `name`.
/// Errors:  corrupt_file with name and line number: bad header, wrong number of fields, empty
///          field, bad quotes, not a number, out of range, repeated entry, NUL byte, line above
///          4096 bytes, no entries; invalid_argument if a source is not a plain name.
std::vector<PublishedValue> parse_published(std::istream& in, const std::string& name);

/// Errors:  not_found if there is no such file, unreadable if it cannot be read, or as above.
std::vector<PublishedValue> read_published(const std::string& path);

}  // namespace hashlab::results
