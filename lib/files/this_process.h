#pragma once

#include <map>
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

/// As lines of a sealed text (see sealed_fields), and back; what is not there is empty.
std::string process_lines(const ProcessName& process);
ProcessName process_of(const std::map<std::string, std::string>& fields);

/// Of this process; the same at each call.
const ProcessName& this_process();

}  // namespace hashlab
