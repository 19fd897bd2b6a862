#include "experiments/commands/commands.h"
#include "experiments/program/backbone_options.h"
#include "experiments/program/launch.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "lib/data/dataset.h"
#include "lib/data/h5_place.h"
#include "lib/error.h"
#include "lib/import/gather.h"
#include "lib/import/import_notes.h"
#include "lib/import/piped_sources.h"
#include "lib/import/source_sums.h"
#include "lib/import/store.h"
#include "lib/options.h"
#include "lib/plain_name.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace hashlab::experiments {
namespace {

using PictureKind = StoreSettings::Pictures;

/// Thrown to end the import if the user has stopped it.
struct Interrupted {};

/// Splits "train=FILE" into role and file, and "audio=FILE" into view and file. A word that is the
/// name of an existing file, or has another form, is a file without a role.
ImportSource parse_source(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string role = equals == word.npos ? "" : word.substr(0, equals);
  std::error_code error;
  const bool is_file = role.find('/') != role.npos || std::filesystem::exists(word, error);
  if (role.empty() || is_file || !is_plain_name(role)) return {"", word};
  return {role, word.substr(equals + 1)};
}

std::optional<bool> parse_samples(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "rows" || text == "columns") return text == "columns";
  throw Error(ErrorCode::invalid_argument,
              fmt::format("--samples {}: expected rows or columns", text));
}

std::optional<bool> parse_yes_no(const Arguments& arguments, const std::string& option) {
  const std::string text = arguments.get(option, "");
  if (text.empty()) return std::nullopt;
  if (text == "yes" || text == "no") return text == "yes";
  refuse(fmt::format("--{} {}: expected yes or no", option, text));
}

ColumnList columns_of(const Arguments& arguments, const std::string& option) {
  if (!arguments.has(option)) return {};
  return {"--" + option, arguments.get(option, "")};
}

/// Parses a view with its variable, such as "image=X{1}".
ViewVariable parse_view(const std::string& word) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string name = word.substr(0, equals);
  if (name.empty() || equals + 1 >= word.size() || name.find('/') != name.npos) {
    refuse(fmt::format("--view {}: expected NAME=VARIABLE, such as image=X1", word));
  }
  require_plain_name("--view " + word, name, "call the view otherwise");
  return {name, word.substr(equals + 1)};
}

PictureKind parse_pictures(const std::string& text) {
  if (text.empty()) return PictureKind::as_they_come;
  if (text == "pixels") return PictureKind::pixels;
  if (text == "gist") return PictureKind::gist;
  if (text == "gist-colour") return PictureKind::gist_colour;
  if (names_backbone(text)) return PictureKind::by_describer;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("--features {}: expected pixels, gist, gist-colour or torchscript:MODEL.pt",
                  text));
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

/// Reports progress at most every two seconds, and ends the import if the user has stopped it.
class ImportReport {
 public:
  void operator()(const std::string& part, std::size_t done, std::optional<std::size_t> rows) {
    if (!is_due()) return;
    tell(rows ? fmt::format("{}: {} of {} rows\n", part, done, *rows)
              : fmt::format("{}: {} rows\n", part, done));
  }
  void copied(const std::string& pipe, std::size_t bytes) {
    if (is_due()) tell(fmt::format("{}: {} bytes\n", pipe, bytes));
  }

 private:
  bool is_due() {
    if (stop_) throw Interrupted();
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(2)) return false;
    last_ = now;
    return true;
  }

  const std::atomic<bool>& stop_ = stop_on_signals();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

