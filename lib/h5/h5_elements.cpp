#include "lib/h5/h5_handle.h"

namespace hashlab {
namespace {

/// NumPy and MATLAB, which have complex numbers and HDF5 has not, store pairs of reals.
bool is_complex(hid_t type) {
  if (H5Tget_nmembers(type) != 2) return false;
  for (const auto& [real, imaginary] : {std::pair{"r", "i"}, {"real", "imag"}}) {
    if (H5Tget_member_index(type, real) == 0 && H5Tget_member_index(type, imaginary) == 1) {
      return true;
    }
  }
  return false;
}

std::string elements_of(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return "integers";
    case H5T_FLOAT:
      return "real numbers";
    case H5T_STRING:
      return "strings";
    case H5T_COMPOUND:
      return is_complex(type) ? "complex numbers" : "compound elements";
    case H5T_REFERENCE:
      return "references to other objects";
    case H5T_ENUM:
      return "an enumeration";
    case H5T_VLEN:
      return "variable-length lists";
    case H5T_OPAQUE:
      return "opaque bytes";
    case H5T_ARRAY:
      return "arrays";
    case H5T_BITFIELD:
      return "bit fields";
    default:
      return "elements of an unknown type";
  }
}

}  // namespace

std::string H5File::elements(const std::string& name) const {
  const H5Lock lock;
  const H5Id dataset = handle_->dataset(name);
  const H5Id type(H5Dget_type(dataset), H5Tclose);
  return elements_of(type);
}

}  // namespace hashlab
