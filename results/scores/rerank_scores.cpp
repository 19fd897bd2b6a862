// Scores after re-ranking: the R nearest codes are ordered by their features.
#include "results/scores/rerank_scores.h"

#include "lib/data/centre.h"
#include "lib/embeddings/rerank.h"
#include "lib/embeddings/rerank_bound.h"
#include "lib/error.h"
#include "lib/stopwatch.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace hashlab::results {
namespace {

constexpr std::string_view reranked_prefix = "rerank-", recall_prefix = "shortlist-recall[";
constexpr const char* rerank_key = "rerank";

/// The definition of a metric of this family; empty for another name.
std::string definition_of(std::string_view name) {
  if (!name.ends_with(']')) return "";
  if (name.starts_with(recall_prefix)) {
    return "share of the relevant items that the shortlist of the R nearest codes has, mean over "
           "queries with relevant items; what re-ranking can find at most";
  }
  const std::size_t bracket = name.rfind('[');
  if (!name.starts_with(reranked_prefix) || bracket == std::string_view::npos) return "";
  try {
    const Metric before =
        metric(name.substr(reranked_prefix.size(), bracket - reranked_prefix.size()));
    const std::string order = name.substr(bracket).starts_with("[bound=")
                                  ? "with the items within the error bound ordered by their "
                                    "features"
                                  : "with the R nearest codes ordered by the similarity of their "
                                    "features";
    return fmt::format("{}: {}", order, before.definition);
  } catch (const Error&) {
    return "";
  }
}

template <typename Shortlist>
double recall_of(const Shortlist& shortlist, const Relevance& relevance) {
  double sum = 0;
  std::size_t asked = 0;
  for (std::size_t q = 0; q < relevance.n_queries(); ++q) {
    const std::size_t relevant = relevant_count(relevance, q);
    if (relevant == 0) continue;
    const auto found = shortlist.positions_of(q);
    const auto hits = std::count_if(found.begin(), found.end(), [&](std::uint32_t position) {
      return is_relevant(relevance, q, position);
    });
    sum += static_cast<double>(hits) / static_cast<double>(relevant);
    ++asked;
  }
  return asked == 0 ? 0 : sum / static_cast<double>(asked);
}

/// A random order of the database, which is the same for all methods of a run. If codes tie at the
/// R-th place, a shortlist has those that come first in this order, because the order of a file
/// would favour some classes if the file is sorted by class.
Rows drawn_order(std::size_t n, Rng rng) {
  Rows order(n);
  std::iota(order.begin(), order.end(), 0u);
  rng.shuffle(order);
  return order;
}

/// Mean and median of the numbers of exact distances, as facts of the record.
void add_exact(CellRecord& record, const BoundSetting& setting, std::vector<std::size_t> exact) {
  if (exact.empty()) return;
  std::sort(exact.begin(), exact.end());
  const double sum = std::accumulate(exact.begin(), exact.end(), 0.0);
  record.facts[exact_fact("mean", setting)] = sum / static_cast<double>(exact.size());
  record.facts[exact_fact("median", setting)] =
      static_cast<double>(exact[(exact.size() - 1) / 2] + exact[exact.size() / 2]) / 2;
}

/// By the error bound, if the estimates have one.
void add_bounded(CellRecord& record, const RerankSweep& sweep, const Estimates& estimates,
                 const Relevance& relevance, const Features& asked, const Features& ranked,
                 const std::vector<Metric>& metrics) {
  if (!estimates.bounded()) return;
  for (const BoundSetting& setting : sweep.bound_settings()) {
    const Stopwatch watch;
    const BoundedNearest nearest = nearest_within_bound(
        estimates, setting.k, setting.eps, exact_distances(asked, ranked), relevance.ignored);
    record.seconds[rerank_seconds(setting)] = watch.seconds();
    const RankCounts counts = reranked_counts(estimates, nearest.found, relevance);
    for (const Metric& m : metrics)
      record.metrics[rerank_metric(m.name, setting)] = m.value(counts);
    add_exact(record, setting, nearest.exact());
  }
}

void add_reranked(CellRecord& record, const RerankSweep& sweep, const Rows& order,
                  const ScoredRun& run, const ScoredRanking& ranking) {
  const bool by_codes = ranking.database != nullptr;
  const Codes codes = by_codes ? codes_at(*ranking.database, order) : Codes();
  std::optional<Estimates> estimates;
  if (!by_codes) estimates.emplace(ranking.estimates(order));
  const Relevance relevance = reordered(run.relevance, order);
  Rows rows;
  for (const std::uint32_t position : order) rows.push_back(run.test_database[position]);

  std::vector<Metric> metrics;
  for (const std::string& name : sweep.metrics) metrics.push_back(metric(name));
  for (const Similarity by : sweep.by) {
    const arma::fvec origin = origin_of(subtracts_mean(by), run.mean);
    const Features asked = centred_rows(run.dataset.features, run.test_queries, origin);
    const Features ranked = centred_rows(run.dataset.features, rows, origin);
    if (by == Similarity::euclidean && estimates) {
      add_bounded(record, sweep, *estimates, relevance, asked, ranked, metrics);
    }
    for (const std::size_t R : sweep.R) {
      const RerankSetting setting{R, by};
      // Adds the scores of the shortlist that `make` returns, and of its new order.
      const auto add = [&](const auto& make, const auto& counts_of) {
        const Stopwatch watch;
        const auto nearest = make();
        const NearestItems found = reranked(nearest, asked, ranked, by);
        record.seconds[rerank_seconds(setting)] = watch.seconds();
        const RankCounts counts = counts_of(nearest, found);
        for (const Metric& m : metrics) {
          record.metrics[rerank_metric(m.name, setting)] = m.value(counts);
        }
        record.metrics[shortlist_recall(R)] = recall_of(nearest, relevance);
      };
      if (estimates) {
        add([&] { return nearest_by_estimates(*estimates, R, relevance.ignored); },
            [&](const NearestItems&, const NearestItems& found) {
              return reranked_counts(*estimates, found, relevance);
            });
      } else {
        add(
            [&] {
              return shortlist(*ranking.queries, codes, R, relevance.ignored, *ranking.kernel);
            },
            [&](const Neighbours& nearest, const NearestItems& found) {
              return reranked_counts(ranking.counts, nearest, found, relevance);
            });
      }
    }
  }
}

/// If codes tie at the end of a shortlist, those inside are drawn at random in every run,
/// identically for all methods. Cosine is computed after subtracting the mean of the rows available
/// for training, as in `reference = cosine`.
class Rerank final : public CellScore {
 public:
  explicit Rerank(RerankSweep sweep = {}) : sweep_(std::move(sweep)) {}

