#include "lib/h5/h5.h"

#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5_first_pass.h"
#include "lib/h5/h5_handle.h"
#include "lib/h5/h5_locks.h"
#include "lib/h5/h5_seal.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hashlab {
namespace {

/// HDF5's time grows with the cube of the depth, and a damaged group can contain itself.
constexpr std::ptrdiff_t deepest_group = 64;

/// Refuses links to other files and groups that are nested too deep. The former are not followed,
/// see h5_within_file, but a message that a dataset cannot be read would be no help.
void check_links(const std::string& path, hid_t file) {
  std::string external;
  const auto visit = [](hid_t, const char* name, const H5L_info_t* info, void* out) -> herr_t {
    const std::string_view link = name;
    if (std::count(link.begin(), link.end(), '/') > deepest_group) return 1;  // ends it
    if (info->type == H5L_TYPE_HARD || info->type == H5L_TYPE_SOFT) return 0;
    *static_cast<std::string*>(out) = link;
    return 1;
  };
  if (H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visit, &external) <= 0) return;
  if (external.empty()) {
    fail_corrupt(path, fmt::format("has groups that are nested more than {} deep, or one that "
                                   "contains itself: move what is in them up",
                                   deepest_group));
  }
  fail_corrupt(path,
               fmt::format("'/{}' is an external link: other files are not followed; write the "
                           "data into one file",
                           external));
}

std::string text_of_other_kind(const InputFile& file) {
  if (file.text(0, 6) != "\x93NUMPY") return "is not an HDF5 file";
  return "is a NumPy array, not an HDF5 file: 'hashlab import' makes a data set of features, and "
         "'hashlab evaluate' scores codes";
}

/// Kinds of files that hashlab alone writes say so, or hold the recipe of a cell and its key.
bool claims_to_be_ours(const std::map<std::string, std::string>& attributes) {
  const auto kind = attributes.find("kind");
  return (attributes.contains("recipe") && attributes.contains("key")) ||
         (kind != attributes.end() && kind->second.starts_with("hashlab "));
}

}  // namespace

H5Id h5_within_file() {
  const auto refuse_to_follow = [](const char*, const char*, const char*, const char*, unsigned*,
                                   hid_t, void*) -> herr_t { return -1; };
  H5Id properties(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_elink_cb(properties, refuse_to_follow, nullptr);
  return properties;
}

bool h5_compress(hid_t layout) {
  return H5Pset_shuffle(layout) >= 0 && H5Pset_deflate(layout, 1) >= 0 &&
         H5Pset_fletcher32(layout) >= 0;
}

namespace {

/// True if the link of this name certainly has nothing below: it is broken, or leads to something
/// that is no group.
bool leads_nowhere(hid_t file, const std::string& name) {
  const htri_t leads = H5Oexists_by_name(file, name.c_str(), H5P_DEFAULT);
  if (leads <= 0) return leads == 0;
  H5O_info_t info;
  return H5Oget_info_by_name(file, name.c_str(), &info, H5P_DEFAULT) >= 0 &&
         info.type != H5O_TYPE_GROUP;
}

}  // namespace

H5File::H5File(std::shared_ptr<Handle> handle) : handle_(std::move(handle)) {}

H5File h5_open_unchecked(const std::string& path, bool is_sealed) {
  const H5Lock lock;
  const H5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // A checksum that fits is better than a lock.
  if (is_sealed || !h5_can_lock(path)) H5Pset_file_locking(access, false, true);
  H5Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose);
  if (!file.ok()) h5_fail_to_open(path);
  H5File opened(std::shared_ptr<H5File::Handle>(new H5File::Handle{path, std::move(file)}));
  check_links(path, opened.handle_->file);
  return opened;
}

H5File H5File::open(const std::string& path, Origin origin) {
  const H5Lock lock;
  const InputFile bytes(path);
  const Seal seal = seal_of(bytes);
  if (seal == Seal::broken) {
    fail_corrupt(path, "is truncated or damaged: its checksum does not fit");
  }
  if (H5Fis_hdf5(path.c_str()) <= 0) fail_corrupt(path, text_of_other_kind(bytes));
  const char* const unsealed =
      "is not as hashlab wrote it: its checksum is missing, so it is damaged, or another program "
      "has changed it";
  if (seal == Seal::none && origin == Origin::own) fail_corrupt(path, unsealed);
  if (seal == Seal::none) {
    h5_can_lock(path);  // before a child process would find out that it cannot
    h5_first_pass(path);
  }
  H5File file = h5_open_unchecked(path, seal == Seal::whole);
  if (seal == Seal::none && claims_to_be_ours(file.text_attributes())) fail_corrupt(path, unsealed);
  return file;
}

