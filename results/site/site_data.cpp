#include "results/site/site_data.h"

namespace hashlab::results {
namespace {

std::string up_to(const std::string& text, char end) {
  return text.substr(0, text.find(end));
}

}  // namespace

std::string plain_dataset(const std::string& dataset) {
  return up_to(dataset, ':');
}

std::string plain_method(const std::string& method) {
  if (!method.starts_with("codes:")) return up_to(method, ':');
  const std::string name = method.substr(6);
  return "codes:" + up_to(name, ':');
}

const SiteSuite* suite_of(const SiteData& site, const Measured& what) {
  const SiteSuite* only = nullptr;
  std::size_t of_study = 0;
  for (const SiteSuite& suite : site.suites) {
    if (suite.study != what.study) continue;
    ++of_study;
    only = &suite;
    const bool same_data =
        what.dataset.empty() || plain_dataset(suite.dataset) == plain_dataset(what.dataset);
    if (suite.suite == what.suite && same_data) return &suite;
  }
  return of_study == 1 && (what.suite.empty() || only->suite.empty()) ? only : nullptr;
}

const std::string* rows_of(const SiteData& site, const Measured& what) {
  const SiteSuite* suite = suite_of(site, what);
  if (suite == nullptr) return nullptr;
  const auto rows = suite->rows.find(what.split);
  return rows == suite->rows.end() ? nullptr : &rows->second;
}

}  // namespace hashlab::results
