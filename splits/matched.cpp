#include "lib/error.h"
#include "splits/draw.h"
#include "splits/registry.h"

#include <fmt/format.h>

namespace hashlab::splits {
namespace {

/// As improved, but training rows replace as many rows of its database. The two scores then differ
/// only by the overlap of training and database, while `literature` also has a larger database.
class Matched final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"matched", 1, "a control for thesis section 3.5",
            "improved, with the training rows ranked in place of as many others", RankedRows::any};
  }

  Split make(const SplitRequest& request) const override {
    const Draw draw = draw_parts(request);
    if (draw.training.size() > draw.rest.size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("option 'training' = {} does not fit split 'matched', whose database "
                              "has {} rows and ranks all of them: lower 'training'",
                              draw.training.size(), draw.rest.size()));
    }
    Pool others = Pool(request.n, {}).within(draw.rest);
    Split split = split_of(draw);
    split.test_database =
        merge({draw.training, others.uniform(draw.rest.size() - draw.training.size(),
                                             split_stream(request, "matched"))});
    return split;
  }
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::matched() {
  return std::make_unique<Matched>();
}

}  // namespace hashlab::splits
