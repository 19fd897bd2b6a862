// Compares only if built with HASHLAB_BENCH_FAISS; the real sets are those in the folder that
// HASHLAB_DATA names.
#include "tests/support/skip.h"

#include <doctest/doctest.h>

using namespace hashlab::testing;

#ifdef HASHLAB_BENCH_FAISS

#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/hamming/dispatch.h"
#include "lib/ranking/linear_scan.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <faiss/IndexBinaryFlat.h>
#include <faiss/impl/AuxIndexStructures.h>
#include <armadillo>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::faiss_test {
namespace {

// Signs of random projections of rows that count from their mean.
Codes sign_codes(const arma::fmat& X, std::size_t bits, Rng rng) {
  arma::fmat W(X.n_rows, bits);
  for (float& w : W) w = static_cast<float>(rng.normal());
  const arma::fmat centred = X.each_col() - arma::mean(X, 1);
  const arma::fmat Y = W.t() * centred;
  Codes codes({bits, 1}, X.n_cols);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < bits; ++j) {
      if (Y(j, i) > 0) codes.set_bit(i, j);
    }
  }
  return codes;
}

Codes part_of(const Codes& codes, std::size_t first, std::size_t n) {
  Codes part(codes.format, n);
  std::copy_n(codes.code(first), n * codes.n_words(), part.words.begin());
  return part;
}

std::vector<std::uint8_t> bytes_of(const Codes& codes) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t b = 0; b < codes.format.bits / 8; ++b) {
      bytes.push_back(static_cast<std::uint8_t>(codes.get(i, 8 * b, 8)));
    }
  }
  return bytes;
}

// For each query the ascending distances of what was found.
using Distances = std::vector<std::vector<unsigned>>;

Distances distances_of(const Neighbours& found) {
  Distances all;
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    all.emplace_back(found.distances_of(q).begin(), found.distances_of(q).end());
  }
  return all;
}

struct Peer {
  faiss::IndexBinaryFlat index;
  std::vector<std::uint8_t> queries;
  std::size_t n;

  Peer(const Codes& query_codes, const Codes& database)
      : index(static_cast<faiss::Index::idx_t>(database.format.bits)),
        queries(bytes_of(query_codes)),
        n(query_codes.n) {
    index.add(static_cast<faiss::Index::idx_t>(database.n), bytes_of(database).data());
  }
  Distances top_k(std::size_t k) const {
    std::vector<std::int32_t> distances(n * k);
    std::vector<faiss::Index::idx_t> positions(n * k);
    index.search(static_cast<faiss::Index::idx_t>(n), queries.data(),
                 static_cast<faiss::Index::idx_t>(k), distances.data(), positions.data());
    Distances all(n);
    for (std::size_t i = 0; i < n * k; ++i) {
      if (positions[i] >= 0) all[i / k].push_back(static_cast<unsigned>(distances[i]));
    }
    for (auto& found : all) std::sort(found.begin(), found.end());
    return all;
  }
  Distances within(int radius) const {
    faiss::RangeSearchResult found(n);
    // Faiss takes what is nearer than its radius.
    index.range_search(static_cast<faiss::Index::idx_t>(n), queries.data(), radius + 1, &found);
    Distances all(n);
    for (std::size_t q = 0; q < n; ++q) {
      for (std::size_t i = found.lims[q]; i < found.lims[q + 1]; ++i) {
        all[q].push_back(static_cast<unsigned>(found.distances[i]));
      }
      std::sort(all[q].begin(), all[q].end());
    }
    return all;
  }
};

// At most so many rows of every matrix of features in a file, wherever it stands.
std::vector<arma::fmat> features_of(const std::string& path, std::size_t most) {
  std::vector<arma::fmat> sets;
  const H5File file = H5File::open(path);
  for (const std::string& name : file.members()) {
    const H5File::Shape shape = file.shape(name);
    const bool is_features = name.ends_with("features") || name == "/base";
    if (!is_features || shape.size.size() != 2 || !shape.stored) continue;
    arma::fmat X(shape.size[1], std::min(shape.size[0], most));
    file.read_rows(name, 0, X.n_cols, X.memptr());
    sets.push_back(std::move(X));
  }
  return sets;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("faiss: top-k and radius find the same distances on every real set") {
    const std::string folder = real_data({});
    if (folder.empty()) return;
    std::size_t sets = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".h5") continue;
      for (const arma::fmat& X : features_of(entry.path().string(), 70000)) {
        ++sets;
        const std::size_t n_queries = std::min<std::size_t>(200, X.n_cols / 5);
        for (const std::size_t bits : std::vector<std::size_t>{32, 64, 128, 256}) {
          CAPTURE(entry.path().string());
          CAPTURE(bits);
          const Codes codes = sign_codes(X, bits, Rng(1).stream("faiss", bits));
          const Codes queries = part_of(codes, 0, n_queries);
          const Codes database = part_of(codes, n_queries, codes.n - n_queries);
          const Peer peer(queries, database);
          for (const std::size_t k : std::vector<std::size_t>{1, 10, 100, 1000}) {
            const bool equal =
                distances_of(top_k(queries, database, k, active_kernel(), 2)) == peer.top_k(k);
            CHECK_MESSAGE(equal, "k = ", k);
          }
          for (const int radius : {0, 2, static_cast<int>(bits / 8), static_cast<int>(bits / 4)}) {
            const bool equal =
                distances_of(within_radius(queries, database, static_cast<std::size_t>(radius),
                                           active_kernel(), 2)) == peer.within(radius);
            CHECK_MESSAGE(equal, "radius ", radius);
          }
        }
      }
    }
    CHECK(sets > 0);
    MESSAGE(sets, " matrices of features compared");
  }
}

}  // namespace hashlab::faiss_test

#else  // HASHLAB_BENCH_FAISS

namespace hashlab::faiss_test {

TEST_SUITE("slow") {
  TEST_CASE("faiss: top-k and radius find the same distances on every real set") {
    skip("built without -DHASHLAB_BENCH_FAISS=ON");
  }
}

}  // namespace hashlab::faiss_test

#endif
