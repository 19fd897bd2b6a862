#include "splits/exchange.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace hashlab::splits {
namespace {

/// The classes of a row, in ascending order. In multi-label data, the number of its classes is
/// added as one more class, numbered after the others, because a row with more classes is relevant
/// to more queries.
using Classes = std::vector<std::size_t>;

/// Rows that have the same classes, in random order.
struct Alike {
  Rows outside, entering;
  Rows staying, leaving;  ///< of the database
};
using Groups = std::map<Classes, Alike>;

Classes classes_of(const Labels& labels, std::uint32_t row) {
  if (!labels.single.empty()) return {static_cast<std::size_t>(labels.single[row])};
  Classes classes;
  for (std::size_t c = 0; c < labels.multi.n_rows; ++c) {
    if (labels.multi(c, row) != 0) classes.push_back(c);
  }
  classes.push_back(labels.multi.n_rows + classes.size());
  return classes;
}

void move_last(Rows& from, Rows& to) {
  to.push_back(from.back());
  from.pop_back();
}

/// For each class, the number of rows that the database has gained; negative if it has lost some.
class Surplus {
 public:
  explicit Surplus(std::size_t n_classes) : of_class_(n_classes, 0) {}

  /// The increase of the sum of absolute surpluses if one row replaces another.
  std::int64_t growth(const Classes& entering, const Classes& leaving) const {
    std::int64_t sum = 0;
    for (const std::size_t c : only_in(entering, leaving)) sum += of_class_[c] >= 0 ? 1 : -1;
    for (const std::size_t c : only_in(leaving, entering)) sum += of_class_[c] <= 0 ? 1 : -1;
    return sum;
  }
  void exchange(const Classes& entering, const Classes& leaving) {
    for (const std::size_t c : entering) ++of_class_[c];
    for (const std::size_t c : leaving) --of_class_[c];
  }

 private:
  static Classes only_in(const Classes& a, const Classes& b) {
    Classes only;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only));
    return only;
  }

  std::vector<std::int64_t> of_class_;
};

/// Each row that is still outside replaces the row of the database for which the surplus grows
/// least.
void exchange_for_nearest(Groups& groups, Surplus& surplus) {
  for (auto& [classes, rows] : groups) {
    while (!rows.outside.empty()) {
      auto nearest = groups.end();
      for (auto g = groups.begin(); g != groups.end(); ++g) {
        if (g->second.staying.empty()) continue;
        if (nearest == groups.end() ||
            surplus.growth(classes, g->first) < surplus.growth(classes, nearest->first)) {
          nearest = g;
        }
      }
      surplus.exchange(classes, nearest->first);
      move_last(rows.outside, rows.entering);
      move_last(nearest->second.staying, nearest->second.leaving);
    }
  }
}

/// Undoes exchanges as long as this reduces the surplus: a row that has left returns, and in its
/// place another row leaves, or a row that has entered goes back outside. The loop ends, because
/// the surplus shrinks by at least one each time.
void improve(Groups& groups, Surplus& surplus) {
  for (bool is_better = true; is_better;) {
    is_better = false;
    const auto moves = [&](const Classes& returning, Rows& from, Rows& back, const Classes& going,
                           Rows& to_go, Rows& gone) {
      while (!from.empty() && !to_go.empty() && surplus.growth(returning, going) < 0) {
        surplus.exchange(returning, going);
        move_last(from, back);
        move_last(to_go, gone);
        is_better = true;
      }
    };
    for (auto& [returning, a] : groups) {
      for (auto& [going, b] : groups) {
        moves(returning, a.leaving, a.staying, going, b.staying, b.leaving);
        moves(returning, a.leaving, a.staying, going, b.entering, b.outside);
      }
    }
  }
}

}  // namespace

Exchange exchange_by_class(const Rows& outside, const Rows& database, const Labels& labels,
                           Rng rng) {
  if (outside.size() > database.size()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{} rows are to enter a database of {}",
                                                         outside.size(), database.size()));
  }
  Groups groups;
  std::set<std::size_t> known;
  for (const std::uint32_t row : database) {
    const Classes classes = classes_of(labels, row);
    known.insert(classes.begin(), classes.end());
    groups[classes].staying.push_back(row);
  }
  for (const std::uint32_t row : outside) {
    const Classes classes = classes_of(labels, row);
    const auto is_known = [&](std::size_t c) { return known.contains(c); };
    if (std::ranges::all_of(classes, is_known)) groups[classes].outside.push_back(row);
  }
  for (auto& [classes, rows] : groups) {
    rng.shuffle(rows.outside);
    rng.shuffle(rows.staying);
    while (!rows.outside.empty() && !rows.staying.empty()) {
      move_last(rows.outside, rows.entering);
      move_last(rows.staying, rows.leaving);
    }
  }
  if (labels.single.empty()) {
    Surplus surplus(2 * labels.multi.n_rows + 1);
    exchange_for_nearest(groups, surplus);
    improve(groups, surplus);
  }
  Exchange exchange;
  const auto append = [](const Rows& rows, Rows& to) {
    to.insert(to.end(), rows.begin(), rows.end());
  };
  for (const auto& [classes, rows] : groups) {
    append(rows.entering, exchange.entering);
    append(rows.leaving, exchange.leaving);
  }
  std::sort(exchange.entering.begin(), exchange.entering.end());
  std::sort(exchange.leaving.begin(), exchange.leaving.end());
  return exchange;
}

}  // namespace hashlab::splits
