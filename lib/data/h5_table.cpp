#include "lib/data/h5_table.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hashlab {
namespace {

H5Table open_table(const H5File& file, const std::string& name, std::size_t max_extents) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::corrupt_file, fmt::format("{}: {}", file.path(), what));
  };
  if (!file.has(name)) {
    const auto members = file.members();
    fail(fmt::format("has no dataset '{}'; it holds {}", name,
                     members.empty() ? "none" : fmt::format("{}", fmt::join(members, ", "))));
  }
  const H5File::Shape shape = file.shape(name);
  const std::vector<std::size_t>& size = shape.size;
  if (size.empty() || size.size() > max_extents ||
      std::find(size.begin(), size.end(), 0) != size.end()) {
    fail(fmt::format("'{}' is {}, expected N or N x C with at least one row", name,
                     size.empty() ? "a scalar" : fmt::format("{}", fmt::join(size, " x "))));
  }
  constexpr std::size_t max_rows = std::numeric_limits<std::uint32_t>::max();
  constexpr std::size_t max_columns = std::size_t{1} << 26;
  std::size_t columns = 1;
  for (std::size_t i = 1; i < size.size() && columns <= max_columns; ++i) {
    columns = size[i] > max_columns ? size[i] : columns * size[i];
  }
  if (size.front() > max_rows || columns > max_columns) {
    fail(fmt::format("'{}' is {}, expected at most {} rows and {} columns", name,
                     fmt::join(size, " x "), max_rows, max_columns));
  }
  if (shape.chunk_bytes > 64 * 1048576.0) {
    fail(
        fmt::format("'{}' is stored in chunks of {:.0f} MiB, at most 64 MiB are read at a time: "
                    "store it in smaller ones",
                    name, shape.chunk_bytes / 1048576));
  }
  if (shape.chunks > 1e6) {
    fail(
        fmt::format("'{}' is stored in {:.0f} chunks, at most 1000000 are read: store it in "
                    "larger ones",
                    name, shape.chunks));
  }
  if (!file.is_whole(name)) {
    fail(
        fmt::format("'{}' is declared but not all of it is stored: the file was not written to "
                    "its end",
                    name));
  }
  return {size.front(), columns, size.size(), shape};
}

}  // namespace

H5Table open_h5_table(const H5File& file, const std::string& name) {
  return open_table(file, name, 2);
}

H5Table open_h5_rows(const H5File& file, const std::string& name) {
  constexpr std::size_t max_extents = 4;  // a colour picture a row
  return open_table(file, name, max_extents);
}

}  // namespace hashlab
