#include "lib/h5/h5_first_pass.h"

#include "lib/error.h"
#include "lib/files/child_process.h"
#include "lib/h5/h5_handle.h"
#include "lib/h5/h5_process.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <set>
#include <tuple>
#include <vector>

namespace hashlab {
namespace {

// Numbers are decoded by few, well-tried functions, so that more of them find nothing new. What
// passes through other filters than the usual ones is read whole.
constexpr double first_pass_bytes = 1048576.0;
constexpr std::size_t block_numbers = std::size_t{1} << 20;  // the first MiB in one piece
constexpr std::size_t pass_memory = std::size_t{1} << 30;
constexpr int pass_seconds = 30;

/// Reads `rows` rows of a dataset from the first on, as doubles, which every number can become.
void read_numbers(const H5File& file, const std::string& name, const H5File::Shape& shape,
                  std::size_t rows) {
  std::size_t columns = 1;
  for (std::size_t i = 1; i < shape.size.size(); ++i) columns *= shape.size[i];
  if (columns == 0 || columns > (std::size_t{1} << 26)) return;  // refused when it is read
  const std::size_t step = std::max<std::size_t>(1, block_numbers / columns);
  std::vector<double> block(std::min(step, rows) * columns);
  for (std::size_t first = 0; first < rows; first += step) {
    file.read_rows(name, first, std::min(step, rows - first), block.data());
  }
}

/// Everything that some reader may do with the file.
void look_through(const H5File& file) {
  file.text_attributes();
  file.number_attributes();
  file.references();
  double left = first_pass_bytes;
  for (const std::string& name : file.members()) {
    const H5File::Shape shape = file.shape(name);
    file.text_attribute(name, "CLASS");
    const std::string group = name.substr(0, std::max<std::size_t>(1, name.rfind('/')));
    for (const std::string& object : {name, group}) file.text_attribute(object, "MATLAB_class");
    file.number_attribute(group, "MATLAB_sparse");
    if (shape.kind == H5File::Kind::other) {
      file.read_texts(name);
      continue;
    }
    if (!file.is_whole(name) || shape.size.empty() || shape.size[0] == 0) continue;
    constexpr double largest_chunk = 64 * 1048576.0;  // larger ones are refused by readers
    if (shape.chunk_bytes > largest_chunk) continue;
    double row_bytes = static_cast<double>(shape.element_bytes);
    for (std::size_t i = 1; i < shape.size.size(); ++i) {
      row_bytes *= static_cast<double>(shape.size[i]);
    }
    const auto all = static_cast<double>(shape.size[0]);
    const double rows =
        shape.usual_filters ? std::min(all, std::max(1.0, left / std::max(1.0, row_bytes))) : all;
    read_numbers(file, name, shape, static_cast<std::size_t>(rows));
    left = std::max(0.0, left - rows * row_bytes);
  }
}

/// What tells a file that was looked through from any other, and from itself after a change.
using Identity = std::tuple<dev_t, ino_t, off_t, std::int64_t, std::int64_t>;

Identity identity_of(const std::string& path) {
  struct stat about {};
  ::stat(path.c_str(), &about);
  return {about.st_dev, about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
}

}  // namespace

void h5_first_pass(const std::string& path) {
  static std::set<Identity> passed;
  const H5Lock lock;
  const Identity identity = identity_of(path);
  if (passed.contains(identity)) return;
  const auto look = [&] {
    // In the child it is locked by a thread that is not there.
    new (&h5_mutex()) std::recursive_mutex;
    set_h5_for_process();
    const H5File file = h5_open_unchecked(path);
    open_no_more_files();
    look_through(file);
  };
  // Without memory the library may not call back; the file then was not looked through.
  ChildOutcome outcome{ChildOutcome::End::crashed, {}};
  while_h5_is_idle([&] { outcome = run_in_child(look, pass_memory, pass_seconds); });
  if (!outcome.message.empty()) {
    const bool is_complete = outcome.message.starts_with(path);
    throw Error(ErrorCode::corrupt_file,
                is_complete ? outcome.message : fmt::format("{}: {}", path, outcome.message));
  }
  if (outcome.end != ChildOutcome::End::done) {
    fail_corrupt(
        path,
        fmt::format("is damaged or hostile: the HDF5 library {}; write its arrays into a "
                    "new file",
                    outcome.end == ChildOutcome::End::crashed
                        ? "crashes when it reads it"
                        : fmt::format("did not come to an end with it in {} s", pass_seconds)));
  }
  passed.insert(identity);
}

}  // namespace hashlab