ImportRequest import_request(const Arguments& arguments) {
  ImportRequest request;
  for (const std::string& word : arguments.positional()) {
    request.sources.push_back(parse_source(word));
  }
  for (const std::string& word : arguments.all("labels")) {
    request.labels.push_back(parse_source(word));
  }
  request.most_frequent = arguments.count("most-frequent-labels", 0, 1, 1 << 20);
  request.format = arguments.get("format", "");
  ImportOptions& options = request.options;
  options.features_variable = arguments.get("features-variable", "");
  options.labels_variable = arguments.get("labels-variable", "");
  options.samples_are_columns = parse_samples(arguments.get("samples", ""));
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  options.columns = {columns_of(arguments, "features-columns"),
                     columns_of(arguments, "labels-column"), columns_of(arguments, "id-column")};
  options.has_header = parse_yes_no(arguments, "header");
  options.unit_rows = parse_yes_no(arguments, "unit-rows");
  for (const std::string& word : arguments.all("view")) request.views.push_back(parse_view(word));
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

std::vector<std::string> all_sources(const ImportRequest& request) {
  std::vector<std::string> paths;
  for (const ImportSource& source : request.sources) paths.push_back(source.path);
  for (const ImportSource& labels : request.labels) paths.push_back(h5_place(labels.path).file);
  return paths;
}

/// Writes the data set. None if it cannot be written; then an error has been printed.
std::optional<std::vector<StoredPart>> write_dataset_of(const ImportRequest& request,
                                                        const std::vector<std::string>& names,
                                                        const std::string& out,
                                                        const StoreSettings& settings,
                                                        std::map<std::string, std::string>& said,
                                                        std::vector<std::string>& notes) {
  ForeignData data = gather(request);
  data.attributes["sources"] = source_sums(all_sources(request), names);
  said = data.attributes;
  tell(fmt::format("importing {} as {}\n", names.front(), said["format"]));
  notes = data.notes;
  std::vector<StoredPart> parts;
  const ExitStatus status =
      write_output(out, [&] { parts = store(std::move(data), out, settings); });
  if (status != exit_done) return std::nullopt;
  return parts;
}

int run_import(const Arguments& arguments) {
  ImportRequest request = import_request(arguments);
  const std::string out = arguments.required("out");
  const std::vector<std::string> names = all_sources(request);
  check_output(out, OutputKind::dataset, arguments, names);
  dataset_name(out);  // refuses names that tables cannot contain
  StoreSettings settings;
  settings.pictures = parse_pictures(arguments.get("features", ""));
  settings.grey = arguments.has("grey");
  settings.thumbnail = arguments.count("thumbnail", settings.thumbnail, 1, 4096);
  const std::size_t cores = cores_of_each(1);
  settings.threads = arguments.count("threads", cores, 1, 1024);
  request.options.threads = settings.threads;
  if (const auto backbone = backbone_settings(arguments, settings.threads)) {
    settings.describer = [settings = *backbone](const std::vector<std::size_t>& shape) {
      return backbone_describer(settings, shape);
    };
  }
  settings.progress = ImportReport();
  std::string checksums;
  std::vector<std::string> of_columns;
  settings.look = [&](const H5File& file) { checksums = look_at_output(file, of_columns); };

  const Stopwatch watch;
  std::optional<std::vector<StoredPart>> parts;
  std::map<std::string, std::string> attributes;
  std::vector<std::string> of_sources;
  ImportReport copying;
  PipedSources pipes(
      out, [&](const std::string& pipe, std::size_t bytes) { copying.copied(pipe, bytes); });
  try {
    for (ImportSource& source : request.sources) pipes.replace(source.path);
    for (ImportSource& labels : request.labels) pipes.replace(labels.path);
    parts = write_dataset_of(request, names, out, settings, attributes, of_sources);
  } catch (const Interrupted&) {
    tell("interrupted: nothing was written\n");
    return exit_interrupted;
  } catch (const Error& error) {
    throw pipes.renamed(error);
  }
  if (!parts) return exit_failed;
  for (const StoredPart& part : *parts) {
    fmt::print("{:<18} {} {}\n", part.name, fmt::join(part.shape, " x "),
               element_name(part.element));
  }
  std::vector<std::string> notes = import_notes(*parts, attributes, request);
  notes.insert(notes.begin(), of_sources.begin(), of_sources.end());
  notes.insert(notes.end(), of_columns.begin(), of_columns.end());
  fmt::print("{}: {:.1f} s{}\n", out, watch.seconds(), checksums);
  for (const std::string& note : notes) fmt::print("note: {}\n", note);
  return exit_done;
}

std::vector<std::string> names_of_formats() {
  std::vector<std::string> names;
  for (const Format& format : all_formats()) names.push_back(format.name);
  return names;
}

std::string details() {
  std::string text =
      "This command converts files in the usual formats of the field into one data set, and checks "
      "labels, lists of neighbours and numbers of rows. The format is recognised from the content, "
      "not from the file name. Several files are concatenated, unless you put roles before them: "
      "train=FILE test=FILE [groundtruth=FILE] for data that are already split, or one name for "
      "each view of the same samples, such as image=FILE text=FILE audio=FILE. Files may be larger "
      "than memory, and may be pipes. For pictures, GIST descriptors are computed and thumbnails "
      "are stored. The data set is written completely or not at all.\n\n"
      "  hashlab import features.npy --labels labels.txt --out data/mine.h5\n"
      "  hashlab import photos/ --side 256 --out data/photos.h5\n"
      "  hashlab import set.mat --features-variable 'data.X' \\\n"
      "      --labels-variable 'data.y' --first-class 1 --out data/set.h5\n"
      "  hashlab import train=a.npy test=b.npy --labels train=ya.txt \\\n"
      "      --labels test=yb.txt --out data/parts.h5\n"
      "  hashlab import image=cnn.npy text=tags.csv --labels classes.txt \\\n"
      "      --out data/pairs.h5\n\n"
      "Formats:\n";
  for (const Format& format : all_formats()) {
    text += fmt::format("  {:<14}{}\n", format.name, format.description);
  }
  text.pop_back();
  return text;
}

}  // namespace

