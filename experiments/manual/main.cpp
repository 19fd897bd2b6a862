// A tool of the build: hashlab_manual FOLDER writes the manual pages of the program.
#include "experiments/manual/manual_page.h"
#include "lib/files/files.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: hashlab_manual FOLDER\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    for (const auto& [name, text] : hashlab::experiments::manual_pages()) {
      hashlab::write_file((folder / name).string(), text);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
  return 0;
}
