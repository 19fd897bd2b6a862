#pragma once

#include "experiments/suite/auto_method.h"
#include "experiments/suite/embedding.h"
#include "experiments/suite/foreign_codes.h"
#include "experiments/suite/grid.h"
#include "hashers/registry.h"

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hashlab::experiments {

/// What a suite evaluates, of one of five kinds: a hash function, whose settings are fixed; a grid
/// of them, or all that there are, of which every run chooses one; an embedding, which has no
/// codes; or codes that another program computed. It is parsed once, when the suite is read, and
/// cheap to copy.
class Method {
 public:
  explicit Method(hashers::Hasher hash_function);
  explicit Method(Grid grid);
  explicit Method(Embedding embedding);
  explicit Method(ForeignCodes codes);
  static Method automatic();  ///< "auto"

  /// Its name in cells and tables: "itq+npq:beta=2", "itq+npq:tuned", "auto", "euclidean".
  const std::string& name() const { return name_; }
  /// How a suite writes it. For most methods that is the name; codes of another program also have a
  /// file and what they were learned from.
  const std::string& text() const { return foreign_codes() ? foreign_codes()->text : name_; }
  bool has_codes() const { return embedding() == nullptr; }
  /// A number of bits makes sense for it: of its codes, or of real values in place of bits.
  bool has_bits() const { return is_auto() || base() != nullptr || foreign_codes() != nullptr; }
  bool chooses() const { return is_auto() || grid() != nullptr; }  ///< in every run, by validation

  /// What it is: one of these is not null, or it is auto. They live as long as a copy of it.
  const hashers::Hasher* hash_function() const;
  const Grid* grid() const;
  const Embedding* embedding() const;
  const ForeignCodes* foreign_codes() const;
  bool is_auto() const { return std::holds_alternative<const AutoMethod*>(kind_); }

  /// The hash function, or that of a grid with the settings that are not chosen, or the one whose
  /// projection gives an embedding; null for the others.
  const hashers::Hasher* base() const;
  /// Every hash function that a cell of it may learn, in whole or as a projection: one, the points
  /// of its grid, or none; of auto those that it begins with.
  std::vector<const hashers::Hasher*> candidates() const;

 private:
  Method() = default;

  std::string name_;
  std::variant<std::shared_ptr<const hashers::Hasher>, std::shared_ptr<const Grid>,
               std::shared_ptr<const Embedding>, std::shared_ptr<const ForeignCodes>,
               const AutoMethod*>
      kind_;
};

/// The name() of the hash function or the grid that is called so: settings in the order and form of
/// all names, defaults left out. "auto" and the names of other programs' codes stay as they are.
/// Errors:  those of make_hasher.
std::string canonical_name(std::string_view name);

/// The same for a baseline, which may also be +QUANTISER: "+npq" for "+npq:thresholds=3", "" for
/// "".
std::string canonical_baseline(std::string_view baseline);

}  // namespace hashlab::experiments
