#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/preprocess.h"
#include "lib/import/releases/tag_table.h"
#include "lib/import/text/line_reader.h"
#include "lib/import/text/text_table.h"
#include "lib/import/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

/// Calls visit(path) for every file below a folder until it returns true.
template <typename Visit>
bool any_file_below(const std::string& folder, Visit visit) {
  constexpr std::size_t max_entries = 1000000;  // the pictures themselves may lie there
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  std::size_t seen = 0;
  for (; !error && entry != fs::recursive_directory_iterator() && seen < max_entries;
       entry.increment(error), ++seen) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored) && visit(entry->path())) return true;
  }
  return false;
}

bool is_nus_wide(const Sniff& file) {
  return file.is_folder && any_file_below(file.path, [](const fs::path& path) {
           const std::string name = path.filename().string();
           return name == "BoW_int.dat" || name == "BoW_Train_int.dat" || name == "Concepts81.txt";
         });
}

/// The files of the release by their names, wherever its archives were unpacked to.
class Release {
 public:
  explicit Release(const std::vector<std::string>& paths) : root_(paths.front()) {
    for (const std::string& path : paths) {
      std::error_code error;
      if (fs::is_directory(path, error)) {
        any_file_below(path, [&](const fs::path& each) {
          add(each);
          return false;
        });
      } else {
        add(path);
      }
    }
  }
  bool has(const std::string& name) const { return files_.count(name) != 0; }
  const std::string& path(const std::string& name) const {
    const auto found = files_.find(name);
    if (found != files_.end()) return found->second;
    fail_in(ErrorCode::not_found, root_, fmt::format("no {} is found below it", name));
  }
  /// Names of concepts, as the list has them or as their files are called.
  std::vector<std::string> concepts(const std::string& ending) const {
    std::vector<std::string> names;
    if (has("Concepts81.txt")) {
      LineReader lines(path("Concepts81.txt"));
      std::string_view line;
      while (lines.next(line)) {
        while (line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (!is_name(line) || line.find('/') != line.npos) {
          fail_in(ErrorCode::corrupt_file, lines.path(),
                  fmt::format("line {} is {}, expected the name of a concept", lines.number(),
                              in_quotes(line)));
        }
        names.emplace_back(line);
      }
      return names;
    }
    constexpr std::string_view beginning = "Labels_";
    for (const auto& [name, path] : files_) {
      if (!name.starts_with(beginning) || !name.ends_with(ending)) continue;
      const std::string concept_name =
          name.substr(beginning.size(), name.size() - beginning.size() - ending.size());
      if (ending != ".txt" ||
          (!concept_name.ends_with("_Train") && !concept_name.ends_with("_Test")))
        names.push_back(concept_name);
    }
    return names;
  }

 private:
  void add(const fs::path& path) {
    const std::string name = path.filename().string();
    if (name.starts_with("._")) return;  // macOS leaves these in archives
    const auto [known, is_new] = files_.emplace(name, path.string());
    const bool is_ours = name.starts_with("BoW_") || name.starts_with("Labels_") ||
                         name.find("Tag") != name.npos || name == "Concepts81.txt";
    if (!is_new && is_ours) {
      fail_in(ErrorCode::corrupt_file, path.string(),
              fmt::format("there is a second {}: name the folder of one copy", known->second));
    }
  }

  std::string root_;
  std::map<std::string, std::string> files_;
};

/// One number of 0 or 1 a line.
std::vector<std::uint8_t> read_concept(const std::string& path) {
  std::vector<std::uint8_t> values;
  LineReader lines(path);
  std::string_view line;
  while (lines.next(line)) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    if (line != "0" && line != "1") {
      fail_in(ErrorCode::corrupt_file, path,
              fmt::format("line {} is {}, expected 0 or 1", lines.number(), in_quotes(line)));
    }
    values.push_back(line == "1");
  }
  return values;
}

/// A row of 0 and 1 for each concept, of one of the two parts or of all pictures.
class ConceptTable final : public ForeignTable {
 public:
  ConceptTable(const Release& release, const std::vector<std::string>& concepts,
               const std::string& ending) {
    for (const std::string& each : concepts) {
      const std::string& path = release.path(fmt::format("Labels_{}{}", each, ending));
      if (source_.empty()) source_ = path;
      columns_.push_back(read_concept(path));
      if (columns_.back().size() == columns_.front().size() && !columns_.back().empty()) continue;
      fail_in(ErrorCode::corrupt_file, path,
              fmt::format("has {} lines, expected {} as in {}", columns_.back().size(),
                          std::max<std::size_t>(1, columns_.front().size()), source_));
    }
  }
  std::size_t columns() const override { return columns_.size(); }
  Element element() const override { return Element::uint8; }
  std::optional<std::size_t> rows() const override { return columns_.front().size(); }
  const std::string& source() const override { return source_; }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = std::min(at_most, *rows() - next_);
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto& column : columns_) *out++ = column[next_ + i];
    }
    next_ += count;
    return count;
  }

 private:
  std::vector<std::vector<std::uint8_t>> columns_;  // one a concept
  std::string source_;
  std::size_t next_ = 0;
};

/// A table that has to have as many rows as there are pictures.
class Aligned final : public ForeignTable {
 public:
  Aligned(std::unique_ptr<ForeignTable> table, Element element, std::size_t rows)
      : table_(std::move(table)), element_(element), rows_(rows) {}
  std::size_t columns() const override { return table_->columns(); }
  Element element() const override { return element_; }
  std::optional<std::size_t> rows() const override { return rows_; }
  const std::string& source() const override { return table_->source(); }
  std::size_t read(std::size_t at_most, double* out) override {
    const std::size_t count = table_->read(at_most, out);
    next_ += count;
    if (next_ > rows_ || (count == 0 && next_ < rows_)) {
      fail_in(ErrorCode::corrupt_file, source(),
              fmt::format("has {} {} rows, but the concepts have {} labels",
                          next_ > rows_ ? "at least" : "only", next_, rows_));
    }
    return count;
  }

