#include "results/report/page.h"

#include "results/report/assets.h"
#include "results/report/page_parts.h"
#include "results/report/report_json.h"

#include <fmt/format.h>

namespace hashlab::results {

std::string report_page(const Report& report) {
  const std::string vega = vega_script();
  const std::string own = own_script(page_assets());
  // Vega sets styles of elements, which style-src counts as inline. It does not need 'unsafe-eval',
  // because its expressions are interpreted.
  const std::string policy = fmt::format(
      "default-src 'none'; script-src {} {}; style-src 'unsafe-inline'; "
      "img-src data:; base-uri 'none'; form-action 'none'",
      policy_hash(vega), policy_hash(own));
  return filled(asset_text(page_assets(), "page.html"),
                {{"title", html_text(report.title)},
                 {"policy", policy},
                 {"style", std::string(asset_text(page_assets(), "report.css"))},
                 {"licence", std::string(asset_text(page_assets(), "licence.txt"))},
                 {"data", report_json(report)},
                 {"vega", vega},
                 {"script", own}});
}

}  // namespace hashlab::results
