#pragma once

#include "results/record.h"

#include <string>

namespace hashlab {

/// Everything a cell holds but counts, curves, codes and where it was computed, one line each:
///
///   dataset,split,hasher,bits,run,kind,name,value,unit
///
/// kind      name                     value                                            unit
/// metric    auprc, table-f1[...]     a number in [0, 1]                               0..1
/// table     candidates[...]          other scores of hash tables (see table_columns)  items, bits
/// fact      ball-radius, ...         a number                                         items, ...
/// seconds   rank, ...                a number; only if asked for, as no two runs agree  s
/// failure   failure                  why the cell has none of these
///
/// Numbers are the shortest text that reads back as the same double.
std::string everything_header();
std::string everything_lines(const CellRecord& record, bool with_seconds);

}  // namespace hashlab
