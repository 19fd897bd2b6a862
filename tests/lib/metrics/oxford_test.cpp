#include "lib/h5/h5.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/real_rank_counts.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::oxford_test {
namespace {

using namespace testing;

/// Oxford5k: pictures, 55 of which ask for others of their building. Junk shows too little of it to
/// be right or wrong. A query is relevant to itself, as in the official ground truth.
struct Oxford {
  Features X;
  Rows queries, database;
  Relevance relevance;
};

Lists read_lists(const H5File& file, const std::string& name) {
  Lists lists;
  lists.items.resize(file.shape("/query/" + name).size[0]);
  lists.offsets.resize(file.shape("/query/" + name + "_offsets").size[0]);
  std::vector<std::int32_t> items(lists.items.size()), offsets(lists.offsets.size());
  file.read("/query/" + name, items.data());
  file.read("/query/" + name + "_offsets", offsets.data());
  std::copy(items.begin(), items.end(), lists.items.begin());
  std::copy(offsets.begin(), offsets.end(), lists.offsets.begin());
  for (std::size_t q = 0; q < lists.size(); ++q) {
    const auto first = lists.items.begin() + static_cast<std::ptrdiff_t>(lists.offsets[q]);
    const auto last = lists.items.begin() + static_cast<std::ptrdiff_t>(lists.offsets[q + 1]);
    std::sort(first, last);
  }
  return lists;
}

Oxford read_oxford(const std::string& path) {
  const H5File file = H5File::open(path);
  Oxford all;
  all.X.set_size(128, file.shape("/features").size[0]);
  file.read("/features", all.X.memptr());
  std::vector<std::int32_t> rows(file.shape("/query/row").size[0]);
  file.read("/query/row", rows.data());
  all.queries.assign(rows.begin(), rows.end());
  all.database.resize(all.X.n_cols);
  std::iota(all.database.begin(), all.database.end(), 0u);
  all.relevance.lists = read_lists(file, "relevant");
  all.relevance.ignored = read_lists(file, "junk");
  all.relevance.n_database = all.database.size();
  all.relevance.list_of_query.resize(rows.size());
  std::iota(all.relevance.list_of_query.begin(), all.relevance.list_of_query.end(), 0u);
  return all;
}

/// What the official programs say of one query.
struct OxfordScores {
  double ap = 0, trapezoid = 0, precision_at_10 = 0;
};

/// By sorting all pictures, without junk, as the programs for Oxford5k do.
OxfordScores by_sorting(const Oxford& all, std::size_t q) {
  const arma::mat X = arma::normalise(arma::conv_to<arma::mat>::from(all.X));
  const arma::vec cosines = X.t() * X.col(all.queries[q]);
  const auto relevant = all.relevance.of(q), junk = all.relevance.ignored_by(q);
  const std::set<std::uint32_t> right(relevant.begin(), relevant.end()),
      left_out(junk.begin(), junk.end());
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t i = 0; i < all.X.n_cols; ++i) {
    if (!left_out.contains(i)) order.emplace_back(-cosines[i], i);
  }
  std::sort(order.begin(), order.end());
  OxfordScores scores;
  double found = 0, within_10 = 0, last = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!right.contains(order[i].second)) continue;
    const double rank = static_cast<double>(i + 1);
    const double above = i == 0 ? 1 : found / (rank - 1);
    found += 1;
    last = rank;
    if (rank <= 10) within_10 += 1;
    scores.ap += found / rank;
    scores.trapezoid += (above + found / rank) / 2;
  }
  scores.ap /= found;
  scores.trapezoid /= found;
  scores.precision_at_10 = within_10 / std::min(last, 10.0);
  return scores;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("Oxford5k: mAP and mP@10 without junk are those of sorting the pictures, and NumPy's") {
    const std::string data = real_data({"oxford5k_fc7pca128.h5"});
    if (data.empty()) return;
    const Oxford all = read_oxford(data + "/oxford5k_fc7pca128.h5");
    REQUIRE(all.queries.size() == 55);
    REQUIRE(all.X.n_cols == 5063);
    OxfordScores mean;
    for (std::size_t q = 0; q < 55; ++q) {
      CHECK(is_relevant(all.relevance, q, all.queries[q]));
      const OxfordScores one = by_sorting(all, q);
      mean.ap += one.ap / 55;
      mean.trapezoid += one.trapezoid / 55;
      mean.precision_at_10 += one.precision_at_10 / 55;
    }
    const RankCounts counts =
        real_rank_counts(all.X, all.queries, all.database, all.relevance, Similarity::cosine);
    const auto value = [&](const char* name) { return metric(name).value(counts); };
    CHECK(std::abs(value("map") - mean.ap) < 1e-9);
    CHECK(std::abs(value("map-trapezoid") - mean.trapezoid) < 1e-9);
    CHECK(std::abs(value("precision-last@10") - mean.precision_at_10) < 1e-9);
    // An evaluation in NumPy, with the loop of the authors' compute_ap.
    CHECK(std::abs(value("map") - .4087691988427335) < 1e-9);
    CHECK(std::abs(value("map-trapezoid") - .40292069907387706) < 1e-9);
    CHECK(std::abs(value("precision-last@10") - .5545454545454546) < 1e-9);

    // Junk that counts as wrong costs some of it.
    Relevance strict = all.relevance;
    strict.ignored = {};
    CHECK(metric("map").value(real_rank_counts(all.X, all.queries, all.database, strict,
                                               Similarity::cosine)) < value("map"));
  }
}

}  // namespace hashlab::oxford_test
