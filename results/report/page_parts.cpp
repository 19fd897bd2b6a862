#include "results/report/page_parts.h"

#include "lib/error.h"
#include "lib/files/sha256.h"

#include <fmt/format.h>

namespace hashlab::results {

std::string_view asset_text(const std::vector<Asset>& assets, std::string_view name) {
  for (const Asset& asset : assets) {
    if (asset.name == name) return asset.text;
  }
  throw Error(ErrorCode::not_found, fmt::format("the program lacks its file '{}'", name));
}

std::string html_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

// Debian's Vega has a CommonJS file for each module. modules.js provides `module` and `require`.
std::string vega_script() {
  std::string script(asset_text(page_assets(), "modules.js"));
  for (const Asset& asset : vega_assets()) {
    const std::string_view code = asset.text.substr(0, asset.text.find("\n//# sourceMappingURL"));
    script += fmt::format("addModule('{}', function (exports, module, require) {{\n", asset.name);
    script += code;
    script += "\n});\n";
  }
  return script;
}

std::string own_script(const std::vector<Asset>& assets) {
  std::string script = "'use strict';\n(() => {\n";
  for (const Asset& asset : assets) {
    if (!asset.name.ends_with(".js") || asset.name == "modules.js") continue;
    script += asset.text;
  }
  return script + "})();\n";
}

std::string policy_hash(const std::string& text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string hex = sha256(text);
  std::string bits;
  for (const char c : hex) {
    const int value = c <= '9' ? c - '0' : c - 'a' + 10;
    for (int bit = 3; bit >= 0; --bit) bits += ((value >> bit) & 1) != 0 ? '1' : '0';
  }
  std::string base64;
  for (std::size_t at = 0; at < bits.size(); at += 6) {
    std::string six = bits.substr(at, 6);
    six.resize(6, '0');
    base64 += digits[std::stoul(six, nullptr, 2)];
  }
  base64.resize((base64.size() + 3) / 4 * 4, '=');
  return fmt::format("'sha256-{}'", base64);
}

std::string filled(std::string_view frame, const std::map<std::string, std::string>& parts) {
  std::string page;
  while (true) {
    const std::size_t open = frame.find("{{");
    page += frame.substr(0, open);
    if (open == std::string_view::npos) return page;
    const std::size_t close = frame.find("}}", open);
    page += parts.at(std::string(frame.substr(open + 2, close - open - 2)));
    frame.remove_prefix(close + 2);
  }
}

}  // namespace hashlab::results
