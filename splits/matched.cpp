#include "lib/error.h"
#include "splits/draw.h"
#include "splits/exchange.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hashlab::splits {
namespace {

/// The training samples replace as many items of `database`, drawn uniformly.
Rows exchanged_at_random(const Rows& training, const Rows& database, std::size_t n,
                         const Rng& rng) {
  const std::size_t staying = database.size() - training.size();
  return merge({training, Pool(n, {}).within(database).uniform(staying, rng)});
}

Rows exchanged_by_class(const Rows& training, const Rows& database, const Labels& labels,
                        const Rng& rng) {
  const Exchange exchange = exchange_by_class(training, database, labels, rng);
  Rows staying;
  std::ranges::set_difference(database, exchange.leaving, std::back_inserter(staying));
  return merge({exchange.entering, staying});
}

/// Like `improved`, but training samples replace as many items of its database. With a label-based
/// ground truth, these have the same classes as far as possible. The two scores then differ only by
/// the overlap of training samples and database, whereas the database of `literature` is also
/// larger and has other class proportions.
class Matched final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    SplitInfo info = {"matched", 2, "a control for thesis section 3.5",
                      "improved, but training samples are ranked in place of as many other items "
                      "of their classes",
                      RankedRows::any};
    info.draws_common_parts = true;
    return info;
  }

  Split make(const SplitRequest& request) const override {
    const Draw draw = draw_parts(request);
    if (draw.training.size() > draw.rest.size()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("option 'training' = {} does not fit split 'matched', whose database "
                              "has {} rows and ranks all of them: lower 'training'",
                              draw.training.size(), draw.rest.size()));
    }
    const Rng rng = split_stream(request, "matched");
    Split split = split_of(draw);
    split.test_database =
        request.judged_by != nullptr
            ? exchanged_by_class(draw.training, draw.rest, *request.judged_by, rng)
            : exchanged_at_random(draw.training, draw.rest, request.n, rng);
    return split;
  }
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::matched() {
  return std::make_unique<Matched>();
}

}  // namespace hashlab::splits
