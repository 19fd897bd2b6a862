#include "lib/import/formats.h"

namespace hashlab {

Format fvecs_format() {
  return {"fvecs", "TEXMEX vectors: .fvecs, little-endian float32",
          [](const Sniff&) { return false; },
          [](const std::vector<std::string>&, const ImportOptions&) { return ForeignData{}; }};
}

}  // namespace hashlab
