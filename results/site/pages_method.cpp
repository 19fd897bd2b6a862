// The page of a method: what it is, how it stands, what it costs.
#include "results/site/pages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace hashlab::results {
namespace {

using nlohmann::json;

struct PartNames {
  std::string projection, quantiser;
};

PartNames parts_of(const std::string& method) {
  const std::size_t plus = method.find('+');
  if (plus == std::string::npos) return {method, ""};
  return {method.substr(0, plus), method.substr(plus + 1)};
}

Html settings_table(const SitePart& part) {
  std::vector<std::vector<SiteCell>> rows;
  for (const SitePart::Setting& s : part.settings) {
    rows.push_back(
        {text_cell(s.name), text_cell(s.value), text_cell(s.allowed), text_cell(s.help)});
  }
  return site_table("settings-" + part.name, fmt::format("Options of {}", part.name),
                    {"option", "default", "values", "effect"}, rows);
}

void describe_part(const SiteView& view, const std::string& name, const std::string& role,
                   Html& out) {
  const SitePart* part = view.part(name);
  if (part == nullptr) return;
  out << Html::element("h3", fmt::format("{} {}", role, part->name));
  std::string summary = part->summary + ".";
  summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
  out << Html::element("p", summary);
  Html facts;
  const auto fact = [&](const std::string& term, const std::string& text) {
    if (text.empty()) return;
    Html pair;
    pair << Html::element("dt", term) << Html::element("dd", text);
    facts << Html::element("div", pair);
  };
  fact("Paper", part->paper);
  fact("Training uses, beside the features", part->supervision);
  fact("Cost of training", part->cost);
  out << Html::element("dl", {{"class", "conditions"}}, facts);
  if (!part->settings.empty()) out << settings_table(*part);
}

/// How often a method is first, and where.
struct Record {
  std::size_t rankings = 0, firsts = 0, alone = 0, last_third = 0;
  std::set<std::string> led, failed;  ///< data sets and ground truths
};

Record record_of(const SiteView& view, const std::string& method) {
  Record record;
  const auto found = view.standings.find(method);
  if (found == view.standings.end()) return record;
  // Of variants of one method, the best one counts.
  std::map<std::pair<std::size_t, std::size_t>, const Standing*> best;
  for (const Standing& s : found->second) {
    const Standing*& place = best[{s.contest, s.ranking}];
    if (place == nullptr || s.place < place->place) place = &s;
  }
  for (const auto& [where, standing] : best) {
    const Contest& contest = view.contests[standing->contest];
    const Ranking& ranking = contest.rankings[standing->ranking];
    const std::string task = fmt::format("{} ({})", plain_dataset(contest.key.dataset),
                                         ground_truth_words(contest.key.ground_truth));
    ++record.rankings;
    if (view.place(*standing).rank == 1) {
      ++record.firsts;
      if (standing->place == 0 && ranking.firsts() == 1) ++record.alone;
      record.led.insert(task);
    }
    if (3 * (standing->place + 1) > 2 * ranking.places.size() && ranking.places.size() >= 3) {
      ++record.last_third;
      record.failed.insert(task);
    }
  }
  for (const std::string& task : record.led) record.failed.erase(task);
  return record;
}

std::string listed(const std::set<std::string>& names) {
  return fmt::format("{}", fmt::join(names, "; "));
}

Html advice(const SiteView& view, const std::string& method) {
  const Record record = record_of(view, method);
  std::vector<Html> items;
  if (record.rankings == 0) {
    items.push_back(Html::text("No ranking of this site has it together with another method."));
    return Html::list("ul", items);
  }
  items.push_back(Html::text(fmt::format(
      "It takes part in {} rankings (a ranking is one data set, ground truth, split, metric and "
      "code length). It is first in {} of them: alone in {}, and tied with others in {}, where the "
      "difference to the best method is not significant, or was not tested.",
      record.rankings, record.firsts, record.alone, record.firsts - record.alone)));
  if (!record.led.empty()) {
    items.push_back(
        Html::text(fmt::format("Worth a trial on data like these, where it is first in at "
                               "least one ranking: {}.",
                               listed(record.led))));
  }
  if (!record.failed.empty()) {
    items.push_back(Html::text(fmt::format(
        "Not the first choice on data like these, where it is never first, and at least once in "
        "the last third: {}.",
        listed(record.failed))));
  }
  const SitePart* part = view.part(parts_of(method).projection);
  if (part != nullptr && part->supervision == "labels") {
    items.push_back(Html::text("It cannot be trained without labels."));
  } else if (part != nullptr && part->supervision == "neighbours") {
    items.push_back(Html::text(
        "It is trained on which samples are neighbours, so it can adapt to the ground truth."));
  } else if (part != nullptr) {
    items.push_back(Html::text("It needs no labels."));
  }
  return Html::list("ul", items);
}

Html standings_table(const SiteView& view, const std::vector<Standing>& standings) {
  std::vector<std::vector<SiteCell>> rows;
  for (const Standing& s : standings) {
    const Contest& contest = view.contests[s.contest];
    const Ranking& ranking = contest.rankings[s.ranking];
    const Place& place = view.place(s);
    const SiteScore& score = view.score(place);
    SiteCell rank{Html::text(fmt::format("{}{} of {}", place.rank,
                                         place.rank == 1 && ranking.firsts() > 1 ? "=" : "",
                                         ranking.places.size())),
                  fmt::format("{}", place.rank), "number"};
    rows.push_back({{dataset_link(view, contest.key.dataset, "../")},
                    text_cell(ground_truth_words(contest.key.ground_truth)),
                    text_cell(contest.key.split),
                    text_cell(contest.key.metric),
                    {Html::text(ranking.bits ? fmt::format("{}", *ranking.bits) : "–"),
                     fmt::format("{}", stored_bits(ranking.bits)), "number"},
                    text_cell(score.method),
                    score_cell(view, place, "../"),
                    rank,
                    {study_link(view, score.what, "../")}});
  }
  return site_table("scores", "Every score of this method. A bold one is first or tied for first.",
                    {"data set", "relevant items", "split", "metric", "bits", "variant", "score",
                     "place", "measured in"},
                    rows);
}

Html costs_table(const SiteView& view, const std::string& method) {
  std::vector<std::vector<SiteCell>> rows;
  for (const SiteCost& cost : view.site.costs) {
    if (plain_method(cost.method) != method) continue;
    SiteCell seconds{Html::text(seconds_text(cost.seconds)), fmt::format("{}", cost.seconds),
                     "number"};
    seconds.title = fmt::format("{}, line {}", cost.origin.file, cost.origin.line);
    rows.push_back({text_cell(cost.what.metric),
                    {dataset_link(view, cost.what.dataset, "../")},
                    {Html::text(cost.what.bits ? fmt::format("{}", *cost.what.bits) : "–"),
                     fmt::format("{}", stored_bits(cost.what.bits)), "number"},
                    text_cell(cost.method),
                    seconds,
                    {study_link(view, cost.what, "../")}});
  }
  if (rows.empty()) return Html::element("p", "No time of it was measured.");
  return site_table("costs", "Wall-clock seconds, mean over runs",
                    {"time", "data set", "bits", "variant", "seconds", "measured in"}, rows);
}

Html retrieval_of(const SiteView& view, const std::string& method) {
  Html out;
  for (const SitePicture& picture : view.site.pictures) {
    if (plain_method(picture.method) != method) continue;
    Html figure, caption;
    figure << Html::element("img",
                            {{"src", "../pictures/" + picture.name},
                             {"loading", "lazy"},
                             {"alt", fmt::format("Pictures that {} retrieves from {}",
                                                 picture.method, picture.dataset)}},
                            Html());
    caption << picture.caption << " Measured in "
            << study_link(view, {picture.study, "", "", "", "", {}}, "../") << ".";
    figure << Html::element("figcaption", caption);
    out << Html::element("figure", {{"class", "retrieved"}}, figure);
  }
  if (!out.empty()) return out;
  Html none;
  none << "None were drawn. If a data set has pictures, this command draws what the methods of a "
          "results folder retrieve: "
       << Html::element("code", "hashlab site RESULTS --data DIR --pictures --out SITE") << ".";
  return Html::element("p", none);
}

/// The scores as points for the chart of the page: by contest, against bits.
std::string method_json(const SiteView& view, const std::vector<Standing>& standings) {
  json charts = json::array();
  std::map<std::size_t, std::vector<const Standing*>> by_contest;
  for (const Standing& s : standings) by_contest[s.contest].push_back(&s);
  for (const auto& [c, own] : by_contest) {
    const ContestKey& key = view.contests[c].key;
    json points = json::array();
    for (const Standing* s : own) {
      const Place& place = view.place(*s);
      const Ranking& ranking = view.contests[c].rankings[s->ranking];
      if (!ranking.bits) continue;
      const auto point = [&](const std::string& name, const Place& of) {
        json object = {
            {"method", name}, {"x", *ranking.bits}, {"y", view.score(of).mean}, {"rank", of.rank}};
        if (of.interval) {
          object["low"] = of.interval->low;
          object["high"] = of.interval->high;
        }
        return object;
      };
      points.push_back(point(view.score(place).method, place));
      if (s->place != 0) points.push_back(point("best method", ranking.places[0]));
    }
    if (points.empty()) continue;
    charts.push_back({{"title", contest_words(key)}, {"metric", key.metric}, {"points", points}});
  }
  return json({{"page", "method"}, {"charts", charts}})
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string method_page(const SiteView& view, const std::string& method) {
  static const std::vector<Standing> none;
  const auto found = view.standings.find(method);
  const std::vector<Standing>& standings = found == view.standings.end() ? none : found->second;
  const PartNames names = parts_of(method);
  Html content;
  content << Html::element("h1", method);
  if (method.starts_with("codes:")) {
    content << Html::element("p",
                             "These codes were computed by another program; hashlab ranked them. "
                             "The study that measured them names their files and the rows on "
                             "which that program was trained.");
  }
  content << Html::element("h2", "When to use it, and when not") << advice(view, method);
  content << Html::element("h2", "What it is");
  describe_part(view, names.projection, names.quantiser.empty() ? "Method" : "Projection", content);
  if (!names.quantiser.empty()) describe_part(view, names.quantiser, "Quantiser", content);
  content << Html::element("h2", {{"id", "charts-title"}}, Html::text("Scores"));
  content << Html::element("div", {{"id", "charts"}}, Html());
  if (!standings.empty()) content << standings_table(view, standings);
  content << Html::element("h2", "Cost") << costs_table(view, method);
  content << Html::element("h2", "Examples of retrieval") << retrieval_of(view, method);
  return framed(view, fmt::format("{} – {}", method, view.site.title), "../", content,
                method_json(view, standings));
}

std::string methods_page(const SiteView& view) {
  std::vector<std::vector<SiteCell>> rows;
  for (const std::string& method : view.methods) {
    const Record record = record_of(view, method);
    const PartNames names = parts_of(method);
    const SitePart* projection = view.part(names.projection);
    rows.push_back({{method_link(view, method, "")},
                    text_cell(projection == nullptr ? "" : projection->summary),
                    text_cell(projection == nullptr ? "" : projection->supervision),
                    {Html::text(fmt::format("{}", record.rankings)),
                     fmt::format("{}", record.rankings), "number"},
                    {Html::text(fmt::format("{}", record.firsts)), fmt::format("{}", record.firsts),
                     "number"}});
  }
  Html content;
  content << Html::element("h1", "Methods");
  content << site_table(
      "methods", "Every method that was measured",
      {"method", "its projection", "trained on, beside the features", "rankings", "first in"},
      rows);
  return framed(view, fmt::format("Methods – {}", view.site.title), "", content, "");
}

}  // namespace hashlab::results
