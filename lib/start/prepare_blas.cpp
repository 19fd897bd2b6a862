#include <sys/resource.h>
#include <unistd.h>

// OpenBLAS reads the environment when it is loaded, before main(), and cannot be told anything
// later. Where it would go wrong, the program is started again with another environment. Nothing of
// the libraries may be called here, those of C++ and of sanitizers among them: none is initialised
// yet. So this file is plain C, and CMake takes sanitizers off it.

namespace {

constexpr int max_entries = 4096;
char* entries[max_entries];  // "NAME=value", and a null pointer
int n_entries = 0;
bool is_changed = false;
bool is_whole = true;  // does the list hold all that was there?

/// Does the entry have this name, which ends with "="?
bool has_name(const char* entry, const char* name) {
  while (*name != '\0' && *entry == *name) {
    ++entry;
    ++name;
  }
  return *name == '\0';
}

/// The value that the environment has for a name; null if it has none.
char* value_of(const char* name) {
  for (int i = 0; i < n_entries; ++i) {
    if (!has_name(entries[i], name)) continue;
    char* value = entries[i];
    while (*name++ != '\0') ++value;
    return value;
  }
  return nullptr;
}

bool is_equal(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

void remove(const char* name) {
  for (int i = n_entries; i-- > 0;) {
    if (!has_name(entries[i], name)) continue;
    entries[i] = entries[--n_entries];
    is_changed = true;
  }
}

/// `entry` is "NAME=value", `name` its beginning.
void set(const char* name, char* entry, const char* value) {
  const char* there = value_of(name);
  if (there != nullptr && is_equal(there, value)) return;
  remove(name);
  is_whole = is_whole && n_entries + 1 < max_entries;
  if (is_whole) entries[n_entries++] = entry;
  is_changed = true;
}

/// OpenBLAS starts a thread a core, and each keeps 128 MiB of addresses or, where the system
/// refuses them, asks for ever. Where addresses are limited it is to start none.
void start_no_threads() {
  rlimit space{}, data{};
  getrlimit(RLIMIT_AS, &space);
  getrlimit(RLIMIT_DATA, &data);
  if (space.rlim_cur == RLIM_INFINITY && data.rlim_cur == RLIM_INFINITY) return;
  static char one_thread[] = "OPENBLAS_NUM_THREADS=1";
  set("OPENBLAS_NUM_THREADS=", one_thread, "1");
}

bool has_avx2() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

/// The kernels for AVX2 with their usual blocks, whatever processor this is and whatever was asked
/// of OpenBLAS; see BlasKernels. What was asked for is kept for restart_with_blas.
void compute_the_same_everywhere() {
  const char* asked = value_of("HASHLAB_BLAS=");
  if (asked != nullptr && is_equal(asked, "native")) return;
  if (!has_avx2()) return;
  static char haswell[] = "OPENBLAS_CORETYPE=Haswell";
  static char kept[64] = "HASHLAB_BLAS_CORETYPE=";
  const char* core = value_of("OPENBLAS_CORETYPE=");
  if (core != nullptr && !is_equal(core, "Haswell")) {
    int end = 0;
    while (kept[end] != '\0') ++end;
    for (const char* c = core; *c != '\0' && end + 1 < static_cast<int>(sizeof kept); ++c) {
      kept[end++] = *c;
    }
    set("HASHLAB_BLAS_CORETYPE=", kept, core);
  }
  set("OPENBLAS_CORETYPE=", haswell, "Haswell");
  remove("OPENBLAS_BLOCK_FACTOR=");
  remove("OPENBLAS_L2_SIZE=");
}

void prepare_blas(int, char** argv, char** environment) {
  for (; *environment != nullptr; ++environment) {
    if (n_entries + 1 == max_entries) return;
    entries[n_entries++] = *environment;
  }
  start_no_threads();
  compute_the_same_everywhere();
  if (!is_changed || !is_whole) return;
  entries[n_entries] = nullptr;
  static char program[4096];
  if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0) return;
  execve(program, argv, entries);
}

/// The linker's list of what runs before the libraries are initialised.
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_libraries)(int, char**,
                                                                             char**) = prepare_blas;

}  // namespace
