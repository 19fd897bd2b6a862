#include "experiments/scan/neighbour_formats.h"

#include "experiments/program/json_line.h"
#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <vector>

namespace hashlab::experiments {
namespace {

using Sink = std::function<void(std::string_view)>;

void write_text(const Neighbours& found, const SearchFacts& facts, const Sink& sink) {
  constexpr std::size_t max_queries = 10, max_neighbours = 6;
  const std::size_t n = found.n_queries();
  std::size_t none = 0, fewest = std::numeric_limits<std::size_t>::max(), most = 0;
  double nearest = 0, farthest = 0;
  for (std::size_t q = 0; q < n; ++q) {
    const auto distances = found.distances_of(q);
    fewest = std::min(fewest, distances.size());
    most = std::max(most, distances.size());
    if (distances.empty()) {
      ++none;
      continue;
    }
    nearest += distances.front();
    farthest += distances.back();
  }
  std::string asked;
  for (const auto& [name, value] : facts.asked) asked += fmt::format(", {} = {:.0f}", name, value);
  sink(fmt::format("{} queries, {} codes of {} bits, {} distance{}\n", n, facts.database,
                   facts.bits, facts.manhattan ? "Manhattan" : "Hamming", asked));
  const auto mean = [](double sum, std::size_t count) {
    return count == 0 ? 0 : sum / static_cast<double>(count);
  };
  sink(fmt::format("found      {} to {} a query, {:.1f} on average; none for {} queries\n",
                   n == 0 ? 0 : fewest, most, mean(static_cast<double>(found.positions.size()), n),
                   none));
  sink(fmt::format("distances  nearest {:.2f}, farthest {:.2f} on average\n\n",
                   mean(nearest, n - none), mean(farthest, n - none)));
  sink("query  id (distance), nearest first\n");
  for (std::size_t q = 0; q < std::min(n, max_queries); ++q) {
    const auto ids = found.positions_of(q);
    const auto distances = found.distances_of(q);
    std::string line = fmt::format("{:<5}", q);
    for (std::size_t i = 0; i < std::min(ids.size(), max_neighbours); ++i) {
      line += fmt::format("  {} ({})", ids[i], distances[i]);
    }
    sink(line + (ids.size() > max_neighbours ? "  ...\n" : "\n"));
  }
  if (n > max_queries) sink(fmt::format("...    {} more, see --format\n", n - max_queries));
}

void write_json(const Neighbours& found, const SearchFacts&, const Sink& sink) {
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    sink(json_line({{"query", q},
                    {"ids", json_array(found.positions_of(q), std::identity{})},
                    {"distances", json_array(found.distances_of(q), std::identity{})}}));
  }
}

void append_int32(std::string& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(value >> shift & 0xff)));
  }
}

void write_ivecs(const Neighbours& found, const SearchFacts&, const Sink& sink) {
  constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();
  for (std::size_t q = 0; q < found.n_queries(); ++q) {
    std::string bytes;
    const auto ids = found.positions_of(q);
    append_int32(bytes, ids.size());
    for (const std::uint32_t id : ids) {
      if (id > most) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("id {} is above {}, the most that ivecs can hold: use --format h5",
                                id, most));
      }
      append_int32(bytes, id);
    }
    sink(bytes);
  }
}

void write_h5(const Neighbours& found, const SearchFacts& facts, const Sink& sink) {
  H5File file = H5File::create("neighbours");
  file.set("kind", "hashlab neighbours");
  file.set("bits", static_cast<double>(facts.bits));
  file.set("database", static_cast<double>(facts.database));
  for (const auto& [name, value] : facts.asked) file.set(name, value);
  std::vector<std::size_t> shape = {found.positions.size()};
  if (facts.asked.contains("radius")) {
    const std::vector<std::uint64_t> offsets(found.offsets.begin(), found.offsets.end());
    file.write("/offsets", offsets.data(), {offsets.size()});
  } else {
    shape = {found.n_queries(),
             found.positions.size() / std::max<std::size_t>(1, found.n_queries())};
  }
  const std::vector<std::int32_t> distances(found.distances.begin(), found.distances.end());
  file.write("/ids", found.positions.data(), shape);
  file.write("/distances", distances.data(), shape);
  sink(file.image());
}

const std::vector<NeighbourFormat>& formats() {
  static const std::vector<NeighbourFormat> all = {{"text", false, write_text},
                                                   {"json", false, write_json},
                                                   {"ivecs", true, write_ivecs},
                                                   {"h5", true, write_h5}};
  return all;
}

}  // namespace

const NeighbourFormat& neighbour_format(std::string_view name) {
  std::vector<std::string> known;
  for (const NeighbourFormat& format : formats()) {
    if (format.name == name) return format;
    known.push_back(format.name);
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("option '--format' = '{}'{}, expected {}", name, suggestion(name, known),
                          fmt::join(known, ", ")));
}

}  // namespace hashlab::experiments
