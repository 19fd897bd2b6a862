#include "lib/error.h"
#include "splits/draw.h"
#include "splits/held_out_classes.h"
#include "splits/registry.h"

#include <fmt/format.h>

namespace hashlab::splits {
namespace {

class ZeroShot final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"zero-shot",
            1,
            "Oh Song et al. 2016, arXiv 1511.06452",
            "each sample of the held-out classes is a query, for which all other such samples are "
            "ranked (leave-one-out); no method trains on these classes",
            RankedRows::held_out,
            /*needs_labels=*/true,
            /*is_given=*/false,
            /*needs_marks=*/false,
            /*leave_one_out=*/true};
  }

  void describe(Options& options) override {
    options.real("test-classes", test_classes_, 0.01, 0.99,
                 "share of the classes that are held out; at least two classes");
    options.choice("classes", classes_, {"drawn", "last"},
                   "which classes are held out; drawn: random ones in every run; last: those with "
                   "the highest numbers, as published");
    options.choice("training", training_, {"all", "drawn"},
                   "training samples; all: all samples of the other classes; drawn: as many of "
                   "them as the key 'training' of the experiment file says");
  }

  UsedSizes used_sizes(const RowMarks&) const override {
    const bool draws = training_ == "drawn";
    return {.test_queries = false, .validation = draws, .training = draws};
  }

  Split make(const SplitRequest& request) const override {
    if (request.folds > 0) {
      refuse("split 'zero-shot' asks with all rows of its classes: 'folds' does not apply to it");
    }
    const Pool all(request.n, request.excluded);
    const ClassSides sides = divide_classes(
        request, all, test_classes_,
        classes_ == "drawn" ? HeldOutClasses::drawn : HeldOutClasses::last, "zero-shot");
    Pool seen = all.within(sides.seen);
    Draw parts;
    if (training_ == "all") {
      parts.training = sides.seen;
    } else if (request.sizes.training == 0) {
      refuse("split 'zero-shot': option 'training' = 0, must be >= 1");
    } else {
      try {
        parts = draw_learnable(seen, request);
      } catch (const Error& error) {
        throw Error(error.code(),
                    fmt::format("split 'zero-shot': {} of the other classes", error.what()));
      }
    }
    if (parts.training.empty()) {
      refuse(
          "split 'zero-shot': every row has a class that is held out, so nothing can be learned");
    }
    parts.test_queries = sides.unseen;
    Split split = split_of(parts);
    split.test_database = split.test_queries;
    return split;
  }

 private:
  double test_classes_ = 0.5;
  std::string classes_ = "drawn", training_ = "all";
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::zero_shot() {
  return std::make_unique<ZeroShot>();
}

}  // namespace hashlab::splits
