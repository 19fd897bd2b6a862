#include "lib/import/codes/npy_codes.h"

#include "lib/codes/number_codes.h"
#include "lib/error.h"
#include "lib/import/codes/code_formats.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {

std::unique_ptr<const CodeSource> codes_of_npy(NpyFile array, const CodeFileOptions& options) {
  const auto file = std::make_shared<const NpyFile>(std::move(array));
  const NpyHeader& header = file->header();
  if (header.shape.size() > 2) {
    fail_in(ErrorCode::invalid_argument, file->path(),
            fmt::format("is {}, expected N x bits, or N x bytes if packed: bring it into shape "
                        "with a.reshape(len(a), -1)",
                        header.text()));
  }
  NumberTable table;
  table.path = file->path();
  table.program = "NumPy";
  table.text = header.text();
  table.kind = header.kind();
  table.element_bytes = header.element_bytes();
  table.is_list = header.shape.size() == 1;
  table.rows = header.rows();
  table.columns = header.columns();
  table.buffer_bytes = file->held_bytes();
  table.read = [file](std::size_t first, std::size_t count, void* out) {
    file->read_rows(first, count, out);
  };
  return codes_of_numbers(std::move(table), options);
}

/// NumPy's arrays, row-major or in Fortran order.
CodeFileFormat npy_codes() {
  return {"NumPy .npy", false,
          [](const Sniff& file) { return !file.is_gzip && NpyFile::is_npy(file.head); },
          [](const CodeFile& file, const CodeFileOptions& options) {
            return codes_of_npy(NpyFile(file.path(), NpyLayout::any), options);
          }};
}

}  // namespace hashlab
