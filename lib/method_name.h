#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// The part after the + in the name of the ranking "PROJECTION+asymmetric", which compares the
/// projected values of queries with the codes of items, and after the quantiser in the name of
/// "PROJECTION+QUANTISER+asymmetric", which does so with the codes of that quantiser.
inline constexpr std::string_view asymmetric_name = "asymmetric";

/// The parts of a method's name, which has one of these forms:
///
///   PROJECTION+QUANTISER[:SETTINGS][,tuned]     "itq+npq:thresholds=7,tuned", "itq+npq:tuned"
///   +QUANTISER[:SETTINGS][,tuned]               a quantiser with any projection: a baseline
///   PROJECTION+SIMILARITY[:SETTINGS]            a ranking by a projection's values: "itq+cosine",
///                                               "itq+asymmetric"
///   PROJECTION+QUANTISER+asymmetric[:SETTINGS]  a ranking of codes by a query's values:
///                                               "itq+npq+asymmetric:thresholds=7"
///   NAME[:SETTINGS]                             a ranking by the features: "euclidean"; or "auto",
///                                               whose hash function is chosen in each run
///   codes:NAME                                  codes that another program computed
struct MethodName {
  std::string projection;  ///< or the similarity by which features are ranked, "auto" or "codes";
                           ///< empty: any projection
  std::string quantiser;   ///< or the similarity by which projected values are ranked; or empty
  std::string settings;    ///< "thresholds=7", as written, without "tuned"; NAME of "codes:NAME"
  bool tuned = false;      ///< further settings are tuned in each run
  bool real_queries = false;  ///< "+asymmetric" follows the quantiser: queries are not coded

  bool has_settings() const { return tuned || !settings.empty(); }
  /// True if the method ranks by comparing codes with codes: it has a quantiser, or it is "auto" or
  /// "codes". False for a similarity and for "asymmetric",
  /// also behind a quantiser.
  bool has_codes() const;
  /// True if this is the name of a quantiser with any projection, "+QUANTISER".
  bool any_projection() const { return projection.empty() && !quantiser.empty(); }
  /// The whole name. parse_method_name() and text() are inverse to each other.
  std::string text() const;
};

/// Parses a name by its form alone, whether or not such a method exists.
MethodName parse_method_name(std::string_view name);

}  // namespace hashlab
