// The front page: all rankings as JSON for front.js, and links for readers without scripts.
#include "results/site/pages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace hashlab::results {
namespace {

using nlohmann::json;

/// The strings of the JSON, each once: places refer to them by index.
class Names {
 public:
  std::size_t of(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(name, list_.size());
    if (is_new) list_.push_back(name);
    return found->second;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> list_;
};

json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double scale = 1e7;
  return std::round(value * scale) / scale;
}

/// [method, mean, low, high, rank, evidence, p, study, file, line, leaks, learn s, encode s]
json place_json(const SiteView& view, const Place& place, Names& methods, Names& studies,
                Names& files) {
  const SiteScore& score = view.score(place);
  const SiteCost* learn = view.cost(score, "learn-seconds");
  const SiteCost* encode = view.cost(score, "encode-seconds");
  json array = json::array();
  array.push_back(methods.of(score.method));
  array.push_back(score.mean);
  array.push_back(place.interval ? rounded(place.interval->low) : json());
  array.push_back(place.interval ? rounded(place.interval->high) : json());
  array.push_back(place.rank);
  array.push_back(static_cast<int>(place.evidence));
  array.push_back(rounded(place.p_holm));
  array.push_back(studies.of(score.what.study));
  array.push_back(files.of(score.origin.file));
  array.push_back(score.origin.line);
  array.push_back(score.leaks ? 1 : 0);
  array.push_back(learn == nullptr ? json() : json(learn->seconds));
  array.push_back(encode == nullptr ? json() : json(encode->seconds));
  return array;
}

std::string front_json(const SiteView& view) {
  Names methods, studies, files;
  json contests = json::array();
  for (const Contest& contest : view.contests) {
    json rankings = json::array();
    for (const Ranking& ranking : contest.rankings) {
      json places = json::array();
      for (const Place& place : ranking.places) {
        places.push_back(place_json(view, place, methods, studies, files));
      }
      rankings.push_back({{"bits", stored_bits(ranking.bits)}, {"places", places}});
    }
    const ContestKey& key = contest.key;
    contests.push_back({{"dataset", key.dataset},
                        {"page", view.dataset_slugs.of(plain_dataset(key.dataset))},
                        {"truth", ground_truth_words(key.ground_truth)},
                        {"split", key.split},
                        {"splitWords", split_words(key.split)},
                        {"metric", key.metric},
                        {"conditions", key.conditions},
                        {"rows", key.rows},
                        {"rankings", rankings}});
  }
  json method_pages = json::array(), study_pages = json::array(), metrics = json::object();
  for (const std::string& method : methods.list()) {
    method_pages.push_back({method, view.method_slugs.of(plain_method(method))});
  }
  for (const std::string& study : studies.list()) {
    study_pages.push_back({study, view.study_slugs.has(study) ? view.study_slugs.of(study) : ""});
  }
  for (const Definition& metric : view.site.metrics) metrics[metric.name] = metric.text;
  const json data = {{"page", "front"},       {"methods", method_pages}, {"studies", study_pages},
                     {"files", files.list()}, {"contests", contests},    {"metrics", metrics}};
  return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string front_page(const SiteView& view) {
  Html content;
  content << Html::element("h1", view.site.title);
  content << Html::element("p", {{"class", "lead"}, {"id", "answer"}},
                           Html::text("Who is best, and is it certain?"));
  content << Html::element(
      "p", {{"class", "caption"}},
      Html::text(fmt::format(
          "{} scores of {} methods on {} data sets, from {} studies. Methods whose scores do not "
          "differ from the best one (corrected resampled t-test over runs, p < 0.05 after Holm's "
          "correction over all rivals) share the first place.",
          view.site.scores.size(), view.methods.size(), view.datasets.size(),
          view.site.studies.size())));
  content << Html::element(
      "form", {{"id", "choices"}, {"class", "choices"}, {"aria-label", "Filters"}}, Html());
  content << Html::element("div", {{"id", "front"}}, Html());
  std::vector<Html> links;
  for (const std::string& dataset : view.datasets) links.push_back(dataset_link(view, dataset, ""));
  Html plain;
  plain << Html::element("p",
                         "This page filters and draws by JavaScript, which is switched off here. "
                         "The pages of data sets and methods hold the same rankings as tables:")
        << Html::list("ul", links);
  content << Html::element("noscript", plain);
  return framed(view, view.site.title, "", content, front_json(view));
}

}  // namespace hashlab::results
