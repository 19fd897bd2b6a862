#include "experiments/commands/commands.h"
#include "experiments/evaluate/shown_cells.h"
#include "experiments/evaluate/shown_grid.h"
#include "experiments/evaluate/shown_tiles.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/results_folder.h"
#include "hashers/registry.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "lib/images/image_file.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace hashlab::experiments {
namespace {

/// The files of the cells of a results folder at one code length, split and run.
std::vector<std::string> cells_of_folder(const std::string& path, const Manifest& manifest,
                                         const Arguments& arguments) {
  const Suite& suite = manifest.suite;
  const std::vector<std::string> methods = method_names(suite, &Method::has_codes);
  if (methods.empty()) refuse(fmt::format("{}: has no method with codes", path));
  const std::size_t bits = arguments.count("bits", suite.bits.front(), 1, UINT16_MAX);
  const std::size_t run = arguments.count("run", 1, 1, UINT32_MAX);
  const std::string split = arguments.get("split", suite.splits.front());
  std::vector<std::string> hashers;
  for (const std::string& name : arguments.all("hasher")) {
    hashers.push_back(canonical_name(name));
    if (std::find(methods.begin(), methods.end(), hashers.back()) == methods.end()) {
      refuse(fmt::format("option '--hasher' = '{}': {} has {}", hashers.back(), path,
                         fmt::join(methods, ", ")));
    }
  }
  std::vector<std::string> paths;
  for (const Cell& cell : manifest.cells) {
    const bool wanted = hashers.empty() || std::find(hashers.begin(), hashers.end(),
                                                     cell.method.name()) != hashers.end();
    if (wanted && cell.method.has_codes() && cell.bits == bits && cell.split == split &&
        cell.run == run) {
      paths.push_back(ResultsFolder{path}.cell_path(cell));
    }
  }
  if (paths.empty()) {
    refuse(
        fmt::format("{}: has no cell of {} bits, split '{}', run {}; it has bits {}, splits {}, "
                    "runs 1 .. {}",
                    path, bits, split, run, fmt::join(suite.bits, ", "),
                    fmt::join(suite.splits, ", "), suite.runs));
  }
  return paths;
}

/// Parses row numbers such as "17,4".
Rows parse_rows(std::string_view text) {
  Rows rows;
  const std::string all(text);
  while (true) {
    const auto row = take_whole(text);
    if (!row || *row > UINT32_MAX || (!text.empty() && text.front() != ',')) {
      refuse(fmt::format("option '--query' = '{}', must be rows such as 17,4", all));
    }
    rows.push_back(static_cast<std::uint32_t>(*row));
    if (text.empty()) return rows;
    text.remove_prefix(1);
  }
}

ShowRequest request_of(const Arguments& arguments) {
  ShowRequest request;
  request.queries = arguments.count("queries", request.queries, 1, 1000);
  request.top = arguments.count("top", request.top, 1, 100);
  if (arguments.has("query")) {
    if (arguments.has("queries")) refuse("give '--queries' or '--query', not both");
    request.rows = parse_rows(arguments.get("query", ""));
  }
  const std::string by = arguments.get("by", "groundtruth");
  if (by != "class" && by != "groundtruth") {
    refuse(fmt::format("option '--by' = '{}', must be class or groundtruth{}", by,
                       suggestion(by, {"class", "groundtruth"})));
  }
  request.by_class = by == "class";
  return request;
}

/// The folder in the requested direction, or else in the first one.
ResultsFolder folder_of(const std::string& path, const Arguments& arguments) {
  const std::vector<ResultsFolder> folders = by_direction({path, results::Direction{}});
  if (!arguments.has("direction")) return folders.front();
  const std::string wanted = arguments.get("direction", "");
  std::vector<std::string> known;
  for (const ResultsFolder& folder : folders) {
    if (folder.direction.text() == wanted) return folder;
    known.push_back(folder.direction.text());
  }
  refuse(
      fmt::format("option '--direction' = '{}': {} has {}", wanted, path, fmt::join(known, ", ")));
}

/// The cells that the arguments name. In a results folder, the data set is that of the folder's
/// suite.
std::vector<ShownCell> cells_of(const Arguments& arguments) {
  std::vector<std::string> paths = arguments.positional();
  std::string dataset;
  std::error_code ignored;
  if (paths.size() == 1 && std::filesystem::is_directory(paths[0], ignored)) {
    const Manifest manifest = read_manifest(folder_of(paths[0], arguments));
    dataset = manifest.suite.dataset;
    paths = cells_of_folder(paths[0], manifest, arguments);
  } else {
    for (const char* option : {"hasher", "bits", "split", "run", "direction"}) {
      if (arguments.has(option)) {
        refuse(
            fmt::format("option '--{}' chooses cells of a results folder: name one, or cells "
                        "alone",
                        option));
      }
    }
  }
  std::vector<ShownCell> cells;
  for (const std::string& path : paths) {
    cells.push_back(open_shown_cell(path));
    if (!dataset.empty()) cells.back().suite.dataset = dataset;
  }
  check_comparable_cells(cells);
  return cells;
}

void print_summary(const Shown& shown, bool by_class) {
  for (const Retrieved& method : shown.methods) {
    fmt::print("{:<30}{:>4} bits  precision@{} {:.3f} of the {} queries shown", method.hasher,
               method.bits, shown.top, method.mean_precision(), shown.queries.size());
    if (!by_class) {
      fmt::print(", {:.3f} of all {}", method.precision_of_all, shown.split.test_queries.size());
    }
    fmt::print("\n");
  }
  fmt::print("equal distances are shown in row order{}\n",
             by_class ? "" : "; 'of all' is the mean over all orders");
}

int run_show(const Arguments& arguments) {
  const std::string out = arguments.required("out");
  const ShowRequest request = request_of(arguments);
  const std::vector<ShownCell> cells = cells_of(arguments);
  const std::string folder = data_folder(arguments.get("data", ""));
  const std::string path = find_dataset(cells[0].suite.dataset, folder);
  std::vector<std::string> inputs = {path};
  for (const ShownCell& cell : cells) inputs.push_back(cell.path);
  check_output(out, OutputKind::picture, arguments, inputs);
  const Dataset dataset = read_dataset_of(cells[0].suite, folder);
  const results::Direction& direction = cells[0].record.direction;
  const Tiles tiles(path, dataset, direction);  // a data set without pictures fails before the work
  const Shown shown = look_again(dataset, cells, request, active_kernel());
  const std::string png = encode_png(results::draw_grid(grid_of(shown, tiles)));
  const ExitStatus status = write_output(out, [&] { write_file(out, png); });
  if (status != exit_done) return status;
  print_summary(shown, request.by_class);
  return exit_done;
}

}  // namespace

