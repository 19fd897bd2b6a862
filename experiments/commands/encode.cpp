#include "experiments/commands/commands.h"
#include "experiments/learn/train_model.h"
#include "experiments/program/backbone_options.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "hashers/project_rows.h"
#include "lib/codes/code_file.h"
#include "lib/data/feature_file.h"
#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/import/described_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Opens the features of a file, or computes those of its pictures with a TorchScript module.
std::unique_ptr<const FeatureSource> open_source(const Arguments& arguments,
                                                 const std::string& path,
                                                 const hashers::Model& model) {
  const std::size_t cores = cores_of_each(1);
  const std::string features = arguments.get("features", "");
  if (!features.empty() && !names_backbone(features)) {
    refuse(fmt::format("--features {}: expected torchscript:MODEL.pt", features));
  }
  const std::string view = arguments.get("view", "");
  if (const auto backbone = backbone_settings(arguments, cores)) {
    return described_pictures(path, [settings = *backbone](const auto& shape) {
      return backbone_describer(settings, shape);
    });
  }
  const bool chooses_function_alone = !model.view.empty() && !has_views(path);
  return open_features(path, chooses_function_alone ? "" : view);
}

/// Refuses file names whose extension belongs to another format than HDF5.
void check_codes_name(const std::string& out) {
  const std::string ending = std::filesystem::path(out).extension().string();
  for (const char* other : {".npy", ".npz", ".csv", ".txt", ".mat", ".pt", ".bin", ".fvecs"}) {
    if (ending != other) continue;
    refuse(
        fmt::format("--out '{}': codes are written as HDF5, not as {}: use .h5, which Python "
                    "reads by h5py.File('codes.h5')['codes'][:]",
                    out, ending));
  }
}

int run_encode(const Arguments& arguments) {
  const std::string model_path = arguments.required("model"), path = arguments.required("data");
  const std::string out = arguments.required("out"), list = arguments.get("rows", "");
  check_codes_name(out);
  check_output(out, OutputKind::codes, arguments, {model_path, path, list});
  const std::string view = arguments.get("view", "");
  const hashers::Model model = hashers::read_model(model_path, view);
  const auto source = open_source(arguments, path, model);
  const FeatureSource& data = *source;
  if (data.columns() != model.mean.n_elem) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: has {} features a sample, but {} was learned from {}", path,
                            data.columns(), model_path, model.mean.n_elem));
  }
  const Rows rows = list.empty() ? Rows() : read_ascending_rows(list, data.size());
  const std::size_t n = list.empty() ? data.size() : rows.size();
  // Blocks are whole projection blocks, so that codes do not depend on the block size.
  const std::size_t asked = arguments.count("block", rows_at_once(data.columns()), 1,
                                            std::numeric_limits<std::uint32_t>::max());
  const std::size_t block = (asked + hashers::projection_block - 1) / hashers::projection_block *
                            hashers::projection_block;

  const std::atomic<bool>& stop = stop_on_signals();
  tell(fmt::format("encoding {} rows of {} by {}\n", n, path, model.hasher));
  bool interrupted = false;
  const ExitStatus status = write_output(out, [&] {
    CodeWriter writer(out, model.quantisation.format());
    RowProgress progress(n, block);
    for (std::size_t first = 0; first < n; first += block) {
      interrupted = stop;
      if (interrupted) return;
      const std::size_t count = std::min(block, n - first);
      const Features X = list.empty()
                             ? data.read(first, count)
                             : read_rows(data, std::span(rows).subspan(first, count), block);
      writer.append(model.encode(X));
      progress.reach(first + count);
    }
    writer.finish();
  });
  if (interrupted) tell("interrupted: nothing was written\n");
  if (interrupted) return exit_interrupted;
  if (status != exit_done) return status;
  const CodeFormat format = model.quantisation.format();
  const std::string scalars =
      format.scalar_bytes == 0 ? "" : fmt::format(", {} of them scalars", 8 * format.scalar_bytes);
  fmt::print("{}: {} codes of {} bits{}\n", out, n, format.bits + 8 * format.scalar_bytes, scalars);
  return exit_done;
}

}  // namespace

Command encode_command() {
  Command command = {
      "encode",
      "--model MODEL.h5 --data DATA --out CODES.h5 [options]",
      "encode features with a model",
      "This command reads features (a data set, or NumPy .npy of N x D) in blocks, so they may be "
      "larger than memory. It writes a file of codes for 'hashlab search' and 'hashlab evaluate'. "
      "The codes do not depend on --block. The file is written completely or not at all.\n\n"
      "  hashlab encode --model model.h5 --data data/pictures.h5 --out codes.h5\n"
      "  hashlab encode --model model.h5 --data data/pictures-tags.h5 --view text \\\n"
      "      --out words.h5\n"
      "  seq 0 999 > first; hashlab encode --model model.h5 --data data/pictures.h5 \\\n"
      "      --rows first --out queries.h5",
      {needed({"model", "MODEL.h5", "model file, as 'hashlab train' writes it"}),
       needed({"data", "DATA", "data set or .npy file to encode"}),
       {"view", "NAME",
        "view to encode: it selects the function of a cross-modal model, and the features of data "
        "with several views"},
       needed({"out", "CODES.h5", "file of codes to write"}),
       force_option(),
       {"rows", "FILE",
        "file with the row numbers of the samples to encode, 0-based and ascending: text, .npy or "
        "FILE.h5:/DATASET [all]"},
       {"features", "torchscript:MODEL.pt",
        "encode the features that the TorchScript network MODEL.pt computes from the pictures of "
        "the data set (see --model-sha256, --mean, --deviation and --batch)"},
       rare({"block", "ROWS",
             "samples per block, rounded up to a multiple of 256 [16 MiB of samples]"})},
      0,
      0,
      run_encode};
  for (OptionSpec& option : backbone_options()) command.options.push_back(std::move(option));
  return command;
}

}  // namespace hashlab::experiments
