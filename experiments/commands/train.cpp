#include "experiments/learn/train_model.h"

#include "experiments/choose/budget.h"
#include "experiments/choose/grid_scratch.h"
#include "experiments/commands/commands.h"
#include "experiments/learn/rounding_of_models.h"
#include "experiments/learn/undivided_dimensions.h"
#include "experiments/program/network_options.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "experiments/suite/auto_method.h"
#include "hashers/networks/engine.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/options.h"
#include "results/scores/recorded_metric.h"
#include "results/statistics/run_values.h"

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

/// "128 features", or "image 128, text 10 features" for two views.
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
  TrainSettings& settings = request.settings;
  request.data = arguments.required("data");
  request.view = arguments.get("view", "");
  request.views = names_in_list(arguments.get("views", ""));
  settings.hasher = arguments.required("hasher");
  settings.bits = arguments.count("bits", 32, 1, 1024);
  request.rows = arguments.get("rows", "");
  request.training = arguments.count("training", 0, 1, UINT32_MAX);
  request.learnable = arguments.get("learnable", "");
  settings.ground_truth = parse_ground_truth(arguments.get("groundtruth", "epsilon"));
  settings.ground_truth_given = arguments.has("groundtruth");
  settings.among = arguments.count("among", 0, 1, UINT32_MAX);
  if (settings.ground_truth.by_lists()) {
    refuse("--groundtruth lists says nothing of training rows: use epsilon or class");
  }
  settings.seed = arguments.count("seed", 1, 0, UINT64_MAX);
  settings.run = arguments.count("run", 1, 1, 10000);
  if (arguments.has("rows") && arguments.has("training")) {
    throw Error(ErrorCode::invalid_argument,
                "'--rows' and '--training' both say what to learn from: give one of them");
  }
  return request;
}

/// Checks the options of a named hashing method, or of the choice of one.
void check_hasher_options(TrainRequest& request, const Arguments& arguments) {
  TrainSettings& settings = request.settings;
  if (settings.hasher != auto_name) {
    for (const char* option : {"budget", "objective"}) {
      if (!arguments.has(option)) continue;
      refuse(
          fmt::format("option '--{}' is of '--hasher auto', which chooses: leave it out", option));
    }
    return hashers::require_engine(hashers::make_hasher(settings.hasher).learner());
  }
  if (!request.views.empty()) {
    refuse("'--hasher auto' chooses among methods of one view: use '--view' in place of '--views'");
  }
  settings.budget = arguments.get("budget", settings.budget);
  parse_budget(settings.budget);
  if (!may_be_grid_scratch(settings.scores)) {
    refuse(
        fmt::format("{}: is where scores are kept while a hasher is chosen, and is no file of "
                    "scores: move it, or give another '--out'",
                    settings.scores));
  }
  settings.objective = arguments.get("objective", "");
  if (settings.objective.empty()) return;
  if (results::recorded_metric(settings.objective) || metric(settings.objective).is_difference) {
    refuse(
        fmt::format("option '--objective' = '{}' is no metric of a ranking: use one of those that "
                    "'hashlab list metrics' shows, such as map",
                    settings.objective));
  }
}

int run_train(const Arguments& arguments) {
  TrainRequest request = train_request(arguments);
  TrainSettings& settings = request.settings;
  const std::string out = arguments.required("out");
  check_output(out, OutputKind::model, arguments, {request.data, request.rows, request.learnable});
  settings.checkpoints = out + ".checkpoints";
  settings.scores = grid_scratch_path(out);
  settings.seconds_between_checkpoints = seconds_between_checkpoints(arguments);
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
    tell(settings.hasher == auto_name
             ? fmt::format("choosing a hash function of {} bits within {} of work\n", settings.bits,
                           settings.budget)
             : fmt::format("learning {} at {} bits\n", hashers::make_hasher(settings.hasher).name,
                           settings.bits));
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
    reading.reset();  // ends the line of the progress bar on a terminal
    learning.reset();
    tell(std::filesystem::exists(settings.checkpoints) || std::filesystem::exists(settings.scores)
             ? "interrupted: no model was written; the same command goes on from there\n"
             : "interrupted: no model was written\n");
    return exit_interrupted;
  }
  learning.reset();
  std::vector<hashers::Model>& models = trained.models;
  std::vector<std::string> notes = look_at_rounding(models, request.data, request.view, rounding);
  for (const hashers::Model& each : models) {
    const std::string note = undivided_dimensions_note(each);
    if (!note.empty()) results::add_once(notes, note);
  }
  const hashers::Model& model = models.front();
  const ExitStatus status = write_output(out, [&] {
    if (models.size() == 1) hashers::write_model(out, model);
    if (models.size() == 2) hashers::write_models(out, models);
  });
  if (status != exit_done) return status;
  remove_grid_scratch(settings.scores);
  fmt::print("{}", trained.choice);
  const CodeFormat format = model.quantisation.format();
  const std::size_t bits = 8 * format.scalar_bytes + format.bits;
  const std::string fewer =
      bits < settings.bits ? fmt::format(" (of the {} asked for)", settings.bits) : "";
  fmt::print("{}: {}, {} -> {} bits{}, compared by {} distance, from {} samples of {}\n", out,
             model.hasher, features_text(models), bits, fewer,
             format.by_estimate ? "estimated"
             : format.hamming() ? "Hamming"
                                : "Manhattan",
             model.origin.samples, model.origin.dataset);
  for (const std::string& note : notes) fmt::print("note: {}\n", note);
  return exit_done;
}

}  // namespace

