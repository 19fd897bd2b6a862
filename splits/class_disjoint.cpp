#include "lib/error.h"
#include "splits/draw.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace hashlab {
namespace {

/// Rows by the use of their classes.
struct Sides {
  Rows unseen;  ///< has a test class: queries and what is ranked
  Rows seen;    ///< has classes, none of them a test class
};

/// Queries and the ranked database are of classes that nothing is ever learned from. Rows of other
/// classes that no part takes, and rows without a class, are left out.
class ClassDisjoint final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"class-disjoint",
            1,
            "Sablayrolles, Douze, Usunier, Jegou 2017, arXiv 1609.06753",
            "queries and database are of classes that nothing is learned from",
            RankedRows::held_out,
            /*needs_labels=*/true};
  }

  void describe(Options& options) override {
    options.real("test-classes", test_classes_, 0.01, 0.99,
                 "share of the classes that are held out; two at least");
  }

  Split make(const SplitRequest& request) const override {
    if (request.labels == nullptr || request.labels->empty()) {
      throw Error(ErrorCode::invalid_argument,
                  "split 'class-disjoint' needs '/labels', which the data set lacks");
    }
    check_split_sizes(request.sizes, request.n - request.excluded.size());
    const Pool all(request.n, request.excluded);
    const Sides sides = draw_classes(*request.labels, all, request);
    Pool unseen = all.within(sides.unseen), seen = all.within(sides.seen);
    const auto on = [](const char* side, const auto& drawn) {
      try {
        return drawn();
      } catch (const Error& error) {
        throw Error(error.code(), fmt::format("split 'class-disjoint': {}{}", error.what(), side));
      }
    };
    const Rows queries =
        on(" of the classes held out", [&] { return draw_test_queries(unseen, request); });
    Draw parts = on(" of the other classes", [&] { return draw_learnable(seen, request); });
    parts.test_queries = queries;
    Split split = split_of(parts);
    split.test_database = unseen.rest();
    if (split.test_database.empty()) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("split 'class-disjoint': option 'test-queries' = {} does not fit: the "
                      "classes held out have no more rows, which leaves nothing to rank",
                      queries.size()));
    }
    return split;
  }

 private:
  /// With a single unseen class, all that is ranked would be relevant to every query.
  static constexpr std::size_t fewest = 2;

  Sides draw_classes(const Labels& labels, const Pool& pool, const SplitRequest& request) const {
    const Rows free = pool.rest();
    std::vector<Rows> classes;
    for (const Rows& rows : rows_by_class(labels)) {
      Rows left;
      std::set_intersection(rows.begin(), rows.end(), free.begin(), free.end(),
                            std::back_inserter(left));
      if (!left.empty()) classes.push_back(std::move(left));
    }
    if (classes.size() <= fewest) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("split 'class-disjoint' holds {} classes out and learns from others: "
                              "it needs 3 at least, the data set has {}",
                              fewest, classes.size()));
    }
    const double share = test_classes_ * static_cast<double>(classes.size());
    const auto held_out = static_cast<std::ptrdiff_t>(
        std::clamp(static_cast<std::size_t>(std::llround(share)), fewest, classes.size() - 1));
    Rows order(classes.size());
    std::iota(order.begin(), order.end(), 0u);
    split_stream(request, "test-classes").shuffle(order);
    const auto united = [&](auto first, auto last) {
      Rows rows;
      for (; first != last; ++first) {
        rows.insert(rows.end(), classes[*first].begin(), classes[*first].end());
      }
      std::sort(rows.begin(), rows.end());
      rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
      return rows;
    };
    Sides sides;
    sides.unseen = united(order.begin(), order.begin() + held_out);
    const Rows rest = united(order.begin() + held_out, order.end());
    std::set_difference(rest.begin(), rest.end(), sides.unseen.begin(), sides.unseen.end(),
                        std::back_inserter(sides.seen));
    return sides;
  }

  double test_classes_ = 0.25;
};

}  // namespace

std::unique_ptr<SplitStrategy> splits::class_disjoint() {
  return std::make_unique<ClassDisjoint>();
}

}  // namespace hashlab
