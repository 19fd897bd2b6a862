#include "experiments/commands/commands.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/suite/data_folder.h"
#include "lib/data/dataset.h"
#include "lib/data/synthetic_file.h"
#include "lib/error.h"
#include "lib/images/pictures_file.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hashlab::experiments {
namespace {

/// Pictures are in memory at once, so fewer are allowed than descriptors, which are written in
/// pieces.
constexpr std::size_t max_pictures = 1000000, max_descriptors = 1000000000;

struct Order {
  std::string kind, path;
  std::optional<std::size_t> samples;
  std::optional<std::uint64_t> seed;
  std::size_t threads;
};

bool is_file(const std::string& word) {
  return word.ends_with(".h5") || word.find('/') != std::string::npos;
}

Order parse_order(const Arguments& arguments) {
  Order order;
  std::string file;
  for (const std::string& word : arguments.positional()) {
    std::string& place = is_file(word) ? file : order.kind;
    if (!place.empty()) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("'{}' and '{}': expected one {}", place, word,
                              is_file(word) ? "file" : "kind of data"));
    }
    place = word;
  }
  const std::vector<std::string>& kinds = embedded_datasets();
  if (order.kind.empty()) order.kind = kinds.front();
  if (std::find(kinds.begin(), kinds.end(), order.kind) == kinds.end()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("no data of kind '{}' can be made{}; expected {}, or a file that ends "
                            "in '.h5'",
                            order.kind, suggestion(order.kind, kinds), fmt::join(kinds, ", ")));
  }
  order.path =
      file.empty() ? data_folder(arguments.get("data", "")) + "/" + order.kind + ".h5" : file;
  dataset_name(order.path);  // refuses names that tables cannot contain
  if (arguments.has("samples")) {
    order.samples = arguments.count("samples", 0, 1,
                                    order.kind == "synthetic" ? max_descriptors : max_pictures);
  }
  // Attributes are doubles, which cannot represent all larger integers exactly.
  constexpr std::size_t max_seed = std::size_t{1} << 53;
  if (arguments.has("seed")) order.seed = arguments.count("seed", 0, 0, max_seed);
  const std::size_t cores = cores_of_each(1);
  order.threads = arguments.count("threads", cores, 1, 1024);
  return order;
}

std::string make_pictures_file(const Order& order) {
  PictureFileSettings settings;
  settings.pictures.several_classes = order.kind == "pictures-multi";
  settings.pictures.n = order.samples.value_or(settings.pictures.n);
  settings.pictures.seed = order.seed.value_or(settings.pictures.seed);
  settings.kind = order.kind;
  settings.tagged = order.kind == "pictures-tags";
  settings.threads = order.threads;
  tell(fmt::format("drawing {} pictures and describing them by GIST\n", settings.pictures.n));
  std::optional<RowProgress> progress;
  settings.progress = [&](std::size_t done, std::size_t n, std::size_t block) {
    if (!progress) progress.emplace(n, block);
    progress->reach(done);
  };
  return write_pictures(order.path, settings);
}

std::string make_synthetic_file(const Order& order) {
  SyntheticSettings settings;
  settings.n = order.samples.value_or(settings.n);
  settings.seed = order.seed.value_or(settings.seed);
  std::optional<RowProgress> progress;
  const std::string checksum = write_synthetic(
      order.path, settings, order.threads, [&](std::size_t done, std::size_t n, std::size_t block) {
        if (!progress) progress.emplace(n, block);
        progress->reach(done);
      });
  return fmt::format("{} samples x {} features, checksum {}", settings.n, settings.d,
                     checksum.substr(0, 16));
}

int run_make_data(const Arguments& arguments) {
  const Order order = parse_order(arguments);
  check_output(order.path, OutputKind::dataset, arguments);
  std::string made;
  const ExitStatus status = write_output(order.path, [&] {
    made = order.kind == "synthetic" ? make_synthetic_file(order) : make_pictures_file(order);
  });
  if (status != exit_done) return status;
  fmt::print("{}: {}\n", order.path, made);
  return exit_done;
}

}  // namespace

Command make_data_command() {
  return {
      "make-data",
      "[KIND] [FILE.h5] [options]",
      "write a bundled synthetic data set",
      "This command writes a synthetic data set, so that experiment files run without a download. "
      "Its bytes are the same on every machine. Pictures have 32 x 32 pixels and show ten classes "
      "(stripes, checkers, dots, rings, polygons, skyline, sea, mountains, forest, road). They are "
      "stored beside their GIST descriptors, so you can look at the pictures that a method "
      "retrieves. KIND is one of the following [pictures]:\n\n"
      "  pictures         12,000 pictures of one class each, equally many per class\n"
      "  pictures-multi   12,000 pictures of 1 to 4 classes each: labels N x 10 of 0 and 1\n"
      "  pictures-tags    'pictures' with noisy tags, for cross-modal work: views /image and "
      "/text\n"
      "  synthetic        24,000 x 128 synthetic descriptors in 20 overlapping classes; with "
      "--samples up to 10^9, which are written in pieces\n\n"
      "  hashlab make-data                     writes pictures.h5 to the data folder\n"
      "  hashlab make-data pictures-multi --samples 60000 --seed 7 big.h5",
      {force_option(),
       {"data", "DIR", "folder of data sets, if no FILE.h5 is given [$HASHLAB_DATA, else data]"},
       {"samples", "N",
        "number of samples, at most 10^6 pictures or 10^9 descriptors; with the same seed, a "
        "smaller set of pictures is the beginning of a larger one [12000; synthetic: 24000]"},
       {"seed", "S", "seed of all random draws [2016]"},
       rare({"threads", "N", "number of threads; the data do not depend on it [cores]"})},
      0,
      2,
      run_make_data};
}

}  // namespace hashlab::experiments
