#include "tests/support.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "lib/data/dataset.h"
#include "lib/data/synthetic.h"
#include "lib/files.h"

namespace hashlab::testing {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "hashlab-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Outcome shell(const std::string& command) {
  const TemporaryFolder folder;
  const std::string full = fmt::format("({}) > '{}' 2> '{}'", command, folder / "out",
                                       folder / "error");
  const int status = std::system(full.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          read_file(folder / "out"), read_file(folder / "error")};
}

Outcome hashlab(const std::string& arguments, const std::string& environment) {
  return shell(fmt::format("{} '{}' {}", environment, HASHLAB_PROGRAM, arguments));
}

Dataset small_dataset(std::size_t n, std::size_t d) {
  SyntheticSettings settings;
  settings.n = n;
  settings.d = d;
  settings.classes = 4;
  settings.looks = 3;
  Dataset dataset = make_synthetic(settings);
  dataset.name = "small";
  return dataset;
}

}  // namespace hashlab::testing
