#pragma once

namespace hashlab {

/// The version of the library, such as "0.2.0".
const char* version();

}  // namespace hashlab
