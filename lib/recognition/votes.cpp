#include "lib/recognition/votes.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace hashlab {
namespace {

/// What speaks for a label.
struct Support {
  double score = 0, greatest = -std::numeric_limits<double>::infinity();
};

std::map<std::int64_t, Support> supports(const std::vector<Votes::Vote>& votes, VoteScore score) {
  std::map<std::int64_t, Support> found;
  for (const Votes::Vote& vote : votes) {
    Support& support = found[vote.label];
    support.score += vote.score;
    support.greatest = std::max(support.greatest, vote.score);
  }
  if (score == VoteScore::max) {
    for (auto& [label, support] : found) support.score = support.greatest;
  }
  return found;
}

}  // namespace

std::vector<double> resemblance(const Features& X, const Features& Z, std::size_t k,
                                const Rows& self, std::size_t threads) {
  NearestSearch search(X, k, Similarity::cosine, self, threads);
  if (Z.n_cols > 0) search.add(Z, 0);
  const NearestItems nearest = search.result();
  std::vector<double> means(X.n_cols, 0);
  for (std::size_t i = 0; i < means.size(); ++i) {
    const auto cosines = nearest.similarities_of(i);
    for (const double cosine : cosines) means[i] += cosine;
    if (!cosines.empty()) means[i] /= static_cast<double>(cosines.size());
  }
  return means;
}

void Votes::add(const Votes& other) {
  if (of_query.empty()) of_query.resize(other.of_query.size());
  if (of_query.size() != other.of_query.size()) {
    refuse(fmt::format("recognition: models have votes for {} and {} queries", of_query.size(),
                       other.of_query.size()));
  }
  for (std::size_t q = 0; q < of_query.size(); ++q) {
    of_query[q].insert(of_query[q].end(), other.of_query[q].begin(), other.of_query[q].end());
  }
}

Votes nearest_votes(const Features& queries, const Features& gallery,
                    const std::vector<std::int64_t>& labels, const std::vector<double>& penalties,
                    std::size_t k, std::size_t threads) {
  if (gallery.n_cols == 0) refuse("recognition: the gallery is empty");
  if (labels.size() != gallery.n_cols) {
    refuse(fmt::format("recognition: a gallery of {} items has {} labels", gallery.n_cols,
                       labels.size()));
  }
  NearestSearch search(queries, k, Similarity::cosine, {}, threads);
  search.add(gallery, 0, penalties);
  const NearestItems nearest = search.result();
  Votes votes;
  votes.of_query.resize(queries.n_cols);
  for (std::size_t q = 0; q < queries.n_cols; ++q) {
    const auto positions = nearest.positions_of(q);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      votes.of_query[q].push_back({labels[positions[i]], nearest.similarities_of(q)[i]});
    }
  }
  return votes;
}

std::vector<Prediction> decided(const Votes& votes, const std::vector<double>& penalties,
                                VoteScore score) {
  if (!penalties.empty() && penalties.size() != votes.of_query.size()) {
    refuse(fmt::format("recognition: {} queries have {} penalties", votes.of_query.size(),
                       penalties.size()));
  }
  std::vector<Prediction> predictions(votes.of_query.size());
  for (std::size_t q = 0; q < predictions.size(); ++q) {
    const auto found = supports(votes.of_query[q], score);
    if (found.empty()) continue;
    const auto better = [](const auto& a, const auto& b) {
      if (a.second.score != b.second.score) return a.second.score < b.second.score;
      if (a.second.greatest != b.second.greatest) return a.second.greatest < b.second.greatest;
      return a.first > b.first;
    };
    const auto& [label, support] = *std::max_element(found.begin(), found.end(), better);
    predictions[q] = {label, support.score - (penalties.empty() ? 0 : penalties[q])};
  }
  return predictions;
}

}  // namespace hashlab
