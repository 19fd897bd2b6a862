#pragma once

#include <string>

namespace hashlab {

/// What tells a process from all others that may use the same folder, on whatever host. Numbers of
/// processes are for people: they are unique in one container of one host alone.
struct ProcessName {
  std::string host;   ///< its name; letters, digits, '.', '-' and '_'
  long number = 0;    ///< of the process, on its host
  std::string token;  ///< 12 random hexadecimal digits
};

/// "process 4711 on node-3"
std::string text_of(const ProcessName& process);

/// Of this process; the same at each call.
const ProcessName& this_process();

}  // namespace hashlab
