#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab::results {

/// A piece of markup. Names and texts get into it through its functions only, which escape them, so
/// that a name cannot become markup.
class Html {
 public:
  Html() = default;
  /// A text that people or other programs wrote: escaped; control characters become visible.
  static Html text(std::string_view text);
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;
  /// <TAG NAME="VALUE" ...>CONTENT</TAG>. The values are escaped; tag and names must be plain.
  static Html element(std::string_view tag, Attributes attributes, const Html& content);
  static Html element(std::string_view tag, const Html& content) {
    return element(tag, {}, content);
  }
  static Html element(std::string_view tag, std::string_view content) {
    return element(tag, {}, text(content));
  }
  static Html link(const std::string& address, std::string_view content) {
    return element("a", {{"href", address}}, text(content));
  }
  static Html list(std::string_view tag, const std::vector<Html>& items);

  Html& operator<<(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  Html& operator<<(std::string_view more) { return *this << text(more); }
  const std::string& markup() const { return markup_; }
  bool empty() const { return markup_.empty(); }

 private:
  std::string markup_;
};

/// JSON that can be placed inside a <script> element: without '<'. Bytes that are not UTF-8 must
/// have been replaced.
std::string script_json(const std::string& json);

/// One cell of a table of the site.
struct SiteCell {
  Html content;
  std::string sort = {};  ///< by which the column is sorted, if it is another text or a number
  std::string kind = {};  ///< "number", "number first", "leak", ...: classes of the style sheet
  std::string title = {};
};
SiteCell text_cell(std::string_view text);
SiteCell number_cell(double value, int decimals);

/// A table whose headings sort it (static_tables.js). `id` is used in addresses.
Html site_table(const std::string& id, std::string_view caption,
                const std::vector<std::string>& columns,
                const std::vector<std::vector<SiteCell>>& rows);

}  // namespace hashlab::results
