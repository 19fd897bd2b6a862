// Recall of true nearest neighbours: the share of the k items nearest by features that are among
// the first R of a ranking.
#include "lib/data/centre.h"
#include "lib/embeddings/neighbour_recall.h"
#include "lib/embeddings/neighbour_sweep.h"
#include "lib/stopwatch.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::results::scores {
namespace {

constexpr std::string_view prefix = "neighbour-recall[";

/// A name such as "neighbour-recall[k=10,R=100,by=euclidean]".
std::string name_of(const NeighbourSetting& setting) {
  return fmt::format("{}{}]", prefix, setting.text());
}

/// A ground truth: the k items nearest to each test query, by a feature similarity, are relevant.
struct TrueNeighbours {
  std::size_t k = 0;
  Similarity by = Similarity::euclidean;
  Relevance relevance;
};

/// At every k and similarity of the sweep. Cosine is computed after subtracting the mean, as in
/// `reference = cosine`. Items that a query ignores are not its neighbours.
std::vector<TrueNeighbours> true_neighbours(const NeighbourSweep& sweep, const ScoredRun& run) {
  std::vector<TrueNeighbours> all;
  const Features& X = run.dataset.features;
  const Lists& ignored = run.relevance.ignored;
  std::size_t longest = 0;
  for (std::size_t q = 0; q < ignored.size(); ++q) longest = std::max(longest, ignored[q].size());
  const std::size_t most = *std::max_element(sweep.k.begin(), sweep.k.end()),
                    n = run.test_database.size();
  for (const Similarity by : sweep.by) {
    const arma::fvec origin = origin_of(subtracts_mean(by), run.mean);
    const NearestItems nearest =
        nearest_items(centred_rows(X, run.test_queries, origin),
                      centred_rows(X, run.test_database, origin), std::min(most + longest, n), by);
    for (const std::size_t k : sweep.k) {
      all.push_back({k, by, exact_neighbours(nearest, n, k, ignored)});
    }
  }
  return all;
}

class NeighbourScores final : public CellScore {
 public:
  explicit NeighbourScores(NeighbourSweep sweep = {}) : sweep_(std::move(sweep)) {}

  ScoreInfo info() const override {
    return {"neighbours",
            "also compute the share of the k items with the nearest features that are among the "
            "first R of the ranking, for every combination of the values; by is the similarity of "
            "features (euclidean by default). Example: k:1/10 R:10/100/1000 by:euclidean. A score "
            "is recorded under a name such as neighbour-recall[k=10,R=100,by=euclidean]",
            "neighbours", Ranked::anything, true};
  }
  std::unique_ptr<CellScore> with(const std::string& value) const override {
    return std::make_unique<NeighbourScores>(parse_neighbour_sweep(value));
  }
  std::string text() const override { return sweep_.text(); }

  std::optional<Metric> recorded(std::string_view name) const override {
    if (!name.starts_with(prefix) || !name.ends_with(']')) return std::nullopt;
    Metric metric;
    metric.name = name;
    metric.definition =
        "share of the k items nearest by features that are among the first R of the ranking, mean "
        "over queries, expected over all orders of ties";
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    if (!recorded(metric) || records(metric)) return "";
    return fmt::format(
        "metric '{}' is a recall of nearest neighbours that no cell records: add its k and R to "
        "neighbours",
        metric);
  }

  AddScores of_run(const ScoredRun& run) const override {
    return [R = sweep_.R, all = true_neighbours(sweep_, run)](CellRecord& record, const ScoredRun&,
                                                              const ScoredRanking& ranking) {
      const Stopwatch watch;
      for (const TrueNeighbours& truth : all) {
        const std::vector<double> recall =
            neighbour_recall(ranking.tested.all_counts(truth.relevance), {R.begin(), R.end()});
        for (std::size_t i = 0; i < R.size(); ++i) {
          record.metrics[name_of({truth.k, R[i], truth.by})] = recall[i];
        }
      }
      record.seconds["neighbours"] = watch.seconds();
    };
  }

 private:
  bool records(const std::string& metric) const {
    for (const Similarity by : sweep_.by) {
      for (const std::size_t k : sweep_.k) {
        for (const std::size_t R : sweep_.R) {
          if (name_of({k, R, by}) == metric) return true;
        }
      }
    }
    return false;
  }

  NeighbourSweep sweep_;
};

}  // namespace

std::unique_ptr<CellScore> neighbour_scores() {
  return std::make_unique<NeighbourScores>();
}

}  // namespace hashlab::results::scores
