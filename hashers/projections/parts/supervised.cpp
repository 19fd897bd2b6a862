#include "hashers/projections/parts/supervised.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>

namespace hashlab::hashers {

void require_labels(const TrainingSet& data, const std::string& method) {
  if (!data.labels.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: learns from classes, but the training samples have no labels: use a "
                          "data set with '/labels' or an unsupervised projection",
                          method));
}

void require_neighbours(const TrainingSet& data, const std::string& method) {
  if (data.S.size() == data.X.n_cols) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: neighbour lists for {} samples, expected one for each of the {} "
                          "training samples",
                          method, data.S.size(), data.X.n_cols));
}

arma::mat class_indicators(const Labels& labels) {
  if (!labels.multi.is_empty()) {
    const arma::mat all = arma::conv_to<arma::mat>::from(labels.multi.t());
    return all.cols(arma::find(arma::sum(all, 0) > 0));
  }
  std::map<std::int32_t, arma::uword> column;
  for (const std::int32_t label : labels.single) column.emplace(label, 0);
  arma::uword next = 0;
  for (auto& [label, place] : column) place = next++;
  arma::mat Y(labels.single.size(), column.size(), arma::fill::zeros);
  for (arma::uword i = 0; i < Y.n_rows; ++i) Y(i, column.at(labels.single[i])) = 1;
  return Y;
}

arma::mat neighbour_matrix(const NeighbourGraph& S, bool self_loops) {
  arma::mat A(S.size(), S.size(), arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_cols; ++i) {
    for (const std::uint32_t j : S[i]) A(j, i) = 1;
    if (self_loops) A(i, i) = 1;
  }
  return A;
}

}  // namespace hashlab::hashers
