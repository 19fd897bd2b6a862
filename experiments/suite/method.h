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

/// A method in an experiment file, of one of five kinds: a hash function with fixed settings; a
/// grid, from which every run chooses one hash function; auto, where every run chooses among all
/// hash functions; an embedding, which has no codes; or codes that another program computed. It is
/// parsed once, when the experiment file is read, and cheap to copy.
class Method {
 public:
  explicit Method(hashers::Hasher hash_function);
  explicit Method(Grid grid);
  explicit Method(Embedding embedding);
  explicit Method(ForeignCodes codes);
  static Method automatic();  ///< "auto"

  /// Its name in cells and tables: "itq+npq:beta=2", "itq+npq:tuned", "auto", "euclidean".
  const std::string& name() const { return name_; }
  /// Its form in an experiment file. For most methods that is the name; codes of another program
  /// also have a file and the rows on which they were trained.
  const std::string& text() const { return foreign_codes() ? foreign_codes()->text : name_; }
  bool has_codes() const { return embedding() == nullptr; }
  /// True if it has a number of bits, or of real values instead of bits.
  bool has_bits() const { return is_auto() || base() != nullptr || foreign_codes() != nullptr; }
  /// True if a hash function is chosen in every run, by validation.
  bool chooses() const { return is_auto() || grid() != nullptr; }

  /// Exactly one of these is not null, unless the method is auto. The pointers are valid as long as
  /// a copy of the method exists.
  const hashers::Hasher* hash_function() const;
  const Grid* grid() const;
  const Embedding* embedding() const;
  const ForeignCodes* foreign_codes() const;
  bool is_auto() const { return std::holds_alternative<const AutoMethod*>(kind_); }

  /// The hash function; for a grid the one with its fixed settings; for an embedding the one whose
  /// projection it uses; null for the others.
  const hashers::Hasher* base() const;
  /// Every hash function of which a cell may train all parts or only the projection: one, the
  /// points of the grid, or none. For auto these are AutoMethod::heads.
  std::vector<const hashers::Hasher*> candidates() const;

 private:
  Method() = default;

  std::string name_;
  std::variant<std::shared_ptr<const hashers::Hasher>, std::shared_ptr<const Grid>,
               std::shared_ptr<const Embedding>, std::shared_ptr<const ForeignCodes>,
               const AutoMethod*>
      kind_;
};

/// The canonical name of a hash function or a grid, see name(): settings in canonical order and
/// form, without defaults. "auto" and the names of other programs' codes are returned unchanged.
/// Errors:  those of make_hasher.
std::string canonical_name(std::string_view name);

/// The same for a baseline, which may also be +QUANTISER: "+npq" for "+npq:thresholds=3", "" for
/// "".
std::string canonical_baseline(std::string_view baseline);

}  // namespace hashlab::experiments
