#include "experiments/commands/commands.h"
#include "experiments/data_folder.h"
#include "lib/data/dataset.h"
#include "lib/data/synthetic.h"
#include "lib/files.h"

#include <fmt/format.h>

#include <filesystem>

namespace hashlab {
namespace {

int run(const Arguments& arguments) {
  const std::string path = arguments.positional().empty()
                               ? data_folder(arguments.get("data", "")) + "/synthetic.h5"
                               : arguments.positional().front();
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (!folder.empty()) make_writable_folder(folder);
  const Dataset dataset = make_synthetic();
  write_dataset(path, dataset);
  fmt::print("{}: {} samples x {} features, checksum {}\n", path, dataset.size(),
             dataset.dimensions(), dataset.checksum.substr(0, 16));
  return exit_done;
}

}  // namespace

Command make_data_command() {
  return {"make-data",
          "[FILE.h5]",
          "write the embedded data set: made-up image descriptors",
          "Writes a deterministic data set of 24,000 x 128 made-up descriptors in 20 overlapping\n"
          "classes, the same on every machine, so that suites run without a download.\n\n"
          "  hashlab make-data            writes synthetic.h5 to the data folder",
          {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          0,
          1,
          run};
}

}  // namespace hashlab
