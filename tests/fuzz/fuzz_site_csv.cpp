// Any bytes are a CSV for the site, with numbers that are finite and lines that exist, or an Error.
// What was read is written and read again, and pages are made of it.
#include "lib/error.h"
#include "results/site/kept_table.h"
#include "results/site/pages.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hashlab::results;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const CsvTable table = parse_csv_table(text, "input.csv");
    const std::string again = csv_text(table);
    if (parse_csv_table(again, "input.csv").rows != table.rows) std::abort();
    const KeptTable kept = read_kept(table, "input");
    SiteData site;
    site.studies.emplace_back();
    site.studies.back().name = "input";
    site.studies.back().files = {"input.csv"};
    site.files = {{"input.csv", again}};
    site.suites = kept.suites;
    site.scores = kept.scores;
    site.pairs = kept.pairs;
    site.costs = kept.costs;
    for (const SiteScore& score : site.scores) {
      if (!std::isfinite(score.mean) || score.origin.line > table.rows.size() + 1) std::abort();
    }
    if (site_files(site).empty()) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
