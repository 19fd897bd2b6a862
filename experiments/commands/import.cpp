#include "experiments/commands/commands.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/error.h"
#include "lib/import/gather.h"
#include "lib/import/source_sums.h"
#include "lib/import/store.h"
#include "lib/options.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace hashlab {
namespace {

using PictureKind = StoreSettings::Pictures;

/// Thrown out of the work when the user has stopped it.
struct Interrupted {};

/// "train=FILE" is a file with a role; any other word is a file without one.
ImportSource parse_source(const std::string& word) {
  for (const std::string& role : import_roles()) {
    if (word.starts_with(role + "=")) return {role, word.substr(role.size() + 1)};
  }
  return {"", word};
}

std::optional<bool> parse_samples(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "rows" || text == "columns") return text == "columns";
  throw Error(ErrorCode::invalid_argument,
              fmt::format("--samples {}: expected rows or columns", text));
}

PictureKind parse_pictures(const std::string& text) {
  if (text.empty()) return PictureKind::as_they_come;
  if (text == "pixels") return PictureKind::pixels;
  if (text == "gist") return PictureKind::gist;
  if (text == "gist-colour") return PictureKind::gist_colour;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("--features {}: expected pixels, gist or gist-colour", text));
}

const char* element_name(Element element) {
  switch (element) {
    case Element::uint8:
      return "uint8";
    case Element::int32:
      return "int32";
    default:
      return "float32";
  }
}

/// Says how far the work is, every two seconds, and ends it if the user has asked for that.
class ImportReport {
 public:
  void operator()(const std::string& part, std::size_t done, std::optional<std::size_t> rows) {
    if (stop_) throw Interrupted();
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(2)) return;
    last_ = now;
    tell(rows ? fmt::format("{}: {} of {} rows\n", part, done, *rows)
              : fmt::format("{}: {} rows\n", part, done));
  }

 private:
  const std::atomic<bool>& stop_ = stop_on_signals();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

ImportRequest import_request(const Arguments& arguments) {
  ImportRequest request;
  for (const std::string& word : arguments.positional()) {
    request.sources.push_back(parse_source(word));
  }
  request.labels = arguments.all("labels");
  request.format = arguments.get("format", "");
  ImportOptions& options = request.options;
  options.features_variable = arguments.get("features-variable", "");
  options.labels_variable = arguments.get("labels-variable", "");
  options.samples_are_columns = parse_samples(arguments.get("samples", ""));
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (arguments.has("labels-column")) {
    options.labels_column = arguments.count("labels-column", 1, 1, most);
  }
  options.first_class = arguments.count("first-class", 0, 0, most);
  const std::string views = arguments.get("views", "");
  if (!views.empty() && views != "image" && views != "both") {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("--views {}: expected image or both", views));
  }
  if (!views.empty()) options.cross_modal = views == "both";
  options.tag_dimensions = arguments.count("tag-dimensions", options.tag_dimensions, 0, 1 << 20);
  options.picture_side = arguments.count("side", 0, 1, 4096);
  return request;
}

int run_import(const Arguments& arguments) {
  ImportRequest request = import_request(arguments);
  const std::string out = arguments.required("out");
  std::vector<std::string> inputs;
  for (const ImportSource& source : request.sources) inputs.push_back(source.path);
  inputs.insert(inputs.end(), request.labels.begin(), request.labels.end());
  check_output(out, OutputKind::dataset, arguments, inputs);
  dataset_name(out);  // refuses one that no table can hold
  StoreSettings settings;
  settings.pictures = parse_pictures(arguments.get("features", ""));
  settings.thumbnail = arguments.count("thumbnail", settings.thumbnail, 1, 4096);
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  settings.threads = arguments.count("threads", cores, 1, 1024);
  request.options.threads = settings.threads;
  settings.progress = ImportReport();

  const Stopwatch watch;
  std::vector<StoredPart> parts;
  try {
    ForeignData data = gather(request);
    data.attributes["sources"] = source_sums(inputs);
    tell(fmt::format("importing {} as {}\n", request.sources.front().path,
                     data.attributes["format"]));
    const ExitStatus status =
        write_output(out, [&] { parts = store(std::move(data), out, settings); });
    if (status != exit_done) return status;
  } catch (const Interrupted&) {
    tell("interrupted: nothing was written\n");
    return exit_interrupted;
  }
  for (const StoredPart& part : parts) {
    fmt::print("{:<18} {} {}\n", part.name, fmt::join(part.shape, " x "),
               element_name(part.element));
  }
  const bool is_dataset = std::any_of(
      parts.begin(), parts.end(), [](const StoredPart& part) { return part.name == "/features"; });
  fmt::print("{}: {:.1f} s{}\n", out, watch.seconds(),
             is_dataset ? ", checksum " + content_checksum(DatasetFile(out)).substr(0, 16) : "");
  return exit_done;
}

std::string details() {
  std::string text =
      "Converts the usual file formats of the field into one checked data set. The format is\n"
      "recognised from the content, not from the file name. Several files are concatenated; roles\n"
      "combine them: train=FILE test=FILE [groundtruth=FILE], or image=FILE text=FILE. Files may\n"
      "be larger than memory. For pictures GIST descriptors are computed, and thumbnails are\n"
      "stored with them. The data set is written completely or not at all.\n\n"
      "  hashlab import sift_base.fvecs --out data/sift1m.h5\n"
      "  hashlab import features.npy --labels labels.txt --out data/mine.h5\n"
      "  hashlab import photos/ --side 256 --out data/photos.h5\n"
      "  hashlab import set.mat --features-variable X --labels-variable y --first-class 1 \\\n"
      "      --out data/set.h5\n\n"
      "formats\n";
  for (const Format& format : all_formats()) {
    text += fmt::format("  {:<12}{}\n", format.name, format.description);
  }
  text.pop_back();
  return text;
}

}  // namespace

Command import_command() {
  return {
      "import",
      "[ROLE=]SOURCE... --out DATA.h5 [options]",
      "convert files of other programs, or pictures, into a data set",
      details(),
      {{"out", "DATA.h5", "data set to write"},
       force_option(),
       {"format", "F", "format of the sources, see below [recognised from the content]"},
       {"labels", "FILE", "labels of the samples, in any format of numbers", true},
       {"features-variable", "V", "MATLAB, HDF5: variable of the samples; V,W concatenates two"},
       {"labels-variable", "V", "MATLAB, HDF5: variable of the labels"},
       {"samples", "rows|columns", "MATLAB, HDF5: are samples rows or columns? [deduced if safe]"},
       {"labels-column", "N",
        "column that holds the labels, numbers or (text) words, counted from 1"},
       {"first-class", "N", "number of the first class in the files, which becomes 0 [0]"},
       {"views", "image|both", "NUS-WIDE: pictures only, or with tags [both, if there are tags]"},
       {"tag-dimensions", "N", "NUS-WIDE: principal components of the tags; 0: all tags [1000]"},
       {"features", "WHAT", "of pictures: gist, gist-colour or pixels [gist; IDX: pixels]"},
       {"side", "PIXELS",
        "folders: pictures are scaled and cropped to this side [first one's, <= 256]"},
       {"thumbnail", "PIXELS", "side to which larger pictures are reduced for storage [64]"},
       {"threads", "N", "threads that decode and describe pictures [all]"}},
      1,
      std::numeric_limits<std::size_t>::max(),
      run_import};
}

}  // namespace hashlab
