#include "lib/embeddings/rerank_sweep.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/numbers.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {
namespace {

std::size_t shortlist_length(const std::string& text) {
  constexpr std::uint64_t most = 4294967295u;
  const auto R = parse_whole(text);
  if (R && *R >= 1 && *R <= most) return *R;
  refuse(fmt::format("option 'rerank': R = '{}', must be a whole number in 1 .. {}", text, most));
}

std::string metric_after(const std::string& text) {
  const Metric m = metric(text);
  if (!m.by_code_distance && m.averaging == Averaging::mean) return m.name;
  refuse(
      fmt::format("option 'rerank': metric '{}' has no meaning after re-ranking, expected a mean "
                  "over queries that needs no distances of codes, such as map",
                  text));
}

template <typename Value, typename Parse>
std::vector<Value> parsed(const std::vector<std::string>& texts, const std::string& part,
                          const Parse& parse) {
  std::vector<Value> values;
  for (const std::string& text : texts) {
    Value value = parse(text);
    if (std::find(values.begin(), values.end(), value) != values.end()) {
      refuse(fmt::format("option 'rerank': '{}' has a value twice", part));
    }
    values.push_back(std::move(value));
  }
  return values;
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
  for (const auto& [part, name, values] : parts) {
    if (name == "R") sweep.R = parsed<std::size_t>(values, part, shortlist_length);
    if (name == "by") sweep.by = parsed<Similarity>(values, part, similarity_named);
    if (name == "metrics") sweep.metrics = parsed<std::string>(values, part, metric_after);
  }
  if (!parts.empty() && sweep.R.empty()) {
    refuse("option 'rerank' lacks the length of shortlists, such as R:100/1000");
  }
  return sweep;
}

}  // namespace hashlab
