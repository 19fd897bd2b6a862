#include "lib/data/query_lists.h"
#include "lib/error.h"
#include "splits/draw.h"
#include "splits/registry.h"

#include <fmt/format.h>

namespace hashlab::splits {
namespace {

/// The queries are those of the data set's lists. They stay in the database, as published. Held-out
/// training samples are in no list, so that no relevant item is lost.
class Queries final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"queries",
            1,
            "Philbin et al. 2007, Radenovic et al. 2018, arXiv 1803.11285",
            "for the queries in the data set's lists, every sample that is not used for training "
            "is ranked",
            training_ == "held-out" ? RankedRows::held_out : RankedRows::any,
            /*needs_labels=*/false,
            /*is_given=*/false,
            /*needs_marks=*/false,
            /*leave_one_out=*/true,
            /*needs_lists=*/true};
  }

  void describe(Options& options) override {
    options.choice(
        "training", training_, {"held-out", "all"},
        "held-out: training and validation samples are drawn from those in no list, and are not "
        "ranked; all: all samples are used for training and ranked, as published");
  }

  UsedSizes used_sizes(const RowMarks&) const override {
    const bool draws = training_ != "all";
    return {.test_queries = false, .validation = draws, .training = draws};
  }

  Split make(const SplitRequest& request) const override {
    if (request.lists == nullptr || request.lists->empty()) {
      refuse("split 'queries' needs '/query/row', which the data set lacks");
    }
    if (request.folds > 0) {
      refuse("split 'queries' has the queries of the lists: 'folds' does not apply to it");
    }
    Pool pool(request.n, request.excluded);
    const Rows all = pool.rest();
    const Rows queries = pool.within(request.lists->queries).rest();
    if (queries.empty()) {
      refuse("split 'queries': every query equals an earlier row, and duplicates = exclude");
    }
    Draw parts;
    if (training_ == "all") {
      parts.training = all;
    } else {
      if (request.sizes.training == 0) {
        refuse("split 'queries': option 'training' = 0, must be >= 1");
      }
      parts = draw_unlisted(pool, request);
    }
    parts.test_queries = queries;
    Split split = split_of(parts);
    split.test_database = pool.rest();
    return split;
  }

 private:
  /// Draws training and validation samples from those in no list, and takes them out of `pool`.
  static Draw draw_unlisted(Pool& pool, const SplitRequest& request) {
    const Rows listed = pool.within(listed_rows(*request.lists)).rest();
    Pool unlisted = pool;
    unlisted.take(listed);
    try {
      Draw parts = draw_learnable(unlisted, request);
      for (const Rows* part :
           {&parts.training, &parts.validation_queries, &parts.validation_database}) {
        pool.take(*part);
      }
      return parts;
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("split 'queries': {} of those in no list", error.what()));
    }
  }

  std::string training_ = "held-out";
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::queries() {
  return std::make_unique<Queries>();
}

}  // namespace hashlab::splits
