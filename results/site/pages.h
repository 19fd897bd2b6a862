#pragma once

#include "results/site/html.h"
#include "results/site/ranking.h"
#include "results/site/site_data.h"
#include "results/site/slugs.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace hashlab::results {

/// A file of the site: its path below the folder of the site, and its content.
struct SiteFile {
  std::string path, text;
};

/// The script of the pages, by whose first line the folder of a site is recognised.
inline constexpr const char* site_mark_file = "assets/site.js";
inline constexpr std::string_view site_mark = "// A site that hashlab wrote.\n";

/// Every page, CSV, picture, script and style sheet of the site; site_mark_file comes first, so
/// that an unfinished site is recognised too. The pages load nothing from other hosts, and their
/// Content-Security-Policy forbids it. The same data gives the same bytes.
std::vector<SiteFile> site_files(const SiteData& site);

/// The place of a method in one ranking.
struct Standing {
  std::size_t contest = 0, ranking = 0, place = 0;  ///< indices
};

/// What all pages need: the data, the rankings, and the addresses of pages.
struct SiteView {
  explicit SiteView(const SiteData& data);

  const SiteData& site;
  std::vector<Contest> contests;
  std::vector<std::string> methods;   ///< plain names, see plain_method
  std::vector<std::string> datasets;  ///< plain names, see plain_dataset
  Slugs method_slugs, dataset_slugs, study_slugs;
  std::map<std::string, std::vector<Standing>> standings;  ///< by plain method

  const Place& place(const Standing& s) const {
    return contests[s.contest].rankings[s.ranking].places[s.place];
  }
  const SiteScore& score(const Place& place) const { return site.scores[place.score]; }
  const SitePart* part(const std::string& name) const;
  const SiteStudy* study(const std::string& name) const;
  /// The mean seconds of a time ("learn-seconds") of the method of a score, measured on the same
  /// data under the same conditions; null if it was not measured.
  const SiteCost* cost(const SiteScore& score, const std::string& time) const;

 private:
  std::map<std::tuple<std::string, std::string, std::string, std::string, CodeBits>, std::size_t>
      costs_;
};

// The pages. `up` is "" for pages of the site's folder, and "../" for those of its sub-folders.

std::string front_page(const SiteView& view);
std::string method_page(const SiteView& view, const std::string& method);
std::string dataset_page(const SiteView& view, const std::string& dataset);
std::string study_page(const SiteView& view, const SiteStudy& study);
std::string methods_page(const SiteView& view);
std::string datasets_page(const SiteView& view);
std::string studies_page(const SiteView& view);
std::string about_page(const SiteView& view);

/// A page in the common frame. `data`: JSON for the scripts of the page, or "".
std::string framed(const SiteView& view, const std::string& title, const std::string& up,
                   const Html& content, const std::string& data);

/// The number of a score: its text leads to the study that measured it, and its title names the
/// line of the CSV.
SiteCell score_cell(const SiteView& view, const Place& place, const std::string& up);
Html method_link(const SiteView& view, const std::string& method, const std::string& up);
Html dataset_link(const SiteView& view, const std::string& dataset, const std::string& up);
Html study_link(const SiteView& view, const Measured& what, const std::string& up);

/// "class" and "epsilon:..." in words.
std::string ground_truth_words(const std::string& recipe);
/// "held-out database (improved)", and so on.
std::string split_words(const std::string& split);
/// "32 bits", or "no codes".
std::string bits_words(CodeBits bits);
/// The conditions of a contest in one line.
std::string contest_words(const ContestKey& key);

/// A number with four decimals, as every table of the site prints a score.
std::string score_text(double value);
/// Seconds with at most three digits: "0.0123", "12.3", "140".
std::string seconds_text(double seconds);

}  // namespace hashlab::results
