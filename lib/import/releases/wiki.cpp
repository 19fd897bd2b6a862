#include "lib/error.h"
#include "lib/import/formats.h"
#include "lib/import/matlab/mat5_directory.h"
#include "lib/import/matlab/mat5_file.h"
#include "lib/import/text/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <utility>

namespace hashlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t categories = 10;

bool is_list_name(const fs::path& path) {
  return path.filename().string().ends_with("set_txt_img_cat.list");
}

/// Is a line two names and a category, between tabs?
bool is_list_line(std::string_view line) {
  const std::size_t last = line.rfind('\t');
  if (last == line.npos || std::count(line.begin(), line.end(), '\t') != 2) return false;
  const auto category = number_of(line.substr(last + 1));
  const bool has_names =
      line.front() != '\t' && line[last - 1] != '\t' && !number_of(line.substr(0, line.find('\t')));
  return has_names && category && *category >= 1 && *category <= categories;
}

bool has_wiki_variables(const std::string& path) {
  try {
    std::size_t found = 0;
    for (const Mat5Variable& v : mat5_directory(InputFile(path))) {
      if (v.about.name == "I_tr" || v.about.name == "T_tr") ++found;
    }
    return found == 2;
  } catch (const Error&) {
    return false;
  }
}

bool is_wiki(const Sniff& file) {
  if (file.is_folder) {
    std::error_code error;
    for (fs::directory_iterator entry(file.path, error), end; !error && entry != end;
         entry.increment(error)) {
      if (is_list_name(entry->path())) return true;
    }
    return false;
  }
  if (is_mat5(file.head)) return !file.is_gzip && has_wiki_variables(file.path);
  std::string_view line = std::string_view(file.head).substr(0, file.head.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return is_list_line(line);
}

struct Sources {
  std::string features, train, test;
};

/// Recognises the files; a folder stands for the files in it.
Sources sources_of(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    const auto before = static_cast<std::ptrdiff_t>(files.size());
    for (fs::directory_iterator entry(path, error), end; !error && entry != end;
         entry.increment(error)) {
      const bool is_features = entry->path().filename() == "raw_features.mat";
      if (is_features || is_list_name(entry->path())) files.push_back(entry->path().string());
    }
    std::sort(files.begin() + before, files.end());
  }
  Sources sources;
  for (const std::string& file : files) {
    const std::string name = fs::path(file).filename().string();
    std::string* which = nullptr;
    if (is_mat5(sniff(file).head)) {
      which = &sources.features;
    } else if (name.find("train") != name.npos) {
      which = &sources.train;
    } else if (name.find("test") != name.npos) {
      which = &sources.test;
    } else {
      fail_in(ErrorCode::invalid_argument, file,
              "is neither raw_features.mat nor a list with 'train' or 'test' in its name");
    }
    if (!which->empty()) {
      fail_in(ErrorCode::invalid_argument, file,
              fmt::format("is of the same kind as {}: expected raw_features.mat, one list of the "
                          "training set and one of the test set",
                          *which));
    }
    *which = file;
  }
  if (sources.features.empty() || sources.train.empty() || sources.test.empty()) {
    fail_in(ErrorCode::invalid_argument, paths.front(),
            "is a part of the Wiki set, which takes three files: raw_features.mat, "
            "trainset_txt_img_cat.list and testset_txt_img_cat.list, or their folder");
  }
  return sources;
}

/// The third column of a list, less one.
std::vector<double> categories_of(const std::string& path) {
  std::vector<double> values;
  TextRows rows(path);
  while (rows.next()) {
    if (rows.fields().size() != 3) {
      fail_in(ErrorCode::corrupt_file, path,
              fmt::format("has {} fields a line, expected a text, a picture and their category",
                          rows.fields().size()));
    }
    const double category = rows.number(2);
    if (!(category >= 1 && category <= categories) || category != static_cast<int>(category)) {
      rows.fail(2, fmt::format("is {}, expected a category in 1 .. {}", category, categories));
    }
    values.push_back(category - 1);
  }
  return values;
}

/// Training and test part of one view; `expected` are their numbers of samples.
ForeignPart view(const MatlabFile& file, const std::string& name, const std::string& variables,
                 const std::vector<std::size_t>& expected) {
  ImportOptions options;
  options.features_variable = variables;
  options.samples_are_columns = false;
  const MatlabChoice choice = choose_variables(file.path(), file.variables(), options);
  std::vector<std::unique_ptr<ForeignTable>> tables;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    tables.push_back(file.open(choice.features[i]));
    if (*tables.back()->rows() == expected[i]) continue;
    fail_in(ErrorCode::corrupt_file, file.path(),
            fmt::format("variable {} has {} rows, but the list of its categories has {}",
                        file.variables()[choice.features[i].variable].name, *tables.back()->rows(),
                        expected[i]));
  }
  auto table = stack(std::move(tables));
  const std::size_t width = table->columns();
  return {name, std::move(table), {width}};
}

ForeignData open_wiki(const std::vector<std::string>& paths, const ImportOptions&) {
  const Sources sources = sources_of(paths);
  std::vector<double> labels = categories_of(sources.train);
  const std::vector<double> test = categories_of(sources.test);
  std::vector<double> split(labels.size(), 0);
  const std::vector<std::size_t> counts = {labels.size(), test.size()};
  labels.insert(labels.end(), test.begin(), test.end());
  split.resize(labels.size(), 1);

  const auto file = open_mat5(sources.features);
  ForeignData data;
  data.parts.push_back(view(*file, "/image/features", "I_tr,I_te", counts));
  data.parts.push_back(view(*file, "/text/features", "T_tr,T_te", counts));
  data.parts.push_back(
      {"/labels", table_of(std::move(labels), 1, Element::int32, sources.train), {}});
  data.parts.push_back(
      {"/split", table_of(std::move(split), 1, Element::uint8, sources.train), {}});
  data.attributes["preprocessing"] =
      "image: 128 visual words, text: 10 topics (LDA), both as released; training rows, then test "
      "rows; categories 1 .. 10 became classes 0 .. 9";
  data.class_names = {"art",   "biology", "geography", "history", "literature",
                      "media", "music",   "royalty",   "sport",   "warfare"};
  return data;
}

}  // namespace

/// Pairs of text and picture of Wikipedia's featured articles: raw_features.mat (I_tr, I_te, T_tr,
/// T_te) and the lists of categories of its two parts, in any order, or their folder. The names of
/// the categories are those of the release, whose lists give numbers.
/// Source:  Rasiwasia et al., "A New Approach to Cross-Modal Multimedia Retrieval", ACM MM 2010.
Format wiki_format() {
  return {"wiki", "Wiki, texts and pictures: raw_features.mat and its lists of categories", is_wiki,
          open_wiki};
}

}  // namespace hashlab
