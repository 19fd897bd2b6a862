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
/// grid, from which one hash function is chosen in every run; auto, which chooses among all hash
/// functions in every run; an embedding, which has no codes; or codes that another program
/// computed. A Method is parsed once, when the experiment file is read, and is cheap to copy.
class Method {
 public:
  explicit Method(hashers::Hasher hash_function);
  explicit Method(Grid grid);
  explicit Method(Embedding embedding);
  explicit Method(ForeignCodes codes);
  static Method automatic();  ///< "auto"

  /// Its name in cells and tables: "itq+npq:beta=2", "itq+npq:tuned", "auto", "euclidean".
  const std::string& name() const { return name_; }
  /// The text of this method in an experiment file, except for a grid, which has Grid::text(). For
  /// codes from another program it is ForeignCodes::text, which also gives their file and the rows
  /// on which that program was trained. For all other methods it is the name.
  const std::string& text() const { return foreign_codes() ? foreign_codes()->text : name_; }
  bool has_codes() const { return embedding() == nullptr; }
  /// True if the real values of queries are compared with codes.
  bool has_estimates() const { return !has_codes() && embedding()->quantised; }
  /// True if the method is run for each code length of the experiment file. For the values of a
  /// projection, the code length is the number of values. False for an embedding of the features
  /// themselves.
  bool has_bits() const { return is_auto() || base() != nullptr || foreign_codes() != nullptr; }
  /// True if the baseline, in canonical form, means this method: by its name, or by its quantiser,
  /// as "+npq:tuned" or, whatever its settings, as "+npq".
  bool is_meant_by(const std::string& baseline) const;
  /// True if a hash function is chosen in every run, by validation.
  bool chooses() const { return is_auto() || grid() != nullptr; }

  // The kind of the method. If it is auto, these four pointers are null; otherwise exactly one of
  // them is not null. The pointers are valid as long as a copy of the method exists.
  const hashers::Hasher* hash_function() const;
  const Grid* grid() const;
  const Embedding* embedding() const;
  const ForeignCodes* foreign_codes() const;
  bool is_auto() const { return std::holds_alternative<const AutoMethod*>(kind_); }

  /// The hash function; for a grid, the hash function with the grid's fixed settings; for an
  /// embedding, the hash function whose projection it uses. Null for auto, for an embedding of the
  /// features themselves, and for codes from another program.
  const hashers::Hasher* base() const;
  /// Every hash function that a cell of this method may train, completely or only its projection:
  /// one, the points of the grid, or none. For auto, which may train many more, the result is
  /// AutoMethod::heads.
  std::vector<const hashers::Hasher*> candidates() const;

 private:
  Method() = default;

  std::string name_;
  std::variant<std::shared_ptr<const hashers::Hasher>, std::shared_ptr<const Grid>,
               std::shared_ptr<const Embedding>, std::shared_ptr<const ForeignCodes>,
               const AutoMethod*>
      kind_;
};

/// The canonical name of a hash function, of a grid, or of codes that are compared with the values
/// of queries (see Method::name()): settings in canonical order and form, without defaults. "auto"
/// and the names of other programs' codes are returned unchanged.
/// Errors:  those of make_hasher.
std::string canonical_name(std::string_view name);

/// The canonical name of a baseline. A baseline is given as the name of a method, as +QUANTISER, or
/// as "". For example, "+npq:thresholds=3" becomes "+npq", because 3 is the default.
/// Errors:  those of make_hasher.
std::string canonical_baseline(std::string_view baseline);

}  // namespace hashlab::experiments
