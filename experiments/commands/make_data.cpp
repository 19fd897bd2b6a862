#include "experiments/commands/commands.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/suite/data_folder.h"
#include "lib/data/class_names.h"
#include "lib/data/dataset.h"
#include "lib/data/synthetic.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/h5.h"
#include "lib/files/h5_on_disk.h"
#include "lib/images/gist.h"
#include "lib/options.h"
#include "lib/scenes/pictures.h"
#include "lib/scenes/tags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace hashlab::experiments {
namespace {

/// Pictures are held in memory, descriptors are written in pieces.
constexpr std::size_t most_pictures = 1000000, most_descriptors = 1000000000;

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
  dataset_name(order.path);  // refuses one that no table can hold
  if (arguments.has("samples")) {
    order.samples = arguments.count("samples", 0, 1,
                                    order.kind == "synthetic" ? most_descriptors : most_pictures);
  }
  // A double, as attributes are, holds no larger seed.
  constexpr std::size_t most_seed = std::size_t{1} << 53;
  if (arguments.has("seed")) order.seed = arguments.count("seed", 0, 0, most_seed);
  const std::size_t cores = cores_of_each(1);
  order.threads = arguments.count("threads", cores, 1, 1024);
  return order;
}

/// GIST of the pictures, block by block with reports on the way.
Features describe(const Pictures& pictures, const Gist& gist, std::size_t threads) {
  constexpr std::size_t bytes = Pictures::side * Pictures::side * 3, block = 1000;
  const std::size_t n = pictures.pixels.size() / bytes;
  Features features(gist.dimensions(), n, arma::fill::none);
  RowProgress progress(n, block);
  for (std::size_t first = 0; first < n; first += block) {
    const std::size_t count = std::min(block, n - first);
    features.cols(first, first + count - 1) =
        gist.describe(&pictures.pixels[first * bytes], count, threads);
    progress.reach(first + count);
  }
  return features;
}

std::string make_pictures_file(const Order& order) {
  PictureSettings settings;
  settings.several_classes = order.kind == "pictures-multi";
  settings.n = order.samples.value_or(settings.n);
  settings.seed = order.seed.value_or(settings.seed);
  const bool tagged = order.kind == "pictures-tags";

  tell(fmt::format("drawing {} pictures and describing them by GIST\n", settings.n));
  const Pictures pictures = make_pictures(settings, order.threads);
  GistSettings gist_settings;
  gist_settings.channels = 3;
  const Gist gist(gist_settings);
  const Features features = describe(pictures, gist, order.threads);

  const std::size_t n = settings.n, classes = pictures.class_names.size();
  H5File file = H5File::create(order.path);
  file.set("name", dataset_name(order.path));
  file.set("kind", order.kind);
  file.set("seed", static_cast<double>(settings.seed));
  file.set("classes", class_names_text(pictures.class_names));
  file.set("preprocessing", gist_settings.text());
  file.write(tagged ? "/image/features" : "/features", features.memptr(), {n, gist.dimensions()});
  file.write("/images", pictures.pixels.data(), {n, Pictures::side, Pictures::side, 3});
  const Labels& labels = pictures.labels;
  if (settings.several_classes) {
    file.write("/labels", labels.multi.memptr(), {n, classes});
  } else {
    file.write("/labels", labels.single.data(), {n});
  }
  std::string text = fmt::format("{} pictures of {} x {} x 3 in {} classes, {} features", n,
                                 Pictures::side, Pictures::side, classes, gist.dimensions());
  if (tagged) {
    const arma::Mat<std::uint8_t> tags = make_tags(pictures, settings.seed);
    const std::vector<std::string>& words = tag_vocabulary();
    file.write("/text/features", tags.memptr(), {n, words.size()});
    file.set("vocabulary", fmt::format("{}", fmt::join(words, "\n")));
    text += fmt::format(", tags from {} words", words.size());
  } else {
    const Dataset dataset{dataset_name(order.path), "", features, labels};
    text += fmt::format(", checksum {}", content_checksum(dataset).substr(0, 16));
  }
  write_file(order.path, file.image());
  return text;
}

std::string make_synthetic_file(const Order& order) {
  SyntheticSettings settings;
  settings.n = order.samples.value_or(settings.n);
  settings.seed = order.seed.value_or(settings.seed);
  constexpr std::size_t block = 65536;  // 100 MiB with what their features are drawn in
  SyntheticSource source(settings);
  H5OnDisk file(order.path);
  file.file().set("name", std::string("synthetic"));
  const H5OnDisk::Table features =
      file.add_table<float>("/features", {settings.d}, H5OnDisk::Packing::plain);
  Labels labels;
  labels.single.resize(settings.n);
  ContentChecksum sum(settings.n, settings.d, labels);
  RowProgress progress(settings.n, block);
  for (std::size_t first = 0; first < settings.n; first += block) {
    const auto piece = source.next(std::min(block, settings.n - first), order.threads);
    sum.add(piece.samples);
    file.append(features, piece.samples.memptr(), piece.labels.size());
    std::copy(piece.labels.begin(), piece.labels.end(),
              labels.single.begin() + static_cast<std::ptrdiff_t>(first));
    progress.reach(first + piece.labels.size());
  }
  const H5OnDisk::Table classes =
      file.add_table<std::int32_t>("/labels", {}, H5OnDisk::Packing::plain);
  file.append(classes, labels.single.data(), labels.single.size());
  file.finish();
  return fmt::format("{} samples x {} features, checksum {}", settings.n, settings.d,
                     sum.hex().substr(0, 16));
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
