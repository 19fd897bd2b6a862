// Any bytes are the summary of a cell or an Error; one that was read is the
// same bytes when it is written again. At the end of a sealed file they are a cell or an Error.
#include "lib/error.h"
#include "lib/h5/h5_seal.h"
#include "results/record/cell_summary.h"
#include "results/record/record.h"
#include "tests/fuzz/fuzz_file.h"

#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(data, data + size);
  try {
    const auto summary = hashlab::results::summary_from_bytes(bytes, "input");
    if (hashlab::results::summary_bytes(summary) != bytes) std::abort();
  } catch (const hashlab::Error&) {
  }
  if (is_for_hdf5(bytes)) return 0;
  const std::string& path = fuzz_file(hashlab::h5_seal_with_appendix(bytes, size) + bytes);
  if (hashlab::h5_appendix(path) != bytes) std::abort();
  try {
    const hashlab::results::StoredCell record = hashlab::results::read_cell_summary(path);
    if (record.run == 0) std::abort();
    if (record.curves && record.curves->cutoffs.size() != record.curves->recall_top.size()) {
      std::abort();
    }
  } catch (const hashlab::Error&) {
  }
  return 0;
}
