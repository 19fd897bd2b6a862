#include "experiments/commands/commands.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/schedule/provenance.h"
#include "experiments/site/folder_source.h"
#include "experiments/site/gather_site.h"
#include "experiments/suite/data_folder.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/input_file.h"
#include "lib/files/temporary_file.h"
#include "lib/hamming/dispatch.h"
#include "results/site/pages.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

/// The folders whose files differ from site to site.
constexpr std::array<const char*, 5> page_folders = {"methods", "datasets", "studies", "data",
                                                     "pictures"};

/// True if the folder holds no file of anybody else: this command wrote into it, even if it was
/// interrupted then. Either the mark has its name, which it gets first, or there are only temporary
/// files, which are removed.
bool is_earlier_site(const std::string& out) {
  const std::string mark = fmt::format("{}/{}", out, results::site_mark_file);
  std::error_code ignored;
  if (fs::is_regular_file(mark, ignored)) {
    const InputFile file(mark, InputFile::Use::own);
    return file.text(0, results::site_mark.size()) == results::site_mark;
  }
  remove_leftovers(out);
  remove_leftovers(out + "/assets");
  for (const char* folder : page_folders) remove_leftovers(fmt::format("{}/{}", out, folder));
  for (fs::recursive_directory_iterator at(out, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    if (!at->is_directory(ignored)) return false;
  }
  return !ignored;
}

/// Refuses a folder that holds something else, before any work is done.
void check_site_folder(const std::string& out) {
  std::error_code ignored;
  if (!fs::exists(out, ignored)) return;
  if (!fs::is_directory(out, ignored)) refuse(fmt::format("'{}' is no folder", out));
  if (is_earlier_site(out)) return;
  refuse(fmt::format("'{}' holds other files: name a new folder, or that of an earlier site", out));
}

/// Removes pages of an earlier site that the new one does not have.
void remove_old_pages(const std::string& out, const std::vector<FileText>& files) {
  std::set<std::string> current;
  for (const FileText& file : files) current.insert(file.path);
  for (const char* folder : page_folders) {
    std::error_code ignored;
    std::vector<std::string> old;
    for (const auto& entry : fs::directory_iterator(fmt::format("{}/{}", out, folder), ignored)) {
      const std::string path =
          fmt::format("{}/{}/{}", out, folder, entry.path().filename().string());
      if (!current.contains(path) && entry.is_regular_file(ignored)) old.push_back(path);
    }
    for (const std::string& path : old) fs::remove(path, ignored);
  }
}

void print_check(const FolderCheck& check) {
  fmt::print("{}: {} of {} results are whole, with their seals\n", check.folder, check.done,
             check.cells);
  for (const FolderCheck::Finding& finding : check.findings) {
    fmt::print("  {}{}\n", finding.refuses ? "refused: " : "", finding.text);
  }
  for (const results::AuditLine& line : check.audit) {
    fmt::print("  audit, {}: {}: {} ({})\n", line.split, line.check, line.finding,
               results::level_name(line.level));
  }
  for (const std::string& cell : check.leaking) fmt::print("  marked as leak: {}\n", cell);
  fmt::print("  {}\n", check.refused()          ? "the site refuses it"
                       : !check.leaking.empty() ? "the site takes it, and marks the leaks"
                       : check.audit.empty()    ? "the site takes it, as not audited"
                                                : "the site takes it");
}

/// Says what the site would check, without making it.
int run_check(const Arguments& arguments, const std::optional<std::string>& data) {
  bool clean = true;
  for (const std::string& path : arguments.positional()) {
    for (const ResultsFolder& folder : results_folders(path)) {
      const FolderCheck check = check_folder(folder, data, cores_of_each(1));
      print_check(check);
      clean = clean && !check.refused() && check.leaking.empty();
    }
  }
  return clean ? exit_done : exit_failed;
}

int run_site(const Arguments& arguments) {
  std::optional<std::string> data;
  if (arguments.has("data")) data = data_folder(arguments.get("data", ""));
  if (arguments.has("check")) {
    if (arguments.has("out"))
      refuse("option '--out' does not go with '--check', which writes nothing");
    return run_check(arguments, data);
  }
  const std::string out = arguments.required("out");
  check_site_folder(out);
  SiteRequest request;
  request.paths = arguments.positional();
  request.title = arguments.get("title", "Learning to hash: the leaderboard");
  request.version = provenance(active_kernel()).at("version");
  if (arguments.has("suites")) request.suites = arguments.get("suites", "");
  if (arguments.has("notes")) request.notes = arguments.get("notes", "");
  request.data = data;
  request.pictures = arguments.has("pictures");
  if (request.pictures && !data) {
    refuse("option '--pictures' needs '--data', the folder of the data sets with the pictures");
  }
  request.threads = cores_of_each(1);
  const results::SiteData site = gather_site(request);
  if (site.scores.empty()) {
    throw Error(ErrorCode::not_found, "there is no score in what was named, expected results");
  }
  std::vector<FileText> files;
  std::size_t bytes = 0;
  for (results::SiteFile& file : results::site_files(site)) {
    bytes += file.text.size();
    files.push_back({fmt::format("{}/{}", out, file.path), std::move(file.text)});
  }
  const ExitStatus status = write_outputs(files);
  if (status != exit_done) return status;
  remove_old_pages(out, files);
  fmt::print("{}/index.html: {} scores of {} stud{}, {} files, {:.1f} MB\n", out,
             site.scores.size(), site.studies.size(), site.studies.size() == 1 ? "y" : "ies",
             files.size(), static_cast<double>(bytes) / 1e6);
  return exit_done;
}

}  // namespace

Command site_command() {
  return {
      "site",
      "RESULTS|CSV... --out FOLDER [options]",
      "write a leaderboard of many results as web pages",
      "This command writes a folder of web pages that need no network: who is best, by data set, "
      "ground truth and code length, with ties for first; a page for each method, data set and "
      "study; charts against bits and times. RESULTS are results folders, or folders that contain "
      "some. CSV is a file that 'hashlab table' or 'hashlab compare' printed, or a folder of such "
      "files. Every results folder is verified first: the seals of its files, its recipes, and the "
      "audit of its splits. A damaged folder is refused; a leak is marked on the pages.\n\n"
      "With --check, the command says what it would verify, and writes nothing. The exit status is "
      "then 1 if a folder is refused or leaks.\n\n"
      "  hashlab site results/kept --out site\n"
      "  hashlab site results/kept results/runs/mine --data FOLDER --out site\n"
      "  hashlab site --check results/runs/mine --data FOLDER",
      {{"out", "FOLDER", "folder of the pages; required without --check"},
       {"check", "", "verify results folders, and write nothing"},
       {"data", "DIR",
        "folder of data sets; with it, splits that need labels are audited too, and features are "
        "searched for copies"},
       {"pictures", "",
        "draw what each method of the results folders retrieves for four queries; each is trained "
        "once more, and the results must be the recorded ones"},
       {"title", "T", "title of the site"},
       rare({"suites", "DIR",
             "folder of the experiment files of the CSVs, NAME.ini for NAME.csv "
             "[../../experiments/suites, seen from the CSVs]"}),
       rare(
           {"notes", "DIR",
            "folder of notes about the CSVs, NAME.md for NAME.csv, and for NAME-MORE.csv without a "
            "note of its own [../../docs/research, seen from the CSVs]"})},
      1,
      1000,
      run_site};
}

}  // namespace hashlab::experiments
