#include "experiments/suite/method_keys.h"

#include "experiments/suite/cell.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/options.h"
#include "lib/plain_name.h"
#include "results/scores/recorded_metric.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

using Values = SuiteKey::Values;

SuiteKey baseline_key() {
  SuiteKey key = text_key("baseline",
                          "method that tables compare the others with: a name, or +QUANTISER for "
                          "the method with this quantiser on the same projection. Without it, "
                          "tables have no significance markers",
                          &Suite::baseline, true);
  key.set = [as_text = key.set](Suite& s, const Values& v) {
    as_text(s, v);
    try {
      s.baseline = canonical_baseline(s.baseline);
    } catch (const Error& error) {
      refuse(fmt::format("key 'baseline': {}", error.what()));
    }
  };
  return key;
}

void set_names(const std::string& key, Values& field, const Values& values,
               const std::function<std::string(const std::string&)>& canonical) {
  field.clear();
  for (const std::string& value : values) field.push_back(canonical(value));
  refuse_repeats(key, field);
}

/// Kinds of methods, in the order of Suite::methods.
enum class Kind { hash_function, grid, embedding, reference };

Kind kind_of(const Method& method) {
  if (!method.has_bits()) return Kind::reference;
  if (!method.has_codes()) return Kind::embedding;
  return method.grid() != nullptr ? Kind::grid : Kind::hash_function;
}

/// The names or texts of the suite's methods of this kind.
Values of_kind(const Suite& s, Kind kind, const std::string& (Method::*what)() const) {
  Values all;
  for (const Method& method : s.methods) {
    if (kind_of(method) == kind) all.push_back((method.*what)());
  }
  return all;
}

/// Replaces the suite's methods of this kind by one method for each value.
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

/// The full name of a metric, including metrics that cells record, such as "gap-grouped-recall@1"
/// and "rerank-map[R=100,by=cosine]".
std::string metric_name(const std::string& text) {
  const auto recorded = results::recorded_metric(text);
  return recorded ? recorded->name : metric(text).name;
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

/// The lines that identify the method, which precede the line of its bits.
std::string method_lines(const RecipeFacts& f) {
  const Method& method = f.cell->method;
  const Embedding* embedding = method.embedding();
  if (!method.has_bits()) return recipe_line("reference", embedding->recipe);
  std::string text;
  const hashers::Hasher* hasher = method.base();
  if (hasher != nullptr) text += recipe_line("projection", hasher->projection_recipe);
  if (embedding != nullptr) {
    if (embedding->quantised) text += recipe_line("quantiser", hasher->quantiser_recipe);
    return text + recipe_line("embedding", embedding->recipe);
  }
  if (hasher != nullptr) text += recipe_line("quantiser", hasher->quantiser_recipe);
  if (f.cell->foreign) text += f.of_files(*f.cell->foreign);
  return text;
}

std::string direction_lines(const RecipeFacts& f) {
  const results::Direction& direction = f.cell->direction;
  if (!f.cell->method.has_bits() || direction.empty()) return "";
  std::string text = recipe_line("direction", direction.text());
  if (direction.codes != "function") text += recipe_line("database-codes", direction.codes);
  return text;
}

std::string bits_line(const RecipeFacts& f) {
  if (!f.cell->method.has_bits()) return "";
  const Embedding* embedding = f.cell->method.embedding();
  const bool counts_bits = embedding == nullptr || embedding->quantised;
  return recipe_line(counts_bits ? "bits" : "dimensions", std::to_string(f.cell->bits.value()));
}

/// Kinds of methods that can be recognised from a stored cell.
enum class RecordedKind { hash_function, automatic, grid, embedding, reference };

RecordedKind kind_of(const RecordedCell& cell) {
  if (has_recipe_line(cell.record, "embedding")) return RecordedKind::embedding;
  if (!cell.record.bits) return RecordedKind::reference;
  if (cell.record.hasher == auto_name) return RecordedKind::automatic;
  return has_recipe_line(cell.record, "grid") ? RecordedKind::grid : RecordedKind::hash_function;
}

/// The name of the cell's method if it is of one of these kinds, else no value.
std::function<Values(const RecordedCell&)> name_if(const std::vector<RecordedKind>& kinds) {
  return [=](const RecordedCell& cell) {
    const bool is_one = std::find(kinds.begin(), kinds.end(), kind_of(cell)) != kinds.end();
    return is_one ? Values{cell.record.hasher} : Values{};
  };
}

/// The value of the recipe's line `name` if the cell's method is of one of these kinds, else no
/// value.
std::function<Values(const RecordedCell&)> value_if_chosen(const std::string& name,
                                                           const std::vector<RecordedKind>& kinds) {
  return [=](const RecordedCell& cell) {
    const bool is_one = std::find(kinds.begin(), kinds.end(), kind_of(cell)) != kinds.end();
    return is_one ? Values{recipe_value(cell.record, name, cell.path)} : Values{};
  };
}

/// The name of the data set without the view, which the record appends to it.
Values dataset_of_cell(const RecordedCell& cell) {
  std::string dataset = cell.record.dataset;
  const std::string end = ":" + cell.record.view;
  if (!cell.record.view.empty() && dataset.ends_with(end)) {
    dataset.resize(dataset.size() - end.size());
  }
  return {dataset};
}

Values bits_of_cell(const RecordedCell& cell) {
  if (cell.record.bits) return {std::to_string(*cell.record.bits)};
  if (kind_of(cell) == RecordedKind::reference) return {};
  throw Error(ErrorCode::corrupt_file,
              fmt::format("{}: its recipe is of an embedding, which has one dimension or more, and "
                          "the file says 0 bits",
                          cell.path));
}

}  // namespace

