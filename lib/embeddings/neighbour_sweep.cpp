#include "lib/embeddings/neighbour_sweep.h"

#include "lib/error.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

namespace hashlab {

std::string NeighbourSetting::text() const {
  return fmt::format("k={},R={},by={}", k, R, name_of(by));
}

std::string NeighbourSweep::text() const {
  if (empty()) return "";
  std::vector<std::string_view> names;
  for (const Similarity similarity : by) names.push_back(name_of(similarity));
  return fmt::format("k:{} R:{} by:{}", fmt::join(k, "/"), fmt::join(R, "/"),
                     fmt::join(names, "/"));
}

NeighbourSweep parse_neighbour_sweep(std::string_view text) {
  constexpr std::size_t most = 4294967295u;
  const std::string key = "neighbours";
  NeighbourSweep sweep;
  const std::vector<SweepPart> parts = sweep_parts(
      text, key, {"k", "R", "by"}, "k:COUNT/COUNT, R:COUNT/COUNT and by:SIMILARITY/SIMILARITY");
  for (const SweepPart& part : parts) {
    if (part.name == "k") sweep.k = sweep_counts(part, key, 1, most);
    if (part.name == "R") sweep.R = sweep_counts(part, key, 1, most);
    if (part.name == "by") sweep.by = sweep_values<Similarity>(part, key, similarity_named);
  }
  if (!parts.empty() && (sweep.k.empty() || sweep.R.empty())) {
    refuse(
        "option 'neighbours' lacks how many neighbours are looked for among how many, such as "
        "k:10 R:100/1000");
  }
  return sweep;
}

}  // namespace hashlab
