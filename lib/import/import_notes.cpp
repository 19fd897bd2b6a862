#include "lib/import/import_notes.h"

#include "lib/data/class_names.h"
#include "lib/data/dataset_file.h"
#include "lib/data/table_look.h"
#include "lib/data/unmatched_classes.h"
#include "lib/data/views.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hashlab {
namespace {

/// The number of rows and columns of a part that is a table; zeros if there is none.
std::pair<std::size_t, std::size_t> table_shape(const std::vector<StoredPart>& parts,
                                                const std::string& name) {
  for (const StoredPart& part : parts) {
    if (part.name == name && part.shape.size() == 2) return {part.shape[0], part.shape[1]};
  }
  return {0, 0};
}

/// See unmatched_classes_note. What is wrong with a split or with labels, 'inspect' says.
std::string unmatched_note(const H5File& file, const std::string& view,
                           const std::map<std::string, std::string>& attributes) {
  try {
    const DatasetFile data(file, view);
    const auto classes = attributes.find("classes");
    return unmatched_classes_note(data.read_labels(), data.read_marks(),
                                  classes == attributes.end() ? std::vector<std::string>{}
                                                              : parse_class_names(classes->second));
  } catch (const Error&) {
    return "";
  }
}

}  // namespace

std::vector<std::string> import_notes(const std::vector<StoredPart>& parts,
                                      const std::map<std::string, std::string>& attributes,
                                      const ImportRequest& request) {
  std::vector<std::string> notes;
  for (const auto& [name, text] : attributes) {
    if (name.ends_with("transposition") && text.find("was transposed") != text.npos) {
      notes.push_back(text);
    }
  }
  const bool has_parts = std::any_of(request.sources.begin(), request.sources.end(),
                                     [](const ImportSource& s) { return s.role == "train"; });
  if (has_parts && request.labels.size() == 1) {
    notes.push_back(
        fmt::format("labels of {}: first those of train=, then those of test=; if they "
                    "are otherwise, give --labels train=FILE --labels test=FILE",
                    request.labels.front().path));
  }
  const auto [rows, width] = table_shape(parts, "/features");
  const std::string& format = attributes.at("format");
  // Of pictures it is known what is what.
  const bool is_table = format == "npy" && !attributes.contains("image-shape") && parts.size() == 1;
  if (rows < width && is_table && !request.options.samples_are_columns) {
    notes.push_back(fmt::format(
        "{} samples of {} features: if the columns are the samples, give --samples columns", rows,
        width));
  }
  for (const StoredPart& part : parts) {
    if (!part.grey_as_colour) continue;
    notes.push_back(fmt::format(
        "the pictures are grey, but stored as red, green and blue, three times the same numbers: "
        "--grey stores them once ({})",
        part.name));
  }
  return notes;
}

std::string look_at_output(const H5File& file, std::vector<std::string>& notes) {
  const auto checksum = [&](const std::string& view) {
    const TableLook look = look_at_table(DatasetFile(file, view));
    for (std::string& note : column_notes(look.columns, view)) notes.push_back(std::move(note));
    return look.checksum.substr(0, 16);
  };
  const std::map<std::string, std::string> attributes = file.text_attributes();
  for (const char* told : {"labels_kept", "names_left_out"}) {
    if (attributes.contains(told)) notes.push_back(attributes.at(told));
  }
  // By the list of all members, which a file that cannot be read has not: H5File::has would say no.
  const std::vector<std::string> members = file.members();
  const auto add_unmatched = [&](const std::string& view) {
    std::string note = unmatched_note(file, view, attributes);
    if (!note.empty()) notes.push_back(std::move(note));
  };
  if (std::find(members.begin(), members.end(), "/features") != members.end()) {
    add_unmatched("");
    return ", checksum " + checksum("");
  }
  if (const std::vector<std::string> views = views_of(file); !views.empty()) {
    add_unmatched(views.front());
  }
  std::string text;
  for (const std::string& view : views_of(file)) {
    text += fmt::format(", checksum of view {} {}", view, checksum(view));
  }
  return text;
}

}  // namespace hashlab
