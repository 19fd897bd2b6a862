#include "experiments/suite/suite_keys.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/plain_name.h"
#include "results/scores/recorded_metric.h"
#include "results/scores/registry.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace hashlab::experiments {
namespace {

using Values = SuiteKey::Values;

std::uint64_t parse_count(const std::string& key, const std::string& text, std::uint64_t min,
                          std::uint64_t max) {
  const auto value = parse_whole(text);
  if (!value || *value < min || *value > max) {
    refuse(
        fmt::format("option '{}' = '{}', must be a whole number in {} .. {}", key, text, min, max));
  }
  return *value;
}

void refuse_repeats(const std::string& key, Values values) {
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice != values.end()) refuse(fmt::format("option '{}' names '{}' twice", key, *twice));
}

/// A suite file would lose these: '#' starts a comment there, and values are trimmed.
bool fits_in_a_line(const std::string& text) {
  constexpr const char* spaces = " \t\r\n";
  return text.empty() ||
         (text.find_first_of("#\r\n") == std::string::npos && text.find_first_not_of(spaces) == 0 &&
          text.find_last_not_of(spaces) + 1 == text.size());
}

SuiteKey text_key(const std::string& name, std::string help, std::string Suite::*field,
                  bool may_be_empty = false) {
  return {name,
          std::move(help),
          false,
          [=](Suite& s, const Values& v) {
            if (!fits_in_a_line(v.back())) {
              refuse(
                  fmt::format("key '{}' has a '#', a line break or a space at an end, which a "
                              "suite file cannot hold",
                              name));
            }
            s.*field = v.back();
          },
          [=](const Suite& s) { return (s.*field).empty() ? Values{} : Values{s.*field}; },
          may_be_empty};
}

/// Kept as it was written, but refused at once if it is no name.
SuiteKey baseline_key() {
  SuiteKey key =
      text_key("baseline",
               "method that tables compare the others with: a name, or +QUANTISER for the one "
               "on the same projection",
               &Suite::baseline, true);
  key.set = [as_text = key.set](Suite& s, const Values& v) {
    as_text(s, v);
    try {
      canonical_baseline(s.baseline);
    } catch (const Error& error) {
      refuse(fmt::format("key 'baseline': {}", error.what()));
    }
  };
  return key;
}

SuiteKey size_key(const std::string& name, std::string help,
                  std::size_t splits::SplitSizes::*field) {
  return {name, std::move(help), false,
          [=](Suite& s, const Values& v) {
            s.sizes.*field = parse_count(name, v.back(), 0, 4294967295u);
            s.given_sizes.push_back(field);
          },
          [=](const Suite& s) { return Values{std::to_string(s.sizes.*field)}; }};
}

void set_names(const std::string& key, Values& field, const Values& values,
               const std::function<std::string(const std::string&)>& canonical) {
  field.clear();
  for (const std::string& value : values) field.push_back(canonical(value));
  refuse_repeats(key, field);
}

/// Kinds of methods, in the order of a suite's.
enum class Kind { hash_function, grid, embedding, reference };

Kind kind_of(const Method& method) {
  if (!method.has_bits()) return Kind::reference;
  if (!method.has_codes()) return Kind::embedding;
  return method.grid() != nullptr ? Kind::grid : Kind::hash_function;
}

/// Names or texts of the suite's methods of that kind.
Values of_kind(const Suite& s, Kind kind, const std::string& (Method::*what)() const) {
  Values all;
  for (const Method& method : s.methods) {
    if (kind_of(method) == kind) all.push_back((method.*what)());
  }
  return all;
}

/// Puts a method for each value in place of the suite's methods of that kind.
void set_methods(Suite& s, const std::string& key, Kind kind, const Values& values,
                 const std::function<Method(const std::string&)>& parse) {
  std::erase_if(s.methods, [&](const Method& method) { return kind_of(method) == kind; });
  for (const std::string& value : values) s.methods.push_back(parse(value));
  std::stable_sort(s.methods.begin(), s.methods.end(),
                   [](const Method& a, const Method& b) { return kind_of(a) < kind_of(b); });
  refuse_repeats(key, of_kind(s, kind, &Method::name));
}

void set_bits(Suite& s, const Values& values) {
  s.bits.clear();
  Values texts;
  for (const std::string& word : split_list(values)) {
    s.bits.push_back(parse_count("bits", word, 1, 1024));
    texts.push_back(std::to_string(s.bits.back()));
  }
  if (texts.empty()) refuse("key 'bits' has no value");
  refuse_repeats("bits", texts);
}

Values bits_text(const Suite& s) {
  return {fmt::format("{}", fmt::join(s.bits, " "))};
}

