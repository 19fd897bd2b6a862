#pragma once

#include "hashers/registry.h"
#include "lib/similarity.h"

#include <memory>
#include <string>
#include <string_view>

namespace hashlab::experiments {

/// A ranking by real values in place of codes, that a suite may ask for beside its hashers: by the
/// features as they are, or by a projection without its quantiser. It is the ceiling that codes are
/// compressed from.
struct Embedding {
  std::string name;  ///< "cosine", "cosine:origin=zero", "itq+cosine:iterations=10"
  Similarity similarity;
  /// Are the items that are ranked known by codes alone, a bit for each value, and only queries by
  /// their values? The similarity is the cosine of the query's values and the code as +1 and -1:
  /// items come in the order of the Hamming distance whose bits are weighted by the magnitudes of
  /// the query's values.
  /// Source:  Gordo, Perronnin, Gong & Lazebnik, "Asymmetric Distances for Binary Embeddings", PAMI
  ///          36, 2014, section 3.
  bool asymmetric = false;
  /// Of the features as they are: is the mean of the learnable rows subtracted from them first, as
  /// hashers see them? Projections subtract it themselves.
  bool centred = false;
  /// Whose projection gives the values, as many as it would give codes bits; its quantiser is never
  /// learned. Null: the features as they are.
  std::shared_ptr<const hashers::Hasher> projected_by = nullptr;
  std::string recipe;  ///< "cosine/1", "cosine/1 origin=zero", "asymmetric/1": how it is ranked
};

/// Is the mean of the learnable rows subtracted from features that are compared by it, unless an
/// option says otherwise? Of the cosine it is, as papers on hashing have it: between samples as
/// hashers see them.
bool subtracts_mean(Similarity similarity);

/// Of the features as they are: SIMILARITY[:origin=mean|zero].
/// Errors:  invalid_argument with a suggestion for an unknown name, key or value.
Embedding make_reference(std::string_view text);

/// Of a projection: PROJECTION+SIMILARITY[:key=value,...], the similarity being "asymmetric", too.
/// Errors:  the same; those of make_hasher.
Embedding make_embedding(std::string_view text);

}  // namespace hashlab::experiments
