// How libFuzzer varies an HDF5 file: through HDF5 itself, so that every input is whole as HDF5, and
// what varies is what our readers must check. Raw bytes would find the errors of HDF5 1.10.8, of
// which there are many. A file of ours is sealed again. Linked to every target that includes
// h5_target.h.
#include "lib/files/sha256.h"
#include "lib/h5/h5_handle.h"
#include "lib/h5/h5_seal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed);

namespace {

using hashlab::H5Id;

class Edits {
 public:
  Edits(std::string_view bytes, unsigned seed) : random_(seed), file_(opened(bytes)) {
    const H5Id creation(H5Fget_create_plist(file_), H5Pclose);
    hsize_t block = 0;
    H5Pget_userblock(creation, &block);
    head_ = bytes.substr(0, block);
    H5Ovisit2(
        file_, H5_INDEX_NAME, H5_ITER_INC,
        [](hid_t, const char* name, const H5O_info_t* info, void* self) -> herr_t {
          auto& edits = *static_cast<Edits*>(self);
          edits.objects_.emplace_back(name);
          if (info->type == H5O_TYPE_DATASET) edits.datasets_.emplace_back(name);
          return 0;
        },
        this, H5O_INFO_BASIC);
  }

  void one_edit() {
    switch (below(8)) {
      case 0:
        return change_value();
      case 1:
        return change_value();
      case 2:
        return replace_dataset();
      case 3:
        return replace_dataset();
      case 4:
        return set_text();
      case 5:
        return set_number();
      case 6:
        return remove_something();
      default:
        return add_link();
    }
  }