Command show_command() {
  return {
      "show",
      "(CELL.h5... | DIR) --out GRID.png [options]",
      "draw the pictures that methods retrieve",
      "This command writes a PNG with a row of nearest pictures for each query and each "
      "experiment. Give the result files of experiments, or a results folder: then you get every "
      "hashing method of the folder at one code length, split and run. The experiments are trained "
      "again from their configurations, and their rank counts (the numbers of items and of "
      "relevant items at each distance) must equal the recorded ones.\n\n"
      "The data set must contain pictures: '/images', or pixels as '/features' with the attribute "
      "image-shape. If the features of a view are word counts (its attribute vocabulary lists the "
      "words), the words of a sample are shown in place of a picture. In this way you see pictures "
      "retrieved by words, and words retrieved by pictures.\n\n"
      "  hashlab show results/runs/quickstart --hasher lsh+sbq --hasher itq+npq \\\n"
      "      --out grid.png\n"
      "  hashlab show CELL.h5 --query 17,4 --top 20 --out grid.png",
      {needed({"out", "FILE", "PNG file to write"}),
       force_option(),
       {"queries", "N", "number of random test queries, the same for all experiments of a run [5]"},
       rare({"query", "ROW,ROW",
             "in place of random queries, show these 0-based rows of the data set, which must be "
             "test queries"}),
       {"top", "K", "number of pictures per query [10]"},
       one_of({"by", "RULE",
               "rule for correct pictures: groundtruth (of the experiment file) or class (a shared "
               "label) "
               "[groundtruth]"},
              {"groundtruth", "class"}),
       {"hasher", "HASHER", "with a folder, hashing method to show [all]", true},
       {"bits", "N", "with a folder, code length to show [the first of the experiment file]"},
       {"split", "SPLIT", "with a folder, split to show [the first of the experiment file]"},
       {"run", "N", "with a folder, run to show [1]"},
       rare({"direction", "V>V",
             "with a folder, direction between views to show, such as image>text [the first]"}),
       {"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
      1,
      1000,
      run_show};
}

}  // namespace hashlab::experiments
