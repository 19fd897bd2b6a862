#include "lib/h5_on_disk.h"

#include "lib/files.h"
#include "lib/h5_handle.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <vector>

namespace hashlab {
namespace {

// A piece of the table on disk. Not compressed: codes hardly shrink, and reading is faster so.
constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
// More than the library's own records grow by from one chunk to the next.
constexpr std::size_t spare_bytes = std::size_t{1} << 17;

}  // namespace

struct H5OnDisk::State {
  std::string path, temporary, table;
  std::size_t row_bytes = 0, chunk_rows = 0;
  int fd = -1;
  std::optional<H5File> file;
  std::optional<H5Id> dataset;
  std::size_t written = 0;
  std::vector<std::uint8_t> waiting;  // less than one chunk

  [[noreturn]] void fail(int reason) const {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: cannot be written: {}", path,
                            reason != 0 ? std::strerror(reason) : "the HDF5 library refused"));
  }
  void require(bool ok) const {
    if (!ok) fail(errno);
  }

  /// The library cannot close a file that it failed to write, and takes the program down with it at
  /// the end. So a full disk must be noticed before: room for the next step is taken first.
  void make_room() const {
    hsize_t size = 0;
    if (file) require(H5Fget_filesize(file->handle_->file, &size) >= 0);
    const auto end = static_cast<off_t>(size + waiting.size() + spare_bytes);
    const int reason = ::posix_fallocate(fd, 0, end);
    if (reason != 0) fail(reason);
  }

  void start(hid_t handle) {
    const hsize_t chunk[2] = {written + waiting.size() / row_bytes, row_bytes};
    const hsize_t size[2] = {0, row_bytes};
    const hsize_t limit[2] = {H5S_UNLIMITED, row_bytes};
    const H5Id space(H5Screate_simple(2, size, limit), H5Sclose);
    const H5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    const H5Id layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(layout, false);  // equal content gives equal bytes
    H5Pset_chunk(layout, 2, chunk);
    // Chunks go to disk at once: what a cache held back would not be in the size of the file, which
    // make_room goes by.
    const H5Id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access, 0, 0, 1.0);
    dataset.emplace(H5Dcreate2(handle, table.c_str(), H5T_STD_U8LE, space, links, layout, access),
                    H5Dclose);
    require(dataset->ok());
  }

  /// The waiting rows go to disk: a whole chunk each time but the last.
  void flush(hid_t handle) {
    make_room();
    errno = 0;
    if (!dataset) start(handle);
    const hsize_t count[2] = {waiting.size() / row_bytes, row_bytes};
    const hsize_t first[2] = {written, 0};
    const hsize_t size[2] = {written + count[0], row_bytes};
    require(H5Dset_extent(*dataset, size) >= 0);
    const H5Id space(H5Dget_space(*dataset), H5Sclose);
    const H5Id memory(H5Screate_simple(2, count, nullptr), H5Sclose);
    require(H5Sselect_hyperslab(space, H5S_SELECT_SET, first, nullptr, count, nullptr) >= 0 &&
            H5Dwrite(*dataset, H5T_NATIVE_UINT8, memory, space, H5P_DEFAULT, waiting.data()) >= 0);
    written += count[0];
    waiting.clear();
  }

  ~State() {
    const H5Lock lock(h5_lock());
    dataset.reset();
    file.reset();
    if (fd >= 0) ::close(fd);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }
};

H5OnDisk::H5OnDisk(const std::string& path, const std::string& table, std::size_t row_bytes)
    : state_(new State) {
  state_->path = path;
  state_->temporary = temporary_name(path);
  state_->table = table;
  state_->row_bytes = row_bytes;
  state_->chunk_rows = std::max<std::size_t>(1, chunk_bytes / row_bytes);
  const H5Lock lock(h5_lock());
  const H5Id creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_userblock(creation, h5_seal_bytes);
  errno = 0;
  state_->fd = ::open(state_->temporary.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  state_->require(state_->fd >= 0);
  state_->make_room();
  H5Id id(H5Fcreate(state_->temporary.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT), H5Fclose);
  state_->require(id.ok());
  state_->file = H5File(std::shared_ptr<H5File::Handle>(new H5File::Handle{path, std::move(id)}));
  state_->make_room();  // creating it has emptied it
}

H5OnDisk::~H5OnDisk() = default;

H5File& H5OnDisk::file() {
  return *state_->file;
}

void H5OnDisk::append(const std::uint8_t* rows, std::size_t count) {
  const H5Lock lock(h5_lock());
  State& s = *state_;
  const std::size_t full = s.chunk_rows * s.row_bytes;
  for (std::size_t left = count * s.row_bytes; left > 0;) {
    const std::size_t taken = std::min(left, full - s.waiting.size());
    s.waiting.insert(s.waiting.end(), rows, rows + taken);
    rows += taken;
    left -= taken;
    if (s.waiting.size() == full) s.flush(s.file->handle_->file);
  }
}

void H5OnDisk::finish() {
  const H5Lock lock(h5_lock());
  State& s = *state_;
  if (!s.waiting.empty()) s.flush(s.file->handle_->file);
  if (!s.dataset) {
    s.file->write(s.table, static_cast<const std::uint8_t*>(nullptr), {0, s.row_bytes});
  }
  s.dataset.reset();
  s.make_room();
  errno = 0;
  hsize_t size = 0;
  s.require(H5Fflush(s.file->handle_->file, H5F_SCOPE_GLOBAL) >= 0 &&
            H5Fget_filesize(s.file->handle_->file, &size) >= 0);
  s.file.reset();
  s.require(::ftruncate(s.fd, static_cast<off_t>(size)) == 0);
  const std::string seal = h5_seal_of_file(s.temporary);
  s.require(::pwrite(s.fd, seal.data(), seal.size(), 0) == static_cast<ssize_t>(seal.size()));
  publish_file(std::exchange(s.temporary, {}), s.path);
}

}  // namespace hashlab
