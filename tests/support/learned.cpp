#include "tests/support/learned.h"

#include "hashers/registry.h"

namespace hashlab::testing {

arma::fmat columns(const Features& X, const Rows& rows) {
  arma::fmat part(X.n_rows, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) part.col(i) = X.col(rows[i]);
  return part;
}

Codes Learned::encode(const Features& X, const Rows& rows) const {
  arma::fmat part = columns(X, rows);
  part.each_col() -= mean;
  return quantisation.encode(projector->project(part));
}

Learned learn(const std::string& name, std::size_t bits, const Features& X, const Rows& training,
              const arma::fvec& mean, const Rng& rng) {
  const hashers::Hasher hasher = hashers::make_hasher(name);
  hashers::TrainingSet set{columns(X, training), {}};
  set.X.each_col() -= mean;
  Learned learned;
  learned.mean = mean;
  learned.projector = hasher.projection().learn(set, hasher.dimensions(bits), rng.stream("learn"));
  const arma::fmat Y = learned.projector->project(set.X);
  learned.quantisation = hasher.quantiser->learn({Y, set.S}, rng.stream("quantise"));
  return learned;
}

}  // namespace hashlab::testing