bool H5File::is_h5(const std::string& path) {
  const H5Lock lock;
  return begins_with_seal(InputFile(path)) || H5Fis_hdf5(path.c_str()) > 0;
}

H5File H5File::create(const std::string& name) {
  const H5Lock lock;
  const H5Id creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  const H5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // Most datasets are one chunk. A node of their indices has room for two: the library's own 64
  // would be a sixth of a cell's file.
  constexpr unsigned half_of_a_node = 1;
  const bool is_set_up = H5Pset_userblock(creation, h5_seal_bytes) >= 0 &&
                         H5Pset_istore_k(creation, half_of_a_node) >= 0 &&
                         H5Pset_fapl_core(access, std::size_t{1} << 16, false) >= 0;
  // By its own name the library would open what is there already, though it never writes to it.
  const std::string nowhere = "/dev/null/" + name;
  H5Id file(H5Fcreate(nowhere.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
  if (!is_set_up || !file.ok()) {
    throw Error(ErrorCode::io_error, fmt::format("{}: cannot create an HDF5 file", name));
  }
  return H5File(std::shared_ptr<Handle>(new Handle{name, std::move(file)}));
}

std::string H5File::image(std::string_view appendix) const {
  const H5Lock lock;
  H5Fflush(handle_->file, H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(handle_->file, nullptr, 0);
  std::string bytes(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  if (bytes.empty() || H5Fget_file_image(handle_->file, bytes.data(), bytes.size()) != size) {
    handle_->fail(ErrorCode::io_error, "cannot be turned into bytes");
  }
  bytes += appendix;
  // The library's image lacks the user block.
  return (appendix.empty() ? h5_seal(sha256(bytes))
                           : h5_seal_with_appendix(bytes, appendix.size())) +
         bytes;
}

bool H5File::has(const std::string& name) const {
  const H5Lock lock;
  const hid_t file = handle_->file;
  std::string group;
  // H5Lexists wants everything on the way to be a group that exists.
  for (std::size_t slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    const std::string part = name.substr(0, slash);
    const htri_t exists = H5Lexists(file, part.c_str(), H5P_DEFAULT);
    if (exists == 0) return false;
    if (exists < 0) {
      if (leads_nowhere(file, group)) return false;
      // If the library cannot tell, for lack of memory for example, that is no "no".
      fail_corrupt(handle_->path, fmt::format("cannot be searched for '{}'", part));
    }
    if (slash == std::string::npos) return true;
    group = part;
  }
}

std::vector<std::string> H5File::members() const {
  const H5Lock lock;
  std::vector<std::string> names;
  const auto visit = [](hid_t, const char* name, const H5O_info_t* info, void* out) -> herr_t {
    if (info->type == H5O_TYPE_DATASET) {
      static_cast<std::vector<std::string>*>(out)->push_back(std::string("/") + name);
    }
    return 0;
  };
  const herr_t ended =
      H5Ovisit2(handle_->file, H5_INDEX_NAME, H5_ITER_INC, visit, &names, H5O_INFO_BASIC);
  handle_->require(ended >= 0, "is a damaged HDF5 file");
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

/// Is this how h5py writes bool?
bool is_boolean(hid_t type) {
  if (H5Tget_class(type) != H5T_ENUM || H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2) {
    return false;
  }
  std::int8_t yes = 0, no = 1;
  return H5Tenum_valueof(type, "TRUE", &yes) >= 0 && H5Tenum_valueof(type, "FALSE", &no) >= 0 &&
         yes == 1 && no == 0;
}

}  // namespace

H5File::Shape H5File::shape(const std::string& name) const {
  const H5Lock lock;
  const H5Id dataset = handle_->dataset(name);
  const H5Id space(H5Dget_space(dataset), H5Sclose);
  const H5Id type(H5Dget_type(dataset), H5Tclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  handle_->require(rank >= 0 && type.ok(), fmt::format("dataset '{}' is damaged", name));
  std::vector<hsize_t> size(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, size.data(), nullptr);
  Shape shape{{size.begin(), size.end()}, Kind::other, H5Tget_size(type), false, false, 0};
  if (H5Tget_class(type) == H5T_INTEGER) shape.kind = Kind::integer;
  if (H5Tget_class(type) == H5T_FLOAT) shape.kind = Kind::real;
  if (is_boolean(type)) shape.kind = Kind::boolean;
  shape.is_signed = shape.kind == Kind::integer && H5Tget_sign(type) == H5T_SGN_2;
  shape.stored = H5Dget_storage_size(dataset) > 0;
  const H5Id layout(H5Dget_create_plist(dataset), H5Pclose);
  for (int i = 0; i < H5Pget_nfilters(layout); ++i) {
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(layout, static_cast<unsigned>(i), nullptr, &values,
                                               nullptr, 0, nullptr, nullptr);
    shape.usual_filters =
        shape.usual_filters && (filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE ||
                                filter == H5Z_FILTER_FLETCHER32);
  }
  if (H5Pget_layout(layout) == H5D_CHUNKED && rank > 0) {
    std::vector<hsize_t> chunk(size.size(), 1);
    H5Pget_chunk(layout, rank, chunk.data());
    shape.chunks = 1;
    shape.chunk_bytes = static_cast<double>(shape.element_bytes);
    for (std::size_t i = 0; i < size.size(); ++i) {
      shape.chunk_bytes *= static_cast<double>(chunk[i]);
      const hsize_t pieces = (size[i] + chunk[i] - 1) / std::max<hsize_t>(chunk[i], 1);
      shape.chunks *= static_cast<double>(pieces);
    }
  }
  return shape;
}

bool H5File::is_whole(const std::string& name) const {
  const H5Lock lock;
  const Shape known = shape(name);
  if (known.chunks == 0) return known.stored;
  const H5Id dataset = handle_->dataset(name);
  const H5Id space(H5Dget_space(dataset), H5Sclose);
  hsize_t present = 0;
  return H5Dget_num_chunks(dataset, space, &present) >= 0 &&
         static_cast<double>(present) >= known.chunks;
}

template <typename T>
void H5File::read(const std::string& name, T* out) const {
  const H5Lock lock;
  const H5Id dataset = handle_->dataset(name);
  handle_->require(
      H5Dread(dataset, h5_native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0,
      fmt::format("dataset '{}' cannot be read, the file is truncated or damaged", name));
}

namespace {

/// Reads indices first .. first + count - 1 of one axis of a dataset, and all of the other axes.
/// False if it cannot be read.
bool read_slab(hid_t dataset, std::size_t axis, std::size_t first, std::size_t count, hid_t type,
               void* out) {
  const H5Id space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank <= static_cast<int>(axis)) return false;
  std::vector<hsize_t> block(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, block.data(), nullptr);
  std::vector<hsize_t> start(block.size(), 0);
  start[axis] = first;
  block[axis] = count;
  const H5Id memory(H5Screate_simple(rank, block.data(), nullptr), H5Sclose);
  return H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, block.data(), nullptr) >=
             0 &&
         H5Dread(dataset, type, memory, space, H5P_DEFAULT, out) >= 0;
}

}  // namespace

template <typename T>
void H5File::read_rows(const std::string& name, std::size_t first, std::size_t count,
                       T* out) const {
  const H5Lock lock;
  handle_->require(
      read_slab(handle_->dataset(name), 0, first, count, h5_native_type<T>(), out),
      fmt::format("rows {} .. {} of dataset '{}' cannot be read, the file is truncated or damaged",
                  first, first + count, name));
}

template <typename T>
void H5File::read_columns(const std::string& name, std::size_t first, std::size_t count,
                          T* out) const {
  const H5Lock lock;
  handle_->require(
      read_slab(handle_->dataset(name), 1, first, count, h5_native_type<T>(), out),
      fmt::format(
          "columns {} .. {} of dataset '{}' cannot be read, the file is truncated or damaged",
          first, first + count, name));
}

template <typename T>
void H5File::write(const std::string& name, const T* data, const std::vector<std::size_t>& size) {
  const H5Lock lock;
  std::vector<hsize_t> extent(size.begin(), size.end());
  const H5Id space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                   H5Sclose);
  const H5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  const H5Id layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  bool is_set_up = H5Pset_create_intermediate_group(links, 1) >= 0 &&
                   H5Pset_obj_track_times(layout, false) >= 0;  // equal content gives equal bytes
  if (std::all_of(extent.begin(), extent.end(), [](hsize_t n) { return n > 0; })) {
    std::vector<hsize_t> chunk = extent;
    std::size_t row_bytes = sizeof(T);
    for (std::size_t i = 1; i < chunk.size(); ++i) row_bytes *= chunk[i];
    const std::size_t rows = std::max<std::size_t>(1, (std::size_t{1} << 20) / row_bytes);
    chunk[0] = std::min<hsize_t>(chunk[0], rows);
    is_set_up = is_set_up &&
                H5Pset_chunk(layout, static_cast<int>(chunk.size()), chunk.data()) >= 0 &&
                h5_compress(layout);
  }
  errno = 0;
  H5Id dataset(
      H5Dcreate2(handle_->file, name.c_str(), h5_file_type<T>(), space, links, layout, H5P_DEFAULT),
      H5Dclose);
  handle_->check_written(
      is_set_up && dataset.ok() &&
          H5Dwrite(dataset, h5_native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0 &&
          dataset.close(),
      name);
}

#define HASHLAB_INSTANTIATE(T)                                                                   \
  template void H5File::read<T>(const std::string&, T*) const;                                   \
  template void H5File::read_rows<T>(const std::string&, std::size_t, std::size_t, T*) const;    \
  template void H5File::read_columns<T>(const std::string&, std::size_t, std::size_t, T*) const; \
  template void H5File::write<T>(const std::string&, const T*, const std::vector<std::size_t>&);
HASHLAB_INSTANTIATE(float)
HASHLAB_INSTANTIATE(double)
HASHLAB_INSTANTIATE(std::uint8_t)
HASHLAB_INSTANTIATE(std::int32_t)
HASHLAB_INSTANTIATE(std::uint32_t)
HASHLAB_INSTANTIATE(std::int64_t)
HASHLAB_INSTANTIATE(std::uint64_t)
#undef HASHLAB_INSTANTIATE

namespace {

/// Texts of a fixed number of bytes each, as NumPy's are; nothing if they cannot be read.
std::optional<std::vector<std::string>> read_fixed_texts(hid_t dataset, hid_t type,
                                                         std::size_t count) {
  const std::size_t width = H5Tget_size(type);
  std::vector<char> bytes(count * width);
  if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) return std::nullopt;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text(bytes.data() + i * width, width);
    texts.push_back(text.substr(0, text.find('\0')));
    if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) {
      texts.back().erase(texts.back().find_last_not_of(' ') + 1);
    }
  }
  return texts;
}

/// The bytes of the longest text, at least 1.
std::size_t longest_of(const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  return width;
}

}  // namespace

std::vector<std::string> H5File::read_texts(const std::string& name) const {
  const H5Lock lock;
  const H5Id dataset = handle_->dataset(name);
  const H5Id space(H5Dget_space(dataset), H5Sclose);
  const H5Id type(H5Dget_type(dataset), H5Tclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  // A small hostile file may claim any number of texts, of any width.
  if (H5Tget_class(type) != H5T_STRING || count < 1 || count > static_cast<hssize_t>(max_texts) ||
      H5Sget_simple_extent_ndims(space) != 1) {
    return {};
  }
  if (H5Tis_variable_str(type) <= 0) {
    const auto n = static_cast<std::size_t>(count);
    if (H5Tget_size(type) > max_text_bytes / n) return {};
    std::optional<std::vector<std::string>> fixed = read_fixed_texts(dataset, type, n);
    handle_->require(
        fixed.has_value(),
        fmt::format("dataset '{}' cannot be read, the file is truncated or damaged", name));
    return std::move(*fixed);
  }
  std::vector<char*> texts(static_cast<std::size_t>(count), nullptr);
  handle_->require(
      H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) >= 0,
      fmt::format("dataset '{}' cannot be read, the file is truncated or damaged", name));
  std::vector<std::string> result;
  for (const char* text : texts) result.emplace_back(text == nullptr ? "" : text);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts.data());
  return result;
}

