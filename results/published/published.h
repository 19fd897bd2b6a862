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
  std::size_t training = 0;  ///< training samples; 0: not said, so it stands beside any number
};

/// Is a name of a published data set that of ours? It must equal ours or end where ours has a '.'
/// or another sign ("cifar10_gist512" is ours if we call it "cifar10_gist512.h5", not if
/// "cifar10_gist5120"). After a ':' come a view, a direction, codes: those are other data sets.
bool same_dataset(const std::string& published, const std::string& ours);

/// Those for a data set of ours (same_dataset), a kind of ground truth ("epsilon", "class") and a
/// number of training samples.
std::vector<PublishedValue> published_for(const std::vector<PublishedValue>& published,
                                          const std::string& dataset,
                                          const std::string& groundtruth, std::size_t training);

/// 100 (ours - published) / published. Nothing if the published value is zero.
std::optional<double> difference_percent(double ours, double published);

/// Reads CSV (RFC 4180, without line breaks inside of fields) with the header
/// source,dataset,groundtruth,split,hasher,bits,metric,value, which may go on with ",training".
/// Messages call the input `name`.
/// Errors:  corrupt_file with name and line number: bad header, wrong number of fields, empty
///          field, bad quotes, not a number, out of range, repeated entry, NUL byte, line above
///          4096 bytes, no entries; invalid_argument if a source is no plain name.
std::vector<PublishedValue> parse_published(std::istream& in, const std::string& name);

/// Errors:  not_found if there is no such file, unreadable if it cannot be read, or as above.
std::vector<PublishedValue> read_published(const std::string& path);

}  // namespace hashlab::results
