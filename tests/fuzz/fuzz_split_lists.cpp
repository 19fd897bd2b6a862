// Any folder of lists is a split as `splits export` writes it, each read or said to be damaged,
// which `splits verify` compares with the one drawn now and strategy foreign takes, or an Error.
// The bits of the first byte tell which lists end in .npy; '|' parts split.txt and the lists.
#include "experiments/evaluate/split_checks.h"
#include "lib/error.h"
#include "splits/split_file.h"
#include "tests/fuzz/split_data.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t n = 48;
  FuzzInput input(data, size);
  const std::size_t endings = input.byte();
  std::string_view rest = input.rest();
  if (is_for_hdf5(rest)) return 0;
  const std::string root = fuzz_folder("lists"), folder = fuzz_folder("lists/improved");
  hashlab::write_file(folder + "/split.txt", take_text(rest));
  for (std::size_t i = 0; i < hashlab::splits::split_parts.size(); ++i) {
    const std::string name = folder + "/" + hashlab::splits::split_parts[i].name;
    const std::string_view list = take_text(rest);
    for (const char* ending : {".txt", ".npy"}) std::filesystem::remove(name + ending);
    if (!list.empty()) hashlab::write_file(name + ((endings >> i & 1) ? ".npy" : ".txt"), list);
  }
  try {
    for (const hashlab::splits::ReadSplit& each : hashlab::splits::read_splits(root)) {
      if (each.damage.empty() && (each.drawn.n == 0 || each.drawn.recipe.empty())) std::abort();
    }
    hashlab::experiments::check_split_file(root, split_data());
  } catch (const hashlab::Error&) {
  }
  try {
    hashlab::splits::SplitRequest request;
    request.n = n;
    const hashlab::splits::Split split =
        hashlab::splits::make_split("foreign:lists=" + folder).make(request);
    if (split.test_queries.empty() || split.test_queries.back() >= n) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
