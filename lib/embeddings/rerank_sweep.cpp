#include "lib/embeddings/rerank_sweep.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

std::string metric_after(const std::string& text) {
  const Metric m = metric(text);
  if (!m.by_code_distance && m.averaging == Averaging::mean) return m.name;
  refuse(
      fmt::format("option 'rerank': metric '{}' has no meaning after re-ranking, expected a mean "
                  "over queries that needs no distances of codes, such as map",
                  text));
}

}  // namespace

std::string RerankSetting::text() const {
  return fmt::format("R={},by={}", R, name_of(by));
}

std::string RerankSweep::text() const {
  if (empty()) return "";
  std::vector<std::string> names;
  for (const Similarity similarity : by) names.emplace_back(name_of(similarity));
  return fmt::format("R:{} by:{} metrics:{}", fmt::join(R, "/"), fmt::join(names, "/"),
                     fmt::join(metrics, "/"));
}

std::vector<RerankSetting> RerankSweep::settings() const {
  std::vector<RerankSetting> all;
  for (const Similarity similarity : by) {
    for (const std::size_t r : R) all.push_back({r, similarity});
  }
  return all;
}

RerankSweep parse_rerank_sweep(std::string_view text) {
  RerankSweep sweep;
  const std::vector<SweepPart> parts =
      sweep_parts(text, "rerank", {"R", "by", "metrics"},
                  "R:COUNT/COUNT, by:SIMILARITY/SIMILARITY and metrics:NAME/NAME");
  for (const SweepPart& part : parts) {
    if (part.name == "R") sweep.R = sweep_counts(part, "rerank", 1, 4294967295u);
    if (part.name == "by") sweep.by = sweep_values<Similarity>(part, "rerank", similarity_named);
    if (part.name == "metrics") {
      sweep.metrics = sweep_values<std::string>(part, "rerank", metric_after);
    }
  }
  if (!parts.empty() && sweep.R.empty()) {
    refuse("option 'rerank' lacks the length of shortlists, such as R:100/1000");
  }
  return sweep;
}

}  // namespace hashlab
