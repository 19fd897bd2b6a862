#include "hashers/networks/engine.h"

namespace hashlab::hashers {

const NetworkEngine* network_engine() {
  return nullptr;
}

}  // namespace hashlab::hashers
