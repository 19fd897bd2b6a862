#include "lib/files/this_process.h"

#include "lib/files/sealed_text.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <sys/random.h>
#include <unistd.h>
#include <array>
#include <cctype>
#include <climits>
#include <cstdint>

namespace hashlab {
namespace {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "unknown";
  std::string host = name.data();
  for (char& c : host) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  }
  return host;
}

std::string random_token() {
  std::uint64_t digits = 0;
  if (::getrandom(&digits, sizeof digits, 0) != static_cast<ssize_t>(sizeof digits)) {
    digits = static_cast<std::uint64_t>(::getpid());
  }
  return fmt::format("{:012x}", digits & ((std::uint64_t{1} << 48) - 1));
}

}  // namespace

std::string text_of(const ProcessName& process) {
  return fmt::format("process {} on {}", process.number, process.host);
}

std::string process_lines(const ProcessName& process) {
  return fmt::format("host\t{}\nprocess\t{}\ntoken\t{}\n", process.host, process.number,
                     process.token);
}

ProcessName process_of(const std::map<std::string, std::string>& fields) {
  const std::string number = field_of(fields, "process");
  return {field_of(fields, "host"), static_cast<long>(parse_whole(number).value_or(0)),
          field_of(fields, "token")};
}

const ProcessName& this_process() {
  static const ProcessName name{host_name(), ::getpid(), random_token()};
  return name;
}

}  // namespace hashlab
