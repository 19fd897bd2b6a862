#include "experiments/evaluate/shown_cells.h"

#include "experiments/evaluate/cell.h"
#include "experiments/evaluate/repeat.h"
#include "experiments/learn/streams.h"
#include "experiments/suite/recipe_of_keys.h"
#include "lib/embeddings/rerank.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/class_labels.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

/// The positions of the chosen queries among the test queries.
std::vector<std::size_t> choose_queries(const splits::Split& split, const Suite& suite,
                                        const std::string& checksum, std::size_t run,
                                        const ShowRequest& request) {
  const Rows& all = split.test_queries;
  std::vector<std::size_t> chosen;
  for (const std::uint32_t row : request.rows) {
    const auto at = std::lower_bound(all.begin(), all.end(), row);
    if (at == all.end() || *at != row) {
      refuse(fmt::format("option '--query': row {} is no test query of run {}; {} are, such as {}",
                         row, run, all.size(), all.front()));
    }
    chosen.push_back(static_cast<std::size_t>(at - all.begin()));
  }
  if (!request.rows.empty()) return chosen;
  if (request.queries > all.size()) {
    refuse(fmt::format("option '--queries' = {}, but there are {} test queries", request.queries,
                       all.size()));
  }
  Rows order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  run_stream(suite.seed, checksum, "show.queries", run).shuffle(order);
  chosen.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(request.queries));
  return chosen;
}

/// The hash function that a cell of the method used: `choice` if the method chooses one.
hashers::Hasher used_hasher(const Method& method, const std::string& choice) {
  if (method.chooses()) return hashers::make_hasher(choice);
  return hashers::make_hasher(method.hash_function()->name);
}

/// `relevance` has the chosen queries only; `chosen` has their positions among the cell's queries.
Retrieved retrieve(const ComputedCell& record, const Relevance& relevance,
                   const std::vector<std::size_t>& chosen, std::size_t top, const Kernel& kernel) {
  Retrieved found;
  found.hasher = record.hasher;
  found.bits = record.bits.value();
  const Rows positions(chosen.begin(), chosen.end());
  found.nearest = shortlist(codes_at(record.codes->query, positions), record.codes->database, top,
                            relevance.ignored, kernel);
  for (std::size_t q = 0; q < chosen.size(); ++q) {
    const auto relevant = relevance.of(q);
    for (const std::uint32_t position : found.nearest.positions_of(q)) {
      found.right.push_back(std::binary_search(relevant.begin(), relevant.end(), position));
    }
    const auto distances = found.nearest.distances_of(q);
    const auto shown = std::count(distances.begin(), distances.end(), distances.back());
    found.tied.push_back(record.counts.all_of(chosen[q])[distances.back()] -
                         static_cast<std::size_t>(shown));
  }
  found.precision_of_all = metric(fmt::format("precision-top@{}", top)).value(record.counts);
  return found;
}

}  // namespace

double Retrieved::precision(std::size_t query) const {
  const auto first = right.begin() + static_cast<std::ptrdiff_t>(nearest.offsets[query]);
  const auto last = right.begin() + static_cast<std::ptrdiff_t>(nearest.offsets[query + 1]);
  return static_cast<double>(std::count(first, last, true)) / static_cast<double>(last - first);
}

double Retrieved::mean_precision() const {
  double sum = 0;
  for (std::size_t q = 0; q < nearest.n_queries(); ++q) sum += precision(q);
  return sum / static_cast<double>(nearest.n_queries());
}

ShownCell open_shown_cell(const std::string& path) {
  results::StoredCell record = results::read_cell(path, true);
  if (!record.failure.empty()) {
    refuse(fmt::format("{}: there is nothing to see, the cell failed: {}", path, record.failure));
  }
  if (!results::has_code_distances(record)) {
    refuse(fmt::format("{}: is a ranking without codes: name cells of hashers", path));
  }
  Suite suite = suite_of_cell(record, path);
  return {path, std::move(record), std::move(suite)};
}

