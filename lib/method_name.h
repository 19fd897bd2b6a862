#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// A method's name taken apart, as tables need it: by its form alone, whether or not there is such
/// a method.
///
///   PROJECTION+QUANTISER[:SETTINGS][,tuned]     "itq+npq:thresholds=7,tuned", "itq+npq:tuned"
///   +QUANTISER[:SETTINGS][,tuned]               a quantiser on whatever projection: a baseline
///   NAME                                        a ranking without codes: "euclidean"
struct MethodName {
  std::string projection;  ///< or the whole name of a ranking without codes; empty: any
  std::string quantiser;   ///< empty: a ranking without codes
  std::string settings;    ///< "thresholds=7", as written
  bool tuned = false;      ///< further settings are chosen in each run

  bool has_settings() const { return tuned || !settings.empty(); }
  /// Does it name a quantiser on whatever projection?
  bool any_projection() const { return projection.empty() && !quantiser.empty(); }
  /// The name: text() of what parse_method_name makes of a name is that name.
  std::string text() const;
};

MethodName parse_method_name(std::string_view name);

}  // namespace hashlab
