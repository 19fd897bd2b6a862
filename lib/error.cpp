#include "lib/error.h"

namespace hashlab {

void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what);
}

void fail_in(ErrorCode code, const std::string& place, const std::string& what) {
  throw Error(code, place + ": " + what);
}

void fail_corrupt(const std::string& path, const std::string& what) {
  fail_in(ErrorCode::corrupt_file, path, what);
}

}  // namespace hashlab
