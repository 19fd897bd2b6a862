#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/h5/h5_handle.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <hdf5.h>

#include <fcntl.h>
#include <unistd.h>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

// A program that uses HDF5 beside hashlab: nothing that it sees of HDF5 may change.
namespace hashlab::h5_host_test {

using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::TemporaryFolder;

namespace {

/// A file of the host with the dataset /x of four numbers, and what `add` adds to it.
std::string file_of_host(const std::string& path, const std::function<void(hid_t)>& add = {}) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t size = 4;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t set =
      H5Dcreate2(file, "/x", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const std::vector<std::uint8_t> numbers{1, 2, 3, 4};
  const bool is_written =
      H5Dwrite(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0;
  H5Dclose(set);
  H5Sclose(space);
  if (add) add(file);
  REQUIRE((H5Fclose(file) >= 0 && is_written));
  return path;
}

/// Opens a dataset by the host's own calls.
bool can_open(const std::string& path, const char* dataset, hid_t properties) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, dataset, properties);
  if (set >= 0) H5Dclose(set);
  H5Fclose(file);
  return set >= 0;
}

/// What the process writes to its standard error while `work` runs.
std::string printed_by(const std::function<void()>& work) {
  const TemporaryFolder folder;
  const std::string path = folder / "stderr";
  std::fflush(stderr);
  const int kept = dup(STDERR_FILENO);
  const int file = open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  REQUIRE((kept >= 0 && file >= 0));
  dup2(file, STDERR_FILENO);
  work();
  std::fflush(stderr);
  dup2(kept, STDERR_FILENO);
  close(kept);
  close(file);
  return read_file(path);
}

}  // namespace

TEST_CASE("h5 host: external links work before and after hashlab reads a file") {
  const TemporaryFolder folder;
  const std::string target = file_of_host(folder / "target.h5");
  const auto link_to_target = [&](hid_t file) {
    CHECK(H5Lcreate_external(target.c_str(), "/x", file, "/link", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  };
  const std::string before = file_of_host(folder / "before.h5", link_to_target);
  CHECK(can_open(before, "/link", H5P_DEFAULT));
  CHECK(H5File::open(target).has("/x"));
  CHECK(error_of([&] { H5File::open(before); }) == Contains("'/link' is an external link"));
  const std::string after = file_of_host(folder / "after.h5", link_to_target);
  CHECK(can_open(after, "/link", H5P_DEFAULT));
  CHECK(can_open(before, "/link", H5P_DEFAULT));
}

TEST_CASE("h5 host: hashlab follows no link to another file, even if the process allows it") {
  const TemporaryFolder folder;
  const std::string target = file_of_host(folder / "target.h5");
  const std::string path = file_of_host(folder / "f.h5", [&](hid_t file) {
    H5Lcreate_external(target.c_str(), "/x", file, "/link", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/x", file, "/soft", H5P_DEFAULT, H5P_DEFAULT);
  });
  const H5Lock lock;
  CHECK(can_open(path, "/link", H5P_DEFAULT));
  CHECK_FALSE(can_open(path, "/link", h5_within_file()));
  CHECK(can_open(path, "/soft", h5_within_file()));
}

TEST_CASE("h5 host: damaged files print nothing, whichever thread reads them") {
  const TemporaryFolder folder;
  std::vector<std::string> paths;
  for (int i = 0; i < 4; ++i) {
    const std::string path = file_of_host(folder / fmt::format("{}.h5", i));
    const std::string bytes = read_file(path);
    write_file(path, bytes.substr(0, bytes.size() - 200));
    paths.push_back(path);
  }
  std::vector<std::string> errors(paths.size());
  const std::string printed = printed_by([&] {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      threads.emplace_back([&, i] { errors[i] = error_of([&] { H5File::open(paths[i]); }); });
    }
    for (std::thread& thread : threads) thread.join();
  });
  CHECK(printed.empty());
  for (std::size_t i = 0; i < paths.size(); ++i) CHECK(errors[i] == Contains(paths[i]));
}

TEST_CASE("h5 host: a thread's own setting for the errors of HDF5 is restored") {
  const auto own = [](hid_t, void*) -> herr_t { return 0; };
  int mark = 0;
  H5E_auto2_t before = nullptr;
  void* data_before = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data_before);
  H5Eset_auto2(H5E_DEFAULT, own, &mark);
  const TemporaryFolder folder;
  H5File::open(file_of_host(folder / "f.h5")).members();
  H5E_auto2_t after = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  H5Eset_auto2(H5E_DEFAULT, before, data_before);
  const bool is_own = after == static_cast<H5E_auto2_t>(own);
  CHECK(is_own);
  CHECK(data == &mark);
}

TEST_CASE("h5 host: sound files are not refused while another thread uses HDF5") {
  hbool_t is_safe = false;
  H5is_library_threadsafe(&is_safe);
  if (!is_safe) return;  // then the host may not do this
  const TemporaryFolder folder;
  const std::string busy = file_of_host(folder / "busy.h5");
  std::vector<std::string> paths;
  for (int i = 0; i < 60; ++i) paths.push_back(file_of_host(folder / fmt::format("{}.h5", i)));
  std::atomic<bool> is_over = false;
  std::atomic<std::size_t> opened = 0;
  std::thread host([&] {
    while (!is_over) opened += can_open(busy, "/x", H5P_DEFAULT) ? 1 : 0;
  });
  while (opened == 0) std::this_thread::yield();  // a thread that is starting holds other locks
  for (const std::string& path : paths) {
    CHECK(error_of([&] { H5File::open(path); }) == "no error");
  }
  is_over = true;
  host.join();
  CHECK(opened > 0);
}

}  // namespace hashlab::h5_host_test
