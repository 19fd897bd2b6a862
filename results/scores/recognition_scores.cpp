// Scores of landmark recognition by embeddings, for the pipeline of a paper and for variants of it.
#include "results/scores/recognition_scores.h"

#include "lib/error.h"
#include "lib/recognition/labelled_task.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::results {
namespace {

constexpr const char* recognition_key = "recognition";

// Names in CellRecord::facts: the numbers of items that show a landmark, of items in Z, and of
// queries that show a landmark.
constexpr const char* gallery = "recognition-gallery";
constexpr const char* others = "recognition-others";
constexpr const char* queries_with_landmark = "queries-with-landmark";

/// Items that show a landmark are the gallery; Z is drawn from the others in every run, identically
/// for all methods. Each pipeline has its score and its difference from the paper's.
void add_recognised(CellRecord& record, const RecognitionSweep& sweep, const ScoredRun& run,
                    const EmbeddedParts& embedded) {
  const auto labels_of = [&](const Rows& rows) {
    return labels_of_rows(run.dataset.labels, rows).single;
  };
  const std::vector<std::int32_t> asked = labels_of(run.test_queries),
                                  ranked = labels_of(run.test_database);
  const RecognitionParts parts =
      recognition_parts(asked, ranked, sweep, run.stream("recognition.others"));
  const std::vector<RecognitionScores> scores =
      recognition_scores(embedded.queries, asked, embedded.database, ranked, parts, sweep);
  const RecognitionScores& paper = scores.front();
  for (std::size_t v = 0; v < scores.size(); ++v) {
    const RecognitionVariant& variant = sweep.variants[v];
    record.metrics[recognition_score(variant, false)] = scores[v].all;
    record.metrics[recognition_score(variant, true)] = scores[v].landmarks;
    if (v == 0) continue;
    record.metrics[recognition_change(variant, false)] = scores[v].all - paper.all;
    record.metrics[recognition_change(variant, true)] = scores[v].landmarks - paper.landmarks;
  }
  record.facts[gallery] = static_cast<double>(parts.gallery.size());
  record.facts[others] = static_cast<double>(parts.others.size());
  record.facts[queries_with_landmark] = static_cast<double>(std::count_if(
      asked.begin(), asked.end(), [&](std::int32_t label) { return sweep.shows_landmark(label); }));
}

class Recognition final : public CellScore {
 public:
  explicit Recognition(RecognitionSweep sweep = {}) : sweep_(std::move(sweep)) {}

  ScoreInfo info() const override {
    return {recognition_key,
            "also recognise landmarks by embeddings, as 'hashlab recognise' does; the data set "
            "needs one class per sample. no-landmark (required): the classes that show no "
            "landmark, such as 10/11; models: the number of models whose outputs an embedding "
            "concatenates; others: the number of items without a landmark from which penalties are "
            "computed, all by default; vary: variants to compare with the default. There, steps "
            "leaves out each step in turn, then all; other variants are options of 'hashlab "
            "recognise', such as fit=queries. Example: no-landmark:11 models:5 others:500 "
            "vary:steps/fit=queries. Scores are recorded as global-ap, global-ap[fit=queries] and "
            "change-global-ap[fit=queries]",
            recognition_key, Ranked::values};
  }
  std::unique_ptr<CellScore> with(const std::string& value) const override {
    return std::make_unique<Recognition>(parse_recognition_sweep(value));
  }
  std::string text() const override { return sweep_.text(); }

  std::optional<Metric> recorded(std::string_view name) const override {
    const auto recognised = recognition_name(std::string(name));
    if (!recognised) return std::nullopt;
    Metric metric;
    metric.name = name;
    metric.definition = recognised->definition;
    metric.is_difference = recognised->is_change;
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    const auto recognised = recognition_name(metric);
    if (!recognised) return "";
    const std::string variant = recognised->variant.text();
    for (const RecognitionVariant& known : sweep_.variants) {
      if (known.text() == variant) return "";
    }
    return fmt::format("metric '{}' is a score of recognition that no cell computes: {}", metric,
                       sweep_.empty()
                           ? "add a key recognition, such as 'recognition = no-landmark:11'"
                           : fmt::format("add '{}' to what recognition varies", variant));
  }

  std::string misfit(const ScoredSuite& suite) const override {
    if (suite.has_embeddings) return "";
    return "recognition is by embeddings, and there are none: add some, such as 'embedding = "
           "pca+cosine' or 'reference = cosine'";
  }

  std::string misfit(const ScoredData& data) const override {
    const std::vector<std::int32_t>& labels = data.labels.single;
    if (labels.empty()) {
      return fmt::format("{}: has no '/labels' with one class a row, which recognition needs",
                         data.path);
    }
    for (const std::int32_t none : sweep_.no_landmark) {
      if (std::find(labels.begin(), labels.end(), none) != labels.end()) continue;
      return fmt::format("{}: no row is of class {}, which recognition = {} names", data.path, none,
                         text());
    }
    if (data.split_of_queries.empty()) return "";
    return fmt::format(
        "split = {} ranks what asks, and recognition looks for queries' landmarks in other rows: "
        "use a strategy that holds queries out, such as improved",
        data.split_of_queries);
  }

  /// An embedding concatenates models of equal size, so their number must divide its dimensions.
  std::string misfit(std::size_t dimensions, const std::string& method) const override {
    if (dimensions % sweep_.models == 0) return "";
    return fmt::format(
        "recognition: '{}' has {} dimensions, which cannot be those of models:{} of equal size",
        method, dimensions, sweep_.models);
  }

  void check_rows(const Labels& labels, const Rows& queries, const Rows& database) const override {
    recognition_parts(labels_of_rows(labels, queries).single,
                      labels_of_rows(labels, database).single, sweep_,
                      Rng(0));  // the checks do not depend on the draw
  }

  AddScores of_run(const ScoredRun&) const override {
    return
        [sweep = sweep_](CellRecord& record, const ScoredRun& run, const ScoredRanking& ranking) {
          const Stopwatch watch;
          add_recognised(record, sweep, run, ranking.values());
          record.seconds[recognition_key] = watch.seconds();
        };
  }

 private:
  RecognitionSweep sweep_;
};

}  // namespace

RecognitionSweep recognition_sweep(const CellScores& scores) {
  return parse_recognition_sweep(scores.text_of(recognition_key));
}

namespace scores {
std::unique_ptr<CellScore> recognition_scores() {
  return std::make_unique<Recognition>();
}
}  // namespace scores

}  // namespace hashlab::results
