#include "results/report/page_parts.h"
#include "results/site/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace hashlab::results {
namespace {

template <typename Name>
std::vector<std::string> sorted_names(const SiteData& site, const Name& name) {
  std::set<std::string> names;
  for (const SiteScore& score : site.scores) names.insert(name(score));
  names.erase("");
  return {names.begin(), names.end()};
}

std::vector<std::string> study_names(const SiteData& site) {
  std::vector<std::string> names;
  for (const SiteStudy& study : site.studies) names.push_back(study.name);
  return names;
}

std::string conditions_of(const SiteData& site, const Measured& what) {
  const SiteSuite* suite = suite_of(site, what);
  if (suite != nullptr && !suite->conditions.empty()) return suite->conditions;
  return what.study + "/" + what.suite;
}

}  // namespace

SiteView::SiteView(const SiteData& data)
    : site(data),
      contests(contests_of(data)),
      methods(sorted_names(data, [](const SiteScore& s) { return plain_method(s.method); })),
      datasets(
          sorted_names(data, [](const SiteScore& s) { return plain_dataset(s.what.dataset); })),
      method_slugs(methods),
      dataset_slugs(datasets),
      study_slugs(study_names(data)) {
  for (std::size_t c = 0; c < contests.size(); ++c) {
    for (std::size_t r = 0; r < contests[c].rankings.size(); ++r) {
      const std::vector<Place>& places = contests[c].rankings[r].places;
      for (std::size_t p = 0; p < places.size(); ++p) {
        standings[plain_method(score(places[p]).method)].push_back({c, r, p});
      }
    }
  }
  for (std::size_t i = 0; i < site.costs.size(); ++i) {
    const SiteCost& cost = site.costs[i];
    costs_.try_emplace({plain_dataset(cost.what.dataset), conditions_of(site, cost.what),
                        cost.what.metric, cost.method, cost.what.bits},
                       i);
  }
}

const SitePart* SiteView::part(const std::string& name) const {
  const auto found = std::find_if(site.parts.begin(), site.parts.end(),
                                  [&](const SitePart& part) { return part.name == name; });
  return found == site.parts.end() ? nullptr : &*found;
}

const SiteStudy* SiteView::study(const std::string& name) const {
  const auto found = std::find_if(site.studies.begin(), site.studies.end(),
                                  [&](const SiteStudy& study) { return study.name == name; });
  return found == site.studies.end() ? nullptr : &*found;
}

const SiteCost* SiteView::cost(const SiteScore& score, const std::string& time) const {
  const auto found =
      costs_.find({plain_dataset(score.what.dataset), conditions_of(site, score.what), time,
                   score.method, score.what.bits});
  return found == costs_.end() ? nullptr : &site.costs[found->second];
}

std::string framed(const SiteView& view, const std::string& title, const std::string& up,
                   const Html& content, const std::string& data) {
  return filled(asset_text(site_assets(), "site.html"),
                {{"title", Html::text(title).markup()},
                 {"site", Html::text(view.site.title).markup()},
                 {"up", up},
                 {"content", content.markup()},
                 {"data", data.empty() ? "null" : script_json(data)},
                 {"version", Html::text(view.site.version).markup()}});
}

Html method_link(const SiteView& view, const std::string& method, const std::string& up) {
  const std::string plain = plain_method(method);
  if (!view.method_slugs.has(plain)) return Html::text(method);
  return Html::link(fmt::format("{}methods/{}.html", up, view.method_slugs.of(plain)), method);
}

Html dataset_link(const SiteView& view, const std::string& dataset, const std::string& up) {
  const std::string plain = plain_dataset(dataset);
  if (!view.dataset_slugs.has(plain)) return Html::text(dataset);
  return Html::link(fmt::format("{}datasets/{}.html", up, view.dataset_slugs.of(plain)), dataset);
}

Html study_link(const SiteView& view, const Measured& what, const std::string& up) {
  const std::string text = what.suite.empty() || what.suite == what.study
                               ? what.study
                               : fmt::format("{}, {}", what.study, what.suite);
  if (!view.study_slugs.has(what.study)) return Html::text(text);
  return Html::link(fmt::format("{}studies/{}.html", up, view.study_slugs.of(what.study)), text);
}

SiteCell score_cell(const SiteView& view, const Place& place, const std::string& up) {
  const SiteScore& score = view.score(place);
  SiteCell cell;
  cell.sort = fmt::format("{}", score.mean);
  cell.kind = place.rank == 1 ? "number first" : "number";
  if (score.leaks) cell.kind += " leak";
  const std::string address =
      view.study_slugs.has(score.what.study)
          ? fmt::format("{}studies/{}.html#repeat", up, view.study_slugs.of(score.what.study))
          : "";
  cell.content =
      Html::element(address.empty() ? "span" : "a",
                    {{"href", address},
                     {"class", "value"},
                     {"data-origin", fmt::format("{}:{}", score.origin.file, score.origin.line)}},
                    Html::text(score_text(score.mean)));
  if (place.interval) {
    cell.content << Html::element(
        "small",
        fmt::format(" ± {}", score_text((place.interval->high - place.interval->low) / 2)));
  }
  if (score.leaks) cell.content << Html::element("strong", " leak");
  cell.title =
      fmt::format("{}, line {} of {}{}{}", score.method, score.origin.line, score.origin.file,
                  score.runs == 0 ? "" : fmt::format("; {} runs", score.runs),
                  place.evidence == Evidence::leader ? "; the leader"
                  : place.evidence == Evidence::none
                      ? "; not tested against the leader"
                      : fmt::format("; against the leader p = {:.2g} ({}, after Holm)",
                                    place.p_holm, evidence_name(place.evidence)));
  return cell;
}

}  // namespace hashlab::results
