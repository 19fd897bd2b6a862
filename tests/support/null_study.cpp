#include "tests/support/null_study.h"

#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "results/statistics/inference.h"
#include "results/statistics/statistics.h"
#include "splits/split.h"
#include "tests/support/learned.h"

#include <algorithm>

namespace hashlab::testing {
namespace {

/// One data set, one Features a block.
struct TwinData {
  Labels labels;
  Features blocks[2];
};

TwinData draw_data(const NullStudy& study, const Rng& rng) {
  Rng fixed = Rng(study.seed).stream("centres");  // of the population, not of the data set
  arma::fmat centres(study.features, study.classes);
  for (float& x : centres) x = static_cast<float>(fixed.normal());
  TwinData data;
  Rng classes = rng.stream("classes");
  for (std::size_t i = 0; i < study.n; ++i) {
    data.labels.single.push_back(static_cast<std::int32_t>(classes.below(study.classes)));
  }
  for (std::size_t b = 0; b < 2; ++b) {
    Rng noise = rng.stream("noise", b);
    data.blocks[b].set_size(study.features, study.n);
    for (std::size_t i = 0; i < study.n; ++i) {
      const auto c = static_cast<arma::uword>(data.labels.single[i]);
      for (std::size_t j = 0; j < study.features; ++j) {
        data.blocks[b](j, i) = centres(j, c) + static_cast<float>(study.noise * noise.normal());
      }
    }
  }
  return data;
}

class Scorer {
 public:
  Scorer(const NullStudy& study, const TwinData& data)
      : data_(data), kernel_(active_kernel()), value_(metric(study.metric).value) {}

  double operator()(const Learned& learned, std::size_t block, const Rows& queries,
                    const Rows& database) const {
    const Features& X = data_.blocks[block];
    return value_(rank_counts(learned.encode(X, queries), learned.encode(X, database),
                              class_relevance(data_.labels, queries, database), kernel_));
  }

 private:
  const TwinData& data_;
  const Kernel& kernel_;
  std::function<double(const RankCounts&)> value_;
};

/// The database of `split`, some rows of it drawn at random replaced by the training rows.
Rows with_training(const splits::Split& split, Rng rng) {
  Rows rows = split.test_database;
  rng.shuffle(rows);
  rows.resize(rows.size() - split.training.size());
  rows.insert(rows.end(), split.training.begin(), split.training.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

NullResults null_results(const NullStudy& study, std::size_t dataset) {
  const Rng rng = Rng(study.seed).stream("null-study", dataset);
  const TwinData data = draw_data(study, rng);
  const Scorer score(study, data);
  NullResults results;
  auto& differences = results.differences;
  for (std::size_t run = 1; run <= study.runs; ++run) {
    splits::SplitRequest request;
    request.checksum = std::to_string(dataset);
    request.n = study.n;
    request.sizes = {study.queries, study.validation_queries, study.validation_database,
                     study.training};
    request.seed = study.seed;
    request.run = run;
    const splits::Split literature = splits::make_split("literature").make(request);
    const splits::Split improved = splits::make_split("improved").make(request);
    const Rows matched_database = with_training(improved, rng.stream("matched", run));
    double scores[2][2];
    double matched = 0;  // hasher A alone
    for (std::size_t b = 0; b < 2; ++b) {
      const Features& X = data.blocks[b];
      for (const splits::Split* split : {&literature, &improved}) {
        const arma::fvec mean = arma::mean(columns(X, split->learnable), 1);
        const Learned learned = learn(study.hasher, study.bits, X, split->training, mean,
                                      rng.stream("hasher", 2 * run + b));
        scores[b][split == &improved] =
            score(learned, b, split->test_queries, split->test_database);
        results.rows.push_back({"null", split == &improved ? "improved" : "literature",
                                b == 0 ? "A+sbq" : "B+sbq", study.bits, run, study.metric,
                                scores[b][split == &improved]});
        if (b == 0 && split == &improved) {
          matched = score(learned, b, split->test_queries, matched_database);
        }
      }
    }
    differences["score A improved"].push_back(scores[0][1]);
    differences["literature - improved A"].push_back(scores[0][0] - scores[0][1]);
    differences["matched - improved A"].push_back(matched - scores[0][1]);
    differences["A - B literature"].push_back(scores[0][0] - scores[1][0]);
    differences["A - B improved"].push_back(scores[0][1] - scores[1][1]);
    differences["optimism A - B"].push_back((scores[0][0] - scores[0][1]) -
                                            (scores[1][0] - scores[1][1]));
    const Learned untrained =
        learn("lsh+sbq", study.bits, data.blocks[0], improved.training,
              arma::fvec(study.features, arma::fill::zeros), rng.stream("hyperplanes", run));
    differences["matched - improved, untrained"].push_back(
        score(untrained, 0, improved.test_queries, matched_database) -
        score(untrained, 0, improved.test_queries, improved.test_database));
  }
  return results;
}

Rejected rejected(const std::vector<std::vector<double>>& differences, double ratio) {
  Rejected share;
  share.comparisons = differences.size();
  const double one = 1.0 / static_cast<double>(differences.size());
  for (const std::vector<double>& d : differences) {
    if (results::corrected_resampled_t(d, ratio).p_value < 0.05) share.corrected += one;
    if (results::corrected_resampled_t(d, 0).p_value < 0.05) share.uncorrected += one;
    const std::vector<double> zeros(d.size(), 0);
    if (results::wilcoxon_signed_rank(d, zeros).p_value < 0.05) share.wilcoxon += one;
  }
  return share;
}

}  // namespace hashlab::testing