Command import_command() {
  Command command = {
      "import",
      "[ROLE=]SOURCE... --out DATA.h5 [options]",
      "convert files of other programs into a data set",
      details(),
      {needed({"out", "DATA.h5", "data set to write"}),
       force_option(),
       one_of({"format", "F", "format of the sources, see above [recognised from the content]"},
              names_of_formats()),
       {"labels", "[ROLE=]FILE",
        "file with the labels of all samples; or train=FILE and test=FILE, each with the labels of "
        "the samples in the source of that role; docs/reference/formats.md describes the forms of "
        "label files",
        true},
       rare(
           {"most-frequent-labels", "K",
            "keep only the K labels that most samples have, the earlier column first if counts are "
            "equal [all]"}),
       {"features-variable", "V",
        "MATLAB, HDF5: variable with the features; V,W concatenates the samples of two variables"},
       {"labels-variable", "V", "MATLAB, HDF5: variable with the labels"},
       rare({"samples", "rows|columns",
             "MATLAB, HDF5, NumPy: whether samples are the rows or the columns of the matrix "
             "[deduced if unambiguous]"}),
       rare({"features-columns", "LIST",
             "columns of a table that are features, counted from 1, such as 1-499, 1-4,7 or 500- "
             "(to the last) [all except those of --labels-column and --id-column]"}),
       rare({"labels-column", "LIST",
             "column that holds the labels, which are numbers or, in text files, words; or several "
             "columns of 0 and 1; counted from 1, as in --features-columns"}),
       rare({"id-column", "LIST",
             "columns with names or numbers of the samples, which are not features; counted from "
             "1, as in --features-columns"}),
       rare({"header", "yes|no",
             "text: treat the first row as column names [yes if it contains words or is "
             "0,1,2,...]"}),
       rare({"unit-rows", "yes|no",
             "scale features to length 1, so that Euclidean distances rank like cosines [no; yes "
             "for HDF5 with the attribute distance = angular or cosine]"}),
       {"first-class", "N", "number of the first class in the files, which becomes 0 [0]"},
       {"view", "NAME=VARIABLE",
        "MATLAB, HDF5: variable that becomes view NAME; once for each view", true},
       rare({"views", "image|both",
             "NUS-WIDE: features of the pictures only, or also the tags [both, if there are "
             "tags]"}),
       rare({"tag-dimensions", "N",
             "NUS-WIDE: number of principal components to which the tags are reduced; 0: not "
             "reduced [1000]"}),
       {"features", "WHAT",
        "features of pictures: gist, gist-colour, pixels, or torchscript:MODEL.pt (see "
        "--model-sha256, --mean, --deviation and --batch) [gist; IDX: pixels]"},
       rare({"grey", "", "convert colour pictures to grey"}),
       rare({"side", "PIXELS",
             "folders: side of the squares to which pictures are scaled and cropped [the shorter "
             "side of the first picture, at most 256]"}),
       rare({"thumbnail", "PIXELS",
             "side to which larger square pictures are reduced for storage [64]"}),
       rare({"threads", "N",
             "number of threads that decode pictures and compute their features [cores]"})},
      1,
      std::numeric_limits<std::size_t>::max(),
      run_import};
  for (OptionSpec& option : backbone_options()) command.options.push_back(std::move(option));
  return command;
}

}  // namespace hashlab::experiments
