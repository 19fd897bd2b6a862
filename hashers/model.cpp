#include "hashers/model.h"

#include "hashers/levels.h"
#include "hashers/project_rows.h"
#include "hashers/quantise_views.h"
#include "lib/blas.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace hashlab::hashers {

Codes Model::encode(const Features& X) const {
  const OneBlasThread one_thread;
  std::vector<std::uint32_t> all(X.n_cols);
  std::iota(all.begin(), all.end(), 0u);
  Codes codes(quantisation.format(), 0);
  // The projections of one block fit into the cache.
  for (std::size_t first = 0; first < all.size(); first += projection_block) {
    const std::size_t count = std::min(projection_block, all.size() - first);
    append_codes(codes,
                 quantisation.encode(project_rows(
                     *projector, X, std::span<const std::uint32_t>(all).subspan(first, count), mean,
                     quantisation.dimensions())));
  }
  return codes;
}

Asked Model::ask(const Features& X) const {
  if (X.n_rows != mean.n_elem) {
    refuse(fmt::format("the queries have {} features, but the model was trained on {}", X.n_rows,
                       mean.n_elem));
  }
  const OneBlasThread one_thread;
  std::vector<std::uint32_t> all(X.n_cols);
  std::iota(all.begin(), all.end(), 0u);
  return quantisation.ask(project_rows(*projector, X, all, mean, quantisation.dimensions()));
}

Codes Model::encode(const StridedFeatures& X) const {
  if (X.d != mean.n_elem) {
    refuse(fmt::format("the samples have {} features, but the model was trained on {}", X.d,
                       mean.n_elem));
  }
  constexpr std::size_t piece = 4 * projection_block;  // fits into the cache with its codes
  Codes codes(quantisation.format(), 0);
  for (std::size_t first = 0; first < X.n; first += piece) {
    append_codes(codes, encode(X.read(first, std::min(piece, X.n - first))));
  }
  return codes;
}

Model learn_model(const Hasher& hasher, std::size_t bits, const TrainingSet& data,
                  const arma::fvec& mean, const Rng& projection_rng, const Rng& quantiser_rng,
                  const Observer& observer) {
  if (hasher.has_two_views()) {
    refuse(fmt::format("hasher '{}' learns from two views: use learn_paired_models", hasher.name));
  }
  const OneBlasThread one_thread;
  Model model;
  model.hasher = hasher.name;
  model.bits = bits;
  model.mean = mean;
  const std::size_t dims = hasher.dimensions(bits, data.X.n_rows);
  if (dims == 0 && hasher.quantiser->codes_vectors()) {
    refuse(fmt::format("bits = {}: '{}' needs more bits, those of its scalars included", bits,
                       hasher.name));
  }
  model.projector = hasher.projection().learn(data, dims, projection_rng, observer);
  const arma::fmat Y = model.projector->project(data.X);
  model.quantisation =
      with_levels(hasher.quantiser->learn({Y, data.S, nullptr, bits}, quantiser_rng, observer), Y);
  return model;
}

std::vector<Model> learn_paired_models(const Hasher& hasher, std::size_t bits,
                                       const TrainingSet& data, const arma::fvec& mean,
                                       const View& first, const View& second,
                                       const Rng& projection_rng, const Rng& quantiser_rng,
                                       const Observer& observer) {
  if (!hasher.has_two_views()) {
    refuse(fmt::format("hasher '{}' learns from one view: use learn_model", hasher.name));
  }
  const OneBlasThread one_thread;
  const auto features = [&](const View& view) -> arma::fmat {
    return data.X.rows(view.first, view.first + view.dimensions - 1);
  };
  const PairedTrainingSet pairs{features(first), features(second), data.S, data.labels, data.reuse};
  const PairedProjectors learned =
      hasher.cross_modal().learn(pairs, hasher.dimensions(bits), projection_rng, observer);
  const arma::fmat x = learned.x->project(pairs.X), z = learned.z->project(pairs.Z);
  const Quantisation both =
      quantise_views(*hasher.quantiser, x, z, data.S, data.reuse, quantiser_rng, observer);
  const auto model = [&](const View& view, const std::shared_ptr<const Projector>& projector,
                         const arma::fmat& values) {
    const arma::fvec own = mean.subvec(view.first, view.first + view.dimensions - 1);
    return Model{view.name, hasher.name, bits,
                 own,       projector,   with_levels(in_units_of(both, values), values),
                 {}};
  };
  return {model(first, learned.x, x), model(second, learned.z, z)};
}

}  // namespace hashlab::hashers
