#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_handle.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <map>
#include <string>
#include <vector>

namespace hashlab {
namespace {

using NamesByAddress = std::map<haddr_t, std::string>;

/// Every object of the file by its place there, which is what an object reference holds.
bool collect_addresses(hid_t file, NamesByAddress& names) {
  const auto visit = [](hid_t, const char* name, const H5O_info_t* info, void* out) -> herr_t {
    const std::string full = std::string_view(name) == "." ? "/" : std::string("/") + name;
    static_cast<NamesByAddress*>(out)->emplace(info->addr, full);
    return 0;
  };
  return H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, &names, H5O_INFO_BASIC) >= 0;
}

}  // namespace

std::map<std::string, std::vector<std::string>> H5File::references() const {
  constexpr hssize_t most = 1 << 20;  // a small hostile file may claim any number
  const H5Lock lock;
  std::map<std::string, std::vector<std::string>> result;
  NamesByAddress names;
  for (const std::string& name : members()) {
    const H5Id dataset = handle_->dataset(name);
    const H5Id type(H5Dget_type(dataset), H5Tclose);
    if (H5Tget_class(type) != H5T_REFERENCE || H5Tequal(type, H5T_STD_REF_OBJ) <= 0) continue;
    const H5Id space(H5Dget_space(dataset), H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count < 0 || count > most || !is_whole(name)) continue;
    if (names.empty()) {
      handle_->require(collect_addresses(handle_->file, names), "is a damaged HDF5 file");
    }
    std::vector<hobj_ref_t> addresses(static_cast<std::size_t>(count));
    handle_->require(
        count == 0 ||
            H5Dread(dataset, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, addresses.data()) >= 0,
        fmt::format("dataset '{}' cannot be read, the file is truncated or damaged", name));
    std::vector<std::string>& targets = result[name];
    for (const hobj_ref_t address : addresses) {
      const auto found = names.find(address);
      targets.push_back(found == names.end() ? "" : found->second);
    }
  }
  return result;
}

}  // namespace hashlab
