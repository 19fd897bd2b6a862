#pragma once

#include <string_view>
#include <vector>

namespace hashlab::results {

/// A file that the build put into the program.
struct Asset {
  std::string_view name, text;
};

/// Our own parts of the page, in the order in which they are to stand: "page.html", "report.css",
/// "licence.txt", then scripts.
const std::vector<Asset>& page_assets();

/// Vega's modules ("vega-util", ...), each after those it needs.
const std::vector<Asset>& vega_assets();

}  // namespace hashlab::results
