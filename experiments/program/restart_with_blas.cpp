#include "experiments/program/restart_with_blas.h"

#include <unistd.h>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace hashlab::experiments {

void restart_with_blas(BlasKernels kernels) {
  if (blas_kernels() == kernels) return;
  if (kernels == BlasKernels::portable) {
    unsetenv("HASHLAB_BLAS");
  } else {
    setenv("HASHLAB_BLAS", "native", 1);
    const char* asked = std::getenv("HASHLAB_BLAS_CORETYPE");
    if (asked != nullptr) {
      setenv("OPENBLAS_CORETYPE", asked, 1);
    } else {
      unsetenv("OPENBLAS_CORETYPE");
    }
  }
  std::ifstream command_line("/proc/self/cmdline");
  std::vector<std::string> words;
  for (std::string word; std::getline(command_line, word, '\0');) words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
}

}  // namespace hashlab::experiments
