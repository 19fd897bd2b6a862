#include "lib/blas.h"

#include <fmt/format.h>

// OpenBLAS's own entry points; its cblas.h would clash with Armadillo's declarations.
extern "C" {
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);
char* openblas_get_config(void);
char* openblas_get_corename(void);
}

namespace hashlab {

void use_one_blas_thread() {
  openblas_set_num_threads(1);
}

int blas_threads() {
  return openblas_get_num_threads();
}

std::string blas_description() {
  return fmt::format("{} ({})", openblas_get_config(), openblas_get_corename());
}

}  // namespace hashlab
