#include "lib/h5/h5_on_disk.h"

#include "lib/files/temporary_file.h"
#include "lib/h5/h5_handle.h"
#include "lib/h5/h5_seal.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

namespace hashlab {
namespace {

// Chunk sizes in bytes. Uncompressed tables are read block by block, so their chunks are smaller.
constexpr std::size_t plain_bytes = std::size_t{1} << 18;
constexpr std::size_t compressed_bytes = std::size_t{1} << 20;
// More than the library's own records grow by from one chunk to the next.
constexpr std::size_t spare_bytes = std::size_t{1} << 17;

struct GrowingTable {
  std::string name;
  std::vector<hsize_t> row_shape;
  hid_t file_type, native_type;
  H5OnDisk::Packing packing;
  std::size_t row_bytes = 0, chunk_rows = 0;
  std::optional<H5Id> dataset = std::nullopt;
  std::size_t written = 0;
  std::vector<std::uint8_t> waiting = {};  // less than one chunk

  std::vector<hsize_t> extent(std::size_t rows) const {
    std::vector<hsize_t> result{rows};
    result.insert(result.end(), row_shape.begin(), row_shape.end());
    return result;
  }
};

}  // namespace

struct H5OnDisk::State {
  std::string path;
  std::optional<TemporaryFile> temporary;
  std::optional<H5File> file;
  std::vector<GrowingTable> tables;

  [[noreturn]] void fail(int reason) const {
    throw Error(ErrorCode::io_error,
                fmt::format("{}: cannot be written: {}", path,
                            reason != 0 ? std::strerror(reason) : "the HDF5 library refused"));
  }
  void require(bool ok) const {
    if (!ok) fail(errno);
  }

  /// HDF5 cannot close a file after a failed write, and then crashes at program exit. So a full
  /// disk must be detected before: space for the next step is allocated first.
  void make_room() const {
    hsize_t size = 0;
    if (file) require(H5Fget_filesize(file->handle_->file, &size) >= 0);
    for (const GrowingTable& table : tables) size += table.waiting.size();
    const int reason =
        ::posix_fallocate(temporary->descriptor(), 0, static_cast<off_t>(size + spare_bytes));
    if (reason != 0) fail(reason);
  }

  void start(GrowingTable& table) const {
    const int rank = static_cast<int>(1 + table.row_shape.size());
    const std::vector<hsize_t> size = table.extent(0), limit = table.extent(H5S_UNLIMITED),
                               chunk = table.extent(std::max<std::size_t>(
                                   1, table.waiting.size() / table.row_bytes));
    const H5Id space(H5Screate_simple(rank, size.data(), limit.data()), H5Sclose);
    const H5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    const H5Id layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    require(H5Pset_create_intermediate_group(links, 1) >= 0 &&
            H5Pset_obj_track_times(layout, false) >= 0 &&  // equal content gives equal bytes
            H5Pset_chunk(layout, rank, chunk.data()) >= 0 &&
            (table.packing == Packing::plain || h5_compress(layout)));
    // Without a chunk cache, so that chunks are written immediately: make_room relies on the size
    // of the file.
    const H5Id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    require(H5Pset_chunk_cache(access, 0, 0, 1.0) >= 0);
    table.dataset.emplace(H5Dcreate2(file->handle_->file, table.name.c_str(), table.file_type,
                                     space, links, layout, access),
                          H5Dclose);
    require(table.dataset->ok());
  }

  /// Writes the waiting rows to disk; always a whole chunk, except for the last time.
  void flush(GrowingTable& table) const {
    make_room();
    errno = 0;
    if (!table.dataset) start(table);
    const std::vector<hsize_t> count = table.extent(table.waiting.size() / table.row_bytes);
    std::vector<hsize_t> first(count.size(), 0);
    first[0] = table.written;
    require(H5Dset_extent(*table.dataset, table.extent(table.written + count[0]).data()) >= 0);
    const H5Id space(H5Dget_space(*table.dataset), H5Sclose);
    const H5Id memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                      H5Sclose);
    require(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, count.data(),
                                nullptr) >= 0 &&
            H5Dwrite(*table.dataset, table.native_type, memory, space, H5P_DEFAULT,
                     table.waiting.data()) >= 0);
    table.written += count[0];
    table.waiting.clear();
  }

  ~State() {
    const H5Lock lock;
    tables.clear();
    file.reset();
  }
};

