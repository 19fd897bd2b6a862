#pragma once

#include <map>
#include <string>
#include <vector>

namespace hashlab::results {

/// One line of the audit panel of the report.
struct AuditLine {
  enum class Level {
    clean,     ///< the check finds nothing, or the protocol excludes it by definition
    expected,  ///< a finding that the protocol, the experiment file or the data explain: no leak
    leak,      ///< overlap that the splitting protocol must not have
    unknown    ///< the cells do not record whether there is an overlap
  };
  std::string split, check, finding;
  Level level = Level::unknown;
};

/// The name of a level: "clean", "expected", "leak" or "unknown".
std::string level_name(AuditLine::Level level);

/// The lines that follow from the definitions of the protocols and from the facts that the
/// experiments recorded, for use if no audit of the samples is available. `split_facts`: as in
/// DatasetReport.
std::vector<AuditLine> lines_by_definition(
    const std::vector<std::string>& splits, const std::string& ground_truth,
    const std::map<std::string, std::map<std::string, double>>& split_facts);

}  // namespace hashlab::results