void check_comparable_cells(const std::vector<ShownCell>& cells) {
  const auto value_of = [](const ShownCell& cell, const std::string& name) {
    // Sizes that have no effect on a split are not in the recipes of its cells.
    return has_recipe_line(cell.record, name) ? recipe_value(cell.record, name, cell.path) : "none";
  };
  std::vector<std::string> names = recipe_names(RecipePlace::dataset, RecipePlace::run);
  names.push_back(recipe_names(RecipePlace::direction, RecipePlace::direction).front());
  for (const std::string& name : names) {
    const std::string first = value_of(cells[0], name);
    for (const ShownCell& cell : cells) {
      const std::string value = value_of(cell, name);
      if (value == first) continue;
      refuse(
          fmt::format("{}: has {} = {}, but {} has {}: cells are shown side by side if they "
                      "differ in hasher and bits alone",
                      cell.path, name, value, cells[0].path, first));
    }
  }
}

Shown look_again(const Dataset& dataset, const std::vector<ShownCell>& cells,
                 const ShowRequest& request, const Kernel& kernel) {
  std::vector<Cell> planned;
  for (const ShownCell& cell : cells) {
    planned.push_back(planned_again(cell.record, cell.suite, dataset, cell.path));
  }
  if (request.by_class && dataset.labels.empty()) {
    refuse(fmt::format("option '--by' = class, but data set '{}' has no labels", dataset.name));
  }
  Shown shown;
  shown.suite = cells[0].suite;
  shown.suite.scores = {};  // no score is shown
  std::erase_if(shown.suite.methods, [](const Method& method) { return method.chooses(); });
  for (const ShownCell& cell : cells) {  // the recorded choices replace methods that choose
    if (cell.record.choice.empty()) continue;
    shown.suite.methods.emplace_back(hashers::make_hasher(cell.record.choice));
  }
  shown.labels = dataset.labels;
  shown.run = planned[0].run;
  const Study study(dataset, shown.suite);
  RunContext context = make_run_context(study, planned[0].split, shown.run);
  shown.split = context.split;
  shown.top = std::min(request.top, shown.split.test_database.size() -
                                        (context.relevance.ignored.size() > 0 ? 1 : 0));
  shown.groundtruth = request.by_class ? "class" : shown.suite.ground_truth.recipe();

  const std::vector<std::size_t> chosen =
      choose_queries(shown.split, shown.suite, dataset.checksum, shown.run, request);
  for (const std::size_t q : chosen) shown.queries.push_back(shown.split.test_queries[q]);
  Relevance relevance;
  if (request.by_class) {
    relevance = class_relevance(dataset.labels, shown.queries, shown.split.test_database);
  } else {
    relevance = context.relevance;
    relevance.list_of_query.clear();
    for (const std::size_t q : chosen) {
      relevance.list_of_query.push_back(context.relevance.list_of_query[q]);
    }
  }
  if (context.relevance.ignored.size() > 0) {
    relevance.ignored = own_positions(shown.queries, shown.split.test_database);
  }
  for (std::size_t q = 0; q < chosen.size(); ++q) {
    shown.right_answers.push_back(relevant_count(relevance, q));
  }
  Learner learner(study, context);
  const CellInputs inputs{study, context, learner, kernel, /*keep_codes=*/true};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const hashers::Hasher hasher = used_hasher(planned[i].method, cells[i].record.choice);
    const ComputedCell now = evaluate_cell(inputs, hasher, planned[i]);
    if (now.counts != cells[i].record.counts) {
      throw Error(ErrorCode::numerical,
                  fmt::format("{}: other counts come out now than those recorded, so its codes "
                              "cannot be shown; 'hashlab rerun' compares them",
                              cells[i].path));
    }
    shown.methods.push_back(retrieve(now, relevance, chosen, shown.top, kernel));
  }
  return shown;
}

}  // namespace hashlab::experiments
