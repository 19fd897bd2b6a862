#include "lib/embeddings/key_scan.h"
#include "lib/embeddings/key_scan_loops.h"

namespace hashlab {
namespace {

bool always_supported() {
  return true;
}

}  // namespace

const KeyScan key_scan_base = {"base", always_supported, next_large_key};

}  // namespace hashlab
