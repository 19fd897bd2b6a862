#pragma once

#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_lock.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// Shared by the files h5*.cpp. Except for tests, no other file includes this header or HDF5.
namespace hashlab {

/// An HDF5 identifier with the function that releases it.
class H5Id {
 public:
  H5Id(hid_t id, herr_t (*release)(hid_t)) : id_(id), release_(release) {}
  H5Id(H5Id&& other) noexcept : id_(std::exchange(other.id_, -1)), release_(other.release_) {}
  H5Id(const H5Id&) = delete;
  H5Id& operator=(const H5Id&) = delete;
  H5Id& operator=(H5Id&&) = delete;
  ~H5Id() {
    if (id_ >= 0) release_(id_);
  }
  operator hid_t() const { return id_; }
  bool ok() const { return id_ >= 0; }
  bool close() { return release_(std::exchange(id_, -1)) >= 0; }  ///< true if it succeeded

 private:
  hid_t id_;
  herr_t (*release_)(hid_t);
};

/// Properties for opening an object by its name: links to other files are not followed, even if
/// the process allows them.
H5Id h5_within_file();

struct H5File::Handle {
  std::string path;
  H5Id file;

  [[noreturn]] void fail(ErrorCode code, const std::string& what) const {
    throw Error(code, fmt::format("{}: {}", path, what));
  }
  void require(bool ok, const std::string& what) const {
    if (!ok) fail(ErrorCode::corrupt_file, what);
  }
  /// Throws io_error unless `ok`, which must cover both the writing and the closing of the dataset,
  /// because HDF5 writes small chunks only when it is closed.
  void check_written(bool ok, const std::string& name) const {
    if (ok) return;
    const std::string reason = errno == 0 ? "" : fmt::format(": {}", std::strerror(errno));
    fail(ErrorCode::io_error, fmt::format("dataset '{}' cannot be written{}", name, reason));
  }
  H5Id dataset(const std::string& name) const {
    H5Id id(H5Dopen2(file, name.c_str(), h5_within_file()), H5Dclose);
    require(id.ok(), fmt::format("has no readable dataset '{}'", name));
    const H5Id layout(H5Dget_create_plist(id), H5Pclose);
    if (H5Pget_external_count(layout) > 0) refuse_elsewhere(name, "external storage");
    if (H5Pget_layout(layout) == H5D_VIRTUAL) refuse_elsewhere(name, "a virtual dataset");
    return id;
  }
  [[noreturn]] void refuse_elsewhere(const std::string& name, std::string_view kind) const {
    fail(ErrorCode::corrupt_file,
         fmt::format("'{}' is {}: its data are in other files, which are not followed; write them "
                     "into one file",
                     name, kind));
  }
  ~Handle() {
    const H5Lock lock;
    const H5Id closed_under_lock = std::move(file);
  }
};

/// The library's type for T in memory.
template <typename T>
hid_t h5_native_type() {
  if constexpr (std::is_same_v<T, float>) return H5T_NATIVE_FLOAT;
  if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
  if constexpr (std::is_same_v<T, std::uint8_t>) return H5T_NATIVE_UINT8;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return H5T_NATIVE_UINT32;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5T_NATIVE_INT64;
  if constexpr (std::is_same_v<T, std::uint64_t>) return H5T_NATIVE_UINT64;
}

/// The type for T on disk: always little-endian, so files do not depend on the machine.
template <typename T>
hid_t h5_file_type() {
  if constexpr (std::is_same_v<T, float>) return H5T_IEEE_F32LE;
  if constexpr (std::is_same_v<T, double>) return H5T_IEEE_F64LE;
  if constexpr (std::is_same_v<T, std::uint8_t>) return H5T_STD_U8LE;
  if constexpr (std::is_same_v<T, std::int32_t>) return H5T_STD_I32LE;
  if constexpr (std::is_same_v<T, std::uint32_t>) return H5T_STD_U32LE;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5T_STD_I64LE;
  if constexpr (std::is_same_v<T, std::uint64_t>) return H5T_STD_U64LE;
}

/// Sets a light compression and a checksum of each chunk for datasets with these creation
/// properties. Returns false if the library cannot do so. The caller must then report an error,
/// because without them the file would be valid, but would have other bytes.
[[nodiscard]] bool h5_compress(hid_t layout);

/// Opens a file without a first pass (see h5_first_pass). If `is_sealed`, the file is not locked,
/// because the caller has compared it with its checksum.
/// Errors: those of h5_can_lock() and h5_fail_to_open(); corrupt_file if the file contains an
///   external link or its groups are nested more than 64 deep.
H5File h5_open_unchecked(const std::string& path, bool is_sealed = false);

}  // namespace hashlab
