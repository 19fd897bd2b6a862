#include "lib/recognition/pipeline.h"

#include "lib/error.h"
#include "lib/recognition/quantile_transform.h"
#include "lib/similarity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace hashlab {
namespace {

constexpr std::array parts = {&ModelEmbeddings::queries, &ModelEmbeddings::gallery,
                              &ModelEmbeddings::others};
constexpr std::array part_names = {"queries", "items of the gallery", "non-landmarks"};

/// Do the parts of a model fit each other, and those of the first model?
void check_model(const std::vector<ModelEmbeddings>& models, std::size_t m) {
  const arma::uword d = models[m].gallery.n_rows;
  if (d == 0) refuse(fmt::format("recognition: embeddings of model {} have no features", m + 1));
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Features& X = models[m].*parts[p];
    const Features& first = models[0].*parts[p];
    if (X.n_cols != first.n_cols) {
      refuse(fmt::format("recognition: model {} has {} {}, model 1 has {}", m + 1, X.n_cols,
                         part_names[p], first.n_cols));
    }
    if (X.n_cols > 0 && X.n_rows != d) {
      refuse(fmt::format("recognition: model {} has {} features for {}, {} for {}", m + 1, X.n_rows,
                         part_names[p], d, part_names[1]));
    }
    if (!X.is_finite()) {
      refuse(fmt::format("recognition: {} of model {} have values that are not finite",
                         part_names[p], m + 1));
    }
  }
}

void check_others(const RecognitionData& data) {
  const Rows& rows = data.others_in_queries;
  if (rows.empty()) return;
  if (data.models[0].others.n_cols > 0) {
    refuse("recognition: non-landmarks are given both as queries and by themselves");
  }
  const std::size_t n = data.models[0].queries.n_cols;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= n) {
      refuse(fmt::format("recognition: non-landmarks are to include query {} of {}", rows[i], n));
    }
    if (i > 0 && rows[i] <= rows[i - 1]) {
      refuse(
          fmt::format("recognition: of the queries that are non-landmarks {} follows {}, "
                      "expected ascending numbers",
                      rows[i], rows[i - 1]));
    }
  }
}

void check(const RecognitionData& data, const RecognitionSettings& settings) {
  if (data.models.empty()) refuse("recognition: there are no embeddings of any model");
  const ModelEmbeddings& first = data.models[0];
  if (first.gallery.n_cols == 0) refuse("recognition: the gallery is empty");
  if (data.labels.size() != first.gallery.n_cols) {
    refuse(fmt::format("recognition: a gallery of {} items has {} labels", first.gallery.n_cols,
                       data.labels.size()));
  }
  for (std::size_t m = 0; m < data.models.size(); ++m) check_model(data.models, m);
  check_others(data);
  if (settings.votes == 0) refuse("recognition: 0 votes are asked for, expected 1 or more");
  if (settings.fit == QuantileFit::others && first.others.n_cols == 0 &&
      data.others_in_queries.empty()) {
    refuse("recognition: the quantile transform is to be fitted on non-landmarks: there are none");
  }
}

void scale_to_unit_length(Features& X) {
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    float* x = X.colptr(i);
    const double length = length_of(x, X.n_rows);
    if (length == 0) continue;
    for (arma::uword k = 0; k < X.n_rows; ++k) {
      x[k] = static_cast<float>(static_cast<double>(x[k]) / length);
    }
  }
}

/// X transformed, but for embeddings of length 0.
Features made_normal(const QuantileTransform& transform, const Features& X, std::size_t threads) {
  Features normal = transform.apply(X, threads);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    if (length_of(X.colptr(i), X.n_rows) == 0) normal.col(i).zeros();
  }
  return normal;
}

/// The embeddings of a model as they are compared, with Z where it is drawn from the queries.
ModelEmbeddings prepared(const RecognitionData& data, std::size_t m,
                         const RecognitionSettings& settings, std::size_t threads) {
  ModelEmbeddings model = data.models[m];
  if (!data.others_in_queries.empty()) {
    model.others = model.queries.cols(arma::conv_to<arma::uvec>::from(data.others_in_queries));
  }
  for (const auto part : parts) {
    if ((model.*part).n_cols == 0) (model.*part).set_size(model.gallery.n_rows, 0);
    if (settings.unit_length) scale_to_unit_length(model.*part);
  }
  if (settings.fit == QuantileFit::none) return model;
  const Features& fitted = settings.fit == QuantileFit::gallery   ? model.gallery
                           : settings.fit == QuantileFit::queries ? model.queries
                                                                  : model.others;
  const QuantileTransform transform(fitted, settings.quantiles, threads);
  for (const auto part : parts) model.*part = made_normal(transform, model.*part, threads);
  return model;
}

/// One below the other.
ModelEmbeddings joined(const std::vector<ModelEmbeddings>& models) {
  arma::uword d = 0;
  for (const ModelEmbeddings& model : models) d += model.gallery.n_rows;
  ModelEmbeddings all;
  for (const auto part : parts) {
    (all.*part).set_size(d, (models[0].*part).n_cols);
    arma::uword first = 0;
    for (const ModelEmbeddings& model : models) {
      const Features& X = model.*part;
      if (X.n_cols > 0) (all.*part).rows(first, first + X.n_rows - 1) = X;
      first += X.n_rows;
    }
  }
  return all;
}

Votes votes_of(const ModelEmbeddings& model, const std::vector<std::int64_t>& labels,
               const RecognitionSettings& settings, std::size_t threads) {
  std::vector<double> B;
  if (settings.gallery_penalty > 0) {
    B = resemblance(model.gallery, model.others, settings.gallery_penalty, {}, threads);
  }
  return nearest_votes(model.queries, model.gallery, labels, B, settings.votes, threads);
}

}  // namespace

std::vector<Prediction> recognise(const RecognitionData& data, const RecognitionSettings& settings,
                                  std::size_t threads) {
  check(data, settings);
  std::vector<ModelEmbeddings> models;
  for (std::size_t m = 0; m < data.models.size(); ++m) {
    models.push_back(prepared(data, m, settings, threads));
  }
  Votes votes;
  if (settings.ensemble == ModelsAs::votes) {
    for (const ModelEmbeddings& model : models) {
      votes.add(votes_of(model, data.labels, settings, threads));
    }
  }
  const ModelEmbeddings all = joined(models);
  models.clear();
  if (settings.ensemble == ModelsAs::together) {
    votes = votes_of(all, data.labels, settings, threads);
  }
  std::vector<double> C;
  if (settings.query_penalty > 0) {
    Rows self;
    if (!data.others_in_queries.empty()) {
      const auto n_others = static_cast<std::uint32_t>(data.others_in_queries.size());
      self.assign(all.queries.n_cols, n_others);  // most are not in Z
      for (std::uint32_t z = 0; z < n_others; ++z) self[data.others_in_queries[z]] = z;
    }
    C = resemblance(all.queries, all.others, settings.query_penalty, self, threads);
  }
  return decided(votes, C, settings.score);
}

}  // namespace hashlab
