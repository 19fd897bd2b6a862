#include "lib/h5/h5_lock.h"

#include <exception>

namespace hashlab {

std::recursive_mutex& h5_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

H5Lock::H5Lock() : lock_(h5_mutex()) {
  H5Eauto_is_v2(H5E_DEFAULT, &is_new_);
  if (is_new_ != 0) {
    H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  } else {
    H5Eget_auto1(&print_old_, &print_data_);
    H5Eset_auto1(nullptr, nullptr);
  }
}

H5Lock::~H5Lock() {
  if (is_new_ != 0) {
    H5Eset_auto2(H5E_DEFAULT, print_, print_data_);
  } else {
    H5Eset_auto1(print_old_, print_data_);
  }
}

void while_h5_is_idle(const std::function<void()>& work) {
  struct Call {
    const std::function<void()>& work;
    std::exception_ptr error;
  } call{work, nullptr};
  // The library offers no way to take its lock, but holds it while it calls us back.
  const auto first_property = [](hid_t, const char*, void* data) -> herr_t {
    auto& called = *static_cast<Call*>(data);
    try {
      called.work();
    } catch (...) {  // must not pass through the library, which is written in C
      called.error = std::current_exception();
    }
    return 1;  // ends the iteration
  };
  const H5Lock lock;
  int index = 0;
  H5Piterate(H5P_FILE_ACCESS, &index, first_property, &call);
  if (call.error) std::rethrow_exception(call.error);
}

}  // namespace hashlab
