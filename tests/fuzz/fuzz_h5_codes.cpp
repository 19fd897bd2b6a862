// An HDF5 file with any attributes and any table where codes should be is codes that keep their
// invariant, or an Error. The file is whole as HDF5: what the input varies is what our reader must
// check.
#include "lib/codes/code_file.h"
#include "lib/codes/packing.h"
#include "lib/error.h"
#include "lib/files/h5.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/fuzz/fuzz_h5_table.h"

#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

double number(FuzzInput& input) {
  const std::size_t kind = input.byte();
  if (kind < 200) return static_cast<double>(kind);
  std::uint8_t bytes[8];
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(input.byte());
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::string made_file(FuzzInput& input) {
  static constexpr const char* names[] = {"/codes", "/database/codes", "/query/codes",
                                          "/train", "/test",           "/digit-widths"};
  static constexpr const char* numbers[] = {"bits", "digit-bits", "fact.code-bits"};
  hashlab::H5File file = hashlab::H5File::create("made");
  const std::size_t texts = input.byte();
  if (texts & 1) file.set("kind", texts & 2 ? "hashlab codes" : "codes");
  if (texts & 4) file.set("recipe", "");
  if (texts & 8) file.set("distance", texts & 16 ? "hamming" : "angular");
  for (const char* name : numbers) {
    if (input.byte() & 1) file.set(name, number(input));
  }
  const std::size_t tables = input.byte();
  for (std::size_t i = 0; i < 6; ++i) {
    if (!(tables >> i & 1)) continue;
    std::vector<std::size_t> shape(1 + input.byte() % 3);
    for (std::size_t& extent : shape) extent = input.byte() % 40;
    const std::size_t type = input.byte() % 6;
    if (type == 4) write_table<std::int32_t>(file, names[i], shape, input.rest());
    if (type == 5) write_table<float>(file, names[i], shape, input.rest());
    if (type < 4) write_table<std::uint8_t>(file, names[i], shape, input.rest());
  }
  return file.image();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  hashlab::CodeFileOptions options;
  options.bits = input.byte();
  options.digit_bits = input.byte() % 8;
  const std::size_t part = input.byte() % 3;
  options.part = part == 0 ? "" : part == 1 ? "database" : "query";
  const std::string& path = fuzz_file(made_file(input));
  try {
    const auto source = hashlab::open_codes(path, options);
    const hashlab::Codes codes = source->read(0, source->size());
    if (codes.n == 0 || codes.words.size() != codes.n * codes.n_words()) std::abort();
    if (options.bits != 0 && codes.format.bits != options.bits) std::abort();
    if (first_row_with_padding(codes) != codes.n) std::abort();
    std::size_t bits = 0;
    for (std::size_t k = 0; k < codes.format.digits(); ++k) bits += codes.format.width(k);
    if (bits != codes.format.bits || thermometer(codes).n != codes.n) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
