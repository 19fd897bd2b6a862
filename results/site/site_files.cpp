#include "results/report/page_parts.h"
#include "results/site/pages.h"

#include <fmt/format.h>

namespace hashlab::results {
namespace {

std::string site_style() {
  return std::string(asset_text(site_assets(), "report.css")) +
         std::string(asset_text(site_assets(), "site.css"));
}

/// Vega with the notice that its licence demands.
std::string site_vega() {
  return fmt::format("/*\n{}*/\n{}", asset_text(page_assets(), "licence.txt"), vega_script());
}

}  // namespace

std::vector<SiteFile> site_files(const SiteData& site) {
  const SiteView view(site);
  std::vector<SiteFile> files = {
      {site_mark_file, std::string(site_mark) + own_script(site_assets())},
      {"index.html", front_page(view)},
      {"methods.html", methods_page(view)},
      {"datasets.html", datasets_page(view)},
      {"studies.html", studies_page(view)},
      {"about.html", about_page(view)},
      {"assets/site.css", site_style()},
      {"assets/vega.js", site_vega()}};
  for (const std::string& method : view.methods) {
    files.push_back(
        {fmt::format("methods/{}.html", view.method_slugs.of(method)), method_page(view, method)});
  }
  for (const std::string& dataset : view.datasets) {
    files.push_back({fmt::format("datasets/{}.html", view.dataset_slugs.of(dataset)),
                     dataset_page(view, dataset)});
  }
  for (const SiteStudy& study : site.studies) {
    files.push_back(
        {fmt::format("studies/{}.html", view.study_slugs.of(study.name)), study_page(view, study)});
  }
  for (const NamedText& file : site.files) files.push_back({"data/" + file.name, file.text});
  for (const SitePicture& picture : site.pictures) {
    files.push_back({"pictures/" + picture.name, picture.png});
  }
  return files;
}

}  // namespace hashlab::results
