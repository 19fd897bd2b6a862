#include "hashers/networks/engine.h"

namespace hashlab {

const NetworkEngine* network_engine() {
  return nullptr;
}

}  // namespace hashlab
