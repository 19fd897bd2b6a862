#include "lib/relevance/near_rows.h"

#include "lib/blas.h"
#include "lib/parallel.h"
#include "lib/relevance/epsilon_ball.h"

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

// Rows per block (two blocks are in memory), and queries per call of a thread.
constexpr std::size_t rows_a_block = 4096, group_rows = 512;

/// The neighbours in block B of each sample of block A, in groups of A's samples.
std::vector<Relevance> near_in_blocks(const Features& A, const Features& B,
                                      const NearSearch& search) {
  const std::size_t groups = (A.n_cols + group_rows - 1) / group_rows;
  std::vector<Relevance> near(groups);
  reserve_blas_buffers(std::min(search.threads, groups));
  parallel(search.threads, groups, [&](std::size_t g) {
    const std::size_t first = g * group_rows,
                      end = std::min<std::size_t>(A.n_cols, first + group_rows);
    near[g] = ball_relevance(A.cols(first, end - 1), B, Ball{search.distance});
  });
  return near;
}

bool is_earlier(const NearPair& x, const NearPair& y) {
  return x.first != y.first ? x.first < y.first : x.second < y.second;
}

/// `kept` is a heap of the first pairs so far, with the last of them in front.
template <typename Distance>
void keep_if_early(NearPair pair, std::size_t at_most, std::vector<NearPair>& kept,
                   Distance distance) {
  if (at_most == 0) return;
  if (kept.size() == at_most) {
    if (!is_earlier(pair, kept.front())) return;
    std::pop_heap(kept.begin(), kept.end(), is_earlier);
    kept.pop_back();
  }
  pair.distance = distance();
  kept.push_back(pair);
  std::push_heap(kept.begin(), kept.end(), is_earlier);
}

}  // namespace

NearRows near_rows(std::size_t n, const std::function<Features(std::size_t, std::size_t)>& read,
                   const NearSearch& search) {
  NearRows result;
  std::vector<bool> is_near(n);
  const std::size_t blocks = (n + rows_a_block - 1) / rows_a_block;
  const std::size_t steps = blocks * (blocks + 1) / 2;
  std::size_t done = 0;
  for (std::size_t a = 0; a < blocks; ++a) {
    const std::size_t first_a = a * rows_a_block;
    const Features A = read(first_a, std::min(rows_a_block, n - first_a));
    for (std::size_t b = a; b < blocks; ++b) {
      const std::size_t first_b = b * rows_a_block;
      const Features other =
          b == a ? Features() : read(first_b, std::min(rows_a_block, n - first_b));
      const Features& B = b == a ? A : other;
      std::size_t i = 0;
      for (const Relevance& near : near_in_blocks(A, B, search)) {
        for (std::size_t q = 0; q < near.n_queries(); ++q, ++i) {
          for (const std::uint32_t j : near.of(q)) {
            if (a == b && j <= i) continue;
            ++result.pairs;
            is_near[first_a + i] = is_near[first_b + j] = true;
            keep_if_early(
                {static_cast<std::uint32_t>(first_a + i), static_cast<std::uint32_t>(first_b + j),
                 0},
                search.examples, result.examples, [&] {
                  return std::sqrt(squared_distance(A, static_cast<std::uint32_t>(i), B, j));
                });
          }
        }
      }
      if (search.progress) search.progress(++done, steps);
    }
  }
  std::sort(result.examples.begin(), result.examples.end(), is_earlier);
  result.rows = static_cast<std::size_t>(std::count(is_near.begin(), is_near.end(), true));
  return result;
}

}  // namespace hashlab
