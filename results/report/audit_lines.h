#pragma once

#include <map>
#include <string>
#include <vector>

namespace hashlab::results {

/// One line of the audit panel of the report.
struct AuditLine {
  enum class Level {
    clean,     ///< searched for and not found
    expected,  ///< overlap that the splitting strategy has by its definition
    leak,      ///< overlap that it must not have
    unknown    ///< nothing is known: the cells do not record it
  };
  std::string split, check, finding;
  Level level = Level::unknown;
};

/// "clean", "expected", "leak", "unknown".
std::string level_name(AuditLine::Level level);

/// The lines that follow from the definitions of the protocols and from the facts in cells, if no
/// audit of rows is available. `split_facts` as in DatasetReport.
std::vector<AuditLine> lines_by_definition(
    const std::vector<std::string>& splits, const std::string& ground_truth,
    const std::map<std::string, std::map<std::string, double>>& split_facts);

}  // namespace hashlab::results
