#include "lib/embeddings/key_scan.h"

namespace hashlab {

const std::vector<const KeyScan*>& all_key_scans() {
  static const std::vector<const KeyScan*> kernels = {&key_scan_avx2, &key_scan_base};
  return kernels;
}

const KeyScan& active_key_scan() {
  for (const KeyScan* kernel : all_key_scans()) {
    if (kernel->supported()) return *kernel;
  }
  return key_scan_base;
}

}  // namespace hashlab
