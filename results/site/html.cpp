#include "results/site/html.h"

#include "lib/utf8.h"
#include "results/report/page_parts.h"

#include <fmt/format.h>

namespace hashlab::results {

Html Html::text(std::string_view text) {
  Html html;
  html.markup_ = html_text(visible_text(text, "\n"));
  return html;
}

Html Html::element(std::string_view tag, Attributes attributes, const Html& content) {
  Html html;
  html.markup_ = fmt::format("<{}", tag);
  for (const auto& [name, value] : attributes) {
    if (value.empty() && name != "value" && name != "hidden") continue;
    html.markup_ += fmt::format(" {}=\"{}\"", name, html_text(visible_text(value, "\n")));
  }
  html.markup_ += '>';
  if (tag == "img") return html;  // has neither content nor an end
  html.markup_ += content.markup_;
  html.markup_ += fmt::format("</{}>", tag);
  return html;
}

Html Html::list(std::string_view tag, const std::vector<Html>& items) {
  Html inside;
  for (const Html& item : items) inside << element("li", item);
  return element(tag, inside);
}

std::string script_json(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

SiteCell text_cell(std::string_view text) {
  return {Html::text(text)};
}

SiteCell number_cell(double value, int decimals) {
  return {Html::text(fmt::format("{:.{}f}", value, decimals)), fmt::format("{}", value), "number"};
}

Html site_table(const std::string& id, std::string_view caption,
                const std::vector<std::string>& columns,
                const std::vector<std::vector<SiteCell>>& rows) {
  Html head, body;
  for (const std::string& column : columns) {
    head << Html::element("th", {{"scope", "col"}},
                          Html::element("button", {{"type", "button"}}, Html::text(column)));
  }
  for (const std::vector<SiteCell>& row : rows) {
    Html cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const SiteCell& cell = row[i];
      cells << Html::element(i == 0 ? "th" : "td",
                             {{"scope", i == 0 ? "row" : ""},
                              {"class", cell.kind},
                              {"data-sort", cell.sort},
                              {"title", cell.title}},
                             cell.content);
    }
    body << Html::element("tr", cells);
  }
  Html table;
  table << Html::element("caption", caption) << Html::element("thead", Html::element("tr", head))
        << Html::element("tbody", body);
  return Html::element("div",
                       {{"class", "table"},
                        {"tabindex", "0"},
                        {"role", "region"},
                        {"aria-label", std::string(caption)}},
                       Html::element("table", {{"id", id}, {"class", "sortable"}}, table));
}

}  // namespace hashlab::results
