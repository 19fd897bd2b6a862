#include "results/report/audit_lines.h"

#include "results/record/fact_names.h"

#include <fmt/format.h>

namespace hashlab::results {
namespace {

using Level = AuditLine::Level;

AuditLine overlap_line(const std::string& split) {
  const std::string check = "training rows in the ranked database";
  if (split == "literature" || split == "matched") {
    return {split, check, "all of them, by the definition of this split", Level::expected};
  }
  if (split == "improved") {
    return {split, check, "none, by the definition of this split", Level::clean};
  }
  return {split, check, "unknown; run hashlab audit", Level::unknown};
}

AuditLine radius_line(const std::string& split, const std::string& ground_truth) {
  const std::string check = "rows that determine the radius of relevance";
  if (ground_truth.find("reference=database") == std::string::npos) {
    return {split, check, "training and validation rows only", Level::clean};
  }
  return {split, check, "also the ranked database, as the experiment file asks", Level::expected};
}

}  // namespace

std::string level_name(AuditLine::Level level) {
  switch (level) {
    case Level::clean:
      return "clean";
    case Level::expected:
      return "expected";
    case Level::leak:
      return "leak";
    case Level::unknown:
      break;
  }
  return "unknown";
}

std::vector<AuditLine> lines_by_definition(
    const std::vector<std::string>& splits, const std::string& ground_truth,
    const std::map<std::string, std::map<std::string, double>>& split_facts) {
  std::vector<AuditLine> lines;
  for (const std::string& split : splits) {
    lines.push_back(overlap_line(split));
    if (ground_truth.starts_with("epsilon")) lines.push_back(radius_line(split, ground_truth));
    const auto facts = split_facts.find(split);
    if (facts == split_facts.end()) continue;
    const auto none = facts->second.find(fact_names::queries_without_relevant);
    if (none == facts->second.end()) continue;
    lines.push_back({split, "test queries without a relevant item",
                     fmt::format("{:.1f} % on average over the runs", 100 * none->second),
                     none->second > 0 ? Level::expected : Level::clean});
  }
  return lines;
}

}  // namespace hashlab::results
