// Any file that is not HDF5, under any options, is codes that keep their invariant, or an Error.
// The first three bytes are the options; start it with files made by numpy.save behind them.
#include "lib/codes/packing.h"
#include "lib/error.h"
#include "lib/import/codes/open_codes.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::CodeFileOptions options;
  options.bits = input.byte();
  options.digit_bits = input.byte() % 8;
  const std::size_t order = input.byte() % 3;
  options.bit_order = order == 0 ? "" : order == 1 ? "little" : "big";
  if (is_for_hdf5(input.rest())) return 0;
  try {
    const auto source = hashlab::open_codes(fuzz_file(input.rest()), options);
    const std::size_t n = std::min<std::size_t>(source->size(), 100000);
    const hashlab::Codes codes = source->read(source->size() - n, n);
    if (options.bits != 0 && codes.format.bits != options.bits) std::abort();
    if (codes.n != n || codes.words.size() != n * codes.n_words()) std::abort();
    if (first_row_with_padding(codes) != n) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
