#pragma once

#include "lib/error.h"
#include "lib/import/format.h"
#include "lib/import/open_files.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

/// Imports a file as one of `format` and reads all of it: any bytes are parts whose rows are as
/// wide and as many as they say, or an Error.
inline void fuzz_import_file(const char* format, const std::string& path,
                             const hashlab::ImportOptions& options) {
  constexpr std::size_t max_numbers = std::size_t{1} << 22;
  try {
    const hashlab::Sniff head = hashlab::sniff(path);
    for (const hashlab::Format& each : hashlab::all_formats()) each.recognises(head);
    hashlab::ForeignData data = hashlab::open_files(hashlab::format_named(format), {path}, options);
    if (data.parts.empty()) std::abort();
    for (hashlab::ForeignPart& part : data.parts) {
      hashlab::ForeignTable& table = *part.table;
      std::size_t columns = 1, count = 0, rows = 0;
      for (const std::size_t size : part.row_shape) columns *= size;
      if (table.columns() == 0 || table.columns() != columns) std::abort();
      const std::size_t block =
          std::max<std::size_t>(1, std::min<std::size_t>(7, max_numbers / columns));
      std::vector<double> values(block * columns);
      const bool is_known = table.rows().has_value();
      const std::size_t expected = table.rows().value_or(0);
      while ((count = table.read(block, values.data())) > 0) {
        if (count > block) std::abort();
        rows += count;
        // A small gzip file may unpack to gigabytes, which takes time but finds nothing.
        if (rows * columns > max_numbers) return;
      }
      if (is_known && rows != expected) std::abort();
      if (table.read(1, values.data()) != 0) std::abort();
    }
  } catch (const hashlab::Error&) {
  }
}

/// The same of an input.
inline void fuzz_import(const char* format, std::string_view bytes,
                        const hashlab::ImportOptions& options = {}) {
  fuzz_import_file(format, fuzz_file(bytes), options);
}
