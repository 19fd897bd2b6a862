#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// A method's name taken apart, as tables need it: by its form alone, whether or not there is such
/// a method.
///
///   PROJECTION+QUANTISER[:SETTINGS][,tuned]     "itq+npq:thresholds=7,tuned", "itq+npq:tuned"
///   +QUANTISER[:SETTINGS][,tuned]               a quantiser on whatever projection: a baseline
///   PROJECTION+SIMILARITY[:SETTINGS]            a ranking by a projection's values: "itq+cosine",
///                                               or by those of queries alone: "itq+asymmetric"
///   NAME[:SETTINGS]                             a ranking by the features: "euclidean"; or "auto",
///                                               whose hash function is chosen in each run
///   codes:NAME                                  codes that another program computed
inline constexpr std::string_view asymmetric_name = "asymmetric";

struct MethodName {
  std::string projection;  ///< or the similarity that features are ranked by; empty: any
  std::string quantiser;   ///< or the similarity that a projection's values are ranked by; or empty
  std::string settings;    ///< "thresholds=7", as written
  bool tuned = false;      ///< further settings are chosen in each run

  bool has_settings() const { return tuned || !settings.empty(); }
  bool has_codes() const;
  /// Does it name a quantiser on whatever projection?
  bool any_projection() const { return projection.empty() && !quantiser.empty(); }
  /// The name: text() of what parse_method_name makes of a name is that name.
  std::string text() const;
};

MethodName parse_method_name(std::string_view name);

}  // namespace hashlab
