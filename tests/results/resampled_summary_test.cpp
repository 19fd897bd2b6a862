#include "results/statistics/resampled_summary.h"

#include "lib/error.h"
#include "results/statistics/statistics.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <vector>

namespace hashlab::resampled_summary_test {

using namespace results;
using namespace testing;
using doctest::Approx;

TEST_CASE("resampled summary: the test of a summary is the test of its values") {
  std::vector<double> values = {0.012, -0.003, 0.008, 0.0,   0.021,
                                0.008, -0.011, 0.004, 0.015, 0.002};
  while (values.size() >= 2) {  // even and odd numbers of runs
    for (const double ratio : {0.0, 0.02, 0.5}) {
      const ResampledT whole = corrected_resampled_t(values, ratio);
      const ResampledT summed =
          test_of_summary({values.size(), mean(values), sample_standard_deviation(values)}, ratio);
      CHECK(summed.n == whole.n);
      CHECK(summed.sd == Approx(whole.sd).epsilon(1e-12));
      CHECK(summed.t == Approx(whole.t).epsilon(1e-9));
      CHECK(summed.p_value == Approx(whole.p_value).epsilon(1e-9));
      CHECK(summed.low == Approx(whole.low).epsilon(1e-9));
      CHECK(summed.high == Approx(whole.high).epsilon(1e-9));
    }
    values.pop_back();
  }
}

TEST_CASE("resampled summary: without spread or with one run there is one observation") {
  CHECK(test_of_summary({10, 0.5, 0}, 0).n == 1);
  CHECK(test_of_summary({1, 0.5, 0.1}, 0).p_value == 1);
  CHECK(error_of([] { test_of_summary({0, 0.5, 0.1}, 0); }) == Contains("no values"));
  CHECK(error_of([] {
          test_of_summary({3, 0.5, -0.1}, 0);
        }) == Contains("sd = -0.1, must be >= 0"));
}

}  // namespace hashlab::resampled_summary_test
