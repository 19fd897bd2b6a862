#include "lib/recognition/pipeline.h"
#include "lib/error.h"
#include "lib/recognition/quantile_transform.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

namespace hashlab::pipeline_test {
namespace {

using hashlab::testing::Contains;
using hashlab::testing::error_of;

constexpr double degree = 3.14159265358979323846 / 180;

/// Columns of length 1 at these angles.
Features at_angles(const std::vector<double>& degrees) {
  Features X(2, degrees.size());
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    X(0, i) = static_cast<float>(std::cos(degrees[i] * degree));
    X(1, i) = static_cast<float>(std::sin(degrees[i] * degree));
  }
  return X;
}

double cosine(double degrees) {
  return std::cos(degrees * degree);
}

Features random_embeddings(std::size_t d, std::size_t n, Rng& rng) {
  Features X(d, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  return X;
}

/// Three models of 5, 3 and 8 features: 40 queries, 60 items of 7 landmarks, 25 others.
RecognitionData three_models(std::uint64_t seed) {
  Rng rng(seed);
  RecognitionData data;
  for (const std::size_t d : {5u, 3u, 8u}) {
    data.models.push_back({random_embeddings(d, 40, rng), random_embeddings(d, 60, rng),
                           random_embeddings(d, 25, rng)});
  }
  for (int i = 0; i < 60; ++i) data.labels.push_back(static_cast<std::int64_t>(rng.below(7)));
  return data;
}

/// The cosine alone: neither transform nor penalties.
RecognitionSettings bare() {
  RecognitionSettings settings;
  settings.fit = QuantileFit::none;
  settings.gallery_penalty = settings.query_penalty = 0;
  return settings;
}

// The definition once more, with a matrix of all cosines.

arma::mat unit_columns(const Features& X) {
  return arma::normalise(arma::conv_to<arma::mat>::from(X));
}

std::vector<double> mean_of_greatest(arma::mat S, std::size_t k) {
  std::vector<double> means;
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    arma::rowvec s = S.row(i);
    s = arma::sort(arma::rowvec(s.cols(arma::find(s > -5))), "descend");
    means.push_back(s.is_empty() ? 0 : arma::mean(s.head(std::min<arma::uword>(k, s.n_elem))));
  }
  return means;
}

std::vector<Prediction> by_definition(RecognitionData data, const RecognitionSettings& s) {
  for (ModelEmbeddings& m : data.models) {
    if (!data.others_in_queries.empty()) {
      m.others = m.queries.cols(arma::conv_to<arma::uvec>::from(data.others_in_queries));
    }
    for (Features* X : {&m.queries, &m.gallery, &m.others}) {
      if (s.unit_length) *X = arma::conv_to<Features>::from(unit_columns(*X));
    }
    if (s.fit == QuantileFit::none) continue;
    const QuantileTransform t(s.fit == QuantileFit::gallery   ? m.gallery
                              : s.fit == QuantileFit::queries ? m.queries
                                                              : m.others,
                              s.quantiles);
    for (Features* X : {&m.queries, &m.gallery, &m.others}) *X = t.apply(*X);
  }
  ModelEmbeddings all = data.models[0];
  for (std::size_t m = 1; m < data.models.size(); ++m) {
    all.queries = arma::join_cols(all.queries, data.models[m].queries);
    all.gallery = arma::join_cols(all.gallery, data.models[m].gallery);
    all.others = arma::join_cols(all.others, data.models[m].others);
  }
  const std::size_t n = all.queries.n_cols;
  std::vector<std::map<std::int64_t, double>> sums(n);
  for (const ModelEmbeddings& m :
       s.ensemble == ModelsAs::votes ? data.models : std::vector<ModelEmbeddings>{all}) {
    arma::mat A = unit_columns(m.queries).t() * unit_columns(m.gallery);
    if (s.gallery_penalty > 0) {
      const arma::mat to_others = unit_columns(m.gallery).t() * unit_columns(m.others);
      const auto B = mean_of_greatest(to_others, s.gallery_penalty);
      A.each_row() -= arma::rowvec(B);
    }
    for (std::size_t q = 0; q < n; ++q) {
      const arma::uvec order = arma::stable_sort_index(A.row(q), "descend");
      for (std::size_t i = 0; i < std::min<std::size_t>(s.votes, order.n_elem); ++i) {
        const double score = A(q, order[i]);
        const auto [found, is_new] = sums[q].try_emplace(data.labels[order[i]], score);
        if (is_new) continue;
        found->second =
            s.score == VoteScore::sum ? found->second + score : std::max(found->second, score);
      }
    }
  }
  arma::mat to_others = unit_columns(all.queries).t() * unit_columns(all.others);
  for (std::size_t z = 0; z < data.others_in_queries.size(); ++z) {
    to_others(data.others_in_queries[z], z) = -9;
  }
  const auto C = mean_of_greatest(to_others, std::max<std::size_t>(1, s.query_penalty));
  std::vector<Prediction> predictions;
  for (std::size_t q = 0; q < n; ++q) {
    const auto best =
        std::max_element(sums[q].begin(), sums[q].end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    predictions.push_back({best->first, best->second - (s.query_penalty > 0 ? C[q] : 0)});
  }
  return predictions;
}

void check_equal(const std::vector<Prediction>& a, const std::vector<Prediction>& b,
                 double tolerance) {
  REQUIRE(a.size() == b.size());
  for (std::size_t q = 0; q < a.size(); ++q) {
    CAPTURE(q);
    CHECK(a[q].label == b[q].label);
    CHECK(std::abs(a[q].confidence - b[q].confidence) <= tolerance);
  }
}

}  // namespace

TEST_CASE("recognition: a query between three items, with both penalties, by hand") {
  const RecognitionData data = {{{at_angles({0}), at_angles({10, 20, 25}), at_angles({90, 180})}},
                                {1, 2, 2}};
  RecognitionSettings settings = bare();
  const Prediction plain = recognise(data, settings)[0];
  CHECK(plain.label == 2);
  CHECK(plain.confidence == doctest::Approx(cosine(20) + cosine(25)).epsilon(1e-6));

  settings.gallery_penalty = 1;
  const Prediction less = recognise(data, settings)[0];
  const double penalised = cosine(20) - cosine(70) + cosine(25) - cosine(65);
  CHECK(less.label == 2);
  CHECK(less.confidence == doctest::Approx(penalised).epsilon(1e-6));

  settings.query_penalty = 2;  // cosines 0 and -1
  CHECK(recognise(data, settings)[0].confidence == doctest::Approx(penalised + .5).epsilon(1e-6));

  settings.votes = 1;
  CHECK(recognise(data, settings)[0].label == 1);
}

TEST_CASE("recognition: as by definition, for every way to fit, to vote and to combine models") {
  for (const QuantileFit fit :
       {QuantileFit::none, QuantileFit::gallery, QuantileFit::queries, QuantileFit::others}) {
    for (const ModelsAs ensemble : {ModelsAs::together, ModelsAs::votes}) {
      for (const bool drawn : {false, true}) {
        RecognitionData data = three_models(3);
        if (drawn) {
          for (ModelEmbeddings& model : data.models) model.others.reset();
          data.others_in_queries = {0, 3, 4, 8, 9, 17, 22, 30, 31, 39};
        }
        RecognitionSettings s;
        s.fit = fit;
        s.ensemble = ensemble;
        s.quantiles = 20;
        CAPTURE(static_cast<int>(fit));
        CAPTURE(static_cast<int>(ensemble));
        CAPTURE(drawn);
        check_equal(recognise(data, s), by_definition(data, s), 2e-5);
        s.score = VoteScore::max;
        s.unit_length = false;
        s.gallery_penalty = 0;
        s.votes = 5;
        check_equal(recognise(data, s), by_definition(data, s), 2e-5);
        s.gallery_penalty = 100;  // of all others
        s.query_penalty = 0;
        check_equal(recognise(data, s), by_definition(data, s), 2e-5);
      }
    }
  }
}

TEST_CASE("recognition: without others there are no penalties") {
  RecognitionData data = three_models(5);
  for (ModelEmbeddings& model : data.models) model.others.reset();
  RecognitionSettings with, without;
  without.gallery_penalty = without.query_penalty = 0;
  check_equal(recognise(data, with), recognise(data, without), 0);
}

TEST_CASE("recognition: an item that others come to resemble loses, and no other") {
  const Features axes(4, 4, arma::fill::eye), gallery = axes.cols(0, 2);
  Features queries(4, 2, arma::fill::zeros);
  queries.col(0) = arma::fvec{1, .9F, .8F, 0};
  queries(2, 1) = 1;
  RecognitionSettings settings = bare();
  settings.gallery_penalty = settings.votes = 1;
  const auto predicted = [&](const Features& others) {
    return recognise({{{queries, gallery, others}}, {1, 2, 3}}, settings);
  };
  const auto far = predicted(axes.col(3)), near = predicted(axes.cols(arma::uvec{0, 3}));
  CHECK(far[0].label == 1);
  CHECK(near[0].label == 2);
  CHECK(near[1].label == 3);
  CHECK(near[1].confidence == far[1].confidence);
}

TEST_CASE("recognition: equal models score like one together, and as often as they vote") {
  RecognitionData one = three_models(7), four;
  one.models.resize(1);
  four.labels = one.labels;
  four.models.assign(4, one.models[0]);
  RecognitionSettings together, votes;
  votes.ensemble = ModelsAs::votes;
  check_equal(recognise(four, together), recognise(one, together), 1e-6);
  votes.query_penalty = 0;
  auto expected = recognise(one, votes);
  for (Prediction& p : expected) p.confidence *= 4;
  check_equal(recognise(four, votes), expected, 1e-6);
}

TEST_CASE("recognition: made of length 1, the scale of an embedding does not matter") {
  RecognitionData data = three_models(9);
  const auto before = recognise(data, {});
  data.models[1].queries *= 1024;
  data.models[2].gallery.col(7) *= .25F;
  check_equal(recognise(data, {}), before, 0);
}

TEST_CASE("recognition: a query is said the same of alone as among others, but for leaks") {
  const RecognitionData all = three_models(11);
  RecognitionData alone = all;
  for (ModelEmbeddings& model : alone.models) model.queries = Features(model.queries.col(12));
  check_equal(recognise(alone, {}), {recognise(all, {})[12]}, 0);
  RecognitionSettings leak;
  leak.fit = QuantileFit::queries;
  CHECK(recognise(alone, leak)[0].confidence != recognise(all, leak)[12].confidence);
}

TEST_CASE("recognition: a query among the others is left out by its row, its copies are not") {
  RecognitionSettings settings = bare();
  settings.query_penalty = 1;
  const ModelEmbeddings model = {at_angles({0, 30, 30, 70}), at_angles({0}), {}};
  const auto C = [&](const Rows& rows, std::size_t q) {
    const Prediction penalised = recognise({{model}, {1}, rows}, settings)[q];
    return recognise({{model}, {1}}, bare())[q].confidence - penalised.confidence;
  };
  CHECK(C({1, 3}, 1) == doctest::Approx(cosine(40)).epsilon(1e-6));
  CHECK(C({1, 3}, 2) == doctest::Approx(1).epsilon(1e-6));  // its copy at row 1
  CHECK(C({1, 2, 3}, 1) == doctest::Approx(1).epsilon(1e-6));
  CHECK(C({3}, 3) == 0);  // nothing is left to compare it with
  CHECK(C({3}, 0) == doctest::Approx(cosine(70)).epsilon(1e-6));
}

TEST_CASE("recognition: an embedding of length 0 has cosine 0 with any, whatever is transformed") {
  RecognitionData data = three_models(13);
  for (ModelEmbeddings& model : data.models) model.queries.col(4).zeros();
  RecognitionSettings settings;
  settings.gallery_penalty = 0;
  const Prediction p = recognise(data, settings)[4];
  CHECK(p.confidence == 0);
  CHECK(p.label.has_value());
  data.models[0].gallery.zeros();
  for (const Prediction& each : recognise(data, {})) CHECK(std::isfinite(each.confidence));
}

TEST_CASE("recognition: no queries have no predictions") {
  const RecognitionData data = {{{Features(2, 0), at_angles({5}), at_angles({80})}}, {1}};
  CHECK(recognise(data, {}).empty());
}

TEST_CASE("recognition: the number of threads changes nothing") {
  const RecognitionData data = three_models(15);
  for (const ModelsAs ensemble : {ModelsAs::together, ModelsAs::votes}) {
    RecognitionSettings settings;
    settings.ensemble = ensemble;
    const auto one = recognise(data, settings, 1);
    for (const std::size_t threads : {2u, 3u, 8u}) {
      check_equal(recognise(data, settings, threads), one, 0);
    }
  }
}

TEST_CASE("recognition: what does not fit is an error") {
  const auto refused = [](const auto& change) {
    RecognitionData data = three_models(17);
    RecognitionSettings settings;
    change(data, settings);
    return error_of([&] { recognise(data, settings); });
  };
  using Data = RecognitionData;
  using Settings = RecognitionSettings;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(refused([](Data& d, Settings&) { d.models.clear(); }) ==
        "recognition: there are no embeddings of any model");
  CHECK(refused([](Data& d, Settings&) {
          for (ModelEmbeddings& m : d.models) m.gallery.reset();
        }) == "recognition: the gallery is empty");
  CHECK(refused([](Data& d, Settings&) { d.labels.pop_back(); }) ==
        "recognition: a gallery of 60 items has 59 labels");
  CHECK(refused([](Data& d, Settings&) { d.models[1].queries.set_size(4, 40); }) ==
        "recognition: model 2 has 4 features for queries, 3 for items of the gallery");
  CHECK(refused([](Data& d, Settings&) { d.models[0].others.set_size(9, 25); }) ==
        "recognition: model 1 has 9 features for non-landmarks, 5 for items of the gallery");
  CHECK(refused([](Data& d, Settings&) { d.models[2].queries.set_size(8, 39); }) ==
        "recognition: model 3 has 39 queries, model 1 has 40");
  CHECK(refused([](Data& d, Settings&) { d.models[1].gallery.set_size(3, 61); }) ==
        "recognition: model 2 has 61 items of the gallery, model 1 has 60");
  CHECK(refused([](Data& d, Settings&) { d.models[1].others.reset(); }) ==
        "recognition: model 2 has 0 non-landmarks, model 1 has 25");
  CHECK(refused([&](Data& d, Settings&) { d.models[1].gallery(2, 3) = nan; }) ==
        "recognition: items of the gallery of model 2 have values that are not finite");
  CHECK(refused([](Data& d, Settings&) { d.others_in_queries = {1}; }) ==
        "recognition: non-landmarks are given both as queries and by themselves");
  const auto drawn = [&](const Rows& rows) {
    return refused([&](Data& d, Settings&) {
      for (ModelEmbeddings& m : d.models) m.others.reset();
      d.others_in_queries = rows;
    });
  };
  CHECK(drawn({7, 40}) == "recognition: non-landmarks are to include query 40 of 40");
  CHECK(drawn({7, 7}) == Contains("7 follows 7, expected ascending numbers"));
  CHECK(refused([](Data&, Settings& s) { s.votes = 0; }) ==
        "recognition: 0 votes are asked for, expected 1 or more");
  CHECK(refused([](Data&, Settings& s) { s.quantiles = 0; }) ==
        "quantile transform: 0 quantiles are asked for, expected 1 or more");
  CHECK(refused([](Data& d, Settings& s) {
          for (ModelEmbeddings& m : d.models) m.others.reset();
          s.fit = QuantileFit::others;
        }) ==
        "recognition: the quantile transform is to be fitted on non-landmarks: there are none");
}

}  // namespace hashlab::pipeline_test
