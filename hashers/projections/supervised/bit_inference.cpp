#include "hashers/projections/supervised/bit_inference.h"

#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace hashlab::hashers {
namespace {

using Network = boost::compressed_sparse_row_graph<boost::directedS>;

/// The complete directed graph of so many nodes: edges by source, then by target.
Network complete_graph(std::size_t nodes) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  edges.reserve(nodes * (nodes - 1));
  for (std::size_t a = 0; a < nodes; ++a) {
    for (std::size_t b = 0; b < nodes; ++b) {
      if (a != b) edges.emplace_back(a, b);
    }
  }
  return Network(boost::edges_are_sorted, edges.begin(), edges.end(), nodes);
}

std::int64_t energy(const arma::ivec& u, const arma::imat& V, const arma::ivec& z) {
  std::int64_t sum = 0;
  for (arma::uword j = 0; j < z.n_elem; ++j) {
    std::int64_t pairs = 0;
    for (arma::uword i = 0; i < j; ++i) pairs += V(i, j) * z[i];
    sum += (u[j] - pairs) * z[j];
  }
  return sum;
}

}  // namespace

std::vector<Block> neighbour_blocks(const NeighbourGraph& S, std::size_t largest, Rng rng) {
  std::vector<std::uint32_t> order(S.size());
  std::iota(order.begin(), order.end(), 0u);
  rng.shuffle(order);
  std::vector<char> taken(S.size(), 0);
  std::vector<Block> blocks;
  for (const std::uint32_t first : order) {
    if (taken[first]) continue;
    Block block;
    std::vector<std::uint32_t> candidates, still;
    for (const std::uint32_t j : S[first]) {
      if (!taken[j] && j != first) candidates.push_back(j);
    }
    std::uint32_t next = first;
    while (true) {
      block.push_back(next);
      taken[next] = 1;
      if (candidates.empty() || block.size() == largest) break;
      next = candidates[rng.below(candidates.size())];
      still.clear();  // S is symmetric without a diagonal, so `next` itself drops out
      std::set_intersection(candidates.begin(), candidates.end(), S[next].begin(), S[next].end(),
                            std::back_inserter(still));
      candidates.swap(still);
    }
    std::sort(block.begin(), block.end());
    blocks.push_back(std::move(block));
  }
  return blocks;
}

arma::ivec minimise_submodular(const arma::ivec& u, const arma::imat& V) {
  // A cut puts the points with z = 1 on the source's side. Capacities are half of what a choice
  // adds to the energy: |u_i| for a value against u_i, V_ij for different values. In a block nearly
  // every pair has an edge, so the graph is complete, which makes an edge's number a formula.
  const std::size_t n = u.n_elem, nodes = n + 2, source = n, sink = n + 1;
  const auto number = [&](std::size_t a, std::size_t b) {
    return a * (nodes - 1) + (b < a ? b : b - 1);
  };
  Network network = complete_graph(nodes);
  const auto [first, last] = boost::edges(network);
  const std::vector<Network::edge_descriptor> edges(first, last);
  std::vector<std::int64_t> capacity(edges.size(), 0), residual(edges.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (u[i] < 0) capacity[number(source, i)] = -u[i];
    if (u[i] > 0) capacity[number(i, sink)] = u[i];
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j) capacity[number(i, j)] = V(i, j);
    }
  }
  std::vector<Network::edge_descriptor> reverse(edges.size()), parent(nodes);
  for (std::size_t a = 0; a < nodes; ++a) {
    for (std::size_t b = 0; b < nodes; ++b) {
      if (a != b) reverse[number(a, b)] = edges[number(b, a)];
    }
  }
  std::vector<boost::default_color_type> tree(nodes);
  std::vector<long> distance(nodes);
  const auto by_edge = boost::get(boost::edge_index, network);
  const auto by_node = boost::get(boost::vertex_index, network);
  const auto map = [](auto& values, auto index) {
    return boost::make_iterator_property_map(values.begin(), index);
  };
  boost::boykov_kolmogorov_max_flow(network, map(capacity, by_edge), map(residual, by_edge),
                                    map(reverse, by_edge), map(parent, by_node), map(tree, by_node),
                                    map(distance, by_node), by_node, source, sink);
  arma::ivec z(n);
  for (std::size_t i = 0; i < n; ++i) z[i] = tree[i] == boost::black_color ? 1 : -1;
  return z;
}

BitInference::BitInference(const NeighbourGraph& S, arma::imat Z, std::size_t K, arma::ivec z)
    : S_(S),
      Z_(std::move(Z)),
      K_(static_cast<std::int64_t>(K)),
      z_(std::move(z)),
      c_(Z_ * z_),
      sum_(arma::accu(z_)) {}

std::int64_t BitInference::dot_of(std::uint32_t i, const arma::sword* other) const {
  const arma::sword* own = bits_of(i);
  return std::inner_product(own, own + Z_.n_rows, other, std::int64_t{0});
}

std::int64_t BitInference::pull(std::uint32_t i) const {
  std::int64_t neighbours = 0;
  for (const std::uint32_t j : S_[i]) neighbours += z_[j];
  const std::int64_t others = sum_ - z_[i];
  const std::int64_t agreed = dot_of(i, c_.memptr()) - static_cast<std::int64_t>(Z_.n_rows) * z_[i];
  return K_ * (2 * neighbours - others) - agreed;
}

std::int64_t BitInference::objective() const {
  std::int64_t twice = 0;
  for (std::uint32_t i = 0; i < z_.n_elem; ++i) twice -= z_[i] * pull(i);
  return twice / 2;
}

bool BitInference::update(const Block& block) {
  const arma::uword n = block.size();
  arma::imat V(n, n, arma::fill::zeros);
  for (arma::uword j = 0; j < n; ++j) {
    for (arma::uword i = 0; i < j; ++i) {
      V(i, j) = V(j, i) = K_ - dot_of(block[i], bits_of(block[j]));
    }
  }
  arma::ivec before(n), u(n);
  for (arma::uword i = 0; i < n; ++i) before[i] = z_[block[i]];
  const arma::ivec inside = V * before;
  for (arma::uword i = 0; i < n; ++i) u[i] = inside[i] - pull(block[i]);

  arma::ivec after(n);
  if (u.max() <= 0 || u.min() >= 0) {
    after.fill(u.max() <= 0 ? 1 : -1);  // all want the same, and so do the pairs
  } else {
    after = minimise_submodular(u, V);
  }
  if (energy(u, V, after) >= energy(u, V, before)) return false;
  for (arma::uword i = 0; i < n; ++i) {
    if (after[i] == before[i]) continue;
    z_[block[i]] = after[i];
    sum_ += 2 * after[i];
    const arma::sword* bits = bits_of(block[i]);
    for (arma::uword r = 0; r < Z_.n_rows; ++r) c_[r] += 2 * after[i] * bits[r];
  }
  return true;
}

}  // namespace hashlab::hashers
