#include <sys/resource.h>
#include <unistd.h>
#include <array>
#include <cstddef>
#include <string_view>

namespace {

/// OpenBLAS starts a thread a core before main(), and each keeps 128 MiB of addresses or, where the
/// system refuses them, asks for ever. Where addresses are limited the program is therefore started
/// again with the variable by which OpenBLAS starts none. Nothing of the libraries may be called
/// here: none is initialised yet.
void start_without_blas_threads(int, char** argv, char** environment) {
  rlimit space{}, data{};
  getrlimit(RLIMIT_AS, &space);
  getrlimit(RLIMIT_DATA, &data);
  if (space.rlim_cur == RLIM_INFINITY && data.rlim_cur == RLIM_INFINITY) return;
  constexpr std::string_view variable = "OPENBLAS_NUM_THREADS=";
  static std::array<char, variable.size() + 2> one_thread{"OPENBLAS_NUM_THREADS=1"};
  static std::array<char*, 4096> changed;
  static std::array<char, 4096> program;
  std::size_t n = 0;
  changed[n++] = one_thread.data();
  for (char** entry = environment; *entry != nullptr; ++entry) {
    if (*entry == std::string_view(one_thread.data())) return;
    if (std::string_view(*entry).starts_with(variable)) continue;
    if (n + 1 == changed.size()) return;
    changed[n++] = *entry;
  }
  if (readlink("/proc/self/exe", program.data(), program.size() - 1) <= 0) return;
  execve(program.data(), argv, changed.data());
}

/// The linker's list of what runs before the libraries are initialised.
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const before_libraries)(int, char**, char**) = start_without_blas_threads;

}  // namespace
