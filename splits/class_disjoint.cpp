#include "lib/error.h"
#include "splits/draw.h"
#include "splits/held_out_classes.h"
#include "splits/registry.h"

#include <fmt/format.h>

namespace hashlab::splits {
namespace {

/// Queries and database are the samples of held-out classes, on which no method trains. Samples of
/// other classes that are in no part, and samples without a class, are left out.
class ClassDisjoint final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"class-disjoint",
            1,
            "Sablayrolles, Douze, Usunier, Jegou 2017, arXiv 1609.06753",
            "queries and database are samples of classes that are excluded from training",
            RankedRows::held_out,
            /*needs_labels=*/true};
  }

  void describe(Options& options) override {
    options.real("test-classes", test_classes_, 0.01, 0.99,
                 "share of the classes that are held out; at least two classes");
  }

  Split make(const SplitRequest& request) const override {
    check_split_sizes(request.sizes, request.n - request.excluded.size());
    const Pool all(request.n, request.excluded);
    const ClassSides sides =
        divide_classes(request, all, test_classes_, HeldOutClasses::drawn, "class-disjoint");
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
  double test_classes_ = 0.25;
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::class_disjoint() {
  return std::make_unique<ClassDisjoint>();
}

}  // namespace hashlab::splits
