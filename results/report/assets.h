#pragma once

#include <string_view>
#include <vector>

namespace hashlab::results {

/// A file that is embedded in the program.
struct Asset {
  std::string_view name, text;
};

/// Our own parts of the page, in the order in which they appear: "page.html", "report.css",
/// "licence.txt", then scripts.
const std::vector<Asset>& page_assets();

/// The parts of the site (see results/site), in the order in which they appear: "site.html",
/// style sheets, then scripts.
const std::vector<Asset>& site_assets();

/// Vega's modules ("vega-util", ...), each after the modules that it needs.
const std::vector<Asset>& vega_assets();

}  // namespace hashlab::results
