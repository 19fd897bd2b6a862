// The page of a study: what it asked, how to repeat it, its files, and every number.
#include "results/site/csv_table.h"
#include "results/site/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlab::results {
namespace {

/// Files with more lines are linked but not shown.
constexpr std::size_t most_shown_lines = 3000;

const NamedText* file_of(const SiteData& site, const std::string& name) {
  const auto found = std::find_if(site.files.begin(), site.files.end(),
                                  [&](const NamedText& file) { return file.name == name; });
  return found == site.files.end() ? nullptr : &*found;
}

Html repeat_of(const SiteStudy& study) {
  Html out;
  if (study.command.empty() && study.recipes.empty()) {
    out << Html::element("p", "No experiment file and no command is known for these numbers.");
  }
  if (!study.command.empty()) {
    out << Html::element("p",
                         "This command repeats it. FOLDER is the folder of the data sets, and "
                         "scripts are in the repository of hashlab:");
    out << Html::element("pre", Html::element("code", study.command));
  }
  for (const NamedText& recipe : study.recipes) {
    Html inside;
    inside << Html::element("summary", recipe.name)
           << Html::element("pre", Html::element("code", recipe.text));
    out << Html::element("details", inside);
  }
  return out;
}

Html parts_of_study(const SiteView& view, const SiteStudy& study) {
  std::vector<std::vector<SiteCell>> rows;
  for (const SiteSuite& suite : view.site.suites) {
    if (suite.study != study.name) continue;
    const bool leaks =
        std::any_of(suite.audit.begin(), suite.audit.end(),
                    [](const AuditLine& line) { return line.level == AuditLine::Level::leak; });
    rows.push_back({text_cell(suite.suite.empty() ? study.name : suite.suite),
                    {dataset_link(view, suite.dataset, "../")},
                    text_cell(ground_truth_words(suite.ground_truth)),
                    text_cell(suite.conditions.empty() ? "not recorded" : suite.conditions),
                    {Html::text(leaks                 ? "leaks"
                                : suite.audit.empty() ? "not audited"
                                                      : "no leak"),
                     "", leaks ? "leak" : ""}});
  }
  if (rows.empty()) return {};
  return site_table("parts", "Its parts",
                    {"part", "data set", "relevant items", "conditions", "audit"}, rows);
}

Html audit_of_study(const SiteView& view, const SiteStudy& study) {
  std::vector<std::vector<SiteCell>> rows;
  for (const SiteSuite& suite : view.site.suites) {
    if (suite.study != study.name) continue;
    for (const AuditLine& line : suite.audit) {
      SiteCell level = text_cell(level_name(line.level));
      level.kind = "level " + level_name(line.level);
      rows.push_back({text_cell(suite.suite.empty() ? study.name : suite.suite),
                      text_cell(line.split), text_cell(line.check), text_cell(line.finding),
                      level});
    }
  }
  if (rows.empty()) return {};
  Html out;
  out << Html::element("h2", "What the audit found")
      << site_table("audit", "Findings of the audit",
                    {"part", "split", "check", "finding", "meaning"}, rows);
  return out;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 30 &&
         text.find_first_not_of("0123456789.eE+-") == std::string::npos &&
         text.find_first_of("0123456789") != std::string::npos;
}

/// The lines of a file that belong to the study; of files of one study all.
Html file_table(const std::string& id, const CsvTable& table, const std::string& study) {
  const bool shared = table.column("study").has_value();
  std::vector<std::size_t> shown;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (!shared || table.field(row, "study") == study) shown.push_back(row);
  }
  if (shown.size() > most_shown_lines) {
    return Html::element("p", fmt::format("{} lines, too many to show here.", shown.size()));
  }
  std::vector<bool> is_filled(table.columns.size());
  for (const std::size_t row : shown) {
    for (std::size_t i = 0; i < is_filled.size(); ++i) {
      if (!table.rows[row][i].empty()) is_filled[i] = true;
    }
  }
  std::vector<std::string> columns = {"line"};
  for (std::size_t i = 0; i < is_filled.size(); ++i) {
    if (is_filled[i]) columns.push_back(table.columns[i]);
  }
  std::vector<std::vector<SiteCell>> rows;
  for (const std::size_t row : shown) {
    std::vector<SiteCell> cells = {text_cell(fmt::format("{}", CsvTable::line_of(row)))};
    for (std::size_t i = 0; i < is_filled.size(); ++i) {
      if (!is_filled[i]) continue;
      SiteCell cell = text_cell(table.rows[row][i]);
      if (is_number(table.rows[row][i])) cell.kind = "number";
      cells.push_back(std::move(cell));
    }
    rows.push_back(std::move(cells));
  }
  return site_table(id, fmt::format("Lines of {}", table.name), columns, rows);
}

Html files_of_study(const SiteView& view, const SiteStudy& study) {
  Html out;
  for (std::size_t i = 0; i < study.files.size(); ++i) {
    const std::string& name = study.files[i];
    const NamedText* file = file_of(view.site, name);
    if (file == nullptr) continue;
    Html inside;
    inside << Html::element("summary", fmt::format("{}, as a table", name))
           << file_table(fmt::format("file-{}", i), parse_csv_table(file->text, name), study.name);
    out << Html::element("p", Html::element("a", {{"href", "../data/" + name}, {"download", name}},
                                            Html::text(fmt::format("{} as CSV", name))));
    out << Html::element("details", inside);
  }
  return out;
}

}  // namespace

std::string study_page(const SiteView& view, const SiteStudy& study) {
  Html content;
  content << Html::element("h1", study.title.empty() ? study.name : study.title);
  if (!study.summary.empty())
    content << Html::element("p", {{"class", "lead"}}, Html::text(study.summary));
  if (!study.remarks.empty()) {
    std::vector<Html> remarks;
    for (const std::string& remark : study.remarks) remarks.push_back(Html::text(remark));
    content << Html::element("h2", "Remarks") << Html::list("ul", remarks);
  }
  content << parts_of_study(view, study);
  content << Html::element("h2", {{"id", "repeat"}}, Html::text("How to repeat it"))
          << repeat_of(study);
  content << audit_of_study(view, study);
  content << Html::element("h2", {{"id", "numbers"}}, Html::text("Every number"))
          << files_of_study(view, study);
  return framed(view, fmt::format("{} – {}", study.name, view.site.title), "../", content, "");
}

std::string studies_page(const SiteView& view) {
  std::vector<std::vector<SiteCell>> rows;
  for (const SiteStudy& study : view.site.studies) {
    std::set<std::string> datasets;
    for (const SiteSuite& suite : view.site.suites) {
      if (suite.study == study.name) datasets.insert(plain_dataset(suite.dataset));
    }
    const auto scores =
        std::count_if(view.site.scores.begin(), view.site.scores.end(),
                      [&](const SiteScore& score) { return score.what.study == study.name; });
    rows.push_back({{study_link(view, {study.name, "", "", "", "", {}}, "")},
                    text_cell(study.title),
                    text_cell(fmt::format("{}", fmt::join(datasets, ", "))),
                    {Html::text(fmt::format("{}", scores)), fmt::format("{}", scores), "number"}});
  }
  Html content;
  content << Html::element("h1", "Studies");
  content << site_table("studies", "Every study of this site",
                        {"study", "what it asks", "data sets", "scores"}, rows);
  return framed(view, fmt::format("Studies – {}", view.site.title), "", content, "");
}

}  // namespace hashlab::results
