#include "splits/draw.h"
#include "splits/registry.h"

namespace hashlab::splits {
namespace {

class Literature final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    SplitInfo info = {
        "literature", 1, "thesis section 3.5.1",
        "test queries are held out; everything else is ranked and available for training",
        RankedRows::any};
    info.draws_common_parts = true;
    return info;
  }

  Split make(const SplitRequest& request) const override {
    const Draw draw = draw_parts(request);
    Split split = split_of(draw);
    split.test_database =
        merge({draw.training, draw.validation_queries, draw.validation_database, draw.rest});
    split.learnable = split.test_database;
    return split;
  }
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::literature() {
  return std::make_unique<Literature>();
}

}  // namespace hashlab::splits
