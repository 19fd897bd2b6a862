// The page of a data set: what it is, its audits, who leads, and every ranking.
#include "results/site/pages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace hashlab::results {
namespace {

using nlohmann::json;

std::vector<const SiteSuite*> suites_on(const SiteView& view, const std::string& dataset) {
  std::vector<const SiteSuite*> suites;
  for (const SiteSuite& suite : view.site.suites) {
    if (plain_dataset(suite.dataset) == dataset) suites.push_back(&suite);
  }
  return suites;
}

Html facts_of(const SiteView& view, const std::string& dataset) {
  Html facts;
  const auto fact = [&](const std::string& term, const std::set<std::string>& texts) {
    if (texts.empty()) return;
    Html pair;
    pair << Html::element("dt", term)
         << Html::element("dd", fmt::format("{}", fmt::join(texts, "; ")));
    facts << Html::element("div", pair);
  };
  std::set<std::string> sizes, checksums, truths;
  const auto known = view.site.dataset_notes.find(dataset);
  const DatasetNote note = known == view.site.dataset_notes.end() ? DatasetNote{} : known->second;
  const auto text = [](const std::string& words) {
    return words.empty() ? std::set<std::string>() : std::set{words};
  };
  for (const SiteSuite* suite : suites_on(view, dataset)) {
    if (suite->size > 0) {
      sizes.insert(fmt::format("{} samples of {} features", suite->size, suite->dimensions));
    }
    if (!suite->checksum.empty()) checksums.insert(suite->checksum.substr(0, 16));
    if (!suite->ground_truth.empty()) truths.insert(ground_truth_words(suite->ground_truth));
  }
  fact("What it is", text(note.text));
  fact("Size", sizes);
  fact("Checksum of features and labels", checksums);
  fact("Relevant items are", truths);
  fact("Source of these files", text(note.source));
  fact("Licence", {note.licence.empty() ? "not known to this site" : note.licence});
  return Html::element("dl", {{"class", "conditions"}}, facts);
}

Html audits_of(const SiteView& view, const std::string& dataset) {
  std::vector<std::vector<SiteCell>> rows;
  for (const SiteSuite* suite : suites_on(view, dataset)) {
    for (const AuditLine& line : suite->audit) {
      SiteCell level = text_cell(level_name(line.level));
      level.kind = "level " + level_name(line.level);
      rows.push_back(
          {{study_link(view, {suite->study, suite->suite, suite->dataset, "", "", {}}, "../")},
           text_cell(line.split),
           text_cell(line.check),
           text_cell(line.finding),
           level});
    }
  }
  if (rows.empty()) return Html::element("p", "No audit of it is known to this site.");
  return site_table("audit", "What the audits found",
                    {"study", "split", "check", "finding", "meaning"}, rows);
}

/// "itq+npq, tied with 2 others"
Html leaders_of(const SiteView& view, const Ranking& ranking) {
  Html html;
  html << method_link(view, view.score(ranking.places[0]).method, "../");
  const std::size_t others = ranking.firsts() - 1;
  if (others > 0) html << fmt::format(", tied with {} other{}", others, others == 1 ? "" : "s");
  return html;
}

Html leaders_table(const SiteView& view, const std::vector<std::size_t>& own) {
  std::vector<std::vector<SiteCell>> rows;
  for (const std::size_t c : own) {
    const Contest& contest = view.contests[c];
    SiteCell conditions = text_cell(contest.key.conditions);
    conditions.kind = "soft";
    for (const Ranking& ranking : contest.rankings) {
      rows.push_back({{Html::link(fmt::format("#contest-{}", c), contest.key.dataset)},
                      text_cell(ground_truth_words(contest.key.ground_truth)),
                      text_cell(contest.key.split),
                      text_cell(contest.key.metric),
                      {Html::text(ranking.bits ? fmt::format("{}", *ranking.bits) : "–"),
                       fmt::format("{}", stored_bits(ranking.bits)), "number"},
                      conditions,
                      {leaders_of(view, ranking)},
                      score_cell(view, ranking.places[0], "../"),
                      {Html::text(fmt::format("{}", ranking.places.size())),
                       fmt::format("{}", ranking.places.size()), "number"}});
    }
  }
  return site_table("leaders", "Who leads",
                    {"data", "relevant items", "split", "metric", "bits", "conditions", "first",
                     "score", "methods"},
                    rows);
}

/// Methods against code lengths, the best mean rank first.
Html contest_table(const SiteView& view, std::size_t c) {
  const Contest& contest = view.contests[c];
  struct Row {
    std::map<std::size_t, const Place*> places;  ///< by ranking
    double relative = 0;
  };
  std::map<std::string, Row> methods;
  for (std::size_t r = 0; r < contest.rankings.size(); ++r) {
    const std::vector<Place>& places = contest.rankings[r].places;
    for (std::size_t p = 0; p < places.size(); ++p) {
      Row& row = methods[view.score(places[p]).method];
      row.places[r] = &places[p];
      row.relative += static_cast<double>(p + 1) / static_cast<double>(places.size());
    }
  }
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [method, row] : methods) {
    order.emplace_back(row.relative / static_cast<double>(row.places.size()), method);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> columns = {"method"};
  for (const Ranking& ranking : contest.rankings) columns.push_back(bits_words(ranking.bits));
  std::vector<std::vector<SiteCell>> rows;
  for (const auto& [relative, method] : order) {
    std::vector<SiteCell> row = {SiteCell{method_link(view, method, "../")}};
    for (std::size_t r = 0; r < contest.rankings.size(); ++r) {
      const auto found = methods[method].places.find(r);
      row.push_back(found == methods[method].places.end()
                        ? text_cell("–")
                        : score_cell(view, *found->second, "../"));
    }
    rows.push_back(std::move(row));
  }
  return site_table(fmt::format("table-{}", c),
                    fmt::format("{}, ± half of the 95 % interval. Bold: first or tied for first.",
                                contest.key.metric),
                    columns, rows);
}

json contest_json(const SiteView& view, std::size_t c) {
  const Contest& contest = view.contests[c];
  json points = json::array();
  for (const Ranking& ranking : contest.rankings) {
    if (!ranking.bits) continue;
    for (const Place& place : ranking.places) {
      json point = {{"method", view.score(place).method},
                    {"x", *ranking.bits},
                    {"y", view.score(place).mean},
                    {"rank", place.rank}};
      if (place.interval) {
        point["low"] = place.interval->low;
        point["high"] = place.interval->high;
      }
      points.push_back(std::move(point));
    }
  }
  return {{"id", fmt::format("contest-{}", c)},
          {"title", fmt::format("{} against bits", contest.key.metric)},
          {"metric", contest.key.metric},
          {"points", points}};
}

}  // namespace

