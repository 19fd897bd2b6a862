// Any bytes are lists of rows of the database, ascending and without repeats, or an Error. The
// first byte says how many queries there are, the second how many rows.
#include "lib/error.h"
#include "lib/relevance/ivecs.h"
#include "tests/fuzz/fuzz_file.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const std::size_t n_queries = input.byte(), n_database = 1 + input.byte();
  try {
    const hashlab::Relevance relevance =
        hashlab::read_ivecs(fuzz_file(input.rest()), n_queries, n_database);
    if (relevance.n_queries() != n_queries || relevance.lists.size() != n_queries) std::abort();
    for (std::size_t q = 0; q < n_queries; ++q) {
      std::size_t next = 0;
      for (const std::uint32_t row : relevance.of(q)) {
        if (row < next || row >= n_database) std::abort();
        next = std::size_t{row} + 1;
      }
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
