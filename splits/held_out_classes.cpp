#include "splits/held_out_classes.h"

#include "lib/error.h"
#include "splits/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

namespace hashlab::splits {

ClassSides divide_classes(const SplitRequest& request, const Pool& pool, double share,
                          HeldOutClasses which, std::string_view name) {
  constexpr std::size_t fewest = 2;
  if (request.labels == nullptr || request.labels->empty()) {
    refuse(fmt::format("split '{}' needs '/labels', which the data set lacks", name));
  }
  const Rows free = pool.rest();
  std::vector<Rows> classes;
  for (const Rows& rows : rows_by_class(*request.labels)) {
    Rows left;
    std::set_intersection(rows.begin(), rows.end(), free.begin(), free.end(),
                          std::back_inserter(left));
    if (!left.empty()) classes.push_back(std::move(left));
  }
  if (classes.size() <= fewest) {
    refuse(
        fmt::format("split '{}' holds {} classes out and learns from others: it needs 3 at least, "
                    "the data set has {}",
                    name, fewest, classes.size()));
  }
  const auto held_out = static_cast<std::ptrdiff_t>(std::clamp(
      static_cast<std::size_t>(std::llround(share * static_cast<double>(classes.size()))), fewest,
      classes.size() - 1));
  Rows order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  if (which == HeldOutClasses::drawn) split_stream(request, "test-classes").shuffle(order);
  if (which == HeldOutClasses::last) std::reverse(order.begin(), order.end());
  const auto of_classes = [&](auto first, auto last) {
    Rows rows;
    for (; first != last; ++first) {
      rows.insert(rows.end(), classes[*first].begin(), classes[*first].end());
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  };
  ClassSides sides;
  sides.unseen = of_classes(order.begin(), order.begin() + held_out);
  const Rows rest = of_classes(order.begin() + held_out, order.end());
  std::set_difference(rest.begin(), rest.end(), sides.unseen.begin(), sides.unseen.end(),
                      std::back_inserter(sides.seen));
  return sides;
}

}  // namespace hashlab::splits