void set_duplicates(Suite& s, const Values& values) {
  const std::string& value = values.back();
  if (value != "keep" && value != "exclude") {
    refuse(fmt::format("option 'duplicates' = '{}', must be keep | exclude", value));
  }
  s.exclude_duplicates = value == "exclude";
}

void set_balance(Suite& s, const Values& values) {
  const std::string& value = values.back();
  if (value != "auto" && value != "class" && value != "none") {
    refuse(fmt::format("option 'balance' = '{}', must be auto | class | none", value));
  }
  s.balance = value == "auto"    ? Balance::automatic
              : value == "class" ? Balance::by_class
                                 : Balance::none;
}

Values balance_text(const Suite& s) {
  if (s.balance == Balance::automatic) return {};
  return {s.balance == Balance::by_class ? "class" : "none"};
}

void set_view(Suite& s, const Values& values) {
  const std::string& view = values.back();
  const char* remedy = "name a view of the data set ('hashlab inspect' lists them)";
  require_plain_name("key 'view'", view, remedy);
  if (!fits_in_a_line(view) || view.find('/') != std::string::npos) {
    refuse(
        fmt::format("key 'view' = '{}' has a '/', a '#' or a space at an end: {}", view, remedy));
  }
  s.view = view;
}

const std::vector<std::string> kinds_of_codes = {"function", "joint", "label"};

void check_view_name(const std::string& key, const std::string& view) {
  const char* remedy = "name views of the data set ('hashlab inspect' lists them)";
  require_plain_name(fmt::format("key '{}'", key), view, remedy);
  if (view.empty() || view.find_first_of("/#> \t") != std::string::npos) {
    refuse(fmt::format("key '{}': '{}' is no name of a view: {}", key, view, remedy));
  }
}

void set_views(Suite& s, const Values& values) {
  const Values views = split_list(values);
  for (const std::string& view : views) check_view_name("views", view);
  if (views.size() != 2 || views.front() == views.back()) {
    refuse(
        fmt::format("key 'views' = '{}', must be two views, the first and the second of "
                    "two-view methods, such as 'image text'",
                    fmt::join(views, " ")));
  }
  s.views = views;
}

void set_directions(Suite& s, const Values& values) {
  Values texts;
  s.directions.clear();
  for (const std::string& word : split_list(values)) {
    const std::size_t arrow = word.find('>');
    if (arrow == std::string::npos) {
      refuse(fmt::format("key 'direction' = '{}', must be VIEW>VIEW, such as image>text", word));
    }
    const results::Direction direction{word.substr(0, arrow), word.substr(arrow + 1), ""};
    for (const std::string& view : {direction.query, direction.database}) {
      check_view_name("direction", view);
    }
    s.directions.push_back(direction);
    texts.push_back(direction.text());
  }
  if (texts.empty()) refuse("key 'direction' has no value");
  refuse_repeats("direction", texts);
}

void set_database_codes(Suite& s, const Values& values) {
  s.database_codes = split_list(values);
  for (const std::string& kind : s.database_codes) {
    if (std::find(kinds_of_codes.begin(), kinds_of_codes.end(), kind) != kinds_of_codes.end()) {
      continue;
    }
    refuse(fmt::format("option 'codes-of-database' = '{}', must be {}", kind,
                       fmt::join(kinds_of_codes, " | ")));
  }
  refuse_repeats("codes-of-database", s.database_codes);
}

Values joined(const Values& words) {
  return words.empty() ? Values{} : Values{fmt::format("{}", fmt::join(words, " "))};
}

Values directions_text(const Suite& s) {
  Values texts;
  for (const results::Direction& direction : s.directions) texts.push_back(direction.text());
  return joined(texts);
}

/// Of what cells record, too: "gap-grouped-recall@1", "rerank-map[R=100,by=cosine]".
std::string metric_name(const std::string& text) {
  const auto recorded = results::recorded_metric(text);
  return recorded ? recorded->name : metric(text).name;
}

SuiteKey score_key(const results::CellScore& family) {
  const results::ScoreInfo info = family.info();
  return {info.key,
          info.help,
          false,
          [&family](Suite& s, const Values& v) { s.scores.set(family, v.back()); },
          [key = info.key](const Suite& s) {
            const std::string text = s.scores.text_of(key);
            return text.empty() ? Values{} : Values{text};
          },
          true};
}

std::string split_help() {
  Values names;
  for (const auto& strategy : splits::all_strategies()) names.push_back(strategy->info().name);
  return fmt::format(
      "splitting protocol: {}; one line for each ('hashlab list splits' explains them)",
      fmt::join(names, ", "));
}

