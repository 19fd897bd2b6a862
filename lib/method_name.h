#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// The parts of a method's name, as tables need them. A name is parsed by its form alone, even if
/// no such method exists.
///
///   PROJECTION+QUANTISER[:SETTINGS][,tuned]     "itq+npq:thresholds=7,tuned", "itq+npq:tuned"
///   +QUANTISER[:SETTINGS][,tuned]               a quantiser with any projection: a baseline
///   PROJECTION+SIMILARITY[:SETTINGS]            a ranking by a projection's values: "itq+cosine".
///                                               "itq+asymmetric" compares the projected values
///                                               of queries with the codes of items
///   NAME[:SETTINGS]                             a ranking by the features: "euclidean"; or "auto",
///                                               whose hash function is chosen in each run
///   codes:NAME                                  codes that another program computed
inline constexpr std::string_view asymmetric_name = "asymmetric";

struct MethodName {
  std::string projection;  ///< or the similarity by which features are ranked; empty: any
  std::string quantiser;   ///< or the similarity by which projected values are ranked; or empty
  std::string settings;    ///< "thresholds=7", as written
  bool tuned = false;      ///< further settings are chosen in each run

  bool has_settings() const { return tuned || !settings.empty(); }
  bool has_codes() const;
  /// True if it names a quantiser with any projection.
  bool any_projection() const { return projection.empty() && !quantiser.empty(); }
  /// The name. parse_method_name() and text() are inverse to each other.
  std::string text() const;
};

MethodName parse_method_name(std::string_view name);

}  // namespace hashlab