 private:
  std::unique_ptr<ForeignTable> table_;
  Element element_;
  std::size_t rows_, next_ = 0;
};

ForeignPart part(std::string name, std::unique_ptr<ForeignTable> table) {
  const std::size_t width = table->columns();
  return {std::move(name), std::move(table), {width}};
}

/// The files of one order of pictures: all of them, or the training part and then the test part.
struct Order {
  std::vector<std::string> features, label_endings, tags;
};
const Order all_pictures = {{"BoW_int.dat"}, {".txt"}, {"AllTags1k.txt"}};
const Order two_parts = {{"BoW_Train_int.dat", "BoW_Test_int.dat"},
                         {"_Train.txt", "_Test.txt"},
                         {"Train_Tags1k.dat", "Test_Tags1k.dat"}};

/// Tables of several files, each as long as the labels of its part.
std::unique_ptr<ForeignTable> stacked(const Release& release, const std::vector<std::string>& names,
                                      const std::vector<std::size_t>& counts, Element element) {
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (std::size_t i = 0; i < names.size(); ++i) {
    tables.push_back(
        std::make_unique<Aligned>(open_text_table(release.path(names[i])), element, counts[i]));
  }
  return stack(std::move(tables));
}

ForeignData open_nus_wide(const std::vector<std::string>& paths, const ImportOptions& options) {
  const Release release(paths);
  const bool in_parts = !release.has("BoW_int.dat") && release.has("BoW_Train_int.dat");
  const Order& order = in_parts ? two_parts : all_pictures;
  const auto has_all = [&](const std::vector<std::string>& names) {
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& name) { return release.has(name); });
  };
  ForeignData data;
  data.class_names = release.concepts(order.label_endings.front());
  if (data.class_names.empty()) {
    fail_in(ErrorCode::not_found, paths.front(),
            fmt::format("no Labels_CONCEPT{} is found below it", order.label_endings.front()));
  }
  std::vector<std::unique_ptr<ForeignTable>> labels;
  std::vector<std::size_t> counts;
  for (const std::string& ending : order.label_endings) {
    labels.push_back(std::make_unique<ConceptTable>(release, data.class_names, ending));
    counts.push_back(*labels.back()->rows());
  }

  const bool has_words = !in_parts && has_all({"All_Tags.txt", "Final_Tag_List.txt"});
  const bool has_text = has_words || has_all(order.tags);
  if (options.cross_modal.value_or(false) && !has_text) {
    fail_in(ErrorCode::not_found, paths.front(),
            fmt::format("no tags are found below it for these pictures, expected {}{}",
                        in_parts ? "" : "All_Tags.txt and Final_Tag_List.txt, or ",
                        fmt::join(order.tags, " and ")));
  }
  const bool cross_modal = options.cross_modal.value_or(has_text);
  std::string& said = data.attributes["preprocessing"];
  data.parts.push_back(part(cross_modal ? "/image/features" : "/features",
                            unit_rows(stacked(release, order.features, counts, Element::int32))));
  said = fmt::format("{} visual words, each row scaled to unit Euclidean length",
                     data.parts.front().table->columns());
  if (cross_modal && has_words) {
    const std::string tags = release.path("All_Tags.txt");
    const std::string vocabulary = release.path("Final_Tag_List.txt");
    const std::size_t n = counts.front();
    const auto open = [tags, vocabulary, n] {
      return std::make_unique<Aligned>(open_tag_table(tags, vocabulary), Element::uint8, n);
    };
    std::unique_ptr<ForeignTable> text = open();
    const std::size_t words = text->columns();
    said += fmt::format("; text: which of {} tags a picture has", words);
    if (options.tag_dimensions > 0 && options.tag_dimensions < words) {
      said += fmt::format(
          ", mean-centred and reduced to {} principal components, fitted on all {} "
          "rows",
          options.tag_dimensions, n);
      text = principal_components(open, options.tag_dimensions);
    }
    data.parts.push_back(part("/text/features", std::move(text)));
  } else if (cross_modal) {
    data.parts.push_back(
        part("/text/features", stacked(release, order.tags, counts, Element::uint8)));
    said += fmt::format("; text: which of {} tags a picture has, as released",
                        data.parts.back().table->columns());
  }
  data.parts.push_back(part("/labels", stack(std::move(labels))));
  if (in_parts) {
    std::vector<double> split(counts[0], 0);
    split.resize(counts[0] + counts[1], 1);
    data.parts.push_back(
        {"/split", table_of(std::move(split), 1, Element::uint8, paths.front()), {}});
  }
  return data;
}

}  // namespace

/// NUS-WIDE as it is released: the folder, or folders, to which its archives were unpacked. Visual
/// words are read from BoW_int.dat (in the order of Imagelist.txt), or from BoW_Train_int.dat and
/// BoW_Test_int.dat; labels from the files of 0 and 1, one per concept, in the same order. If there
/// are tags, picture and text are two views: the tags of All_Tags.txt that are in the vocabulary
/// Final_Tag_List.txt, reduced by principal components, or the release's table of 1,000 tags.
/// Memory:  one byte per label, and that of principal_components().
/// Source:  Chua et al., "NUS-WIDE: A Real-World Web Image Database from National University of
///          Singapore", CIVR 2009; thesis, section 3.2.2.
Format nus_wide_format() {
  return {"nus-wide", "NUS-WIDE's own folders: visual words, 81 concepts, tags", is_nus_wide,
          open_nus_wide};
}

}  // namespace hashlab
