// Any text with a fitting seal is the scores of a grid or nothing; scores survive being written.
#include "experiments/choose/grid_scratch.h"
#include "lib/files/sha256.h"
#include "tests/fuzz/fuzz_file.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string key(64, 'a');
  const std::string text = "key\t" + key + "\n" + std::string(data, data + size);
  const std::string& path = fuzz_file(text + "sha256\t" + hashlab::sha256(text) + "\n");
  const hashlab::experiments::GridScores scores =
      hashlab::experiments::read_grid_scratch(path, key);
  if (!hashlab::experiments::read_grid_scratch(path, std::string(64, 'b')).empty()) std::abort();
  for (const auto& [hasher, score] : scores) {
    if (!std::isfinite(score) || hasher.find('\n') != hasher.npos) std::abort();
  }
  hashlab::experiments::write_grid_scratch(path, key, scores);
  if (hashlab::experiments::read_grid_scratch(path, key) != scores) std::abort();
  hashlab::write_file(path, {reinterpret_cast<const char*>(data), size});  // without a seal
  hashlab::experiments::read_grid_scratch(path, key);
  return 0;
}
