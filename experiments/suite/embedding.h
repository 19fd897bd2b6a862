#pragma once

#include "hashers/registry.h"
#include "lib/similarity.h"

#include <memory>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// A method that ranks by real values instead of codes: by the features themselves, or by the
/// values of a projection without a quantiser. It is the uncompressed baseline of the codes. Of an
/// asymmetric method only the queries have real values.
struct Embedding {
  std::string name;  ///< "cosine", "cosine:origin=zero", "itq+cosine:iterations=10"
  Similarity similarity;
  /// True if only the queries are represented by their real values, and the ranked items by codes
  /// with one bit per value. The similarity is then the cosine between the values of the query and
  /// the bits of the code, taken as +1 and -1. Items are thus ordered by a Hamming distance whose
  /// bits are weighted by the magnitudes of the query's values.
  /// Source:  Gordo, Perronnin, Gong & Lazebnik, "Asymmetric Distances for Binary Embeddings", PAMI
  ///          36, 2014, section 3.
  bool asymmetric = false;
  /// True if the ranked items are codes of the quantiser of `projected_by`. Queries are compared
  /// with them by the levels of their regions (see hashers/levels.h). `similarity` and `asymmetric`
  /// then have no effect.
  bool quantised = false;
  /// For a ranking by the features themselves: true if the mean of the rows available for training
  /// is subtracted first, as for hashing methods. No effect on the values of a projection.
  bool centred = false;
  /// The method whose projection gives the values, one for each hash dimension; its quantiser is
  /// trained only if `quantised` is set. Null if the features themselves are ranked.
  std::shared_ptr<const hashers::Hasher> projected_by = nullptr;
  std::string recipe;  ///< configuration of the ranking: "cosine/1", "cosine/1 origin=zero",
                       ///< "asymmetric/1", "levels/1"
};

/// Parses the method SIMILARITY[:origin=mean|zero], which ranks by the features themselves. The
/// similarity euclidean has no `origin`.
/// Errors:  invalid_argument with a suggestion for an unknown name, key or value.
Embedding make_reference(std::string_view text);

/// Parses the method PROJECTION+SIMILARITY[:key=value,...], which ranks by the values of a
/// projection. The similarity may also be "asymmetric" (Embedding::asymmetric), or
/// "QUANTISER+asymmetric" (Embedding::quantised).
/// Errors:  invalid_argument if the text names no projection or an unknown similarity; those of
///          make_hasher.
Embedding make_embedding(std::string_view text);

}  // namespace hashlab::experiments
