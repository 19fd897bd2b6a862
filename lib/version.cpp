#include "lib/version.h"

namespace hashlab {

const char* version() {
  return HASHLAB_VERSION;
}

}  // namespace hashlab
