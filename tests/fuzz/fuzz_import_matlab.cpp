// Any bytes are a MATLAB 5 file, with variables named or deduced and samples in rows or columns, or
// an Error.
#include "tests/fuzz/import_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  static constexpr const char* names[] = {
      "",      "fea",    "gnd",      "fea,fea",           "I_tr",         "tags",
      "logic", "data.X", "views{1}", "data.deep.list{1}", "records(2).X", "hot"};
  hashlab::ImportOptions options;
  options.features_variable = names[input.byte() % 12];
  options.labels_variable = names[input.byte() % 12];
  const std::size_t axis = input.byte() % 3;
  if (axis < 2) options.samples_are_columns = axis == 1;
  const std::size_t column = input.byte() % 8;
  static constexpr const char* columns[] = {"1", "2", "2-", "1,3"};
  if (column < 4) options.columns.labels = {"--labels-column", columns[column]};
  fuzz_import("matlab", input.rest(), options);
  return 0;
}
