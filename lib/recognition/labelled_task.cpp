#include "lib/recognition/labelled_task.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace hashlab {
namespace {

Rows positions(const std::vector<std::int32_t>& labels, const RecognitionSweep& sweep,
               bool with_landmark) {
  Rows found;
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    if (sweep.shows_landmark(labels[i]) == with_landmark) found.push_back(i);
  }
  return found;
}

/// As many as the sweep says, drawn, in ascending order.
Rows drawn_others(Rows from, std::string_view side, const RecognitionSweep& sweep, Rng rng) {
  if (from.size() < std::max<std::size_t>(sweep.others, 1)) {
    refuse(fmt::format("recognition: of the {} {} show no landmark, expected {} or more", side,
                       from.size(), std::max<std::size_t>(sweep.others, 1)));
  }
  if (sweep.others == 0) return from;
  rng.shuffle(from);
  from.resize(sweep.others);
  std::sort(from.begin(), from.end());
  return from;
}

Features columns(const Features& X, const Rows& positions, arma::uword first_row,
                 arma::uword end_row) {
  Features part(end_row - first_row, positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const float* x = X.colptr(positions[i]);
    std::copy(x + first_row, x + end_row, part.colptr(i));
  }
  return part;
}

}  // namespace

RecognitionParts recognition_parts(const std::vector<std::int32_t>& queries,
                                   const std::vector<std::int32_t>& items,
                                   const RecognitionSweep& sweep, const Rng& rng) {
  RecognitionParts parts;
  parts.gallery = positions(items, sweep, true);
  if (parts.gallery.empty()) {
    refuse("recognition: no item of the ranked database shows a landmark");
  }
  parts.others = drawn_others(positions(items, sweep, false), "items of the ranked database", sweep,
                              rng.stream("items"));
  const bool from_queries =
      std::any_of(sweep.variants.begin(), sweep.variants.end(),
                  [](const RecognitionVariant& v) { return v.others_are_queries; });
  if (from_queries) {
    parts.others_in_queries =
        drawn_others(positions(queries, sweep, false), "queries", sweep, rng.stream("queries"));
  }
  return parts;
}

RecognitionData gallery_of_asked_classes(const RecognitionData& data,
                                         const std::vector<Truth>& truth) {
  std::set<std::int64_t> asked;
  for (const Truth& of_query : truth) asked.insert(of_query.labels.begin(), of_query.labels.end());
  Rows kept;
  RecognitionData filtered;
  for (std::uint32_t i = 0; i < data.labels.size(); ++i) {
    if (!asked.contains(data.labels[i])) continue;
    kept.push_back(i);
    filtered.labels.push_back(data.labels[i]);
  }
  if (kept.empty()) refuse("recognition: no item of the gallery shows a landmark of a query");
  for (const ModelEmbeddings& model : data.models) {
    filtered.models.push_back(
        {model.queries, columns(model.gallery, kept, 0, model.gallery.n_rows), model.others});
  }
  filtered.others_in_queries = data.others_in_queries;
  return filtered;
}

std::vector<RecognitionScores> recognition_scores(const Features& queries,
                                                  const std::vector<std::int32_t>& query_labels,
                                                  const Features& items,
                                                  const std::vector<std::int32_t>& item_labels,
                                                  const RecognitionParts& parts,
                                                  const RecognitionSweep& sweep) {
  const arma::uword d = items.n_rows, models = sweep.models;
  if (d % models != 0) {
    refuse(
        fmt::format("recognition: embeddings of {} dimensions cannot be those of {} models of "
                    "equal size",
                    d, models));
  }
  RecognitionData own, with_queries;  // Z is items, or queries
  Rows all_queries(queries.n_cols);
  for (std::uint32_t q = 0; q < all_queries.size(); ++q) all_queries[q] = q;
  for (arma::uword m = 0; m < models; ++m) {
    const arma::uword first = m * (d / models), end = first + d / models;
    own.models.push_back({columns(queries, all_queries, first, end),
                          columns(items, parts.gallery, first, end),
                          columns(items, parts.others, first, end)});
  }
  for (const std::uint32_t item : parts.gallery) own.labels.push_back(item_labels[item]);
  with_queries = own;
  with_queries.others_in_queries = parts.others_in_queries;
  for (ModelEmbeddings& model : with_queries.models) model.others.set_size(d / models, 0);
  std::vector<Truth> truth(query_labels.size());
  for (std::size_t q = 0; q < truth.size(); ++q) {
    if (sweep.shows_landmark(query_labels[q])) truth[q].labels = {query_labels[q]};
  }
  std::vector<RecognitionScores> scores;
  for (const RecognitionVariant& variant : sweep.variants) {
    const RecognitionData& data = variant.others_are_queries ? with_queries : own;
    const std::vector<Prediction> predictions =
        variant.asked_classes_only
            ? recognise(gallery_of_asked_classes(data, truth), variant.settings)
            : recognise(data, variant.settings);
    scores.push_back({global_average_precision(predictions, truth),
                      global_average_precision(predictions, truth, {true, {}})});
  }
  return scores;
}

}  // namespace hashlab
