#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/h5/h5.h"
#include "splits/draw.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

namespace hashlab::splits {
namespace {

/// A part of the split. A split without its list is an error if the part is `needed`.
struct Part {
  const char* name;
  bool needed;
};
constexpr std::array<Part, 5> parts = {{{"queries", true},
                                        {"database", true},
                                        {"training", true},
                                        {"validation-queries", false},
                                        {"validation-database", false}}};
enum : std::size_t { queries, database, training, validation_queries, validation_database };

/// Two parts that share no row in a split without leaks.
struct Apart {
  std::size_t a, b;
  bool as_literature;  ///< true if this also holds with as = literature
};
constexpr std::array<Apart, 10> apart = {{{queries, database, true},
                                          {queries, training, true},
                                          {queries, validation_queries, true},
                                          {queries, validation_database, true},
                                          {validation_queries, training, true},
                                          {validation_queries, validation_database, true},
                                          {database, training, false},
                                          {database, validation_queries, false},
                                          {database, validation_database, false},
                                          {validation_database, training, false}}};

std::size_t shared(const Rows& a, const Rows& b) {
  Rows both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

Rows united(const std::vector<const Rows*>& lists) {
  Rows all;
  for (const Rows* rows : lists) all.insert(all.end(), rows->begin(), rows->end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Lists of rows that the user gives. They are read only when a split or its recipe is needed, so
/// that results can be read where the lists are missing.
class Foreign final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"foreign",
            1,
            "lists of rows made elsewhere",
            "the parts are read from lists; runs differ only in the random choices of the methods",
            as_ == "literature" ? RankedRows::any : RankedRows::held_out,
            /*needs_labels=*/false,
            /*is_given=*/true};
  }

  void describe(Options& options) override {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      options.place(parts[i].name, places_[i],
                    parts[i].needed ? "list of rows: text, .npy or FILE.h5:/DATASET"
                                    : "list of rows (optional): text, .npy or FILE.h5:/DATASET");
    }
    options.place("lists", lists_,
                  "folder (queries.txt or .npy, ...) or FILE.h5:/GROUP with the lists that no "
                  "other option names");
    options.place(
        "names", names_,
        "for lists of file names: file with the name of each row, which is a text or a DATA.h5 "
        "with /names");
    options.choice(
        "as", as_, {"improved", "literature"},
        "data available for training; improved: the parts training and validation; literature: "
        "also the database");
    options.choice("leaks", leaks_, {"refuse", "allow"},
                   "what to do if lists share rows that 'as' keeps apart");
  }

  std::string given_rows(std::size_t n, const RowMarks&) const override {
    const Lists lists = read(n);
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      text += fmt::format("{} {}\n", parts[i].name, fmt::join(lists[i], " "));
    }
    return " rows=" + sha256(text);
  }

  UsedSizes used_sizes(const RowMarks&) const override { return {false, false, false}; }

  Split make(const SplitRequest& request) const override {
    if (request.folds > 0) {
      throw Error(ErrorCode::invalid_argument,
                  "split 'foreign' has the queries of its list: 'folds' does not apply to it");
    }
    Lists lists = read(request.n);
    if (leaks_ == "refuse") refuse_leaks(lists);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Rows kept;
      std::set_difference(lists[i].begin(), lists[i].end(), request.excluded.begin(),
                          request.excluded.end(), std::back_inserter(kept));
      if (kept.empty() && parts[i].needed) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("split 'foreign': every row of '{}' equals an earlier one, and "
                                "duplicates = exclude",
                                parts[i].name));
      }
      lists[i] = std::move(kept);
    }
    Split split;
    split.test_queries = lists[queries];
    split.test_database = lists[database];
    split.validation_queries = lists[validation_queries];
    split.validation_database = lists[validation_database];
    split.training = lists[training];
    std::vector<const Rows*> learnable = {&split.training, &split.validation_queries,
                                          &split.validation_database};
    if (as_ == "literature") learnable.push_back(&split.test_database);
    split.learnable = united(learnable);
    return split;
  }

 private:
  using Lists = std::array<Rows, parts.size()>;

  /// The path of a list; empty if the list is optional and there is none.
  std::string place(std::size_t i) const {
    namespace fs = std::filesystem;
    if (!places_[i].empty()) return places_[i];
    const std::string name = parts[i].name;
    std::error_code ignored;
    if (lists_.empty()) {
      if (!parts[i].needed) return "";
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("split 'foreign' needs '{}': the list's file, or 'lists' for all", name));
    }
    if (fs::is_directory(lists_, ignored)) {
      for (const char* ending : {".txt", ".npy"}) {
        const std::string path = lists_ + "/" + name + ending;
        if (fs::exists(path, ignored)) return path;
      }
      if (!parts[i].needed) return "";
      throw Error(ErrorCode::not_found,
                  fmt::format("{}: has neither '{}.txt' nor '{}.npy', which split 'foreign' needs",
                              lists_, name, name));
    }
    const std::size_t colon = lists_.rfind(":/");
    const std::string file = lists_.substr(0, colon);
    const std::string group = colon == lists_.npos ? "" : lists_.substr(colon + 1);
    const std::string dataset = (group == "/" ? "" : group) + "/" + name;
    if (!parts[i].needed && !H5File::open(file).has(dataset)) return "";
    return file + ":" + dataset;
  }

  IndexList list_at(const std::string& path, std::size_t i, std::size_t n) const {
    try {
      return read_index_list(path, n, [&] {
        if (names_.empty()) refuse(path + ": is a list of names, which needs names=FILE");
        return read_row_names(names_, n);
      });
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("{} (it is to be '{}' of split 'foreign')",
                                            error.what(), parts[i].name));
    }
  }

  Lists read(std::size_t n) const {
    Lists lists;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string path = place(i);
      if (path.empty()) continue;
      const IndexList list = list_at(path, i, n);
      if (list.repeats() > 0) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("{}: lists {} of its {} rows again, expected each once ('hashlab "
                                "audit --data DATA.h5' with these lists tells more)",
                                path, list.repeats(), list.rows.size()));
      }
      lists[i] = list.sorted();
    }
    return lists;
  }

  void refuse_leaks(const Lists& lists) const {
    std::vector<std::string> found;
    for (const Apart& pair : apart) {
      if (as_ == "literature" && !pair.as_literature) continue;
      const std::size_t count = shared(lists[pair.a], lists[pair.b]);
      if (count == 0) continue;
      found.push_back(fmt::format("{} of {} in {}", count, parts[pair.a].name, parts[pair.b].name));
    }
    if (found.empty()) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("split 'foreign', as={}: rows are in two lists: {}; 'hashlab audit "
                            "--data DATA.h5' with these lists tells more, leaks=allow runs it all "
                            "the same",
                            as_, fmt::join(found, ", ")));
  }

  std::array<std::string, parts.size()> places_;
  std::string lists_, names_, as_ = "improved", leaks_ = "refuse";
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::foreign() {
  return std::make_unique<Foreign>();
}

}  // namespace hashlab::splits
