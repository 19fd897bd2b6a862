#include "lib/numbers.h"
#include "results/format/table_format.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace hashlab::long_form_test {

using namespace results;

TEST_CASE("long form: the header, the rows in their order, commas quoted") {
  const std::vector<ResultRow> rows = {
      {"toy", "improved", "itq+npq:thresholds=7,alpha=0.5", 32, 2, "auprc", .1},
      {"toy", "improved", "itq+npq:thresholds=7,alpha=0.5", 32, 1, "map", 1}};
  CHECK(format_long_csv(rows) ==
        "dataset,split,hasher,bits,run,metric,value\n"
        "toy,improved,\"itq+npq:thresholds=7,alpha=0.5\",32,2,auprc,0.1\n"
        "toy,improved,\"itq+npq:thresholds=7,alpha=0.5\",32,1,map,1\n");
  CHECK(format_long_csv({{"toy", "improved", "cosine", std::nullopt, 1, "map", 1}}) ==
        "dataset,split,hasher,bits,run,metric,value\n"
        "toy,improved,cosine,0,1,map,1\n");
  CHECK(format_long_csv({}) == "dataset,split,hasher,bits,run,metric,value\n");
}

TEST_CASE("long form: values read back as the same double") {
  for (const double value : {1.0 / 3, .1 + .2, 5e-324, 1 - 0x1p-53, 0.0, 1e-7}) {
    const std::string csv = format_long_csv({{"toy", "improved", "h", 32, 1, "auprc", value}});
    const std::size_t comma = csv.rfind(',');
    CHECK(parse_real(csv.substr(comma + 1, csv.size() - comma - 2)) == value);
  }
}

}  // namespace hashlab::long_form_test
