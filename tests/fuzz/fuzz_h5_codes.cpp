// Any HDF5 file is codes that keep their invariant, or an Error: codes of ours, those kept in a
// result cell, those of ann-benchmarks, and tables of other programs, alone or by their names.
#include "lib/codes/packing.h"
#include "lib/error.h"
#include "lib/import/codes/open_codes.h"
#include "tests/fuzz/h5_target.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void check_codes(const std::string& path, const hashlab::CodeFileOptions& options) {
  const auto source = hashlab::open_codes(path, options);
  const std::size_t n = std::min<std::size_t>(source->size(), 1000);
  const hashlab::Codes codes = source->read(source->size() - n, n);
  if (codes.n == 0 || codes.n != n || codes.words.size() != n * codes.n_words()) std::abort();
  if (options.bits != 0 && codes.format.bits != options.bits) std::abort();
  if (first_row_with_padding(codes) != codes.n) std::abort();
  std::size_t bits = 0;
  for (std::size_t k = 0; k < codes.format.digits(); ++k) bits += codes.format.width(k);
  if (bits != codes.format.bits) std::abort();
  if (codes.scalars.size() != n * codes.format.scalar_bytes) std::abort();
  if (!codes.format.by_estimate && thermometer(codes).n != codes.n) std::abort();
}

hashlab::CodeFileOptions options(const char* part, std::size_t bits, std::size_t digit_bits) {
  hashlab::CodeFileOptions result;
  result.part = part;
  result.bits = bits;
  result.digit_bits = digit_bits;
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = h5_input(data, size);
  const hashlab::CodeFileOptions all[] = {options("", 0, 0), options("database", 0, 0),
                                          options("query", 0, 2), options("database", 8, 1)};
  for (const hashlab::CodeFileOptions& each : all) {
    for (const char* table : {"", ":/db", ":/group/q"}) {
      try {
        check_codes(path + table, each);
      } catch (const hashlab::Error&) {
      }
    }
  }
  return 0;
}
