#include "lib/error.h"
#include "lib/files/child_process.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/sanitizer.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <hdf5.h>

#include <sys/stat.h>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::h5_foreign_test {

using hashlab::testing::Contains;
using hashlab::testing::error_of;
using hashlab::testing::Outcome;
using hashlab::testing::TemporaryFolder;

namespace {

/// An HDF5 file of another program with what `fill` writes into it.
std::string foreign_file(const std::string& path, const std::function<void(hid_t)>& fill) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  REQUIRE(file >= 0);
  fill(file);
  H5Fclose(file);
  return path;
}

void add_dataset(hid_t file, const char* name, hid_t layout) {
  const hsize_t size[2] = {4, 2};
  const hid_t space = H5Screate_simple(2, size, nullptr);
  const hid_t set = H5Dcreate2(file, name, H5T_STD_U8LE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  REQUIRE(set >= 0);
  H5Dclose(set);
  H5Sclose(space);
}

double seconds_of(const std::function<void()>& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("foreign h5: data in external storage are refused, with nothing of them read") {
  const TemporaryFolder folder;
  write_file(folder / "secret", "01234567");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& target : {folder / "secret", folder / "pipe", std::string("/dev/zero")}) {
    CAPTURE(target);
    const std::string path = foreign_file(folder / "f.h5", [&](hid_t file) {
      const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
      H5Pset_external(layout, target.c_str(), 0, 8);
      add_dataset(file, "/features", layout);
      H5Pclose(layout);
    });
    CHECK(seconds_of([&] {
            CHECK(error_of([&] { H5File::open(path); }) ==
                  path +
                      ": '/features' is external storage: its data are in other files, which "
                      "are not followed; write them into one file");
          }) < 5);
  }
}

TEST_CASE("foreign h5: external links are refused by name, wherever they are") {
  const std::string path =
      std::string(HASHLAB_SOURCE_DIR) + "/tests/fuzz/corpus/fuzz_import_hdf5/external_links.h5";
  const std::string message = error_of([&] { H5File::open(path); });
  CHECK(message == Contains(path + ": '/"));
  CHECK(message == Contains("' is an external link: other files are not followed; write the data "
                            "into one file"));
}

TEST_CASE("foreign h5: virtual datasets are refused") {
  const TemporaryFolder folder;
  const std::string source =
      foreign_file(folder / "source.h5", [](hid_t file) { add_dataset(file, "/x", H5P_DEFAULT); });
  const std::string path = foreign_file(folder / "f.h5", [&](hid_t file) {
    const hsize_t size[2] = {4, 2};
    const hid_t space = H5Screate_simple(2, size, nullptr);
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_virtual(layout, space, source.c_str(), "/x", space);
    add_dataset(file, "/features", layout);
    H5Pclose(layout);
    H5Sclose(space);
  });
  CHECK(error_of([&] { H5File::open(path); }) ==
        Contains("'/features' is a virtual dataset: its data are in other files"));
}

TEST_CASE("foreign h5: a soft link within the file is followed, and a file without links opens") {
  const TemporaryFolder folder;
  const std::string path = foreign_file(folder / "f.h5", [](hid_t file) {
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY);
    add_dataset(file, "/x", layout);
    H5Pclose(layout);
    H5Lcreate_soft("/x", file, "/features", H5P_DEFAULT, H5P_DEFAULT);
  });
  const H5File file = H5File::open(path);
  std::vector<std::uint8_t> values(8, 1);
  file.read("/features", values.data());
  CHECK(values == std::vector<std::uint8_t>(8, 0));
}

