#include "lib/embeddings/rerank_sweep.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

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

double bound_named(const std::string& text) {
  const std::optional<double> eps = parse_real(text);
  if (eps && *eps >= 0 && std::isfinite(*eps)) return *eps;
  refuse(fmt::format("option 'rerank': bound '{}' must be a number >= 0, such as 1.9", text));
}

}  // namespace

std::string BoundSetting::text() const {
  return fmt::format("bound={},k={},by=euclidean", number_text(eps), k);
}

std::string RerankSetting::text() const {
  return fmt::format("R={},by={}", R, name_of(by));
}

std::string RerankSweep::text() const {
  if (empty()) return "";
  std::vector<std::string> names;
  for (const Similarity similarity : by) names.emplace_back(name_of(similarity));
  std::string text;
  if (!R.empty()) text += fmt::format("R:{} ", fmt::join(R, "/"));
  if (!bounds.empty()) {
    std::vector<std::string> numbers;
    for (const double eps : bounds) numbers.push_back(number_text(eps));
    text += fmt::format("bound:{} k:{} ", fmt::join(numbers, "/"), fmt::join(k, "/"));
  }
  return text + fmt::format("by:{} metrics:{}", fmt::join(names, "/"), fmt::join(metrics, "/"));
}

std::vector<BoundSetting> RerankSweep::bound_settings() const {
  std::vector<BoundSetting> all;
  for (const double eps : bounds) {
    for (const std::size_t of_nearest : k) all.push_back({eps, of_nearest});
  }
  return all;
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
      sweep_parts(text, "rerank", {"R", "bound", "k", "by", "metrics"},
                  "R:COUNT/COUNT, bound:EPS/EPS, k:COUNT/COUNT, by:SIMILARITY/SIMILARITY and "
                  "metrics:NAME/NAME");
  for (const SweepPart& part : parts) {
    if (part.name == "R") sweep.R = sweep_counts(part, "rerank", 1, 4294967295u);
    if (part.name == "bound") {
      sweep.bounds = sweep_values<double>(part, "rerank", bound_named);
    }
    if (part.name == "k") sweep.k = sweep_counts(part, "rerank", 1, 4294967295u);
    if (part.name == "by") sweep.by = sweep_values<Similarity>(part, "rerank", similarity_named);
    if (part.name == "metrics") {
      sweep.metrics = sweep_values<std::string>(part, "rerank", metric_after);
    }
  }
  if (!parts.empty() && sweep.empty()) {
    refuse(
        "option 'rerank' lacks the length of shortlists, such as R:100/1000, or an error bound, "
        "such as bound:1.9");
  }
  const bool has_k = std::any_of(parts.begin(), parts.end(),
                                 [](const SweepPart& part) { return part.name == "k"; });
  if (has_k && sweep.bounds.empty()) {
    refuse("option 'rerank': k has an effect only with a bound: add bound:1.9 or leave k out");
  }
  const bool euclidean =
      std::find(sweep.by.begin(), sweep.by.end(), Similarity::euclidean) != sweep.by.end();
  if (!sweep.bounds.empty() && !euclidean) {
    refuse("option 'rerank': error bounds are those of Euclidean distances: add by:euclidean");
  }
  return sweep;
}

}  // namespace hashlab
