#pragma once

#include "lib/ranking/neighbours.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// The parameters of a search, for display and for the attributes of a file.
struct SearchFacts {
  std::size_t bits = 0, database = 0;   ///< code length and number of codes of the database
  bool manhattan = false;               ///< Manhattan instead of Hamming distance
  std::map<std::string, double> asked;  ///< "k", "radius": the values that the user gave
};

/// A format for the result of a search. The formats are
///
///   text    for display: a summary of numbers and distances, and the first queries with their
///           nearest items
///   json    one line per query: {"query": 0, "ids": [7, 3], "distances": [0, 2]}
///   ivecs   for each query the number of its ids, then the ids, all int32, little-endian
///   h5      HDF5, sealed with a checksum; it has the attributes kind = "hashlab neighbours", bits
///           and database, those of k and radius that the user gave, and the tables
///             /ids        uint32 [queries x min(k, database)], or, if there was a radius,
///                         [number of neighbours of all queries]
///             /distances  int32, with the shape of /ids
///             /offsets    uint64 [queries + 1], if there was a radius; the neighbours of query q
///                         are entries offsets[q] .. offsets[q + 1] - 1 of both tables
struct NeighbourFormat {
  std::string name;
  bool binary;  ///< true if it cannot be written to standard output
  /// Calls `sink` with the bytes of the output, piece by piece.
  /// Errors:  invalid_argument if an id does not fit into the format's integers.
  void (*write)(const Neighbours& neighbours, const SearchFacts& facts,
                const std::function<void(std::string_view)>& sink);
};

/// The format with this name. Errors: invalid_argument with a suggestion.
const NeighbourFormat& neighbour_format(std::string_view name);

}  // namespace hashlab::experiments
