#pragma once

#include "lib/hash_tables/sweep.h"

#include <vector>

namespace hashlab::testing {

/// Scores of several settings of hash tables, with numbers that a file must not round.
inline std::vector<HashTableScores> some_hash_table_scores() {
  std::vector<HashTableScores> all;
  for (const HashTableSetting& setting :
       parse_hash_table_sweep("K:3/40 L:2 radius:1 keys:segments/sampled").settings()) {
    HashTableScores s;
    s.setting = setting;
    s.queries = 10;
    s.database = 1000;
    s.candidates = 5000000000u + all.size();
    s.largest_bucket = 77;
    s.f = 1.0 / 3;
    s.entropy = 2.5;
    all.push_back(s);
  }
  return all;
}

}  // namespace hashlab::testing
