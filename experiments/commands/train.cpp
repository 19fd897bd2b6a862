#include "experiments/run/train_model.h"

#include "experiments/choose/budget.h"
#include "experiments/choose/grid_scratch.h"
#include "experiments/commands/commands.h"
#include "experiments/program/network_options.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "experiments/run/rounding_of_models.h"
#include "experiments/suite/auto_method.h"
#include "hashers/networks/engine.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/options.h"
#include "results/record/recorded_metric.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {
namespace {

std::vector<std::string> names_in_list(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream in(list);
  for (std::string name; std::getline(in, name, ',');) names.push_back(name);
  return names;
}

/// "128 features", of two views "image 128, text 10 features".
std::string features_text(const std::vector<hashers::Model>& models) {
  std::string text;
  for (const hashers::Model& model : models) {
    if (!text.empty()) text += ", ";
    if (!model.view.empty()) text += model.view + " ";
    text += std::to_string(model.mean.n_elem);
  }
  return text + " features";
}

TrainRequest train_request(const Arguments& arguments) {
  TrainRequest request;
  request.data = arguments.required("data");
  request.view = arguments.get("view", "");
  request.views = names_in_list(arguments.get("views", ""));
  request.hasher = arguments.required("hasher");
  request.bits = arguments.count("bits", 32, 1, 1024);
  request.rows = arguments.get("rows", "");
  request.training = arguments.count("training", 0, 1, UINT32_MAX);
  request.learnable = arguments.get("learnable", "");
  request.ground_truth = parse_ground_truth(arguments.get("groundtruth", "epsilon"));
  request.ground_truth_given = arguments.has("groundtruth");
  request.among = arguments.count("among", 0, 1, UINT32_MAX);
  if (request.ground_truth.by_lists()) {
    refuse("--groundtruth lists says nothing of training rows: use epsilon or class");
  }
  request.seed = arguments.count("seed", 1, 0, UINT64_MAX);
  request.run = arguments.count("run", 1, 1, 10000);
  if (arguments.has("rows") && arguments.has("training")) {
    throw Error(ErrorCode::invalid_argument,
                "'--rows' and '--training' both say what to learn from: give one of them");
  }
  return request;
}

/// What is asked of a hasher that is named, or of the choice of one.
void check_hasher_options(TrainRequest& request, const Arguments& arguments) {
  if (request.hasher != auto_name) {
    for (const char* option : {"budget", "objective"}) {
      if (!arguments.has(option)) continue;
      refuse(
          fmt::format("option '--{}' is of '--hasher auto', which chooses: leave it out", option));
    }
    return hashers::require_engine(hashers::make_hasher(request.hasher).learner());
  }
  if (!request.views.empty()) {
    refuse("'--hasher auto' chooses among methods of one view: use '--view' in place of '--views'");
  }
  request.budget = arguments.get("budget", request.budget);
  parse_budget(request.budget);
  if (!may_be_grid_scratch(request.scores)) {
    refuse(
        fmt::format("{}: is where scores are kept while a hasher is chosen, and is no file of "
                    "scores: move it, or give another '--out'",
                    request.scores));
  }
  request.objective = arguments.get("objective", "");
  if (request.objective.empty()) return;
  if (results::recorded_metric(request.objective) || metric(request.objective).is_difference) {
    refuse(
        fmt::format("option '--objective' = '{}' is no metric of a ranking: use one of those that "
                    "'hashlab list metrics' shows, such as map",
                    request.objective));
  }
}

int run_train(const Arguments& arguments) {
  TrainRequest request = train_request(arguments);
  const std::string out = arguments.required("out");
  check_output(out, OutputKind::model, arguments, {request.data, request.rows, request.learnable});
  request.checkpoints = out + ".checkpoints";
  request.scores = grid_scratch_path(out);
  request.seconds_between_checkpoints = seconds_between_checkpoints(arguments);
  check_hasher_options(request, arguments);
  const RoundingBits rounding = parse_rounding_bits(arguments.get("rounding-bits", "keep"));
  if (arguments.has("device")) hashers::use_network_device(arguments.get("device", ""));
  tell(fmt::format("reading {}\n", request.data));
  const std::atomic<bool>& stop = stop_on_signals();
  std::optional<RowProgress> reading;
  std::optional<Progress> learning;
  const auto read = [&](std::size_t done, std::size_t all) {
    if (!reading) reading.emplace(all, done);
    reading->reach(done);
    if (stop) throw Stopped();
    if (done < all) return;
    reading.reset();
    tell(request.hasher == auto_name
             ? fmt::format("choosing a hash function of {} bits within {} of work\n", request.bits,
                           request.budget)
             : fmt::format("learning {} at {} bits\n", hashers::make_hasher(request.hasher).name,
                           request.bits));
    learning.emplace(1);
  };
  const Observer observer{[&](std::string_view what, std::size_t done, std::size_t total) {
    if (stop) throw Stopped();
    learning->mention(fmt::format("{}, {} of {}", what, done, total));
  }};
  TrainedModels trained;
  try {
    trained = train_model(request, read, observer);
  } catch (const Stopped&) {
    reading.reset();  // ends the bar's line on a terminal
    learning.reset();
    tell(std::filesystem::exists(request.checkpoints) || std::filesystem::exists(request.scores)
             ? "interrupted: no model was written; the same command goes on from there\n"
             : "interrupted: no model was written\n");
    return exit_interrupted;
  }
  learning.reset();
  std::vector<hashers::Model>& models = trained.models;
  const std::vector<std::string> notes =
      look_at_rounding(models, request.data, request.view, rounding);
  const hashers::Model& model = models.front();
  const ExitStatus status = write_output(out, [&] {
    if (models.size() == 1) hashers::write_model(out, model);
    if (models.size() == 2) hashers::write_models(out, models);
  });
  if (status != exit_done) return status;
  remove_grid_scratch(request.scores);
  fmt::print("{}", trained.choice);
  const CodeFormat format = model.quantisation.format();
  const std::string fewer =
      format.bits < request.bits ? fmt::format(" (of the {} asked for)", request.bits) : "";
  fmt::print("{}: {}, {} -> {} bits{}, compared by {} distance, from {} samples of {}\n", out,
             model.hasher, features_text(models), format.bits, fewer,
             format.hamming() ? "Hamming" : "Manhattan", model.origin.samples,
             model.origin.dataset);
  for (const std::string& note : notes) fmt::print("note: {}\n", note);
  return exit_done;
}

}  // namespace

