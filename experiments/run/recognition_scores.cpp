#include "experiments/run/recognition_scores.h"

#include "experiments/run/streams.h"
#include "lib/recognition/labelled_task.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

#include <algorithm>

namespace hashlab::experiments {

void add_recognition_scores(results::CellRecord& record, const Study& study,
                            const RunContext& context, const Features& queries,
                            const Features& database) {
  const Stopwatch watch;
  const RecognitionSweep& sweep = study.suite.recognition;
  const auto labels_of = [&](const Rows& rows) {
    return labels_of_rows(study.dataset.labels, rows).single;
  };
  const std::vector<std::int32_t> asked = labels_of(context.split.test_queries),
                                  ranked = labels_of(context.split.test_database);
  const RecognitionParts parts =
      recognition_parts(asked, ranked, sweep, run_stream(study, "recognition.others", context.run));
  const std::vector<RecognitionScores> scores =
      recognition_scores(queries, asked, database, ranked, parts, sweep);
  const RecognitionScores& paper = scores.front();
  for (std::size_t v = 0; v < scores.size(); ++v) {
    const RecognitionVariant& variant = sweep.variants[v];
    record.metrics[recognition_score(variant, false)] = scores[v].all;
    record.metrics[recognition_score(variant, true)] = scores[v].landmarks;
    if (v == 0) continue;
    record.metrics[recognition_change(variant, false)] = scores[v].all - paper.all;
    record.metrics[recognition_change(variant, true)] = scores[v].landmarks - paper.landmarks;
  }
  record.facts[results::fact_names::gallery] = static_cast<double>(parts.gallery.size());
  record.facts[results::fact_names::others] = static_cast<double>(parts.others.size());
  record.facts[results::fact_names::queries_with_landmark] = static_cast<double>(std::count_if(
      asked.begin(), asked.end(), [&](std::int32_t label) { return sweep.shows_landmark(label); }));
  record.seconds[results::time_names::recognition] = watch.seconds();
}

}  // namespace hashlab::experiments
