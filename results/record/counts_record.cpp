#include "results/record/counts_record.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hashlab::results {
namespace {

template <typename Count>
void check_counts(const H5File& file, const std::vector<Count>& all,
                  const std::vector<Count>& relevant) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (relevant[i] > all[i]) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: more relevant items than items in '/counts'", file.path()));
    }
  }
}

/// A list of at least one number.
template <typename Number>
std::vector<Number> read_list(const H5File& file, const std::string& name) {
  const H5File::Shape shape = file.has(name) ? file.shape(name) : H5File::Shape{};
  if (shape.size.size() != 1 || shape.size[0] == 0 || !file.is_whole(name) ||
      shape.size[0] > (std::size_t{1} << 36)) {
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: '{}' is not a list of numbers", file.path(), name));
  }
  std::vector<Number> values(shape.size[0]);
  file.read(name, values.data());
  return values;
}

RankCounts read_real_counts(const H5File& file) {
  const auto require = [&](bool holds, const char* what) {
    if (holds) return;
    throw Error(ErrorCode::corrupt_file,
                fmt::format("{}: {} in '/counts' do not fit together", file.path(), what));
  };
  RankCounts counts;
  RealDistances& real = counts.distances.emplace<RealDistances>();
  const auto offsets = read_list<std::uint64_t>(file, "/counts/offsets");
  real.offsets.assign(offsets.begin(), offsets.end());
  counts.n_queries = offsets.size() - 1;
  counts.all = read_list<std::uint32_t>(file, "/counts/all");
  counts.relevant = read_list<std::uint32_t>(file, "/counts/relevant");
  real.pooled_radius = read_list<double>(file, "/counts/pooled-radius");
  real.pooled_all = read_list<std::uint64_t>(file, "/counts/pooled-all");
  real.pooled_relevant = read_list<std::uint64_t>(file, "/counts/pooled-relevant");
  require(offsets.front() == 0 && std::is_sorted(offsets.begin(), offsets.end()) &&
              offsets.back() == counts.all.size() && counts.all.size() == counts.relevant.size(),
          "queries and ties");
  require(real.pooled_radius.size() == real.pooled_all.size() &&
              real.pooled_radius.size() == real.pooled_relevant.size() &&
              std::is_sorted(real.pooled_radius.begin(), real.pooled_radius.end()),
          "pooled radii and counts");
  check_counts(file, counts.all, counts.relevant);
  check_counts(file, real.pooled_all, real.pooled_relevant);
  const auto sum = [](const auto& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  };
  require(
      sum(counts.all) == sum(real.pooled_all) && sum(counts.relevant) == sum(real.pooled_relevant),
      "ties and pooled counts");
  return counts;
}

RankCounts read_code_counts(const H5File& file) {
  RankCounts counts;
  std::size_t n_distances = 0;
  const auto read = [&](const std::string& name, std::vector<std::uint32_t>& out) {
    const H5File::Shape shape = file.has(name) ? file.shape(name) : H5File::Shape{};
    const bool first = n_distances == 0;
    if (shape.size.size() != 2 || shape.size[0] == 0 || shape.size[1] == 0 ||
        !file.is_whole(name) || shape.size[0] > (std::size_t{1} << 32) || shape.size[1] > 65536 ||
        (!first && (shape.size[0] != counts.n_queries || shape.size[1] != n_distances))) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: '{}' is not queries x distances", file.path(), name));
    }
    counts.n_queries = shape.size[0];
    n_distances = shape.size[1];
    out.resize(counts.n_queries * n_distances);
    file.read(name, out.data());
  };
  read("/counts/all", counts.all);
  read("/counts/relevant", counts.relevant);
  counts.distances = CodeDistances{n_distances};
  check_counts(file, counts.all, counts.relevant);
  return counts;
}

}  // namespace

void write_counts(H5File& file, const RankCounts& counts) {
  if (const auto* codes = std::get_if<CodeDistances>(&counts.distances)) {
    const std::vector<std::size_t> shape = {counts.n_queries, codes->n_distances};
    file.write("/counts/all", counts.all.data(), shape);
    file.write("/counts/relevant", counts.relevant.data(), shape);
    return;
  }
  const auto write = [&](const char* name, const auto& values) {
    file.write(name, values.data(), {values.size()});
  };
  const auto& real = std::get<RealDistances>(counts.distances);
  const std::vector<std::uint64_t> offsets(real.offsets.begin(), real.offsets.end());
  write("/counts/all", counts.all);
  write("/counts/relevant", counts.relevant);
  write("/counts/offsets", offsets);
  write("/counts/pooled-radius", real.pooled_radius);
  write("/counts/pooled-all", real.pooled_all);
  write("/counts/pooled-relevant", real.pooled_relevant);
}

RankCounts read_counts(const H5File& file) {
  return file.has("/counts/offsets") ? read_real_counts(file) : read_code_counts(file);
}

RankCounts read_counts_of(const std::string& path) {
  return read_counts(H5File::open(path, H5File::Origin::own));
}

}  // namespace hashlab::results
