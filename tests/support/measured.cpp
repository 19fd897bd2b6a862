#include "tests/support/measured.h"

#include "lib/files/files.h"
#include "lib/sanitizer.h"
#include "tests/support/skip.h"

#include <fmt/format.h>

#include <vector>

namespace hashlab::testing {

bool can_measure_memory() {
  if (is_sanitized) {
    skip("sanitizers take memory of their own");
    return false;
  }
  if (shell("/usr/bin/time -f %M true").status == 0) return true;
  skip("there is no /usr/bin/time");
  return false;
}

Measured measured(const std::string& folder, const std::string& arguments) {
  const Outcome outcome = shell(fmt::format("cd '{}' && /usr/bin/time -f %M -o peak '{}' {}",
                                            folder, HASHLAB_PROGRAM, arguments));
  const std::vector<std::string> lines = lines_of(read_file(folder + "/peak"));
  return {outcome, std::stod(lines.back()) / 1024};
}

}  // namespace hashlab::testing
