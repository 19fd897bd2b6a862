#include "experiments/commands/commands.h"
#include "experiments/program/json_line.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "lib/blas.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/numbers.h"
#include "lib/recognition/landmark_truth.h"
#include "lib/recognition/pipeline.h"
#include "lib/recognition/prediction_file.h"
#include "lib/recognition/recognition_files.h"
#include "lib/recognition/variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace hashlab::experiments {
namespace {

RecognitionVariant variant_of(const Arguments& arguments) {
  std::vector<std::pair<std::string, std::string>> given;
  for (const char* name :
       {"fit", "ensemble", "vote", "quantiles", "top", "penalty-b", "penalty-c", "classes"}) {
    if (arguments.has(name)) given.emplace_back(name, arguments.get(name, ""));
  }
  for (const std::string& step : arguments.all("without")) given.emplace_back("without", step);
  return recognition_variant(given, "--");
}

/// Refuses a number of files that is not the number of models.
void check_files(const std::vector<std::string>& files, const std::string& option,
                 const RecognitionFiles& p) {
  if (files.size() == p.queries.size()) return;
  refuse(fmt::format("there are {} '--queries', but {} '--{}': give one a model, in one order",
                     p.queries.size(), files.size(), option));
}

RecognitionFiles files_of(const Arguments& arguments) {
  static_cast<void>(arguments.required("queries"));
  static_cast<void>(arguments.required("gallery"));
  const RecognitionFiles p = {arguments.all("queries"),        arguments.all("gallery"),
                              arguments.all("others"),         arguments.all("view"),
                              arguments.required("labels"),    arguments.get("truth", ""),
                              arguments.get("others-rows", "")};
  check_files(p.gallery, "gallery", p);
  if (!p.others.empty()) check_files(p.others, "others", p);
  if (!p.views.empty()) check_files(p.views, "view", p);
  if (!p.others.empty() && !p.others_rows.empty()) {
    refuse("'--others' and '--others-rows' both say which pictures show no landmark: give one");
  }
  if (p.others.empty() && p.others_rows.empty() && arguments.get("fit", "") == "others") {
    refuse(
        "'--fit others' needs pictures that show no landmark: give '--others' or "
        "'--others-rows'");
  }
  if (p.truth.empty() && arguments.has("ablation")) {
    refuse("'--ablation' compares scores, which need the labels of the queries: give '--truth'");
  }
  if (arguments.has("out") && arguments.has("ablation")) {
    refuse(
        "'--ablation' prints scores of several settings, '--out' names a file of predictions: "
        "give one of them");
  }
  if (p.truth.empty() && arguments.get("classes", "") == "asked") {
    refuse("'--classes asked' needs the labels of the queries: give '--truth'");
  }
  if (p.truth.empty() && arguments.has("no-landmark")) {
    refuse("option '--no-landmark' says what '--truth' means, which is not given");
  }
  return p;
}

/// The label that means no landmark, in addition to -1.
std::int64_t no_landmark(const Arguments& arguments) {
  if (!arguments.has("no-landmark")) return -1;
  return static_cast<std::int64_t>(
      arguments.count("no-landmark", 0, 0, std::numeric_limits<std::int32_t>::max()));
}

void print_gap(const RecognitionScores& gap) {
  fmt::print("GAP        {:.6f}  global average precision of all queries\n", gap.all);
  fmt::print("           {:.6f}  of the queries with a landmark alone\n", gap.landmarks);
}

/// Scores the predictions of another program.
int score_predictions(const Arguments& arguments) {
  for (const char* option : {"queries", "gallery", "labels", "others", "others-rows", "view", "fit",
                             "quantiles", "penalty-b", "penalty-c", "top", "vote", "ensemble",
                             "classes", "without", "ablation", "out", "threads"}) {
    if (!arguments.has(option)) continue;
    refuse(
        fmt::format("option '--{}' says how to predict, but '--predictions' names a file of "
                    "predictions: leave out one of them",
                    option));
  }
  const std::string path = arguments.required("predictions");
  const LandmarkTruth truth =
      read_landmark_truth(arguments.required("truth"), no_landmark(arguments));
  const std::size_t n = truth.of_query.size(), with = truth.with_landmark();
  const std::vector<Prediction> predictions = parse_predictions(read_text(path), path, n);
  const auto predicted = static_cast<std::size_t>(
      std::count_if(predictions.begin(), predictions.end(),
                    [](const Prediction& prediction) { return prediction.label.has_value(); }));
  const RecognitionScores gap = landmark_scores(predictions, truth);
  if (asks_for_json(arguments)) {
    fmt::print("{}", json_line({{"queries", n},
                                {"queries_with_landmark", with},
                                {"predictions", predicted},
                                {"gap", gap.all},
                                {"gap_landmarks_only", gap.landmarks}}));
    return exit_done;
  }
  fmt::print("{} queries, {} of them with a landmark; predictions for {}\n\n", n, with, predicted);
  print_gap(gap);
  return exit_done;
}

void print_scores(const RecognitionData& data, const LandmarkTruth& truth,
                  const RecognitionScores& gap, bool as_json) {
  const std::size_t with = truth.with_landmark();
  if (as_json) {
    fmt::print("{}", json_line({{"queries", truth.of_query.size()},
                                {"queries_with_landmark", with},
                                {"gallery", data.labels.size()},
                                {"models", data.models.size()},
                                {"gap", gap.all},
                                {"gap_landmarks_only", gap.landmarks}}));
    return;
  }
  fmt::print("{} queries, {} of them with a landmark; {} items in the gallery, models: {}\n\n",
             truth.of_query.size(), with, data.labels.size(), data.models.size());
  print_gap(gap);
}

/// Prints scores with all steps, without each step that changes something, and without all steps.
void print_ablation(const RecognitionData& data, const LandmarkTruth& truth,
                    const RecognitionSettings& settings, bool has_others, std::size_t threads,
                    bool as_json) {
  const std::vector<RecognitionAblation> ablations = recognition_ablations(settings, has_others);
  if (!as_json) fmt::print("{:<10}{:>10}{:>16}\n", "left out", "GAP", "landmarks only");
  Progress progress(ablations.size());
  for (const RecognitionAblation& ablation : ablations) {
    const RecognitionScores gap =
        landmark_scores(recognise(data, ablation.settings, threads), truth);
    if (as_json) {
      fmt::print("{}", json_line({{"left_out", ablation.left_out},
                                  {"gap", gap.all},
                                  {"gap_landmarks_only", gap.landmarks}}));
    } else {
      fmt::print("{:<10}{:>10.6f}{:>16.6f}\n", ablation.left_out, gap.all, gap.landmarks);
    }
    progress.advance("left out: " + ablation.left_out, "");
  }
}

void tell_of_leaks(const RecognitionVariant& variant) {
  if (variant.fits_on_queries()) {
    tell("warning: a leak: the quantile transform is fitted on queries\n");
  }
  if (variant.knows_queries_without_landmark()) {
    tell("warning: a leak: penalties come from queries that are known to show no landmark\n");
  }
  if (variant.knows_asked_classes()) {
    tell("warning: a leak: the gallery has only landmarks that are known to be asked for\n");
  }
}

int run_recognise(const Arguments& arguments) {
  if (arguments.has("predictions")) return score_predictions(arguments);
  RecognitionVariant variant = variant_of(arguments);
  const RecognitionSettings& settings = variant.settings;
  const bool as_json = asks_for_json(arguments);
  const std::size_t cores = cores_of_each(1);
  const std::size_t threads = arguments.count("threads", cores, 1, 1024);
  const RecognitionFiles files = files_of(arguments);
  const std::string out = arguments.get("out", "");
  if (!out.empty()) {
    std::vector<std::string> inputs = {files.labels, files.truth, files.others_rows};
    for (const auto* more : {&files.queries, &files.gallery, &files.others}) {
      inputs.insert(inputs.end(), more->begin(), more->end());
    }
    check_output(out, OutputKind::predictions, arguments, inputs);
  }
  reserve_blas_buffers(threads);
  RecognitionData data = read_recognition(files);
  const std::size_t n_queries = data.models[0].queries.n_cols;
  const bool others_are_queries = !data.others_in_queries.empty(),
             has_others = others_are_queries || !files.others.empty();
  std::optional<LandmarkTruth> truth;
  if (!files.truth.empty()) {
    truth = read_landmark_truth(files.truth, no_landmark(arguments), files.queries[0], n_queries);
  }
  variant.others_are_queries = others_are_queries;
  tell_of_leaks(variant);
  if (variant.asked_classes_only) data = gallery_of_asked_classes(data, truth->of_query);
  if (!has_others && settings.gallery_penalty + settings.query_penalty > 0) {
    tell("note: without '--others' penalties B and C are 0\n");
  }
  if (arguments.has("ablation")) {
    print_ablation(data, *truth, settings, has_others, threads, as_json);
    return exit_done;
  }
  const std::vector<Prediction> predictions = recognise(data, settings, threads);
  if (!out.empty()) {
    const ExitStatus status =
        write_output(out, [&] { write_file(out, prediction_text(predictions)); });
    if (status != exit_done) return status;
  }
  if (truth) {
    print_scores(data, *truth, landmark_scores(predictions, *truth), as_json);
  } else if (out.empty()) {
    fmt::print("{}", prediction_text(predictions));
  } else {
    fmt::print("{}: predictions for {} queries\n", out, n_queries);
  }
  return exit_done;
}

}  // namespace

