// Any texts are a suite that names two others, those two, and a profile 'p' that they may name, or
// an Error: '|' parts them. A suite that was read lists its cells.
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_members.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_folder.h"

#include <cstdlib>
#include <filesystem>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t max_cells = 100000;
  const std::string folder = fuzz_folder("suites");
  std::filesystem::create_directories(folder + "/datasets");
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"all.ini", "a.ini", "b.ini", "datasets/p.ini"}) {
    hashlab::write_file(folder + "/" + name, take_text(rest));
  }
  try {
    for (const hashlab::experiments::Member& member :
         hashlab::experiments::read_suites(folder + "/all.ini", {}, "out")) {
      const hashlab::experiments::Suite& s = member.suite;
      if (s.runs * s.splits.size() * s.methods.size() * s.bits.size() > max_cells) continue;
      if (list_cells(s).empty() || member.folder.path.empty()) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
