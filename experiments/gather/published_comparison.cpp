#include "experiments/gather/published_comparison.h"

#include "experiments/gather/collect.h"
#include "lib/error.h"
#include "results/published/compare_published.h"

namespace hashlab::experiments {

std::string compare_folders_with_published(const std::vector<ResultsFolder>& folders,
                                           const PublishedRequest& request,
                                           results::TableFormat format) {
  std::string text;
  std::optional<Error> none;
  for (const ResultsFolder& folder : folders) {
    const Manifest manifest = read_manifest(folder);
    const Collected collected = collect(
        folder, manifest, request.metrics.empty() ? manifest.suite.metrics : request.metrics);
    try {
      std::string one = results::format_table(
          results::compare_published(
              collected.rows, request.published,
              {results::name_in_direction(manifest.dataset.name, folder.direction),
               manifest.suite.ground_truth.kind(), manifest.suite.sizes.training, request.precision,
               request.correction},
              collected.footnotes),
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