std::vector<SuiteKey> method_keys() {
  return {
      text_key("name", "name of these experiments and of their results folder; required",
               &Suite::name)
          .found_by([](const RecordedCell&) { return Values{"rerun"}; }),
      text_key("dataset",
               "data set file: a name in the data folder (--data), with or without .h5, or a path "
               "with a '/'",
               &Suite::dataset)
          .recorded(RecipePlace::dataset, "dataset-checksum",
                    [](const RecipeFacts& f) {
                      return recipe_line("dataset-checksum", f.dataset.checksum);
                    })
          .found_by(dataset_of_cell),
      {"datasets",
       "in place of dataset, for several data sets: names of profiles, such as cifar10 mnist. For "
       "each NAME, the experiments run with the settings of datasets/NAME.ini beside this file; "
       "settings in this file take precedence",
       true,
       [](Suite&, const Values&) {
         refuse("key 'datasets' has its place in the file of a suite, or of one that it names");
       },
       [](const Suite&) { return Values{}; }},
      {"profile",
       "NAME of a profile: use the settings of datasets/NAME.ini beside this file; settings in "
       "this file take precedence",
       false, [](Suite&, const Values&) {}, [](const Suite&) { return Values{}; }},
      SuiteKey{"view",
               "the view whose features are used, such as image, if the data set has several",
               false, set_view,
               [](const Suite& s) { return s.view.empty() ? Values{} : Values{s.view}; }, true}
          .found_by([](const RecordedCell& cell) {
            return cell.record.view.empty() ? Values{} : Values{cell.record.view};
          }),
      SuiteKey{"direction",
               "for cross-modal methods: which view the queries come from and which view is "
               "ranked, such as image>text text>image. The query view of the first direction "
               "is what the paper of a method calls its first view, unless the key views gives "
               "another order",
               true, set_directions, directions_text}
          .recorded(RecipePlace::direction, "direction", direction_lines)
          .found_by([](const RecordedCell& cell) {
            const results::Direction& d = cell.record.direction;
            return d.empty() ? Values{} : Values{d.text()};
          }),
      SuiteKey{"views",
               "first and second view of cross-modal methods [those of the first direction]", true,
               set_views, [](const Suite& s) { return joined(s.views); }}
          .recorded(RecipePlace::views, "views",
                    [](const RecipeFacts& f) {
                      return f.suite.views.empty()
                                 ? std::string()
                                 : recipe_line("views", joined(f.suite.views).front());
                    }),
      SuiteKey{
          "codes-of-database",
          "for cross-modal methods, the codes of the database items, one or several of: function, "
          "computed from the ranked view alone (the honest choice and the default); joint, the "
          "codes that training computed from both views of an item; label, computed from the "
          "classes of the item",
          true, set_database_codes, [](const Suite& s) { return joined(s.database_codes); }}
          .found_by([](const RecordedCell& cell) {
            const results::Direction& d = cell.record.direction;
            return d.empty() ? Values{} : Values{d.codes};
          }),
      SuiteKey{
          "groundtruth",
          "which items are relevant; required if the data set has labels, otherwise epsilon by "
          "default. class: items that share a class with the query; epsilon: items whose features "
          "are near those of the query, with the options (and defaults) neighbours=50, "
          "samples=100, reference=database, boundary=inclusive, self=excluded; lists: the items "
          "that the data set lists for the query, with level=auto, self=kept; neighbours: the "
          "items "
          "with the nearest features, with k=10, by=euclidean. Options follow a "
          "colon, as in epsilon:neighbours=100,samples=50 (docs/explanation/ground-truths.md "
          "explains them). With lists, methods train on the classes if there are any",
          false,
          [](Suite& s, const Values& v) {
            s.ground_truth = parse_ground_truth(v.back());
            s.ground_truth_given = true;
          },
          [](const Suite& s) { return Values{s.ground_truth.recipe()}; }}
          .recorded(RecipePlace::groundtruth, "groundtruth",
                    [](const RecipeFacts& f) {
                      std::string text = recipe_line("groundtruth", f.suite.ground_truth.recipe());
                      if (f.suite.ground_truth.by_lists() || f.split.needs_lists)
                        text += recipe_line("lists", f.dataset.lists_checksum);
                      return text;
                    })
          .found_by([](const RecordedCell& cell) {
            return Values{recipe_value(cell.record, "groundtruth", cell.path)};
          }),
      SuiteKey{
          "hasher",
          "hashing method, PROJECTION+QUANTISER[:key=value,...]; or auto, which chooses a method "
          "in every run on the training and validation data; or codes of another program, "
          "codes:name=net,file=net-{bits}-{run}.npy,training=split, with a code for every row. "
          "training names the samples that the other program was trained on: split (the training "
          "samples), learnable (all data available for training), nothing, or a file of row "
          "numbers. Further options: threshold=T, real numbers above T are the bit 1 (default 0); "
          "bit-order=little or big, the order of bits in packed bytes; digit-bits=B, bits per "
          "digit for the Manhattan distance. One line for each method",
          true,
          [](Suite& s, const Values& v) {
            set_methods(s, "hasher", Kind::hash_function, v, [](const auto& t) {
              if (means_foreign_codes(t)) return Method(parse_foreign_codes(t));
              return t == auto_name ? Method::automatic() : Method(hashers::make_hasher(t));
            });
          },
          [](const Suite& s) { return of_kind(s, Kind::hash_function, &Method::text); }}
          .recorded(RecipePlace::method, "projection", method_lines)
          .recorded(RecipePlace::choice, "auto",
                    [](const RecipeFacts& f) {
                      return f.cell->method.is_auto() ? recipe_line("auto", auto_method().recipe)
                                                      : "";
                    })
          .found_by(name_if({RecordedKind::hash_function, RecordedKind::automatic})),
      SuiteKey{"grid",
               "hyperparameter grid, HASHER: key=value,value; key=value,value, such as itq+npq: "
               "alpha=0,1; beta=0.5,1,2. It adds the method HASHER:tuned, whose settings are "
               "chosen in every run on validation data. HASHER: declared uses the grid that the "
               "method declares. One line for each grid",
               true,
               [](Suite& s, const Values& v) {
                 const bool none =
                     v.size() == 1 && v.front().empty();  // removes the grids of the file
                 set_methods(s, "grid", Kind::grid, none ? Values{} : v,
                             [](const auto& t) { return Method(parse_grid(t)); });
               },
               grids_text, true}
          .recorded(RecipePlace::choice, "grid",
                    [](const RecipeFacts& f) {
                      const Grid* grid = f.cell->method.grid();
                      return grid == nullptr ? std::string() : recipe_line("grid", grid->text());
                    })
          .found_by(value_if_chosen("grid", {RecordedKind::grid})),
      SuiteKey{"auto-budget",
               "compute budget of each choice by hasher = auto: a number of units of 10^9 "
               "multiply-adds in matrix products (about 0.03 s on one core each), or a percentage, "
               "such as 10%, of the compute for training all methods once with all settings that "
               "they declare",
               false,
               [](Suite& s, const Values& v) { s.auto_budget = parse_work_budget(v.back()); },
               [](const Suite& s) { return Values{work_budget_text(s.auto_budget)}; }}
          .recorded(RecipePlace::auto_budget, "auto-budget",
                    [](const RecipeFacts& f) {
                      return f.cell->method.is_auto()
                                 ? recipe_line("auto-budget", work_budget_text(f.suite.auto_budget))
                                 : "";
                    })
          .found_by(value_if_chosen("auto-budget", {RecordedKind::automatic})),
      SuiteKey{"select-by", "metric by which grids and auto choose [the first metric]", false,
               [](Suite& s, const Values& v) {
                 s.select_by = v.back().empty() ? "" : metric(v.back()).name;
               },
               [](const Suite& s) { return s.select_by.empty() ? Values{} : Values{s.select_by}; },
               true}
          .recorded(RecipePlace::select_by, "select-by",
                    [](const RecipeFacts& f) {
                      return f.cell->method.chooses()
                                 ? recipe_line("select-by", selection_metric(f.suite))
                                 : "";
                    })
          .found_by(value_if_chosen("select-by", {RecordedKind::automatic, RecordedKind::grid})),
      SuiteKey{"embedding",
               "PROJECTION+SIMILARITY[:key=value,...]: the uncompressed baseline of a projection, "
               "with as many real values as a code has bits. The similarity is cosine, "
               "inner-product or euclidean, or asymmetric (real values of the query, bits of the "
               "items). PROJECTION+QUANTISER+asymmetric ranks the codes of a quantiser by the real "
               "values of the query. One line for each",
               true,
               [](Suite& s, const Values& v) {
                 set_methods(s, "embedding", Kind::embedding, v,
                             [](const auto& t) { return Method(make_embedding(t)); });
               },
               [](const Suite& s) { return of_kind(s, Kind::embedding, &Method::name); }}
          .found_by(name_if({RecordedKind::embedding})),
      SuiteKey{"reference",
               "uncompressed baselines, which rank by the features themselves: euclidean, cosine, "
               "inner-product, or several of them. With cosine and inner-product, :origin=mean or "
               ":origin=zero sets the origin of the features",
               true,
               [](Suite& s, const Values& v) {
                 set_methods(s, "reference", Kind::reference, split_list(v),
                             [](const auto& t) { return Method(make_reference(t)); });
               },
               [](const Suite& s) { return of_kind(s, Kind::reference, &Method::name); }, true}
          .found_by(name_if({RecordedKind::reference})),
      SuiteKey{"bits", "code lengths, 1 to 1024, such as 16 32 64", true, set_bits, bits_text}
          .recorded(RecipePlace::bits, "bits", bits_line)
          .found_by(bits_of_cell),
      SuiteKey{"split", split_help(), true,
               [](Suite& s, const Values& v) {
                 set_names("split", s.splits, v, [](const auto& t) {
                   if (!fits_in_a_line(t))
                     refuse("key 'split' names a path with a '#' or a space at an end");
                   return splits::make_split(t).name;
                 });
               },
               [](const Suite& s) { return s.splits; }}
          .recorded(RecipePlace::split, "split",
                    [](const RecipeFacts& f) { return recipe_line("split", f.split.recipe); })
          .found_by([](const RecordedCell& cell) { return Values{cell.record.split}; }),
      SuiteKey{"runs",
               "number of runs, each with its own random split; tables show means over "
               "runs",
               false,
               [](Suite& s, const Values& v) { s.runs = parse_count("runs", v.back(), 1, 10000); },
               [](const Suite& s) { return Values{std::to_string(s.runs)}; }}
          .recorded(RecipePlace::run, "run",
                    [](const RecipeFacts& f) { return recipe_line("run", std::to_string(f.run)); })
          .found_by(
              [](const RecordedCell& cell) { return Values{std::to_string(cell.record.run)}; }),
      SuiteKey{
          "seed", "seed of all random draws", false,
          [](Suite& s, const Values& v) { s.seed = parse_count("seed", v.back(), 0, UINT64_MAX); },
          [](const Suite& s) { return Values{std::to_string(s.seed)}; }}
          .recorded(RecipePlace::seed, "seed",
                    [](const RecipeFacts& f) {
                      return recipe_line("seed", std::to_string(f.suite.seed));
                    })
          .found_by([](const RecordedCell& cell) {
            return Values{recipe_value(cell.record, "seed", cell.path)};
          }),
      {"metric",
       "metric of the tables, one line for each ('hashlab list metrics' defines them). The default "
       "for groundtruth = class or lists is map, auprc; otherwise",
       true, [](Suite& s, const Values& v) { set_names("metric", s.metrics, v, metric_name); },
       [](const Suite& s) { return s.metrics; }},
      baseline_key(),
  };
}

}  // namespace hashlab::experiments