H5OnDisk::H5OnDisk(const std::string& path) : state_(new State) {
  state_->path = path;
  state_->temporary.emplace(path);
  const H5Lock lock;
  const H5Id creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  const H5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  errno = 0;
  state_->require(H5Pset_userblock(creation, h5_seal_bytes) >= 0 &&
                  H5Pset_file_locking(access, false, true) >= 0);  // it is locked already
  state_->make_room();
  H5Id id(H5Fcreate(state_->temporary->temporary_path().c_str(), H5F_ACC_TRUNC, creation, access),
          H5Fclose);
  state_->require(id.ok());
  state_->file = H5File(std::shared_ptr<H5File::Handle>(new H5File::Handle{path, std::move(id)}));
  state_->make_room();  // creating the file has truncated it
}

H5OnDisk::~H5OnDisk() = default;
H5OnDisk::H5OnDisk(H5OnDisk&&) noexcept = default;

H5File& H5OnDisk::file() {
  return *state_->file;
}

template <typename T>
H5OnDisk::Table H5OnDisk::add_table(const std::string& name,
                                    const std::vector<std::size_t>& row_shape, Packing packing) {
  const H5Lock lock;
  GrowingTable table{name,
                     {row_shape.begin(), row_shape.end()},
                     h5_file_type<T>(),
                     h5_native_type<T>(),
                     packing,
                     sizeof(T)};
  for (const std::size_t extent : row_shape) table.row_bytes *= extent;
  const std::size_t chunk = packing == Packing::plain ? plain_bytes : compressed_bytes;
  table.chunk_rows = std::max<std::size_t>(1, chunk / table.row_bytes);
  state_->tables.push_back(std::move(table));
  return {state_->tables.size() - 1};
}

template <typename T>
void H5OnDisk::append(Table to, const T* rows, std::size_t count) {
  const H5Lock lock;
  GrowingTable& table = state_->tables[to.index];
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(rows);
  const std::size_t full = table.chunk_rows * table.row_bytes;
  for (std::size_t left = count * table.row_bytes; left > 0;) {
    const std::size_t taken = std::min(left, full - table.waiting.size());
    table.waiting.insert(table.waiting.end(), bytes, bytes + taken);
    bytes += taken;
    left -= taken;
    if (table.waiting.size() == full) state_->flush(table);
  }
}

#define HASHLAB_INSTANTIATE(T)                                                               \
  template H5OnDisk::Table H5OnDisk::add_table<T>(const std::string&,                        \
                                                  const std::vector<std::size_t>&, Packing); \
  template void H5OnDisk::append<T>(Table, const T*, std::size_t);
HASHLAB_INSTANTIATE(float)
HASHLAB_INSTANTIATE(std::uint8_t)
HASHLAB_INSTANTIATE(std::int32_t)
#undef HASHLAB_INSTANTIATE

void H5OnDisk::complete_tables() {
  const H5Lock lock;
  State& s = *state_;
  for (GrowingTable& table : s.tables) {
    if (!table.waiting.empty()) s.flush(table);
    if (!table.dataset) s.start(table);
    table.dataset.reset();
  }
  s.tables.clear();
}

void H5OnDisk::finish() {
  const H5Lock lock;
  complete_tables();
  State& s = *state_;
  s.make_room();
  errno = 0;
  hsize_t size = 0;
  s.require(H5Fflush(s.file->handle_->file, H5F_SCOPE_GLOBAL) >= 0 &&
            H5Fget_filesize(s.file->handle_->file, &size) >= 0);
  // Closing writes, too, so its failure must not go unnoticed; nobody else holds the file.
  const std::shared_ptr<H5File::Handle> handle = s.file->handle_;
  s.file.reset();
  s.require(handle->file.close());
  const int fd = s.temporary->descriptor();
  s.require(::ftruncate(fd, static_cast<off_t>(size)) == 0);
  const std::string seal = h5_seal_of(InputFile(s.temporary->temporary_path()));
  s.require(::pwrite(fd, seal.data(), seal.size(), 0) == static_cast<ssize_t>(seal.size()));
  s.temporary->publish();
}

}  // namespace hashlab
