#include "lib/plain_name.h"

#include "lib/error.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace hashlab {
namespace {

/// What is wrong with a name; empty if nothing is.
std::string fault_of(std::string_view name) {
  const std::string visible = visible_text(name);
  if (visible != name) {
    const auto at = std::mismatch(name.begin(), name.end(), visible.begin()).first - name.begin();
    return fmt::format("has the {} {}", is_utf8(name) ? "control character" : "byte",
                       visible.substr(static_cast<std::size_t>(at), 4)) +
           (is_utf8(name) ? ", which tables cannot hold" : ", which is not UTF-8");
  }
  if (!name.empty() && std::string_view("=+-@").find(name.front()) != std::string_view::npos) {
    return fmt::format("begins with '{}', so spreadsheets would take it for a formula",
                       name.front());
  }
  return "";
}

}  // namespace

void require_plain_name(std::string_view place, std::string_view name, std::string_view remedy) {
  const std::string fault = fault_of(name);
  if (fault.empty()) return;
  refuse(fmt::format("{}: the name '{}' {}: {}", visible_text(place), visible_text(name), fault,
                     remedy));
}

bool is_plain_name(std::string_view name) {
  return fault_of(name).empty();
}

}  // namespace hashlab
