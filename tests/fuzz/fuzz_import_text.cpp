// Any bytes are a text table, with or without columns of labels and ids, or an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::ImportOptions options;
  const std::size_t choice = input.byte(), column = choice % 8;
  if (choice / 8 % 3 > 0) options.has_header = choice / 8 % 3 == 1;
  static constexpr const char* columns[] = {"1", "2", "3-", "1-2,4"};
  if (column < 4) options.columns.labels = {"--labels-column", columns[column]};
  if (column % 2 == 1) options.columns.ids = {"--id-column", "3"};
  if (column == 6) options.columns.features = {"--features-columns", "1-2"};
  fuzz_import("text", input.rest(), options);
  return 0;
}
