#pragma once

#include "lib/types.h"
#include "splits/audit/audit.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hashlab::splits {

/// The distribution of the classes over some rows, compared with the whole data set. Shares are
/// relative to samples, so with several labels per sample they add up to more than 1.
struct ClassBalance {
  std::string part;  ///< "data set", or see part_name
  std::size_t rows = 0;
  std::map<std::int64_t, std::size_t> samples;  ///< for each class of the data set, how many of
                                                ///< these rows have it
  double deviation = 0;        ///< largest difference of a class's share from that in the data set
  std::int64_t deviating = 0;  ///< the class with this difference
};

/// The balance of the data set, then of each part that has rows. Empty if there are no labels.
std::vector<ClassBalance> class_balance(const Split& split, const Labels& labels);

}  // namespace hashlab::splits