std::string dataset_page(const SiteView& view, const std::string& dataset) {
  std::vector<std::size_t> own;
  for (std::size_t c = 0; c < view.contests.size(); ++c) {
    if (plain_dataset(view.contests[c].key.dataset) == dataset) own.push_back(c);
  }
  Html content;
  content << Html::element("h1", dataset) << facts_of(view, dataset);
  content << Html::element("h2", "Who leads");
  content << (own.empty() ? Html::element("p", "No ranking of this site is about it.")
                          : leaders_table(view, own));
  content << Html::element("h2", "Splits, and what the audits found") << audits_of(view, dataset);
  json charts = json::array();
  if (!own.empty()) content << Html::element("h2", "Every ranking");
  for (const std::size_t c : own) {
    Html inside;
    inside << Html::element("h3", {{"id", fmt::format("contest-{}-title", c)}},
                            Html::text(contest_words(view.contests[c].key)))
           << Html::element("div", {{"class", "plot-place"}}, Html()) << contest_table(view, c);
    content << Html::element("section",
                             {{"id", fmt::format("contest-{}", c)},
                              {"aria-labelledby", fmt::format("contest-{}-title", c)}},
                             inside);
    charts.push_back(contest_json(view, c));
  }
  const json data = {{"page", "dataset"}, {"charts", charts}};
  return framed(view, fmt::format("{} – {}", dataset, view.site.title), "../", content,
                data.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string datasets_page(const SiteView& view) {
  std::vector<std::vector<SiteCell>> rows;
  for (const std::string& dataset : view.datasets) {
    const auto note = view.site.dataset_notes.find(dataset);
    const std::vector<const SiteSuite*> suites = suites_on(view, dataset);
    const std::size_t leaks = static_cast<std::size_t>(
        std::count_if(suites.begin(), suites.end(), [](const SiteSuite* suite) {
          return std::any_of(suite->audit.begin(), suite->audit.end(), [](const AuditLine& line) {
            return line.level == AuditLine::Level::leak;
          });
        }));
    std::set<std::string> studies;
    for (const SiteSuite* suite : suites) studies.insert(suite->study);
    rows.push_back({{dataset_link(view, dataset, "")},
                    text_cell(note == view.site.dataset_notes.end() ? "" : note->second.text),
                    {Html::text(fmt::format("{}", studies.size())),
                     fmt::format("{}", studies.size()), "number"},
                    {Html::text(leaks == 0 ? "none" : fmt::format("in {} experiment files", leaks)),
                     fmt::format("{}", leaks), leaks == 0 ? "" : "leak"}});
  }
  Html content;
  content << Html::element("h1", "Data sets");
  content << site_table("datasets", "Every data set that was measured",
                        {"data set", "what it is", "studies", "leaks found"}, rows);
  return framed(view, fmt::format("Data sets – {}", view.site.title), "", content, "");
}

}  // namespace hashlab::results
