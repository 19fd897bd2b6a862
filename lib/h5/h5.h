#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// An HDF5 file. The project uses HDF5 only through this class and H5OnDisk. Every call takes one
/// global lock, because the HDF5 library is not thread-safe on all systems, and turns a failure
/// into an Error that names the file and the object in it. The type T of numbers in memory is
/// float, double, uint8, int32, uint32, int64 or uint64.
///
/// A file cannot refer to other files: external links, external storage and virtual datasets are
/// rejected, because they may name any file and no checksum of this file would cover it.
class H5File {
 public:
  enum class Origin {
    any,  ///< any file; one of another program is first examined in a child process
    own   ///< a kind of file that only hashlab writes
  };
  /// Opens an existing file for reading.
  /// Errors: not_found; unreadable; those of h5_first_pass(); corrupt_file if it is not a complete
  ///   HDF5 file, its groups are nested more than 64 deep, it contains an external link, it is one
  ///   of our files with a wrong or missing checksum, or `origin` is `own` and it has no checksum.
  static H5File open(const std::string& path, Origin origin = Origin::any);
  /// True if a file looks like HDF5, complete or not. Errors: not_found, unreadable.
  static bool is_h5(const std::string& path);
  /// Creates a new file in memory. `name` is used in error messages only.
  static H5File create(const std::string& name);
  /// The bytes of a created file, ready to be written to disk. They begin with a block that holds
  /// the SHA-256 of the rest, which open() checks. They end with `appendix`, for readers that need
  /// no other part of the file (see h5_appendix).
  std::string image(std::string_view appendix = {}) const;

  /// boolean: an enumeration of FALSE = 0 and TRUE = 1, as h5py stores NumPy's bool; it is read as
  /// a number.
  enum class Kind { integer, real, boolean, other };
  struct Shape {
    std::vector<std::size_t> size;  ///< extent of each dimension
    Kind kind;
    std::size_t element_bytes;
    bool is_signed;
    bool stored;                ///< false if the file declares the dataset but holds no data for it
    double chunks;              ///< number of chunks; 0 if the data are not in chunks
    double chunk_bytes = 0;     ///< bytes of a decompressed chunk; reading a row needs at least one
    bool usual_filters = true;  ///< no filters except deflate, shuffle and Fletcher32
  };

  bool has(const std::string& name) const;
  /// Full names of all datasets, sorted. Errors: corrupt_file.
  std::vector<std::string> members() const;
  Shape shape(const std::string& name) const;
  /// The type of a dataset's elements, in words for a message: "complex numbers", "strings".
  std::string elements(const std::string& name) const;
  /// True if all data of a dataset are in the file. Instead of chunks that are missing, HDF5 would
  /// return fill values, which are usually zeros.
  bool is_whole(const std::string& name) const;

  /// Reads a whole dataset and converts its numbers to T. `out` must have room for all of them.
  template <typename T>
  void read(const std::string& name, T* out) const;
  /// Reads rows first .. first + count - 1 of a dataset of rank 1 or more.
  template <typename T>
  void read_rows(const std::string& name, std::size_t first, std::size_t count, T* out) const;
  /// Reads columns first .. first + count - 1 of a dataset of rank 2, row-major.
  template <typename T>
  void read_columns(const std::string& name, std::size_t first, std::size_t count, T* out) const;
  /// Limits of a list of strings: the number of strings, and their size in bytes. Strings of fixed
  /// width take as many bytes each as the longest of them, so the size is number * longest.
  static constexpr std::size_t max_texts = std::size_t{1} << 22;
  static constexpr std::size_t max_text_bytes = std::size_t{1} << 28;
  /// True if this list, which must not be empty, is within the limits of write_texts() and
  /// read_texts().
  static bool can_hold(const std::vector<std::string>& texts);
  /// The strings of a dataset of rank 1; empty if it holds something else or exceeds max_texts or,
  /// with strings of fixed width, max_text_bytes.
  std::vector<std::string> read_texts(const std::string& name) const;

  /// For each dataset of object references, by the name of the dataset: the names of the objects to
  /// which its elements refer, "" for elements that refer to nothing. Datasets that are not whole
  /// (see is_whole) or have more than 2^20 elements are left out. Errors: corrupt_file.
  std::map<std::string, std::vector<std::string>> references() const;

  /// Writes a dataset, row-major, compressed and checksummed; missing groups are created.
  template <typename T>
  void write(const std::string& name, const T* data, const std::vector<std::size_t>& size);

  /// Writes a list of texts (UTF-8) as strings of fixed width: shorter texts are padded with zero
  /// bytes to the length of the longest. The list must not be empty, and can_hold() must accept it.
  void write_texts(const std::string& name, const std::vector<std::string>& texts);

  /// Adds an attribute to the root group: a text (UTF-8) or a double. Errors: io_error, also if the
  /// attribute exists already.
  void set(const std::string& attribute, const std::string& value);
  void set(const std::string& attribute, double value);
  /// Adds a text attribute to an existing dataset or group.
  void set(const std::string& object, const std::string& attribute, const std::string& value);
  /// The text attributes of the root group, by name. This and the next three functions consider
  /// only attributes that hold a single value.
  std::map<std::string, std::string> text_attributes() const;
  /// The numeric attributes of the root group, by name.
  std::map<std::string, double> number_attributes() const;
  /// A numeric attribute of a dataset or group; none if there is no such attribute.
  std::optional<double> number_attribute(const std::string& object,
                                         const std::string& attribute) const;
  /// A text attribute of a dataset or group; empty if there is no such attribute.
  std::string text_attribute(const std::string& object, const std::string& attribute) const;

  const std::string& path() const;

 private:
  friend class H5OnDisk;
  friend H5File h5_open_unchecked(const std::string& path, bool is_sealed);
  struct Handle;
  explicit H5File(std::shared_ptr<Handle> handle);
  std::shared_ptr<Handle> handle_;
};

/// The version of the HDF5 library in use, such as "1.10.8".
std::string h5_version();

}  // namespace hashlab