bool H5File::can_hold(const std::vector<std::string>& texts) {
  if (texts.empty()) return true;
  return texts.size() <= max_texts && longest_of(texts) <= max_text_bytes / texts.size();
}

void H5File::write_texts(const std::string& name, const std::vector<std::string>& texts) {
  const H5Lock lock;
  const std::size_t width = longest_of(texts);
  std::vector<char> bytes(texts.size() * width, '\0');
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::copy(texts[i].begin(), texts[i].end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  const std::array<hsize_t, 1> extent = {texts.size()};
  const std::array<hsize_t, 1> chunk = {
      std::min<hsize_t>(extent[0], std::max<std::size_t>(1, (std::size_t{1} << 20) / width))};
  const H5Id space(H5Screate_simple(1, extent.data(), nullptr), H5Sclose);
  const H5Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  const H5Id layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const bool is_set_up = H5Tset_size(type, width) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
                         H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 &&
                         H5Pset_obj_track_times(layout, false) >= 0 &&
                         H5Pset_chunk(layout, 1, chunk.data()) >= 0 && h5_compress(layout);
  errno = 0;
  H5Id dataset(
      H5Dcreate2(handle_->file, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT),
      H5Dclose);
  handle_->check_written(
      is_set_up && dataset.ok() &&
          H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0 &&
          dataset.close(),
      name);
}

const std::string& H5File::path() const {
  return handle_->path;
}

std::string h5_version() {
  const H5Lock lock;
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace hashlab
