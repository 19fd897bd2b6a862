#include "lib/method_name.h"

#include "lib/similarity.h"

namespace hashlab {
namespace {

constexpr std::string_view tuned_setting = "tuned";

}  // namespace

bool MethodName::has_codes() const {
  return projection == "auto" || (projection == "codes" && quantiser.empty()) ||
         (!quantiser.empty() && !is_similarity(quantiser) && quantiser != asymmetric_name &&
          !real_queries);
}

std::string MethodName::text() const {
  std::string text = projection;
  if (!quantiser.empty()) text += "+" + quantiser;
  if (real_queries) text += "+" + std::string(asymmetric_name);
  if (!settings.empty()) text += ":" + settings;
  if (tuned) text += (settings.empty() ? ":" : ",") + std::string(tuned_setting);
  return text;
}

MethodName parse_method_name(std::string_view name) {
  MethodName parsed;
  if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
    std::string_view settings = name.substr(colon + 1);
    const std::size_t last = settings.rfind(',') + 1;  // 0 if there is one setting
    if (settings.substr(last) == tuned_setting) {
      parsed.tuned = true;
      settings = settings.substr(0, last == 0 ? 0 : last - 1);
    }
    parsed.settings = settings;
    name = name.substr(0, colon);
  }
  const std::size_t plus = name.find('+');
  parsed.projection = name.substr(0, plus);
  if (plus == std::string_view::npos) return parsed;
  std::string_view quantiser = name.substr(plus + 1);
  const std::size_t last = quantiser.rfind('+');
  parsed.real_queries =
      last != std::string_view::npos && last > 0 && quantiser.substr(last + 1) == asymmetric_name;
  if (parsed.real_queries) quantiser = quantiser.substr(0, last);
  parsed.quantiser = quantiser;
  return parsed;
}

}  // namespace hashlab
