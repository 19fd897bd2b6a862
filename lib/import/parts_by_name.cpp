#include "lib/import/parts_by_name.h"

#include "lib/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace hashlab {
namespace {

struct PartWord {
  std::string_view word;
  NamedPart part;
};

/// Longer words first, since they hold shorter ones. Words of at most three letters count only
/// where no other letters of the same case touch them.
constexpr std::array<PartWord, 19> part_words = {{{"validation", NamedPart::validation},
                                                  {"retrieval", NamedPart::train},
                                                  {"training", NamedPart::train},
                                                  {"database", NamedPart::train},
                                                  {"queries", NamedPart::test},
                                                  {"testing", NamedPart::test},
                                                  {"gallery", NamedPart::train},
                                                  {"query", NamedPart::test},
                                                  {"train", NamedPart::train},
                                                  {"valid", NamedPart::validation},
                                                  {"probe", NamedPart::test},
                                                  {"base", NamedPart::train},
                                                  {"test", NamedPart::test},
                                                  {"trn", NamedPart::train},
                                                  {"tst", NamedPart::test},
                                                  {"val", NamedPart::validation},
                                                  {"tr", NamedPart::train},
                                                  {"te", NamedPart::test},
                                                  {"db", NamedPart::train}}};

/// Is the word at `at` a word of its own, as in X_tr, XTr, Xtr and tr_x, but not in matrix?
bool stands_alone(std::string_view name, std::size_t at, std::size_t length) {
  const auto is_letter = [&](std::size_t i) {
    return i < name.size() && std::isalpha(static_cast<unsigned char>(name[i])) != 0;
  };
  const auto is_capital = [&](std::size_t i) {
    return std::isupper(static_cast<unsigned char>(name[i])) != 0;
  };
  const bool begins = at == 0 || !is_letter(at - 1) || is_capital(at - 1) != is_capital(at) ||
                      (is_capital(at) && !is_capital(at + 1));
  const std::size_t end = at + length;
  const bool ends = !is_letter(end) || is_capital(end) != is_capital(end - 1);
  return begins && ends;
}

bool is_label_word(const std::string& rest) {
  static const std::set<std::string> words = {"y",     "l",       "label", "labels", "lab",
                                              "labs",  "gnd",     "gt",    "target", "targets",
                                              "class", "classes", "lall",  "cat",    "category"};
  return words.contains(rest) || rest.find("label") != rest.npos || rest.find("gnd") != rest.npos;
}

/// Numbers of the rows, which are no labels.
bool is_row_word(const std::string& rest) {
  static const std::set<std::string> words = {"id",    "ids",     "idx", "ind",
                                              "index", "indices", "rows"};
  return words.contains(rest);
}

/// Two variables that are alike in name, one of training and one of test samples.
struct PartPair {
  const NamedTable* train = nullptr;
  const NamedTable* test = nullptr;
  std::size_t others = 0;  // further ones of either part, by which the two would be a guess

  bool is_whole() const { return train != nullptr && test != nullptr && others == 0; }
  bool are_vectors() const { return train->is_vector && test->is_vector; }
  std::string text() const { return train->name + "," + test->name; }
};

std::map<std::string, PartPair> pairs_of(const std::vector<NamedTable>& tables) {
  std::map<std::string, PartPair> pairs;
  for (const NamedTable& table : tables) {
    const auto [part, rest] = part_of_name(table.name);
    if (!part || *part == NamedPart::validation) continue;
    PartPair& pair = pairs[rest];
    const NamedTable*& place = *part == NamedPart::train ? pair.train : pair.test;
    if (place != nullptr) ++pair.others;
    place = &table;
  }
  std::erase_if(pairs, [](const auto& pair) { return !pair.second.is_whole(); });
  return pairs;
}

}  // namespace

PartName part_of_name(std::string_view name) {
  const std::string small = lower_case(name);
  for (const auto& [word, part] : part_words) {
    std::size_t at = small.find(word);
    while (at != small.npos && word.size() <= 3 && !stands_alone(name, at, word.size())) {
      at = small.find(word, at + 1);
    }
    if (at == small.npos) continue;
    std::string rest = small.substr(0, at) + small.substr(at + word.size());
    std::erase_if(rest, [](char c) { return c == '_' || c == '-' || c == '.'; });
    return {part, rest};
  }
  return {std::nullopt, small};
}

std::optional<PartVariables> variables_of_parts(const std::vector<NamedTable>& tables) {
  std::vector<const PartPair*> features, labels, vectors;
  const std::map<std::string, PartPair> pairs = pairs_of(tables);
  for (const auto& [rest, pair] : pairs) {
    if (is_label_word(rest)) {
      labels.push_back(&pair);
    } else if (!is_row_word(rest)) {
      (pair.are_vectors() ? vectors : features).push_back(&pair);
    }
  }
  if (features.size() != 1 || labels.size() > 1) return std::nullopt;
  if (labels.empty() && vectors.size() == 1) labels = vectors;
  return PartVariables{features.front()->text(), labels.empty() ? "" : labels.front()->text()};
}

void add_split_of_names(ForeignData& data, const std::string& path,
                        const std::vector<std::string>& names,
                        const std::vector<std::size_t>& rows) {
  if (names.size() < 2) return;
  std::vector<double> split;
  std::vector<std::string> tests, others;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_test = part_of_name(names[i]).part == NamedPart::test;
    (is_test ? tests : others).push_back(names[i]);
    split.insert(split.end(), rows[i], is_test ? 1.0 : 0.0);
  }
  if (tests.empty() || others.empty()) {
    data.notes.push_back(fmt::format(
        "{}: {} were concatenated, and their names do not say which samples are the test set: if "
        "one is, write each to a file and give train=FILE test=FILE, so that the split is kept",
        path, fmt::join(names, " and ")));
    return;
  }
  data.parts.push_back({"/split", table_of(std::move(split), 1, Element::uint8, path), {}});
  data.notes.push_back(
      fmt::format("{}: the split of the file is kept (/split, strategy given): {} is the test set, "
                  "{} the database",
                  path, fmt::join(tests, " and "), fmt::join(others, " and ")));
}

std::string note_of_other_part(const std::string& path, const std::string& name,
                               const std::vector<NamedTable>& tables) {
  const PartName chosen = part_of_name(name);
  if (!chosen.part) return "";
  for (const NamedTable& table : tables) {
    const PartName other = part_of_name(table.name);
    if (!other.part || other.rest != chosen.rest || other.part == chosen.part) continue;
    return fmt::format(
        "{}: {} was left out, another part of the same data by its name: "
        "--features-variable {},{} reads both and keeps the split",
        path, table.name, name, table.name);
  }
  return "";
}

}  // namespace hashlab
