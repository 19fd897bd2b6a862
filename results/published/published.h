#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// One published value: a line of results/published/*.csv.
struct PublishedValue {
  std::string source;       ///< "thesis Table 4.17"
  std::string dataset;      ///< "cifar10_gist512"
  std::string groundtruth;  ///< "epsilon" or "class"
  std::string split, hasher;
  std::size_t bits = 0;
  std::string metric;
  double value = 0;          ///< in [0, 1]; seconds if the metric is a time (time_metrics.h)
  std::size_t training = 0;  ///< training samples; 0: not stated, so it matches any number
};

/// True if `published`, the name of a data set in a file of published values, means the data set
/// `ours`: if the names are equal, or if `ours` continues after `published` with a character that
/// is neither a letter, a digit nor ':'. For example, "cifar10_gist512" matches our
/// "cifar10_gist512.h5", but not "cifar10_gist5120". Names that continue with ':' and a view, a
/// direction or codes mean other data sets.
bool same_dataset(const std::string& published, const std::string& ours);

/// The values that match one of our data sets (see same_dataset), a kind of ground truth
/// ("epsilon", "class") and a number of training samples.
std::vector<PublishedValue> published_for(const std::vector<PublishedValue>& published,
                                          const std::string& dataset,
                                          const std::string& groundtruth, std::size_t training);

/// 100 (ours - published) / published; none if the published value is zero.
std::optional<double> difference_percent(double ours, double published);

/// Reads CSV (RFC 4180, without line breaks inside fields) with the header
/// source,dataset,groundtruth,split,hasher,bits,metric,value, optionally followed by ",training".
/// Messages refer to the input as `name`.
/// Errors:  corrupt_file with name and line number: bad header, wrong number of fields, empty
///          field, bad quotes, not a number, out of range, repeated entry, NUL byte, line above
///          4096 bytes; corrupt_file with the name alone: empty file, no entries; invalid_argument
///          if a source is not a plain name (see require_plain_name); io_error if `in` cannot be
///          read.
std::vector<PublishedValue> parse_published(std::istream& in, const std::string& name);

/// Reads a file of published values (see parse_published).
/// Errors:  not_found if there is no such file, unreadable if it cannot be read; corrupt_file if it
///          is larger than 64 MiB; those of parse_published.
std::vector<PublishedValue> read_published(const std::string& path);

}  // namespace hashlab::results