Command train_command() {
  return {
      "train",
      "--data DATA.h5 --hasher HASHER --out MODEL.h5 [options]",
      "train a hashing method and write its model",
      "This command trains a hashing method on all samples of a data set, on a list of them "
      "(--rows) or on random ones (--training), and writes the model. Features are centred with "
      "the mean of these samples and of those in --learnable.\n\n"
      "If two conditions hold, the hash function equals that of an experiment with the same "
      "samples, the same seed and the same number of the run. First, --learnable must list all "
      "data available for training in the split of the experiment. Second, if neighbours are "
      "defined by an epsilon-neighbourhood, --among must give the number of samples that are not "
      "test queries, because the radius in an experiment refers to the neighbours among these "
      "samples.\n\n"
      "  hashlab train --data data/pictures.h5 --hasher itq+npq --bits 64 \\\n"
      "      --training 2000 --groundtruth epsilon --out model.h5\n\n"
      "'--hasher auto' chooses projection, quantiser and settings by nested validation on the "
      "training samples, within a compute budget, and prints the candidates that it tried. A "
      "budget in units of 10^9 multiply-adds, such as 500u, gives the same choice on any machine, "
      "and so does a percentage, such as 10%, of the compute that training every method with all "
      "of its settings takes. A time is converted into units once, so the choice can depend on the "
      "machine. Scores are kept in MODEL.h5.scores until the model is written, so after an "
      "interruption the same command continues where it stopped.\n\n"
      "  hashlab train --data data/pictures.h5 --hasher auto --bits 64 --budget 10m \\\n"
      "      --groundtruth class --objective map --out model.h5\n\n"
      "A cross-modal method trains on two views, and its model has a hash function for each "
      "view:\n\n"
      "  hashlab train --data data/pictures-tags.h5 --views image,text \\\n"
      "      --hasher rcmh+sbq --groundtruth class --training 2000 --out model.h5",
      {needed({"data", "DATA.h5", "data set to train on"}),
       {"view", "NAME", "view to train on, if the data set has several"},
       rare({"views", "NAME,NAME", "first and second view of a cross-modal method"}),
       needed({"hasher", "HASHER",
               "hashing method: PROJECTION+QUANTISER[:key=value,...] ('hashlab list'), or auto"}),
       {"budget", "B",
        "compute budget of auto: 90s, 10m, 2h, 500u, or 10% of the compute of the full "
        "hyperparameter grid [10m]"},
       rare({"objective", "METRIC",
             "metric by which auto chooses, from 'hashlab list metrics' [map with class ground "
             "truth, else auprc]"}),
       needed({"out", "MODEL.h5", "model file to write"}),
       force_option(),
       {"bits", "N",
        "code length, 1 to 1024; codes are shorter if the bits do not fill whole dimensions [32]"},
       rare({"rows", "FILE",
             "file with the row numbers of the samples to train on, 0-based and ascending: text, "
             ".npy or FILE.h5:/DATASET; not with --training [all]"}),
       {"training", "N", "train on N random samples; not with --rows [all]"},
       rare({"learnable", "FILE",
             "file with the row numbers of additional samples, in the forms of --rows, from which "
             "the mean and the radius of the epsilon-neighbourhood are also computed [none]"}),
       {"groundtruth", "G",
        "definition of neighbours: epsilon[:key=value,...], neighbours[:k=10,by=euclidean] or "
        "class; required if the data have labels and the method uses neighbours [epsilon]"},
       rare({"among", "N",
             "for --groundtruth epsilon:neighbours=R: number of samples to which R refers; for the "
             "fewer samples available for training, R is reduced in proportion [number of samples "
             "available for training]"}),
       rare(checkpoint_option()),
       rare(device_option()),
       rare({"rounding-bits", "keep|fix|refuse",
             "bits from directions without variance: keep them and print a note, fix them to a "
             "constant value, or refuse to train [keep]"}),
       {"seed", "N", "seed of all random draws [1]"},
       rare({"run", "N",
             "number of the run, as in experiment files; with --seed it determines all random "
             "draws [1]"})},
      0,
      0,
      run_train};
}

}  // namespace hashlab::experiments
