#pragma once

#include <map>
#include <string>

namespace hashlab {

/// Identifies a process among all that may use the same folder, on any host. `number` is for
/// display only: it is unique only within one container of one host.
struct ProcessName {
  std::string host;   ///< name of the host; letters, digits, '.', '-' and '_'
  long number = 0;    ///< process id
  std::string token;  ///< 12 random hexadecimal digits
};

/// The process as text for messages, such as "process 4711 on node-3".
std::string text_of(const ProcessName& process);

/// The fields of a process as lines of a sealed text (see sealed_fields).
std::string process_lines(const ProcessName& process);
/// The process with these fields of a sealed text. A missing host or token is empty; `number` is 0
/// if it is missing or malformed.
ProcessName process_of(const std::map<std::string, std::string>& fields);

/// The name of this process; the same at each call.
const ProcessName& this_process();

}  // namespace hashlab