Command recognise_command() {
  return {
      "recognise",
      "(--queries FILE --gallery FILE --labels FILE | --predictions FILE --truth FILE) [options]",
      "recognise landmarks by embeddings",
      "This command predicts which landmark each query shows, with a confidence, from the nearest "
      "embeddings of a labelled gallery (Henkel & Singer, 2020). Gallery items and queries get a "
      "penalty if they resemble pictures without a landmark (--others). The steps are:\n\n"
      "  length    scale the embeddings of each model to length 1\n"
      "  quantile  transform each feature to a normal distribution, fitted on the set that --fit "
      "names\n"
      "  B         subtract a penalty, the mean of a gallery item's 5 greatest cosines with the "
      "others, from its cosine with a query\n"
      "  votes     of the 3 greatest differences, add those with the same label; the label with "
      "the greatest sum is predicted\n"
      "  C         subtract a second penalty, the mean of the query's 10 greatest cosines with the "
      "others, from the greatest sum; the result is the confidence\n\n"
      "Embeddings are read as 'hashlab encode' reads features (HDF5 '/features', NumPy .npy), and "
      "are kept in memory. Labels are class numbers in HDF5 ('/labels' or FILE.h5:/NAME), .npy, or "
      "text with one number per line; unlike 'hashlab evaluate', this command reads no names of "
      "classes, .npz or MATLAB files. For several models, repeat --queries, --gallery and --others "
      "in the same order of models. With --truth you get "
      "the global average precision (GAP), which is 0 if no query shows a landmark. An embedding "
      "of length 0 has cosine 0 with every other.\n\n"
      "With --predictions, the command scores the predictions of another classifier, such as the "
      "most probable class and its probability: it reads the CSV that --out writes.\n\n"
      "  hashlab recognise --queries q.npy --gallery g.npy --labels g.txt \\\n"
      "      --others none.npy --out predictions.csv\n"
      "  hashlab recognise --queries a-q.npy --queries b-q.npy --gallery a-g.npy \\\n"
      "      --gallery b-g.npy --labels g.txt --truth q.txt --ablation\n"
      "  hashlab recognise --predictions softmax.csv --truth q.txt",
      {{"queries", "FILE", "embeddings of the pictures to recognise, one file per model", true},
       {"gallery", "FILE", "embeddings of pictures of known landmarks, one file per model", true},
       {"labels", "FILE", "file with the landmark of each gallery picture"},
       {"predictions", "FILE.csv",
        "instead of the three files: predictions to score, a line 'query,label,confidence' and "
        "then one for each query, numbered from 0"},
       {"others", "FILE",
        "embeddings of pictures without a landmark, one file per model [none; without "
        "--others-rows, penalties B and C are then 0]",
        true},
       rare({"others-rows", "FILE",
             "file with the row numbers of queries that are used as the others, 0-based: text, "
             ".npy or FILE.h5:/DATASET; no query is compared with itself"}),
       rare({"view", "NAME",
             "view that holds the embeddings, if the data sets have several; one per model", true}),
       {"truth", "FILE",
        "file with the true landmark of each query, or with a column of 0 and 1 for each landmark"},
       {"no-landmark", "LABEL",
        "number of a label in --truth that means no landmark, in addition to -1"},
       rare(one_of(
           {"fit", "SET",
            "set on which the quantile transform is fitted: gallery, queries (a leak) or others; "
            "none: no transform [gallery]"},
           {"gallery", "queries", "others", "none"})),
       rare({"quantiles", "N", "number of quantiles of the quantile transform [1000]"}),
       rare({"penalty-b", "K",
             "number of greatest cosines with the others whose mean is the penalty of a gallery "
             "item [5]"}),
       rare({"penalty-c", "K",
             "number of greatest cosines with the others whose mean is the penalty of a query "
             "[10]"}),
       rare({"top", "K", "number of gallery items that vote [3]"}),
       rare(one_of({"vote", "V",
                    "combine the votes for a label: sum adds them, max takes the greatest [sum]"},
                   {"sum", "max"})),
       rare(one_of(
           {"ensemble", "E",
            "how to combine models. together: as one embedding; votes: each model votes, and step "
            "C uses all models [together]"},
           {"together", "votes"})),
       rare(one_of({"classes", "C",
                    "landmarks of the gallery: all, or asked, those that a query of --truth shows, "
                    "as the host of a competition scores (a leak) [all]"},
                   {"all", "asked"})),
       rare(
           one_of({"without", "STEP",
                   "leave out length, quantile, B, votes (only the nearest item votes) or C", true},
                  {"length", "quantile", "B", "votes", "C"})),
       rare({"ablation", "",
             "with --truth, print GAP with all steps, with each step left out in turn, and without "
             "any step, instead of predictions"}),
       {"out", "FILE.csv",
        "write query, predicted label and confidence to this file [standard output; with --truth, "
        "only the scores are printed]"},
       force_option(),
       one_of({"format", "F", "format of the scores: text or json [text]"}, {"text", "json"}),
       rare({"threads", "N", "number of threads; results do not depend on it [cores]"})},
      0,
      0,
      run_recognise};
}

}  // namespace hashlab::experiments
