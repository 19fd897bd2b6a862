#include "lib/error.h"
#include "splits/draw.h"
#include "splits/registry.h"

#include <fmt/format.h>

namespace hashlab::splits {
namespace {

/// Leave-one-out. A query is removed from its own ranking by its row number, not because it is the
/// nearest item, so a copy of it stays in the ranking.
class Self final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"self",
            1,
            "leave-one-out, as in metric learning: Oh Song et al. 2016, arXiv 1511.06452",
            "each sample that is not used for training is a query, for which all other such "
            "samples are ranked",
            training_ == "held-out" ? RankedRows::held_out : RankedRows::any,
            /*needs_labels=*/false,
            /*is_given=*/false,
            /*needs_marks=*/false,
            /*leave_one_out=*/true};
  }

  void describe(Options& options) override {
    options.choice("training", training_, {"held-out", "drawn", "all"},
                   "held-out: training samples are neither queries nor ranked; drawn: as many "
                   "training samples are drawn, but all samples are queries; all: all samples are "
                   "queries and used for training");
  }

  UsedSizes used_sizes(const RowMarks&) const override {
    const bool draws = training_ != "all";
    return {.test_queries = false, .validation = draws, .training = draws};
  }

  Split make(const SplitRequest& request) const override {
    if (request.folds > 0) {
      refuse("split 'self' asks with all of its rows: 'folds' does not apply to it");
    }
    Pool pool(request.n, request.excluded);
    const Rows all = pool.rest();
    Draw parts;
    if (training_ == "all") {
      parts.training = all;
    } else if (request.sizes.training == 0) {
      refuse("split 'self': option 'training' = 0, must be >= 1");
    } else {
      parts = draw_learnable(pool, request);
    }
    parts.test_queries = training_ == "held-out" ? pool.rest() : all;
    if (parts.test_queries.size() < 2) {
      refuse(
          fmt::format("split 'self': what is learned from leaves {} of {} rows, and a row needs "
                      "another to ask for: lower 'training' = {} and the validation sizes",
                      parts.test_queries.size(), all.size(), request.sizes.training));
    }
    Split split = split_of(parts);
    split.test_database = split.test_queries;
    return split;
  }

 private:
  std::string training_ = "held-out";
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::self() {
  return std::make_unique<Self>();
}

}  // namespace hashlab::splits
