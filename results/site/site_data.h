#pragma once

#include "results/record/rows.h"
#include "results/report/audit_lines.h"
#include "results/statistics/run_values.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::results {

/// The line of a CSV file of the site from which a number was taken.
struct Origin {
  std::string file;      ///< name in the folder data/ of the site
  std::size_t line = 0;  ///< 1 is the header
  auto operator<=>(const Origin&) const = default;
};

/// What a number of the site was measured on, but for its method.
struct Measured {
  std::string study, suite;  ///< suite: the part of the study; empty if it has only one
  std::string dataset, split, metric;
  CodeBits bits;
  auto operator<=>(const Measured&) const = default;
};

/// The mean score of one method over runs.
struct SiteScore {
  Measured what;
  std::string method;
  std::size_t runs = 0;  ///< 0 if it is not known
  double mean = 0;
  std::optional<double> sd;  ///< over runs, with n - 1
  double rounding = 0;       ///< mean and sd differ by at most this from what was measured
  RunValues values = {};     ///< of each run; empty if the CSV holds only the mean
  std::string mark = {};     ///< the marker of `hashlab table`, see docs/research/index.md
  bool leaks = false;        ///< the audit found a leak in these results
  Origin origin = {};
};

/// The test of two methods in the same runs, as `hashlab compare` printed it.
struct SitePair {
  Measured what;
  std::string first, second;
  double p = 1;  ///< corrected resampled t-test, not yet corrected for other tests
  Origin origin;
};

/// The mean time of a method, in seconds.
struct SiteCost {
  Measured what;  ///< the metric is the name of the time, such as "learn-seconds"
  std::string method;
  double seconds = 0;
  Origin origin;
};

/// One part of a study: one data set under one experiment file.
struct SiteSuite {
  std::string study, suite, dataset;
  std::string ground_truth;  ///< "class", or "epsilon:neighbours=50,..."; empty if it is not known
  std::string conditions;    ///< sizes of the parts and seed, in words; empty if they are not known
  /// By split: a checksum of everything that decides which rows are in which part of run 1, 2, ...
  /// and which items are relevant. Scores are comparable only if it is equal. A split is missing if
  /// this is not known.
  std::map<std::string, std::string> rows = {};
  std::size_t size = 0, dimensions = 0, runs = 0;
  std::string checksum;
  std::optional<double> ratio;  ///< of corrected_resampled_t; none if it is not known
  std::vector<AuditLine> audit;
  std::optional<Origin> audit_origin;
};

struct NamedText {
  std::string name, text;
};

/// A study: an experiment file that ran, or a results folder.
struct SiteStudy {
  std::string name, title, summary;
  std::string command;               ///< repeats it
  std::vector<NamedText> recipes;    ///< experiment files
  std::vector<std::string> files;    ///< names of its CSVs in SiteData::files
  std::vector<std::string> remarks;  ///< caveats, one sentence each
};

/// What one method retrieves for a few queries, as a picture.
struct SitePicture {
  std::string study, dataset, method;
  std::string caption;  ///< what it shows and how often the method was right, in sentences
  std::string name;     ///< of the file in the folder pictures/ of the site
  std::string png;      ///< content of the file
};

/// A projection or a quantiser, as the registry describes it.
struct SitePart {
  struct Setting {
    std::string name, value, allowed, help;
  };
  std::string name, summary, paper, cost, supervision;
  std::vector<Setting> settings;
};

/// The definition of a metric or of a splitting protocol.
struct Definition {
  std::string name, text;
};

/// What is known of a data set.
struct DatasetNote {
  std::string text, source, licence;  ///< empty if it is not known
  std::size_t evenly_drawable = 0;    ///< the number of classes times the size of the smallest; 0
                                      ///< if it is not known, or rows can have several classes
};

/// The content of the site. The pages are functions of it.
struct SiteData {
  std::string title, version;
  std::vector<SiteStudy> studies;
  std::vector<SiteSuite> suites;
  std::vector<SiteScore> scores;
  std::vector<SitePair> pairs;
  std::vector<SiteCost> costs;
  std::vector<SitePicture> pictures;
  std::vector<NamedText> files;  ///< the CSVs, each under the name that origins give
  std::vector<SitePart> parts;
  std::map<std::string, DatasetNote> dataset_notes;  ///< by the name without view and direction
  std::vector<Definition> metrics, splits;
};

/// The suite of a number; null if the site does not know it.
const SiteSuite* suite_of(const SiteData& site, const Measured& what);

/// SiteSuite::rows of the suite and split of a number; null if it is not known.
const std::string* rows_of(const SiteData& site, const Measured& what);

/// "mnist" of "mnist:pixel" and "wiki" of "wiki:image>text".
std::string plain_dataset(const std::string& dataset);
/// "itq+sbq" of "itq+sbq:iterations=10".
std::string plain_method(const std::string& method);

}  // namespace hashlab::results
