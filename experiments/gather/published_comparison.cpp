#include "experiments/gather/published_comparison.h"

#include "experiments/gather/study_results.h"
#include "lib/error.h"
#include "results/published/compare_published.h"

#include <utility>

namespace hashlab::experiments {

std::string compare_folders_with_published(const std::vector<ResultsFolder>& folders,
                                           const PublishedRequest& request,
                                           results::TableFormat format) {
  std::string text;
  std::optional<Error> none;
  for (const ResultsFolder& folder : folders) {
    Manifest read = read_manifest(folder);
    const std::vector<Metric> metrics = requested_metrics(request.metrics, read.suite);
    const StudyResults results = read_results(folder, std::move(read), metrics);
    const Suite& suite = results.manifest.suite;
    try {
      std::string one = results::format_table(
          results::compare_published(results.rows, request.published,
                                     {results.manifest.dataset_name(), suite.ground_truth.kind(),
                                      suite.sizes.training, request.precision, request.correction},
                                     results.footnotes),
          format);
      if (!text.empty() && format == results::TableFormat::csv) one.erase(0, one.find('\n') + 1);
      if (!text.empty() && format != results::TableFormat::csv) text += "\n";
      text += one;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::not_found) throw;
      none = error;
    }
  }
  if (text.empty()) throw Error(*none);
  return text;
}

}  // namespace hashlab::experiments
