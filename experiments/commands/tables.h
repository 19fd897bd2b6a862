#pragma once

#include "experiments/folder.h"
#include "results/table_format.h"

#include <string>
#include <vector>

namespace hashlab {

struct TableRequest {
  std::vector<std::string> metrics;  ///< the suite's if empty
  std::string baseline;              ///< the suite's if empty
  std::size_t precision = 4;
  bool ties = false;  ///< show the tie band of every metric that has one
  TableFormat format = TableFormat::text;
};

/// One comparison table a metric, end to end.
std::string comparison_tables(const ResultsFolder& folder, const Manifest& manifest,
                              const TableRequest& request);

}  // namespace hashlab