  std::string bytes() {
    H5Fflush(file_, H5F_SCOPE_GLOBAL);
    const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
    std::string image(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
    H5Fget_file_image(file_, image.data(), image.size());  // without the user block
    if (head_.starts_with("hashlab file")) head_ = hashlab::h5_seal(hashlab::sha256(image));
    return head_ + image;
  }

 private:
  static H5Id opened(std::string_view bytes) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const H5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_core(access, 4096, false);
    std::string copy(bytes);
    if (bytes.size() > 100) {
      H5Pset_file_image(access, copy.data(), copy.size());
      H5Id file(H5Fopen("input", H5F_ACC_RDWR, access), H5Fclose);
      if (file.ok()) return file;
    }
    const H5Id empty(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_core(empty, 4096, false);
    return H5Id(H5Fcreate("input", H5F_ACC_TRUNC, H5P_DEFAULT, empty), H5Fclose);
  }

  std::size_t below(std::size_t n) { return random_() % n; }
  template <typename List>
  auto any_of(const List& list) {
    return *(std::begin(list) + static_cast<std::ptrdiff_t>(below(std::size(list))));
  }

  double number() {
    constexpr double special[] = {-1,
                                  0.5,
                                  2,
                                  255,
                                  256,
                                  65536,
                                  2147483648.0,
                                  4294967296.0,
                                  1e18,
                                  1e300,
                                  std::numeric_limits<double>::quiet_NaN(),
                                  std::numeric_limits<double>::infinity()};
    return below(2) == 0 ? static_cast<double>(below(12)) : any_of(special);
  }

  std::string text(const std::string& old) {
    constexpr const char* known[] = {"", "double", "hamming", "2 x 2", "hashlab codes", "a b c"};
    if (old.empty()) return any_of(known);
    std::vector<std::uint8_t> buffer(old.begin(), old.end());
    buffer.resize(old.size() + 32);
    buffer.resize(LLVMFuzzerMutate(buffer.data(), old.size(), buffer.size()));
    std::string changed(buffer.begin(), buffer.end());
    std::replace(changed.begin(), changed.end(), '\0', ' ');
    return changed;
  }

  std::string object() { return objects_.empty() ? "." : any_of(objects_); }

  std::string new_name() {
    constexpr const char* known[] = {"features",
                                     "labels",
                                     "images",
                                     "train",
                                     "test",
                                     "neighbors",
                                     "distances",
                                     "base",
                                     "query",
                                     "groundtruth",
                                     "codes",
                                     "digit-widths",
                                     "split",
                                     "class_names",
                                     "a/features",
                                     "image/features",
                                     "queries",
                                     "database",
                                     "training",
                                     "fea",
                                     "gnd",
                                     "#refs#/a",
                                     "query/row",
                                     "query/relevant",
                                     "query/relevant_offsets",
                                     "query/junk",
                                     "query/junk_offsets",
                                     "query/easy",
                                     "query/easy_offsets",
                                     "query/hard",
                                     "query/hard_offsets"};
    return !datasets_.empty() && below(2) == 0 ? any_of(datasets_) : std::string(any_of(known));
  }

  std::string attribute_of(hid_t owner) {
    constexpr const char* known[] = {"kind",         "recipe",  "bits",         "digit-bits",
                                     "distance",     "classes", "image-shape",  "MATLAB_class",
                                     "MATLAB_empty", "run",     "dataset-rows", "fact.code-bits",
                                     "failure",      "choice"};
    H5O_info_t info;
    if (H5Oget_info2(owner, &info, H5O_INFO_NUM_ATTRS) < 0 || info.num_attrs == 0 ||
        below(4) == 0) {
      return any_of(known);
    }
    char name[256] = "";
    H5Aget_name_by_idx(owner, ".", H5_INDEX_NAME, H5_ITER_INC, below(info.num_attrs), name,
                       sizeof name, H5P_DEFAULT);
    return name;
  }

  H5Id text_type() {
    H5Id type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
  }

  std::string old_text(hid_t owner, const std::string& name) {
    if (H5Aexists(owner, name.c_str()) <= 0) return "";
    const H5Id attribute(H5Aopen(owner, name.c_str(), H5P_DEFAULT), H5Aclose);
    const H5Id type(H5Aget_type(attribute), H5Tclose);
    const H5Id space(H5Aget_space(attribute), H5Sclose);
    if (H5Tis_variable_str(type) <= 0 || H5Sget_simple_extent_npoints(space) != 1) return "";
    char* value = nullptr;
    if (H5Aread(attribute, text_type(), &value) < 0 || value == nullptr) return "";
    const std::string result = value;
    H5free_memory(value);
    return result;
  }

  void set_attribute(hid_t owner, const std::string& name, hid_t type, const void* value) {
    const H5Id space(H5Screate(H5S_SCALAR), H5Sclose);
    if (H5Aexists(owner, name.c_str()) > 0) H5Adelete(owner, name.c_str());
    const H5Id attribute(H5Acreate2(owner, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
    if (attribute.ok()) H5Awrite(attribute, type, value);
  }

  void set_text() {
    const H5Id owner(H5Oopen(file_, below(2) == 0 ? "." : object().c_str(), H5P_DEFAULT), H5Oclose);
    const std::string name = attribute_of(owner), value = text(old_text(owner, name));
    const char* pointer = value.c_str();
    set_attribute(owner, name, text_type(), &pointer);
  }

  void set_number() {
    const H5Id owner(H5Oopen(file_, below(2) == 0 ? "." : object().c_str(), H5P_DEFAULT), H5Oclose);
    const double value = number();
    set_attribute(owner, attribute_of(owner), H5T_NATIVE_DOUBLE, &value);
  }

  void remove_something() {
    const std::string name = object();
    if (below(2) == 0) {
      if (name != ".") H5Ldelete(file_, name.c_str(), H5P_DEFAULT);
      return;
    }
    const H5Id owner(H5Oopen(file_, name.c_str(), H5P_DEFAULT), H5Oclose);
    H5Adelete(owner, attribute_of(owner).c_str());
  }

  void add_link() {
    const H5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    const std::string to = object(), name = new_name();
    H5Ldelete(file_, name.c_str(), H5P_DEFAULT);
    if (below(2) == 0) {
      H5Lcreate_soft(("/" + to).c_str(), file_, name.c_str(), links, H5P_DEFAULT);
    } else {
      H5Lcreate_hard(file_, to.c_str(), file_, name.c_str(), links, H5P_DEFAULT);
    }
  }

  /// One element, or all, of a small dataset of numbers.
  void change_value() {
    if (datasets_.empty()) return replace_dataset();
    const H5Id dataset(H5Dopen2(file_, any_of(datasets_).c_str(), H5P_DEFAULT), H5Dclose);
    const H5Id space(H5Dget_space(dataset), H5Sclose);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    if (n < 1 || n > 4096) return;
    std::vector<double> values(static_cast<std::size_t>(n));
    if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
      return;
    }
    if (below(4) == 0) {
      for (double& value : values) value = number();
    } else {
      values[below(values.size())] = number();
    }
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }

  H5Id new_type() {
    const hid_t types[] = {H5T_IEEE_F32LE, H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_IEEE_F64BE,
                           H5T_STD_U8LE,   H5T_STD_U8LE,   H5T_STD_I8LE,   H5T_STD_I16BE,
                           H5T_STD_I32LE,  H5T_STD_U32LE,  H5T_STD_I64LE,  H5T_STD_U64LE,
                           H5T_C_S1,       H5T_STD_REF_OBJ};
    switch (below(12)) {
      case 0:
        return text_type();
      case 1: {
        H5Id boolean(H5Tenum_create(H5T_STD_I8LE), H5Tclose);
        const std::int8_t no = 0, yes = 1;
        H5Tenum_insert(boolean, "FALSE", &no);
        H5Tenum_insert(boolean, "TRUE", &yes);
        return boolean;
      }
      case 2:
        return H5Id(H5Tvlen_create(any_of(types)), H5Tclose);
      case 3: {
        const hsize_t extent = 1 + below(3);
        return H5Id(H5Tarray_create2(any_of(types), 1, &extent), H5Tclose);
      }
      default:
        return H5Id(H5Tcopy(any_of(types)), H5Tclose);
    }
  }

  /// Extents that another dataset has, or small ones, or ones beyond all memory.
  std::vector<hsize_t> new_extents() {
    std::vector<hsize_t> extents(below(16) == 0 ? 5 : below(4));
    if (!datasets_.empty() && below(2) == 0) {
      const H5Id other(H5Dopen2(file_, any_of(datasets_).c_str(), H5P_DEFAULT), H5Dclose);
      const H5Id space(H5Dget_space(other), H5Sclose);
      const int rank = H5Sget_simple_extent_ndims(space);
      extents.assign(static_cast<std::size_t>(std::max(rank, 0)), 1);
      H5Sget_simple_extent_dims(space, extents.data(), nullptr);
      if (extents.empty() || below(2) == 0) return extents;
      any_of_extents(extents) = below(9);
      return extents;
    }
    for (hsize_t& extent : extents) extent = below(7);
    if (below(16) == 0 && !extents.empty()) any_of_extents(extents) = hsize_t{1} << below(48);
    return extents;
  }
  hsize_t& any_of_extents(std::vector<hsize_t>& extents) { return extents[below(extents.size())]; }

  void replace_dataset() {
    const std::string name = new_name();
    const std::vector<hsize_t> extents = new_extents();
    double elements = 1;
    for (const hsize_t extent : extents) elements *= static_cast<double>(extent);
    const int rank = static_cast<int>(extents.size());
    const H5Id space(below(32) == 0 ? H5Screate(H5S_NULL)
                     : rank == 0    ? H5Screate(H5S_SCALAR)
                                    : H5Screate_simple(rank, extents.data(), nullptr),
                     H5Sclose);
    const H5Id layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_obj_track_times(layout, false);
    const bool large = elements > 4096;
    if (rank > 0 && elements > 0 && (large || below(2) == 0)) {
      std::vector<hsize_t> chunk;
      for (const hsize_t extent : extents) chunk.push_back(1 + below(std::min<hsize_t>(extent, 8)));
      H5Pset_chunk(layout, rank, chunk.data());
      if (below(3) == 0) H5Pset_shuffle(layout);
      if (below(3) == 0) H5Pset_deflate(layout, 1);
      if (below(3) == 0) H5Pset_fletcher32(layout);
    } else if (below(3) == 0) {
      H5Pset_layout(layout, H5D_COMPACT);
    }
    const H5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links, 1);
    H5Ldelete(file_, name.c_str(), H5P_DEFAULT);
    const H5Id dataset(
        H5Dcreate2(file_, name.c_str(), new_type(), space, links, layout, H5P_DEFAULT), H5Dclose);
    if (!dataset.ok() || large || below(8) == 0) return;  // some hold nothing
    std::vector<double> values(static_cast<std::size_t>(std::max(elements, 1.0)));
    for (double& value : values) value = static_cast<double>(below(4));
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }

  std::mt19937 random_;
  H5Id file_;
  std::string head_;
  std::vector<std::string> objects_, datasets_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  std::string changed;
  {
    Edits edits({reinterpret_cast<const char*>(data), size}, seed);
    for (unsigned left = 1 + seed % 3; left > 0; --left) edits.one_edit();
    changed = edits.bytes();
  }
  if (changed.size() > max_size) return size;
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}
