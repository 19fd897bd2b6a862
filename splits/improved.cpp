#include "splits/draw.h"
#include "splits/registry.h"

namespace hashlab::splits {
namespace {

class Improved final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    SplitInfo info = {"improved", 1, "thesis section 3.5.2",
                      "five disjoint parts; the ranked database is never used for training",
                      RankedRows::held_out};
    info.draws_common_parts = true;
    return info;
  }

  Split make(const SplitRequest& request) const override {
    const Draw draw = draw_parts(request);
    Split split = split_of(draw);
    split.test_database = draw.rest;
    return split;
  }
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::improved() {
  return std::make_unique<Improved>();
}

}  // namespace hashlab::splits
