#include "hashers/vectors/parts/coded_part.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hashlab::hashers {
namespace {

double squared_norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double each : x) sum += each * each;
  return sum;
}

std::vector<double> row_of(const arma::fmat& Y, arma::uword i) {
  std::vector<double> row(Y.n_cols);
  for (arma::uword k = 0; k < Y.n_cols; ++k) row[k] = static_cast<double>(Y(i, k));
  return row;
}

/// Samples by squared distance from sample i, without i; ties by position.
std::vector<std::uint32_t> nearest_rows(const std::vector<std::vector<double>>& rows, std::size_t i,
                                        std::size_t count) {
  std::vector<double> distances(rows.size());
  for (std::size_t j = 0; j < rows.size(); ++j) {
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      distances[j] += (rows[i][k] - rows[j][k]) * (rows[i][k] - rows[j][k]);
    }
  }
  std::vector<std::uint32_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(i));
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()));
  std::partial_sort(order.begin(), end, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
  });
  order.erase(end, order.end());
  return order;
}

}  // namespace

std::vector<std::vector<double>> CodedPart::of(const arma::fmat& Y) const {
  std::vector<std::vector<double>> all;
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    std::vector<double> row = row_of(Y, i);
    if (W.is_empty()) {
      row.resize(coordinates);
      all.push_back(std::move(row));
      continue;
    }
    std::vector<double> own(coordinates);
    for (std::size_t j = 0; j < dimensions; ++j) {
      const double* column = W.colptr(j);
      for (std::size_t k = 0; k < coordinates; ++k) own[k] += column[k] * row[j];
    }
    all.push_back(std::move(own));
  }
  return all;
}

std::vector<double> CodedPart::squared_lengths(
    const arma::fmat& Y, const std::vector<std::vector<double>>& of_rows) const {
  std::vector<double> lengths;
  const bool all_coded = W.is_empty() && coordinates == dimensions;
  for (std::size_t i = 0; i < of_rows.size(); ++i) {
    const double coded = squared_norm(of_rows[i]);
    const double whole = all_coded ? coded : squared_norm(row_of(Y, i));
    lengths.push_back(coded + fold * std::max(0.0, whole - coded));
  }
  return lengths;
}

void CodedPart::put_state(ProjectorState& state) const {
  if (!W.is_empty()) state["W"] = W;
  state["fold"] = arma::mat{fold};
}

CodedPart CodedPart::from_state(const ProjectorState& state, std::size_t dimensions,
                                std::size_t coordinates) {
  CodedPart part = first_dimensions(dimensions, coordinates);
  if (state.contains("W")) part.W = state_array(state, "W", coordinates, dimensions);
  part.fold = state_array(state, "fold", 1, 1)(0);
  if (!(part.fold >= 0 && part.fold <= 1)) {
    throw Error(ErrorCode::corrupt_file, fmt::format("'fold' is {}, expected 0 .. 1", part.fold));
  }
  return part;
}

CodedPart first_dimensions(std::size_t dimensions, std::size_t coordinates) {
  CodedPart part;
  part.dimensions = dimensions;
  part.coordinates = coordinates;
  return part;
}

CodedPart rotated_dimensions(std::size_t dimensions, std::size_t coordinates, const Rng& rng) {
  CodedPart part = first_dimensions(dimensions, coordinates);
  part.W.zeros(coordinates, dimensions);
  part.W.head_cols(coordinates) = haar_matrix(coordinates, rng.stream("vectors.rotation"));
  return part;
}

double learned_fold(const CodedPart& part, const arma::fmat& Y, const Rng& rng) {
  constexpr std::size_t most_samples = 300, near = 10;
  if (Y.n_rows < 2 || part.coordinates == part.dimensions) return 1;
  std::vector<std::vector<double>> rows;
  for (arma::uword i = 0; i < Y.n_rows; ++i) rows.push_back(row_of(Y, i));
  const std::vector<std::vector<double>> coded = part.of(Y);
  // Outside of the part, inner products are those of the rows less those of the coordinates.
  const auto outside = [&](std::size_t i, std::size_t j) {
    return std::inner_product(rows[i].begin(), rows[i].end(), rows[j].begin(), 0.0) -
           std::inner_product(coded[i].begin(), coded[i].end(), coded[j].begin(), 0.0);
  };
  std::vector<std::uint32_t> drawn(Y.n_rows);
  std::iota(drawn.begin(), drawn.end(), 0U);
  rng.stream("vectors.fold").shuffle(drawn);
  drawn.resize(std::min<std::size_t>(drawn.size(), most_samples));
  double shared = 0, energy = 0;
  for (const std::uint32_t i : drawn) {
    for (const std::uint32_t j : nearest_rows(rows, i, near)) {
      shared += outside(i, j);
      energy += (outside(i, i) + outside(j, j)) / 2;
    }
  }
  if (!(energy > 1e-12)) return 1;
  return std::clamp(1 - shared / energy, 0.0, 1.0);
}

arma::mat haar_matrix(std::size_t k, Rng rng) {
  arma::mat G(k, k), Q, R;
  for (double& g : G) g = rng.normal();
  if (!arma::qr(Q, R, G)) {
    throw Error(ErrorCode::numerical, "a random rotation's QR decomposition failed");
  }
  for (arma::uword j = 0; j < k; ++j) {
    if (R(j, j) < 0) Q.col(j) *= -1;
  }
  return Q;
}

}  // namespace hashlab::hashers
