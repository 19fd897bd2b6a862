#include "experiments/suite/part_keys.h"

#include "experiments/suite/balance.h"
#include "lib/options.h"

#include <utility>

namespace hashlab::experiments {
namespace {

using Values = SuiteKey::Values;

/// `used` is the member that is true for splits that use this size.
SuiteKey size_key(const std::string& name, std::string help, std::size_t splits::SplitSizes::*field,
                  RecipePlace place, bool splits::UsedSizes::*used) {
  return SuiteKey{name, std::move(help), false,
                  [=](Suite& s, const Values& v) {
                    s.sizes.*field = parse_count(name, v.back(), 0, 4294967295u);
                    s.given_sizes.push_back(field);
                  },
                  [=](const Suite& s) { return Values{std::to_string(s.sizes.*field)}; }}
      .recorded(place, name, [=](const RecipeFacts& f) {
        if (!(f.split.sizes.*used)) return std::string();
        return recipe_line(name, std::to_string(f.suite.sizes.*field));
      });
}

void set_duplicates(Suite& s, const Values& values) {
  Options options;
  options.one_of("duplicates", s.exclude_duplicates, {{"keep", false}, {"exclude", true}}, "");
  options.set("duplicates", values.back());
}

void set_balance(Suite& s, const Values& values) {
  Options options;
  options.one_of(
      "balance", s.balance,
      {{"auto", Balance::automatic}, {"class", Balance::by_class}, {"none", Balance::none}}, "");
  options.set("balance", values.back());
}

Values balance_text(const Suite& s) {
  if (s.balance == Balance::automatic) return {};
  return {s.balance == Balance::by_class ? "class" : "none"};
}

std::string balance_line(const RecipeFacts& f) {
  const bool asks_for_none = f.suite.balance == Balance::none;
  const bool is_uneven = f.suite.ground_truth.by_class() && !has_balanced_parts(f.suite, f.dataset);
  return asks_for_none || is_uneven ? recipe_line("balance", "none") : "";
}

}  // namespace

std::vector<SuiteKey> part_keys() {
  using splits::SplitSizes, splits::UsedSizes;
  return {
      size_key("test-queries", "number of test queries", &SplitSizes::test_queries,
               RecipePlace::test_queries, &UsedSizes::test_queries),
      size_key("validation-queries", "number of validation queries, for tuning",
               &SplitSizes::validation_queries, RecipePlace::validation_queries,
               &UsedSizes::validation),
      size_key("validation-database", "number of items that are ranked for validation queries",
               &SplitSizes::validation_database, RecipePlace::validation_database,
               &UsedSizes::validation),
      size_key("training", "number of training samples", &SplitSizes::training,
               RecipePlace::training, &UsedSizes::training),
      SuiteKey{
          "folds",
          "number K of folds: runs 1 to K take their test queries from K disjoint parts of the "
          "data, and the next K runs from the parts of another random partition [runs draw "
          "independently]",
          false,
          [](Suite& s, const Values& v) { s.folds = parse_count("folds", v.back(), 2, 10000); },
          [](const Suite& s) { return s.folds == 0 ? Values{} : Values{std::to_string(s.folds)}; }}
          .recorded(RecipePlace::folds, "folds",
                    [](const RecipeFacts& f) {
                      return f.suite.folds == 0
                                 ? std::string()
                                 : recipe_line("folds", std::to_string(f.suite.folds));
                    }),
      SuiteKey{"balance",
               "with groundtruth = class, how the parts of a split are drawn: class, with the same "
               "number of samples of each class; none, without regard to classes; auto, as class "
               "unless this would use up all samples of a class [auto]",
               false, set_balance, balance_text}
          .recorded(RecipePlace::balance, "balance", balance_line)
          .found_by([](const RecordedCell& cell) {
            return Values{has_recipe_line(cell.record, "balance")
                              ? recipe_value(cell.record, "balance", cell.path)
                              : "class"};
          }),
      SuiteKey{"learn-classes",
               "with groundtruth = class: coarser classes for training and tuning. drawn:G assigns "
               "the classes to G coarse classes at random in every run; or give the coarse class "
               "of each class, such as 0 0 1 1 [the classes of the data set]",
               false,
               [](Suite& s, const Values& v) { s.learn_classes = parse_learn_classes(v.back()); },
               [](const Suite& s) {
                 return s.learn_classes.empty() ? Values{} : Values{s.learn_classes.text()};
               },
               true}
          .recorded(RecipePlace::learn_classes, "learn-classes",
                    [](const RecipeFacts& f) {
                      return f.suite.learn_classes.empty()
                                 ? std::string()
                                 : recipe_line("learn-classes", f.suite.learn_classes.text());
                    }),
      {"blas",
       "portable: OpenBLAS uses its AVX2 kernels, so results are the same on every processor with "
       "AVX2; native: OpenBLAS uses the kernels of the processor, and results may differ "
       "[$HASHLAB_BLAS, else portable]",
       false,
       [](Suite& s, const Values& v) { s.blas = parse_blas_kernels("key 'blas'", v.back()); },
       [](const Suite& s) {
         if (!s.blas) return Values{};
         return Values{*s.blas == BlasKernels::portable ? "portable" : "native"};
       }},
      SuiteKey{"duplicates",
               "samples whose features equal those of an earlier sample: keep (the default), or "
               "exclude, which leaves them out of every split",
               false, set_duplicates,
               [](const Suite& s) { return s.exclude_duplicates ? Values{"exclude"} : Values{}; }}
          .recorded(RecipePlace::duplicates, "duplicates",
                    [](const RecipeFacts& f) {
                      return f.suite.exclude_duplicates ? recipe_line("duplicates", "exclude") : "";
                    }),
  };
}

}  // namespace hashlab::experiments
