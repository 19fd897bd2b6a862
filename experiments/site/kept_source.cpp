#include "experiments/site/kept_source.h"

#include "experiments/site/suite_facts.h"
#include "experiments/suite/suite_members.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "results/site/kept_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

bool is_plain_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// The text of a Markdown paragraph: links become their text, and marks of code and stress go.
std::string without_markup(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`' || c == '*') continue;
    if (c == '[') {
      const std::size_t middle = text.find("](", i), end = text.find(')', middle);
      if (middle != std::string::npos && end != std::string::npos) {
        plain += without_markup(text.substr(i + 1, middle - i - 1));
        i = end;
        continue;
      }
    }
    plain += c == '\n' ? ' ' : c;
  }
  return plain;
}

/// The first block of code in the section "Repeat the study"; empty if there is none.
std::string commands_to_repeat(const std::string& markdown) {
  const std::string heading = "\n## Repeat the study\n", fence = "\n```";
  const std::size_t section = markdown.find(heading);
  if (section == std::string::npos) return {};
  std::string text = markdown.substr(section + heading.size());
  text.resize(std::min(text.size(), text.find("\n## ")));
  const std::size_t begin = text.find('\n', text.find(fence) + 1), end = text.find(fence, begin);
  return end == std::string::npos ? "" : text.substr(begin + 1, end - begin - 1);
}

results::SiteStudy& study_of(results::SiteData& site, const std::string& name) {
  for (results::SiteStudy& study : site.studies) {
    if (study.name == name) return study;
  }
  site.studies.emplace_back();
  site.studies.back().name = name;
  return site.studies.back();
}

/// Facts of data sets by their names with view, as audits recorded them.
using KnownSets = std::map<std::string, KnownData>;

KnownData known_data(const Suite& suite, const KnownSets& sets, const results::SiteData& site) {
  const auto found = sets.find(full_dataset_name(suite));
  KnownData data = found == sets.end() ? KnownData{} : found->second;
  const auto note = site.dataset_notes.find(results::plain_dataset(suite.dataset));
  if (note != site.dataset_notes.end()) data.evenly_drawable = note->second.evenly_drawable;
  return data;
}

/// `printed_by`: what prints the study's CSV, see KeptTable.
void add_recipes(results::SiteStudy& study, const std::string& suites,
                 const std::string& printed_by, const KnownSets& sets, results::SiteData& site) {
  const std::string path = fmt::format("{}/{}.ini", suites, study.name);
  if (suites.empty() || !is_plain_file(path)) return;
  study.recipes.push_back({study.name + ".ini", read_text(path)});
  const std::string folder = fmt::format("{}/{}", suites, study.name);
  std::error_code ignored;
  std::vector<std::string> members;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".ini") members.push_back(entry.path().filename().string());
  }
  std::sort(members.begin(), members.end());
  for (const std::string& member : members) {
    study.recipes.push_back({fmt::format("{}/{}", study.name, member),
                             read_text(fmt::format("{}/{}", folder, member))});
  }
  if (study.command.empty() && !printed_by.empty()) {
    study.command = fmt::format(
        "hashlab run {0}.ini --data FOLDER --out results/runs/{0}\n"
        "hashlab {1} results/runs/{0} --format csv",
        study.name, printed_by);
  }
  std::vector<Member> all;
  try {
    all = read_suites(path, {}, "results/runs/" + study.name);
  } catch (const Error& error) {
    study.remarks.push_back(
        fmt::format("The conditions of its parts are not known: {}.", error.what()));
  }
  for (const Member& member : all) {
    site.suites.push_back(site_suite(study.name, all.size() == 1 ? "" : member.suite.name,
                                     member.suite, known_data(member.suite, sets, site)));
  }
}

void add_note(results::SiteStudy& study, const std::string& notes) {
  if (notes.empty()) return;
  for (std::string name = study.name; !name.empty();) {
    const std::string path = fmt::format("{}/{}.md", notes, name);
    if (is_plain_file(path)) {
      const NoteText note = note_text(read_text(path));
      study.title = note.title;
      study.summary = note.answer;
      study.command = note.commands;
      return;
    }
    const std::size_t last_word = name.rfind('-');
    name.resize(last_word == std::string::npos ? 0 : last_word);
  }
}

/// Gives the findings of an audit to the suite that they are about, or adds a suite for them.
void add_audit(const results::SiteSuite& audited, results::SiteData& site) {
  results::SiteSuite* found = nullptr;
  std::size_t of_study = 0;
  for (results::SiteSuite& suite : site.suites) {
    if (suite.study != audited.study) continue;
    ++of_study;
    if (suite.suite == audited.suite &&
        results::plain_dataset(suite.dataset) == results::plain_dataset(audited.dataset)) {
      found = &suite;
    }
  }
  for (results::SiteSuite& suite : site.suites) {
    const bool only = of_study == 1 && suite.study == audited.study && suite.suite.empty();
    if (found == nullptr && only) found = &suite;
  }
  if (found == nullptr) {
    site.suites.push_back(audited);
    return;
  }
  found->audit.insert(found->audit.end(), audited.audit.begin(), audited.audit.end());
  found->audit_origin = audited.audit_origin;
  if (found->size == 0) {
    found->size = audited.size;
    found->dimensions = audited.dimensions;
    found->checksum = audited.checksum;
  }
}