  ScoreInfo info() const override {
    return {rerank_key,
            "also re-rank the R items with the nearest codes by the similarity of their features "
            "(by, cosine by default), and compute metrics of the new order, for every combination "
            "of the values. Example: R:100/1000 by:cosine/euclidean metrics:map/hit@10. A score is "
            "recorded under a name such as rerank-map[R=100,by=cosine]. With bound:1.9 k:10 "
            "by:euclidean, exact distances are computed of all items that the error bound of "
            "estimates allows among the k nearest, and their number is recorded",
            rerank_key, Ranked::codes_or_estimates, true};
  }
  std::unique_ptr<CellScore> with(const std::string& value) const override {
    return std::make_unique<Rerank>(parse_rerank_sweep(value));
  }
  std::string text() const override { return sweep_.text(); }
  /// The second line marks results whose ties at the end of a shortlist were drawn. The recipes of
  /// older results do not have it.
  std::string recipe() const override { return CellScore::recipe() + "rerank-ties = drawn\n"; }

  std::optional<Metric> recorded(std::string_view name) const override {
    Metric metric;
    metric.definition = definition_of(name);
    if (metric.definition.empty()) return std::nullopt;
    metric.name = name;
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    const bool is_its_own =
        metric.starts_with(reranked_prefix) || metric.starts_with(recall_prefix);
    if (!is_its_own || records(metric)) return "";
    return fmt::format(
        "metric '{}' is of a ranking that no cell re-ranks so: add its setting to rerank", metric);
  }

  AddScores of_run(const ScoredRun& run) const override {
    return
        [sweep = sweep_, order = drawn_order(run.test_database.size(), run.stream("rerank.ties"))](
            CellRecord& record, const ScoredRun& its, const ScoredRanking& ranking) {
          add_reranked(record, sweep, order, its, ranking);
        };
  }

 private:
  bool records(const std::string& metric) const {
    for (const BoundSetting& setting : sweep_.bound_settings()) {
      for (const std::string& name : sweep_.metrics) {
        if (rerank_metric(name, setting) == metric) return true;
      }
    }
    for (const RerankSetting& setting : sweep_.settings()) {
      if (shortlist_recall(setting.R) == metric) return true;
      for (const std::string& name : sweep_.metrics) {
        if (rerank_metric(name, setting) == metric) return true;
      }
    }
    return false;
  }

  RerankSweep sweep_;
};

}  // namespace

RerankSweep rerank_sweep(const CellScores& scores) {
  return parse_rerank_sweep(scores.text_of(rerank_key));
}

std::string rerank_metric(std::string_view metric, const RerankSetting& setting) {
  return fmt::format("{}{}[{}]", reranked_prefix, metric, setting.text());
}

std::string rerank_metric(std::string_view metric, const BoundSetting& setting) {
  return fmt::format("{}{}[{}]", reranked_prefix, metric, setting.text());
}

std::string shortlist_recall(std::size_t R) {
  return fmt::format("{}R={}]", recall_prefix, R);
}

std::string rerank_seconds(const RerankSetting& setting) {
  return fmt::format("rerank[{}]", setting.text());
}

std::string rerank_seconds(const BoundSetting& setting) {
  return fmt::format("rerank[{}]", setting.text());
}

std::string exact_fact(std::string_view statistic, const BoundSetting& setting) {
  return fmt::format("exact-distances-{}[{}]", statistic, setting.text());
}

namespace scores {
std::unique_ptr<CellScore> rerank_scores() {
  return std::make_unique<Rerank>();
}
}  // namespace scores

}  // namespace hashlab::results
