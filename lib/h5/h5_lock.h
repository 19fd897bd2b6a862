#pragma once

#include <hdf5.h>

#include <functional>
#include <mutex>

// HDF5 is one library for a process, which other code may use, too: h5py beside hashlab's Python
// package, or the program that hashlab is linked with. Nothing here changes what they see of it.
namespace hashlab {

/// The global lock of our calls of HDF5.
std::recursive_mutex& h5_mutex();

/// Held during every call of the library: nothing else of hashlab calls it then, and it does not
/// print what goes wrong, because our errors are exceptions. HDF5 keeps this setting for each
/// thread; the destructor restores it.
class H5Lock {
 public:
  H5Lock();
  H5Lock(const H5Lock&) = delete;
  H5Lock& operator=(const H5Lock&) = delete;
  ~H5Lock();

 private:
  std::lock_guard<std::recursive_mutex> lock_;
  unsigned is_new_ = 1;  // which of HDF5's two types of functions prints
  H5E_auto1_t print_old_ = nullptr;
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
};

/// Calls `work` while the calling thread holds the HDF5 library's own lock. A child process that
/// `work` starts then finds the library idle, whatever other threads of this process do with it.
/// Errors:  those of `work`.
void while_h5_is_idle(const std::function<void()>& work);

}  // namespace hashlab
