// Any text is the manifest of a results folder, or an Error; one that was read is the same when it
// is written again.
#include "experiments/gather/study_ratios.h"
#include "experiments/suite/results_folder.h"
#include "lib/error.h"
#include "tests/fuzz/fuzz_folder.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

hashlab::experiments::Manifest written_again(const hashlab::experiments::Manifest& manifest) {
  const hashlab::experiments::ResultsFolder again{fuzz_folder("again")};
  write_manifest(again, manifest.suite, manifest.dataset, manifest.cells);
  return read_manifest(again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const hashlab::experiments::ResultsFolder folder{fuzz_folder("manifest")};
  hashlab::write_file(folder.manifest(), {reinterpret_cast<const char*>(data), size});
  hashlab::experiments::Manifest manifest;
  try {
    manifest = read_manifest(folder);
  } catch (const hashlab::Error&) {
    return 0;
  }
  const hashlab::experiments::Manifest again = written_again(manifest);
  if (again.cells.size() != manifest.cells.size()) std::abort();
  for (std::size_t i = 0; i < again.cells.size(); ++i) {
    if (again.cells[i].file != manifest.cells[i].file) std::abort();
  }
  if (has_study_ratios(manifest)) study_ratios(manifest);
  return 0;
}
