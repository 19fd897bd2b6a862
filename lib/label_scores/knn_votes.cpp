#include "lib/label_scores/knn_votes.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

void require_sigma(double sigma) {
  if (!(sigma > 0) || !std::isfinite(sigma)) {
    refuse(fmt::format("votes of the nearest: sigma is {}, expected a positive number", sigma));
  }
}

/// Single labels of n samples.
void require_labels(const Labels& labels, std::size_t n, std::string_view samples) {
  if (!labels.multi.is_empty()) {
    refuse(fmt::format("votes of the nearest: {} have several labels each, expected one", samples));
  }
  if (labels.single.size() != n) {
    refuse(fmt::format("votes of the nearest: {} {} have {} labels", n, samples,
                       labels.single.size()));
  }
}

/// Labels numbered from 0 in ascending order.
struct NumberedLabels {
  std::vector<std::int32_t> names;
  std::vector<std::uint32_t> numbers;  ///< one an item

  explicit NumberedLabels(const std::vector<std::int32_t>& labels) : names(labels) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::int32_t label : labels) {
      const auto at = std::lower_bound(names.begin(), names.end(), label);
      numbers.push_back(static_cast<std::uint32_t>(at - names.begin()));
    }
  }
};

/// The votes of one query after the other. Those for a label are added up nearest first, so that
/// equal ones have equal sums.
class Ballot {
 public:
  explicit Ballot(const NumberedLabels& labels)
      : labels_(labels), votes_(labels.names.size()), has_votes_(false) {}

  void add(std::uint32_t item, double weight) {
    votes_[labels_.numbers[item]] += weight;
    has_votes_ = true;
  }

  /// The label with the most votes; begins anew.
  std::int32_t decide() {
    if (!has_votes_) return no_label;
    const auto most = std::max_element(votes_.begin(), votes_.end());
    const std::int32_t label = labels_.names[static_cast<std::size_t>(most - votes_.begin())];
    std::fill(votes_.begin(), votes_.end(), 0.0);
    has_votes_ = false;
    return label;
  }

 private:
  const NumberedLabels& labels_;
  std::vector<double> votes_;
  bool has_votes_;
};

/// The items that vote for a query: those within the distance of the k-th.
class NearestCodes {
 public:
  NearestCodes(const Codes& queries, const Codes& database, const Kernel& kernel)
      : queries_(queries),
        database_(database),
        kernel_(kernel),
        distances_(database.n),
        counts_(std::size_t{0x10000}) {}

  /// Distance and position of each, nearest first, and the share of the last distance's items that
  /// have a place.
  double find(std::size_t q, std::size_t k, std::span<const std::uint32_t> ignored,
              std::vector<std::pair<std::uint16_t, std::uint32_t>>& found) {
    found.clear();
    if (database_.n == 0) return 1;
    kernel_.scan(queries_.code(q), database_.words.data(), database_.n, database_.n_words(),
                 distances_.data());
    std::fill(counts_.begin(), counts_.end(), std::size_t{0});
    for (const std::uint16_t distance : distances_) ++counts_[distance];
    for (const std::uint32_t item : ignored) --counts_[distances_[item]];
    std::size_t before = 0, last = 0;
    while (last + 1 < counts_.size() && before + counts_[last] < k) before += counts_[last++];
    for (std::uint32_t i = 0; i < database_.n; ++i) {
      if (distances_[i] > last || std::binary_search(ignored.begin(), ignored.end(), i)) continue;
      found.emplace_back(distances_[i], i);
    }
    std::sort(found.begin(), found.end());
    if (before + counts_[last] <= k) return 1;
    return static_cast<double>(k - before) / static_cast<double>(counts_[last]);
  }

 private:
  const Codes& queries_;
  const Codes& database_;
  const Kernel& kernel_;
  std::vector<std::uint16_t> distances_;
  std::vector<std::size_t> counts_;  ///< by distance
};

void check(const Codes& queries, const Codes& database, const Lists& ignored) {
  check_comparable(queries.format, database.format, "votes of the nearest");
  if (ignored.size() != 0 && ignored.size() != queries.n) {
    refuse(fmt::format("votes of the nearest: {} of {} queries have a list of what they ignore",
                       ignored.size(), queries.n));
  }
  for (std::size_t q = 0; q < ignored.size(); ++q) {
    if (!ignored[q].empty() && ignored[q].back() >= database.n) {
      refuse(
          fmt::format("votes of the nearest: query {} ignores position {}, the database has {} "
                      "items",
                      q, ignored[q].back(), database.n));
    }
  }
}

}  // namespace

std::vector<std::int32_t> knn_labels(const NearestItems& nearest, const Labels& labels,
                                     double sigma) {
  require_sigma(sigma);
  require_labels(labels, labels.single.size(), "items");
  const NumberedLabels numbered(labels.single);
  Ballot ballot(numbered);
  std::vector<std::int32_t> predicted;
  for (std::size_t q = 0; q < nearest.n_queries(); ++q) {
    const auto positions = nearest.positions_of(q);
    const auto similarities = nearest.similarities_of(q);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (positions[i] >= labels.single.size()) {
        refuse(fmt::format("votes of the nearest: query {} found position {}, there are {} labels",
                           q, positions[i], labels.single.size()));
      }
      ballot.add(positions[i], std::exp((similarities[i] - similarities[0]) / sigma));
    }
    predicted.push_back(ballot.decide());
  }
  return predicted;
}

std::vector<std::int32_t> knn_labels(const Codes& queries, const Codes& database,
                                     const Labels& labels, std::size_t k, double sigma,
                                     const Lists& ignored, const Kernel& kernel,
                                     std::size_t threads) {
  require_sigma(sigma);
  require_labels(labels, database.n, "items");
  if (k == 0) refuse("votes of the nearest: 0 items are to vote, expected 1 or more");
  check(queries, database, ignored);
  const Codes asking = thermometer(queries), asked = thermometer(database);
  const NumberedLabels numbered(labels.single);
  const double scale = 2 / (static_cast<double>(database.format.max_distance()) * sigma);
  std::vector<std::int32_t> predicted(queries.n);
  threads = std::max<std::size_t>(threads, 1);
  parallel(threads, threads, [&](std::size_t part) {
    NearestCodes nearest(asking, asked, kernel);
    Ballot ballot(numbered);
    std::vector<std::pair<std::uint16_t, std::uint32_t>> found;
    for (std::size_t q = part; q < queries.n; q += threads) {
      const auto unseen =
          ignored.size() == 0 ? std::span<const std::uint32_t>() : std::span(ignored[q]);
      const double share = nearest.find(q, k, unseen, found);
      for (const auto& [distance, item] : found) {
        const double farther = distance - found.front().first;
        const double weight = std::exp(-scale * farther);
        ballot.add(item, distance == found.back().first ? share * weight : weight);
      }
      predicted[q] = ballot.decide();
    }
  });
  return predicted;
}

double accuracy(const std::vector<std::int32_t>& predicted, const Labels& labels) {
  require_labels(labels, predicted.size(), "queries");
  std::size_t right = 0;
  for (std::size_t q = 0; q < predicted.size(); ++q) {
    right += predicted[q] == labels.single[q] ? 1 : 0;
  }
  return predicted.empty() ? 0 : static_cast<double>(right) / static_cast<double>(predicted.size());
}

}  // namespace hashlab
