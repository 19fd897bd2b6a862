#include "lib/data/h5_table.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <limits>

namespace hashlab {

H5Table open_h5_table(const H5File& file, const std::string& name) {
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
  if ((size.size() != 1 && size.size() != 2) || size.front() == 0 || size.back() == 0) {
    fail(fmt::format("'{}' is {}, expected N or N x C with at least one row", name,
                     size.empty() ? "a scalar" : fmt::format("{}", fmt::join(size, " x "))));
  }
  constexpr std::size_t most_rows = std::numeric_limits<std::uint32_t>::max();
  if (size.front() > most_rows || (size.size() == 2 && size.back() > (std::size_t{1} << 26))) {
    fail(fmt::format("'{}' is {}, expected at most {} rows and {} columns", name,
                     fmt::join(size, " x "), most_rows, std::size_t{1} << 26));
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
  return {size.front(), size.size() == 2 ? size.back() : 1, size.size(), shape};
}

}  // namespace hashlab
