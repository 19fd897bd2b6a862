// Any texts as NUS-WIDE's files are pictures with labels and tags, or an Error.
#include "lib/error.h"
#include "lib/import/format.h"
#include "tests/fuzz/fuzz_folder.h"

#include <cstdlib>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string folder = fuzz_folder("nus-wide");
  static constexpr const char* names[] = {"BoW_int.dat",  "Labels_a.txt",       "Concepts81.txt",
                                          "All_Tags.txt", "Final_Tag_List.txt", "AllTags1k.txt"};
  FuzzInput input(data, size);
  const std::size_t there = input.byte();
  hashlab::ImportOptions options;
  options.tag_dimensions = input.byte() % 4;
  // Texts are parted by '|'.
  std::string_view rest = input.rest();
  for (std::size_t i = 0; i < 6; ++i) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    const std::string path = folder + "/" + names[i];
    if (there >> i & 1) {
      hashlab::write_file(path, rest.substr(0, end));
    } else {
      ::unlink(path.c_str());
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  try {
    hashlab::ForeignData set = hashlab::format_named("nus-wide").open({folder}, options);
    for (hashlab::ForeignPart& part : set.parts) {
      const std::size_t columns = part.table->columns();
      if (columns == 0 || columns != part.row_shape.at(0) || !part.table->rows()) std::abort();
      std::vector<double> values(3 * columns);
      std::size_t rows = 0;
      while (const std::size_t count = part.table->read(3, values.data())) rows += count;
      if (rows != *part.table->rows()) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
