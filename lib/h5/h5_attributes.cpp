#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_handle.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {
namespace {

constexpr const char* bad_attributes = "its attributes cannot be read, the file is damaged";

H5Id text_type() {
  H5Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

/// Calls visit(attribute id, name) for each scalar attribute of the root group; false if one of
/// them cannot be read.
template <typename Visit>
bool for_each_attribute(hid_t file, Visit visit) {
  const auto collect = [](hid_t, const char* name, const H5A_info_t*, void* out) -> herr_t {
    static_cast<std::vector<std::string>*>(out)->emplace_back(name);
    return 0;
  };
  std::vector<std::string> names;
  hsize_t index = 0;
  const H5Id root(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose);
  if (!root.ok() || H5Aiterate2(root, H5_INDEX_NAME, H5_ITER_INC, &index, collect, &names) < 0) {
    return false;
  }
  for (const std::string& name : names) {
    const H5Id id(H5Aopen(root, name.c_str(), H5P_DEFAULT), H5Aclose);
    if (!id.ok()) return false;
    const H5Id space(H5Aget_space(id), H5Sclose);
    if (!space.ok()) return false;
    if (H5Sget_simple_extent_npoints(space) == 1 && !visit(id, name)) return false;
  }
  return true;
}

/// What the text of an attribute is, if it is one.
struct AttributeText {
  bool is_read = true;
  std::optional<std::string> text = std::nullopt;
};

AttributeText text_of(hid_t attribute) {
  const H5Id stored(H5Aget_type(attribute), H5Tclose);
  if (!stored.ok()) return {false};
  if (H5Tget_class(stored) != H5T_STRING) return {};
  if (H5Tis_variable_str(stored) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute, stored, &text) < 0) return {false};
    if (text == nullptr) return {};
    const std::unique_ptr<char, herr_t (*)(void*)> owned(
        text, [](void* memory) { return H5free_memory(memory); });
    return {true, text};
  }
  std::string text(H5Tget_size(stored), '\0');
  if (H5Aread(attribute, stored, text.data()) < 0) return {false};
  return {true, text.substr(0, text.find('\0'))};  // padded with zeros
}

/// The number that is an attribute; none if it is something else, or `is_good` becomes false.
std::optional<double> number_of_attribute(hid_t attribute, bool& is_good) {
  const H5Id stored(H5Aget_type(attribute), H5Tclose);
  const H5T_class_t kind = H5Tget_class(stored);
  is_good = kind != H5T_NO_CLASS;
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) return std::nullopt;
  double value = 0;
  is_good = H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0;
  return value;
}

/// Calls read(attribute id) for a scalar attribute of an object, if there is one of that name.
/// False if it cannot be read.
template <typename Handle, typename Read>
bool with_attribute(const Handle& handle, const std::string& object, const std::string& attribute,
                    Read read) {
  const H5Id owner(H5Oopen(handle.file, object.c_str(), h5_within_file()), H5Oclose);
  handle.require(owner.ok(), fmt::format("has no readable object '{}'", object));
  const htri_t is_there = H5Aexists(owner, attribute.c_str());
  if (is_there <= 0) return is_there == 0;
  const H5Id id(H5Aopen(owner, attribute.c_str(), H5P_DEFAULT), H5Aclose);
  if (!id.ok()) return false;
  const H5Id space(H5Aget_space(id), H5Sclose);
  return space.ok() && (H5Sget_simple_extent_npoints(space) != 1 || read(id));
}

}  // namespace

void H5File::set(const std::string& attribute, const std::string& value) {
  set("/", attribute, value);
}

void H5File::set(const std::string& object, const std::string& attribute,
                 const std::string& value) {
  const H5Lock lock;
  const H5Id owner(H5Oopen(handle_->file, object.c_str(), H5P_DEFAULT), H5Oclose);
  const H5Id type = text_type();
  const H5Id space(H5Screate(H5S_SCALAR), H5Sclose);
  const H5Id id(H5Acreate2(owner, attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                H5Aclose);
  const char* text = value.c_str();
  if (!id.ok() || H5Awrite(id, type, &text) < 0) {
    handle_->fail(ErrorCode::io_error, fmt::format("attribute '{}' cannot be written", attribute));
  }
}

void H5File::set(const std::string& attribute, double value) {
  const H5Lock lock;
  const H5Id space(H5Screate(H5S_SCALAR), H5Sclose);
  const H5Id id(
      H5Acreate2(handle_->file, attribute.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  if (!id.ok() || H5Awrite(id, H5T_NATIVE_DOUBLE, &value) < 0) {
    handle_->fail(ErrorCode::io_error, fmt::format("attribute '{}' cannot be written", attribute));
  }
}

std::map<std::string, std::string> H5File::text_attributes() const {
  const H5Lock lock;
  std::map<std::string, std::string> result;
  const auto read = [&](hid_t id, const std::string& name) {
    const AttributeText found = text_of(id);
    if (found.text) result[name] = *found.text;
    return found.is_read;
  };
  handle_->require(for_each_attribute(handle_->file, read), bad_attributes);
  return result;
}

std::string H5File::text_attribute(const std::string& object, const std::string& attribute) const {
  const H5Lock lock;
  std::optional<std::string> text;
  const bool is_read = with_attribute(*handle_, object, attribute, [&](hid_t id) {
    const AttributeText found = text_of(id);
    text = found.text;
    return found.is_read;
  });
  handle_->require(is_read, bad_attributes);
  return text.value_or("");
}

std::optional<double> H5File::number_attribute(const std::string& object,
                                               const std::string& attribute) const {
  const H5Lock lock;
  std::optional<double> number;
  const bool is_read = with_attribute(*handle_, object, attribute, [&](hid_t id) {
    bool is_good = true;
    number = number_of_attribute(id, is_good);
    return is_good;
  });
  handle_->require(is_read, bad_attributes);
  return number;
}

std::map<std::string, double> H5File::number_attributes() const {
  const H5Lock lock;
  std::map<std::string, double> result;
  const auto read = [&](hid_t id, const std::string& name) {
    bool is_good = true;
    if (const auto number = number_of_attribute(id, is_good)) result[name] = *number;
    return is_good;
  };
  handle_->require(for_each_attribute(handle_->file, read), bad_attributes);
  return result;
}

}  // namespace hashlab