TEST_CASE("foreign h5: nothing is below a dataset or a link that leads nowhere") {
  const TemporaryFolder folder;
  const H5File file = H5File::open(foreign_file(folder / "f.h5", [](hid_t file) {
    add_dataset(file, "/x", H5P_DEFAULT);
    H5Gclose(H5Gcreate2(file, "/group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    add_dataset(file, "/group/y", H5P_DEFAULT);
    H5Lcreate_soft("/none", file, "/broken", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/group", file, "/link", H5P_DEFAULT, H5P_DEFAULT);
  }));
  CHECK(file.has("/link/y"));
  CHECK_FALSE(file.has("/link/z"));
  CHECK(file.has("/broken"));
  for (const std::string below : {"/x", "/broken", "/group/y", "/link/y"}) {
    CHECK_FALSE(file.has(below + "/z"));
    CHECK_FALSE(file.has(below + "/z/z"));
  }
}

TEST_CASE("foreign h5: a list of texts that is too large to read does no harm to the rest") {
  const TemporaryFolder folder;
  const std::string path = foreign_file(folder / "f.h5", [](hid_t file) {
    const hsize_t rows = 300;
    const hid_t space = H5Screate_simple(1, &rows, nullptr);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, std::size_t{1} << 20);
    const hid_t names =
        H5Dcreate2(file, "/names", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(names >= 0);
    H5Dclose(names);
    H5Tclose(type);
    H5Sclose(space);
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY);
    add_dataset(file, "/features", layout);
    H5Pclose(layout);
  });
  const H5File file = H5File::open(path);
  CHECK(file.read_texts("/names").empty());
  std::vector<std::uint8_t> values(8, 1);
  file.read("/features", values.data());
  CHECK(values == std::vector<std::uint8_t>(8, 0));
}

TEST_CASE("foreign h5: the longest text decides whether a list can be stored") {
  std::vector<std::string> names(1024, "a");
  CHECK(H5File::can_hold(names));
  names.front().assign(std::size_t{1} << 18, 'a');
  CHECK(H5File::can_hold(names));
  names.front() += 'a';
  CHECK(!H5File::can_hold(names));
  CHECK(H5File::can_hold({}));
}

TEST_CASE("foreign h5: a kind of file that only hashlab writes has its checksum") {
  const TemporaryFolder folder;
  H5File codes = H5File::create("new");
  codes.set("kind", "hashlab codes");
  write_file(folder / "codes.h5", codes.image().substr(512));
  CHECK(error_of([&] { H5File::open(folder / "codes.h5"); }) ==
        Contains("its checksum is missing, so it is damaged, or another program has changed it"));
  const std::string path = foreign_file(folder / "f.h5", [](hid_t) {});
  CHECK(error_of([&] { H5File::open(path); }) == "no error");
  CHECK(error_of([&] { H5File::open(path, H5File::Origin::own); }) ==
        Contains("its checksum is missing"));
}

TEST_CASE("foreign h5: no flip of a bit in the seal makes a file of ours one of others") {
  const TemporaryFolder folder;
  H5File file = H5File::create("new");
  file.set("name", "data");
  const std::string whole = file.image();
  for (std::size_t bit = 0; bit < 8 * 130; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    write_file(folder / "f.h5", damaged);
    CAPTURE(bit);
    CHECK(error_of([&] { H5File::open(folder / "f.h5"); }) ==
          folder / "f.h5" + ": is truncated or damaged: its checksum does not fit");
  }
}

TEST_CASE("child process: it gives back what was thrown, and its end by a signal or by the clock") {
  constexpr std::size_t memory = std::size_t{64} << 20;
  using End = ChildOutcome::End;
  CHECK(run_in_child([] {}, memory, 10).message.empty());
  CHECK(run_in_child([] { throw Error(ErrorCode::corrupt_file, "f: bad"); }, memory, 10).message ==
        "f: bad");
  CHECK(run_in_child([] { ::raise(SIGSEGV); }, memory, 10).end == End::crashed);
  CHECK(run_in_child([] { ::raise(SIGABRT); }, memory, 10).end == End::crashed);
  CHECK(run_in_child([] { std::this_thread::sleep_for(std::chrono::minutes(1)); }, memory, 1).end ==
        End::stuck);
}

TEST_CASE("child process: it can neither write nor, from some point on, open") {
  const TemporaryFolder folder;
  constexpr std::size_t memory = std::size_t{64} << 20;
  CHECK(run_in_child([&] { write_file(folder / "f", "x"); }, memory, 10).message ==
        folder / "f" + ": cannot be written: File too large");
  write_file(folder / "f", "x");
  const auto read_after = [&](bool closed) {
    return run_in_child(
               [&] {
                 if (closed) open_no_more_files();
                 read_file(folder / "f");
               },
               memory, 10)
        .message;
  };
  CHECK(read_after(false).empty());
  if (!is_sanitized) CHECK(read_after(true) == Contains("Too many open files"));
}

}  // namespace hashlab::h5_foreign_test
