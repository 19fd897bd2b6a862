#include "lib/embeddings/rerank_sweep.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

namespace hashlab {
namespace {

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

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
  std::set<std::string> given;
  std::istringstream in{std::string(text)};
  for (std::string part; in >> part;) {
    const std::size_t colon = std::min(part.find(':'), part.size());
    const std::string key = part.substr(0, colon);
    const std::vector<std::string> known = {"R", "by", "metrics"};
    if (colon + 1 >= part.size() || std::find(known.begin(), known.end(), key) == known.end()) {
      refuse(fmt::format(
          "option 'rerank': '{}' is none of R:COUNT/COUNT, by:SIMILARITY/SIMILARITY and "
          "metrics:NAME/NAME{}",
          part, suggestion(key, known)));
    }
    if (!given.insert(key).second) refuse(fmt::format("option 'rerank' gives '{}' twice", key));
    const std::vector<std::string> values = split_at(part.substr(colon + 1), '/');
    if (key == "R") sweep.R = parsed<std::size_t>(values, part, shortlist_length);
    if (key == "by") sweep.by = parsed<Similarity>(values, part, similarity_named);
    if (key == "metrics") sweep.metrics = parsed<std::string>(values, part, metric_after);
  }
  if (!given.empty() && !given.contains("R")) {
    refuse("option 'rerank' lacks the length of shortlists, such as R:100/1000");
  }
  return sweep;
}

}  // namespace hashlab