Values grids_text(const Suite& s) {
  Values texts;
  for (const Method& method : s.methods) {
    if (method.grid() != nullptr) texts.push_back(method.grid()->text());
  }
  return texts;
}

}  // namespace

Values split_list(const Values& values) {
  Values words;
  for (std::string value : values) {
    std::replace(value.begin(), value.end(), ',', ' ');
    std::istringstream in(value);
    for (std::string word; in >> word;) words.push_back(word);
  }
  return words;
}

namespace {

std::vector<SuiteKey> keys_of_methods() {
  return {
      text_key("name", "name of the experiment file and of its folder of results", &Suite::name),
      text_key("dataset", "data set file, looked up in the data folder", &Suite::dataset),
      {"datasets",
       "in place of dataset: profiles of data sets, such as cifar10 mnist. Each NAME becomes an "
       "experiment file with the settings of datasets/NAME.ini beside this file, except those "
       "given here",
       true,
       [](Suite&, const Values&) {
         refuse("key 'datasets' has its place in the file of a suite, or of one that it names");
       },
       [](const Suite&) { return Values{}; }},
      {"profile", "use the settings of datasets/NAME.ini beside this file, except those given here",
       false, [](Suite&, const Values&) {}, [](const Suite&) { return Values{}; }},
      {"view", "the view whose features are used, such as image, if the data set has several",
       false, set_view, [](const Suite& s) { return s.view.empty() ? Values{} : Values{s.view}; },
       true},
      {"direction",
       "for cross-modal methods: which view the queries come from and which view is ranked, such "
       "as image>text text>image. The first view takes the place of the paper's first view, unless "
       "the key views gives another order",
       true, set_directions, directions_text},
      {"views", "first and second view of cross-modal methods [those of the first direction]", true,
       set_views, [](const Suite& s) { return joined(s.views); }},
      {"codes-of-database",
       "for cross-modal methods, the codes of the database items, one or several of: function, "
       "computed from the ranked view alone (the honest choice and the default); joint, the codes "
       "that training computed from both views of an item; label, computed from its classes",
       true, set_database_codes, [](const Suite& s) { return joined(s.database_codes); }},
      {"groundtruth",
       "which items are relevant; required if the data set has labels. class: items that share a "
       "class with the query; epsilon: items whose features are near those of the query, with the "
       "options neighbours=50, samples=100, reference=database, boundary=inclusive, "
       "self=excluded; lists: the items that the data set lists for the query, with level=auto, "
       "self=kept. Options follow a colon: epsilon:neighbours=100,samples=50. With lists, methods "
       "train on the classes if there are any",
       false,
       [](Suite& s, const Values& v) {
         s.ground_truth = parse_ground_truth(v.back());
         s.ground_truth_given = true;
       },
       [](const Suite& s) { return Values{s.ground_truth.recipe()}; }},
      {"hasher",
       "hashing method, PROJECTION+QUANTISER[:key=value,...]; or auto, which chooses one in every "
       "run on the training and validation data; or codes of another program, "
       "codes:name=net,file=net-{bits}-{run}.npy,training=split, with a code for every row. "
       "training is what they were trained on: split, learnable, nothing or a file of row numbers. "
       "Also threshold=0.5, bit-order=big, digit-bits=2. One line for each method",
       true,
       [](Suite& s, const Values& v) {
         set_methods(s, "hasher", Kind::hash_function, v, [](const auto& t) {
           if (means_foreign_codes(t)) return Method(parse_foreign_codes(t));
           return t == auto_name ? Method::automatic() : Method(hashers::make_hasher(t));
         });
       },
       [](const Suite& s) { return of_kind(s, Kind::hash_function, &Method::text); }},
      {"grid",
       "hyperparameter grid, HASHER: key=value,value; key=value,value. It adds the method "
       "HASHER:tuned, whose settings are chosen in every run on validation data. HASHER: declared "
       "uses the grid that the method declares. One line for each grid",
       true,
       [](Suite& s, const Values& v) {
         const bool none = v.size() == 1 && v.front().empty();  // takes away the grids of the file
         set_methods(s, "grid", Kind::grid, none ? Values{} : v,
                     [](const auto& t) { return Method(parse_grid(t)); });
       },
       grids_text, true},
      {"auto-budget",
       "compute budget of each choice by hasher = auto: units of 10^9 multiply-adds of a matrix "
       "product (about 0.03 s of one core each), or 10%, a tenth of the work of training all "
       "methods with all declared settings once",
       false, [](Suite& s, const Values& v) { s.auto_budget = parse_work_budget(v.back()); },
       [](const Suite& s) { return Values{work_budget_text(s.auto_budget)}; }},
      {"select-by", "metric by which grids and auto choose [the first metric]", false,
       [](Suite& s, const Values& v) {
         s.select_by = v.back().empty() ? "" : metric(v.back()).name;
       },
       [](const Suite& s) { return s.select_by.empty() ? Values{} : Values{s.select_by}; }, true},
      {"embedding",
       "PROJECTION+SIMILARITY[:key=value,...]: the uncompressed baseline of a projection, with as "
       "many real values as a code has bits. The similarity is cosine, inner-product or euclidean, "
       "or asymmetric (real values of the query, bits of the items). One line for each",
       true,
       [](Suite& s, const Values& v) {
         set_methods(s, "embedding", Kind::embedding, v,
                     [](const auto& t) { return Method(make_embedding(t)); });
       },
       [](const Suite& s) { return of_kind(s, Kind::embedding, &Method::name); }},
      {"reference",
       "uncompressed baselines, which rank by the features themselves: euclidean, cosine, "
       "inner-product, or several of them. For the last two, :origin=mean or :origin=zero sets the "
       "origin",
       true,
       [](Suite& s, const Values& v) {
         set_methods(s, "reference", Kind::reference, split_list(v),
                     [](const auto& t) { return Method(make_reference(t)); });
       },
       [](const Suite& s) { return of_kind(s, Kind::reference, &Method::name); }, true},
      {"bits", "code lengths, 1 to 1024, such as 16 32 64", true, set_bits, bits_text},
      {"split", split_help(), true,
       [](Suite& s, const Values& v) {
         set_names("split", s.splits, v, [](const auto& t) {
           if (!fits_in_a_line(t))
             refuse("key 'split' names a path with a '#' or a space at an end");
           return splits::make_split(t).name;
         });
       },
       [](const Suite& s) { return s.splits; }},
      {"runs", "number of runs, each with a random split, that are averaged", false,
       [](Suite& s, const Values& v) { s.runs = parse_count("runs", v.back(), 1, 10000); },
       [](const Suite& s) { return Values{std::to_string(s.runs)}; }},
      {"seed", "seed of all random draws", false,
       [](Suite& s, const Values& v) { s.seed = parse_count("seed", v.back(), 0, UINT64_MAX); },
       [](const Suite& s) { return Values{std::to_string(s.seed)}; }},
      {"metric",
       "metric of the tables, one line for each ('hashlab list metrics' defines them). The default "
       "for groundtruth = class or lists is map, auprc; otherwise",
       true, [](Suite& s, const Values& v) { set_names("metric", s.metrics, v, metric_name); },
       [](const Suite& s) { return s.metrics; }},
      baseline_key(),
  };
}

std::vector<SuiteKey> keys_of_parts() {
  return {
      size_key("test-queries", "number of test queries", &splits::SplitSizes::test_queries),
      size_key("validation-queries", "number of validation queries, for tuning",
               &splits::SplitSizes::validation_queries),
      size_key("validation-database", "number of items that are ranked for validation queries",
               &splits::SplitSizes::validation_database),
      size_key("training", "number of training samples", &splits::SplitSizes::training),
      {"folds",
       "K: runs 1 to K take their test queries from K disjoint parts of the data, the next K from "
       "another random partition [runs draw independently]",
       false, [](Suite& s, const Values& v) { s.folds = parse_count("folds", v.back(), 2, 10000); },
       [](const Suite& s) { return s.folds == 0 ? Values{} : Values{std::to_string(s.folds)}; }},
      {"balance",
       "with groundtruth = class: class, every part has the same number of samples of each class; "
       "none, samples are drawn without regard to classes; auto, class unless this would exhaust a "
       "class [auto]",
       false, set_balance, balance_text},
      {"learn-classes",
       "with groundtruth = class: coarser classes for training and tuning. drawn:G draws G of them "
       "in every run; or give the coarse class of each class, such as 0 0 1 1",
       false, [](Suite& s, const Values& v) { s.learn_classes = parse_learn_classes(v.back()); },
       [](const Suite& s) {
         return s.learn_classes.empty() ? Values{} : Values{s.learn_classes.text()};
       },
       true},
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
      {"duplicates", "keep; or exclude: samples that repeat an earlier one are in no split", false,
       set_duplicates,
       [](const Suite& s) { return s.exclude_duplicates ? Values{"exclude"} : Values{}; }},
  };
}

}  // namespace

const std::vector<SuiteKey>& suite_keys() {
  static const std::vector<SuiteKey> all = [] {
    std::vector<SuiteKey> keys = keys_of_methods();
    for (const auto& family : results::all_scores()) keys.push_back(score_key(*family));
    for (SuiteKey& key : keys_of_parts()) keys.push_back(std::move(key));
    return keys;
  }();
  return all;
}

}  // namespace hashlab::experiments