Command train_command() {
  return {
      "train",
      "--data DATA.h5 --hasher HASHER --out MODEL.h5 [options]",
      "learn a hash function and write it to a model file",
      "Learns from all rows of a data set, from a list of rows, or from random rows. Features\n"
      "are centred with the mean of these rows. With the same rows, seed and run a cell of a\n"
      "suite learns the same hash function, if --learnable lists all rows that its split may\n"
      "learn from and, where neighbours are an epsilon ball, --among says how many rows are no\n"
      "test queries: the suite's neighbours are counted among those.\n\n"
      "  hashlab train --data data/pictures.h5 --hasher itq+npq --bits 64 --training 2000 \\\n"
      "      --groundtruth epsilon --out model.h5\n"
      "  hashlab encode --model model.h5 --data data/pictures.h5 --out codes.h5\n\n"
      "'--hasher auto' chooses projection, quantiser and settings by nested validation on the\n"
      "training rows, within a budget of work, and says what it tried. A time is turned into\n"
      "units of work, 10^9 multiply-adds, once: the same units, such as 500u, give the same\n"
      "choice anywhere, and so does a share of what it takes to learn every method with all of\n"
      "its settings, such as 10%. What was found is kept in MODEL.h5.scores until the model is\n"
      "there: the same command goes on.\n\n"
      "  hashlab train --data data/pictures.h5 --hasher auto --bits 64 --budget 10m \\\n"
      "      --groundtruth class --objective map --out model.h5\n\n"
      "A method of two views learns from both, and its model has a function of each:\n\n"
      "  hashlab train --data data/pictures-tags.h5 --views image,text --hasher rcmh+sbq \\\n"
      "      --groundtruth class --training 2000 --out model.h5\n"
      "  hashlab encode --model model.h5 --data data/pictures-tags.h5 --view text \\\n"
      "      --out words.h5",
      {{"data", "DATA.h5", "data set to learn from"},
       {"view", "NAME", "of a data set with several views, the one to learn from"},
       {"views", "NAME,NAME", "of a method of two views, its first and its second"},
       {"hasher", "H", "PROJECTION+QUANTISER[:key=value,...] ('hashlab list'), or auto"},
       {"budget", "B", "of auto: 90s, 10m, 2h, 500u, or 10% of the full grid's work [10m]"},
       {"objective", "METRIC", "that auto chooses by [map by class, else auprc]"},
       {"out", "MODEL.h5", "model file to write"},
       force_option(),
       {"bits", "N", "code length, 1 .. 1024; codes are shorter if no whole dimensions fit [32]"},
       {"rows", "FILE", "learn from these 0-based rows, ascending, as text, .npy or HDF5"},
       {"training", "N", "learn from N random rows"},
       {"learnable", "FILE", "additional rows for the mean and the ball's radius [none]"},
       {"groundtruth", "G",
        "neighbours: epsilon[:key=value,...] or class [epsilon if there are no labels]"},
       {"among", "N", "how many rows the ball's neighbours are counted among [the learnable]"},
       checkpoint_option(),
       device_option(),
       {"rounding-bits", "keep|fix|refuse",
        "bits of directions without variance: told, made constant, or an error [keep]"},
       {"seed", "N", "seed of every random draw [1]"},
       {"run", "N", "random run with that seed, as in suites [1]"}},
      0,
      0,
      run_train};
}

}  // namespace hashlab::experiments
