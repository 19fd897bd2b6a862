#include "hashers/registry.h"
#include "lib/relevance/class_labels.h"
#include "lib/reuse.h"
#include "tests/support/clouds.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <numeric>

namespace hashlab::code_lengths_test {

using namespace hashers;

TEST_CASE("code lengths: what depends on the samples alone is computed for one of them") {
  const arma::fmat others = testing::normal(6, 25, 2);
  TrainingSet data{testing::normal(6, 60, 1), {}, {}};
  for (int i = 0; i < 60; ++i) data.labels.single.push_back(i % 3);
  Rows rows(60);
  std::iota(rows.begin(), rows.end(), 0u);
  data.S = class_neighbours(data.labels, rows);
  for (const char* method : {"klsh+sbq:anchors=12", "sgh+sbq:anchors=12", "ksh+sbq:anchors=12",
                             "sdh+sbq:anchors=12", "agh+sbq:anchors=12", "itq-cca+sbq"}) {
    CAPTURE(method);
    const Hasher hasher = make_hasher(method);
    Reuse reuse(1 << 20);
    data.reuse = &reuse;
    const auto learn = [&](std::size_t dims) {
      hasher.projection().learn(data, dims, Rng(1))->project(others);
      return reuse.counts();
    };
    const Reuse::Counts first = learn(3);
    const Reuse::Counts second = learn(5);
    CHECK(first.made > 0);
    CHECK(second.made == first.made);
    CHECK(second.found >= first.found + first.made);
  }
}

}  // namespace hashlab::code_lengths_test
