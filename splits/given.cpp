#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/fitted.h"
#include "splits/draw.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>

namespace hashlab::splits {
namespace {

bool is_among(RowMark mark, std::initializer_list<RowMark> wanted) {
  return std::find(wanted.begin(), wanted.end(), mark) != wanted.end();
}

[[noreturn]] void refuse_given(const std::string& what) {
  refuse("split 'given': " + what);
}

/// The split that the data set comes with. Its marks give the queries, the database and, often, the
/// training set. Parts without marks are drawn.
class Given final : public SplitStrategy {
 public:
  SplitInfo info() const override {
    return {"given",
            1,
            "the publishers of the data set",
            "queries, database and, if there are any, training samples as the data set's '/split' "
            "marks them",
            is_literature() ? RankedRows::any : RankedRows::held_out,
            /*needs_labels=*/false,
            /*is_given=*/false,
            /*needs_marks=*/true};
  }

  void describe(Options& options) override {
    options.choice("training", training_, {"auto", "marked", "drawn", "all"},
                   "training samples; marked: those that '/split' marks; drawn: as many as the key "
                   "'training' of the experiment file says, drawn from the database in every run; "
                   "all: the whole database; auto: marked if any are marked, otherwise drawn");
    options.choice("as", as_, {"literature", "improved"},
                   "ranked items; literature: the whole database, which is also available for "
                   "training; improved: the database without training and validation samples");
  }

  std::string given_rows(std::size_t, const RowMarks& marks) const override {
    if (marks.empty()) refuse_without_marks();
    return " rows=" + sha256({reinterpret_cast<const char*>(marks.data()), marks.size()});
  }

  UsedSizes used_sizes(const RowMarks& marks) const override {
    return {.test_queries = false,
            .validation = training_ != "all",
            .training = training_in(marks) == "drawn"};
  }

  Split make(const SplitRequest& request) const override {
    if (request.marks == nullptr || request.marks->empty()) refuse_without_marks();
    if (request.marks->size() != request.n) {
      refuse_given(
          fmt::format("'/split' marks {} rows, the data set has {}: expected one mark a row",
                      request.marks->size(), request.n));
    }
    if (request.folds > 0) {
      refuse("split 'given' has the queries that the data set marks: 'folds' does not apply to it");
    }
    check_settings(*request.marks);
    const auto rows = [&](std::initializer_list<RowMark> wanted) {
      return rows_marked(request, wanted);
    };
    const std::string training = training_in(*request.marks);
    const Rows queries = needed(rows({RowMark::query}), "query", request);
    const Rows database = needed(rows({RowMark::database, RowMark::training_database}),
                                 "row of the database", request);
    Draw parts;
    Pool pool = Pool(request.n, request.excluded).within(database);
    if (training == "all") {
      parts.training = database;  // no rows are left for validation
      pool.take(database);
    } else if (training == "marked") {
      const Rows marked = needed(rows({RowMark::training_database, RowMark::training}),
                                 "row of the training set", request);
      pool.take(marked);
      SplitRequest validation = request;
      validation.sizes.training = 0;
      parts = draw_parts_of_database(pool, validation);
      parts.training = marked;
    } else {
      if (request.sizes.training == 0) refuse_given("option 'training' = 0, must be >= 1");
      parts = draw_parts_of_database(pool, request);
    }
    parts.test_queries = queries;
    Split split = split_of(parts);
    if (is_literature()) {
      split.test_database = database;
      split.learnable = hashlab::united(database, split.training);
      return split;
    }
    split.test_database = pool.rest();
    if (split.test_database.empty()) {
      refuse_given(
          fmt::format("as=improved: what is drawn for training and validation leaves nothing to "
                      "rank of the {} rows of the database: lower 'validation-database' = {}, or "
                      "use as=literature",
                      database.size(), request.sizes.validation_database));
    }
    return split;
  }

 private:
  bool is_literature() const { return as_ == "literature"; }

  [[noreturn]] static void refuse_without_marks() {
    refuse("split 'given' needs '/split', which the data set lacks");
  }

  /// The option `training`, with `auto` resolved by the marks.
  std::string training_in(const RowMarks& marks) const {
    if (training_ != "auto") return training_;
    const bool any = std::any_of(marks.begin(), marks.end(), [](RowMark mark) {
      return is_among(mark, {RowMark::training_database, RowMark::training});
    });
    return any ? "marked" : "drawn";
  }

  void check_settings(const RowMarks& marks) const {
    const auto count = [&](std::initializer_list<RowMark> wanted) {
      return std::count_if(marks.begin(), marks.end(),
                           [&](RowMark mark) { return is_among(mark, wanted); });
    };
    if (training_ == "marked" && count({RowMark::training_database, RowMark::training}) == 0) {
      refuse_given(
          "training=marked, but '/split' marks no training row by 2 or 3: use training=drawn or "
          "training=all");
    }
    if (is_literature()) return;
    if (training_ == "all") {
      refuse_given(
          "training=all and as=improved exclude each other: nothing would be left to rank that is "
          "not learned from; use as=literature, or training=drawn");
    }
    if (const auto both = count({RowMark::training_database}); both > 0) {
      refuse_given(
          fmt::format("as=improved ranks nothing that is learned from, but '/split' marks {} rows "
                      "as both by 2: use as=literature, or mark them 3 (training alone)",
                      both));
    }
  }

  /// The rows that have one of these marks and are not excluded.
  static Rows rows_marked(const SplitRequest& request, std::initializer_list<RowMark> wanted) {
    Rows rows;
    for (const std::uint32_t row : Pool(request.n, request.excluded).rest()) {
      if (is_among((*request.marks)[row], wanted)) rows.push_back(row);
    }
    return rows;
  }

  static Rows needed(Rows rows, const char* what, const SplitRequest& request) {
    if (!rows.empty()) return rows;
    if (request.excluded.empty()) {
      refuse_given(fmt::format("'/split' marks no {}: mark some, or use another strategy", what));
    }
    refuse_given(fmt::format("every {} equals an earlier row, and duplicates = exclude", what));
  }

  static Draw draw_parts_of_database(Pool& pool, const SplitRequest& request) {
    try {
      return draw_learnable(pool, request);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("split 'given': {} of the database", error.what()));
    }
  }

  std::string training_ = "auto", as_ = "literature";
};

}  // namespace

std::unique_ptr<SplitStrategy> strategies::given() {
  return std::make_unique<Given>();
}

}  // namespace hashlab::splits