/// What the scores' own lines leave open: data set, runs, and whether their split leaks.
void complete_scores(results::SiteData& site, std::size_t first_score, std::size_t first_cost) {
  for (std::size_t i = first_score; i < site.scores.size(); ++i) {
    results::SiteScore& score = site.scores[i];
    const results::SiteSuite* suite = results::suite_of(site, score.what);
    if (suite == nullptr) continue;
    if (score.what.dataset.empty()) score.what.dataset = suite->dataset;
    if (score.runs == 0) score.runs = suite->runs;
    for (const results::AuditLine& line : suite->audit) {
      const bool leak = line.level == results::AuditLine::Level::leak;
      if (leak && line.split == score.what.split) score.leaks = true;
    }
  }
  for (std::size_t i = first_cost; i < site.costs.size(); ++i) {
    results::Measured& what = site.costs[i].what;
    const results::SiteSuite* suite = results::suite_of(site, what);
    if (suite != nullptr && what.dataset.empty()) what.dataset = suite->dataset;
  }
}

}  // namespace

std::string safe_file_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.';
    safe += plain ? c : '-';
  }
  return safe.empty() || safe.front() == '.' ? "file" + safe : safe;
}

NoteText note_text(const std::string& markdown) {
  NoteText note;
  const std::size_t heading = markdown.starts_with("# ") ? 0 : markdown.find("\n# ");
  if (heading != std::string::npos) {
    const std::size_t begin = heading == 0 ? 2 : heading + 3;
    note.title = without_markup(markdown.substr(begin, markdown.find('\n', begin) - begin));
  }
  const std::string answer = "**Answer.** ";
  const std::size_t at = markdown.find(answer);
  if (at != std::string::npos) {
    const std::size_t begin = at + answer.size();
    note.answer = without_markup(markdown.substr(begin, markdown.find("\n\n", begin) - begin));
  }
  while (note.answer.ends_with(' ')) note.answer.pop_back();
  note.commands = commands_to_repeat(markdown);
  return note;
}

void add_kept(const std::vector<std::string>& csvs, const std::string& suites,
              const std::string& notes, results::SiteData& site) {
  const std::size_t first_score = site.scores.size(), first_cost = site.costs.size();
  std::vector<results::SiteSuite> audits;
  std::map<std::string, std::vector<std::string>> files_of;  // by study
  std::map<std::string, std::string> printed_by;             // by study
  std::vector<std::string> order;
  const auto add_file = [&](const std::string& study, const std::string& file) {
    std::vector<std::string>& files = files_of[study];
    if (files.empty()) order.push_back(study);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  };
  std::set<std::string> names;
  for (const results::NamedText& file : site.files) names.insert(file.name);
  for (const std::string& path : csvs) {
    const std::string text = read_text(path);
    const std::string stem = fs::path(path).stem().string();
    std::string name = safe_file_name(stem) + ".csv";
    for (std::size_t n = 2; names.contains(name); ++n) {
      name = fmt::format("{}-{}.csv", safe_file_name(stem), n);
    }
    names.insert(name);
    results::CsvTable table = results::parse_csv_table(text, path);
    table.name = path;
    results::KeptTable kept = results::read_kept(table, stem);
    for (results::SiteScore& score : kept.scores) score.origin.file = name;
    for (results::SitePair& pair : kept.pairs) pair.origin.file = name;
    for (results::SiteCost& cost : kept.costs) cost.origin.file = name;
    for (results::SiteSuite& suite : kept.suites) suite.audit_origin->file = name;
    if (table.column("study")) {
      for (std::size_t row = 0; row < table.rows.size(); ++row) {
        add_file(table.field(row, "study"), name);
      }
    } else {
      add_file(stem, name);
      printed_by[stem] = kept.printed_by;
    }
    site.files.push_back({name, text});
    site.scores.insert(site.scores.end(), kept.scores.begin(), kept.scores.end());
    site.pairs.insert(site.pairs.end(), kept.pairs.begin(), kept.pairs.end());
    site.costs.insert(site.costs.end(), kept.costs.begin(), kept.costs.end());
    audits.insert(audits.end(), kept.suites.begin(), kept.suites.end());
  }
  KnownSets sets;
  for (const results::SiteSuite& audit : audits) {
    sets.try_emplace(audit.dataset, KnownData{audit.size, audit.dimensions, audit.checksum});
  }
  std::sort(order.begin(), order.end());
  for (const std::string& name : order) {
    results::SiteStudy& study = study_of(site, name);
    study.files = files_of[name];
    add_note(study, notes);
    add_recipes(study, suites, printed_by[name], sets, site);
  }
  for (const results::SiteSuite& audit : audits) add_audit(audit, site);
  complete_scores(site, first_score, first_cost);
}

}  // namespace hashlab::experiments
