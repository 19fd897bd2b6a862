#pragma once

#include "hashers/work.h"
#include "lib/checkpoints.h"
#include "lib/codes/codes.h"
#include "lib/error.h"
#include "lib/observer.h"
#include "lib/options.h"
#include "lib/relevance/relevance.h"
#include "lib/reuse.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <armadillo>

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// Who a method is. `version` goes up when the same input would give other codes: it is part of the
/// key of a result, so stale results are noticed. tests/golden/codes notices if it was forgotten.
struct MethodInfo {
  std::string name;
  int version;
  std::string source;   ///< paper, with equation or algorithm
  std::string summary;  ///< one line
  std::string cost;     ///< time to learn, in the symbols below
  /// As papers print it, "IsoH"; empty: the name in capitals, "ITQ".
  std::string printed = {};
};

// Symbols of costs: n training samples, d features, K hash dimensions, m anchors or landmarks, s
// pairs of neighbours, T thresholds, and "iterations" where their number is no fixed one.

/// What a method is told of the training samples beside their features.
enum class Supervision {
  none,
  neighbours,  ///< S: who neighbours whom, be it by class or by distance
  labels,      ///< the classes themselves
};

/// "none", "neighbours", "labels".
const char* supervision_name(Supervision supervision);

/// What a hash function may learn from: nothing else of the data set is within its reach.
struct TrainingSet {
  arma::fmat X;      ///< d x n, one sample per column, centred with the mean of the learnable rows
                     ///< unless the method takes samples as they are (takes_centred)
  NeighbourGraph S;  ///< neighbours among these n samples; empty lists for who does not look
  Labels labels = {};  ///< classes of these n samples; empty if the data set has none
  /// Where parts of what is learned may be found that were learned before; null: nowhere. Nothing
  /// that is learned depends on it.
  Reuse* reuse = nullptr;
  /// Where long learning leaves what it needs to go on after it was ended; null: nowhere.
  Checkpoints* checkpoints = nullptr;
};

/// A learned projection as named arrays. Single-precision numbers are exact in them.
using ProjectorState = std::map<std::string, arma::mat>;

/// The array `name` of a state.
/// Errors:  corrupt_file if it is missing or not rows x columns.
const arma::mat& state_array(const ProjectorState& state, const std::string& name, std::size_t rows,
                             std::size_t columns);

/// A learned projection: samples in, centred unless takes_centred() is false; real values out.
class Projector {
 public:
  virtual ~Projector() = default;
  /// X is d x m, centred like the training set; returns m x dims, column j = hash dimension j.
  virtual arma::fmat project(const arma::fmat& X) const = 0;
  /// All that project() depends on: Projection::restore makes the same projector of it.
  virtual ProjectorState state() const = 0;
};

/// A method that learns a function of samples into real values, with its settings: what those of
/// one view and of two have in common.
class LearningMethod {
 public:
  virtual ~LearningMethod() = default;
  virtual MethodInfo info() const = 0;
  virtual void describe(Options& options);  ///< binds the settings; none by default
  /// The settings worth trying where they are chosen by validation, as a grid of a suite writes
  /// them: "price=1,3; gamma=auto,4*auto", in units that fit any data. Empty: the defaults are as
  /// good as others. Each value has an effect in every combination, and needs no more than
  /// supervision() tells.
  virtual std::string grid() const { return {}; }
  /// What learning looks at beside the features. Nothing else need be given.
  virtual Supervision supervision() const { return Supervision::none; }
  /// Does learning need the samples' labels, with the settings as they are? A method that looks at
  /// neighbours may need them, too, for a part that learns from classes.
  virtual bool needs_labels() const { return supervision() == Supervision::labels; }
  /// Is it learned by an engine that not every program has (see networks/engine.h)?
  virtual bool needs_engine() const { return false; }
  /// True if the first K' of K learned dimensions equal those of learning K' alone, signs included.
  /// Then different code lengths are learned one after the other, since each finds again what the
  /// one before has learned (see TrainingSet::reuse).
  virtual bool fewer_are_first() const { return false; }
  /// The work of learning, see work.h, with the settings as they are. One that does not say is
  /// taken for a slow one.
  virtual double work(const WorkSizes& sizes) const { return cautious_work(sizes); }
  /// Multiply-adds that projecting one sample takes; those of hyperplanes unless it says otherwise.
  virtual double encoding(const WorkSizes& sizes) const { return sizes.d * sizes.K; }
};

/// Thrown where a method needs an engine and this program has none.
class EngineMissing : public Error {
 public:
  explicit EngineMissing(const std::string& method);
};

/// A projection method: of one view.
class Projection : public LearningMethod {
 public:
  /// The most hash dimensions this method can learn from n samples of d features.
  virtual std::size_t max_dimensions(std::size_t d, std::size_t n) const = 0;
  /// True if samples are centred, when it is trained and when it is applied, with the settings as
  /// they are; false if it takes features as they are stored.
  virtual bool takes_centred() const { return true; }
  /// Another registered projection whose output this one learns from, with the settings as they
  /// are; null if there is none. Its recipe becomes part of this one's.
  virtual std::unique_ptr<Projection> built_on() const { return nullptr; }
  /// Learns `dims` hash dimensions, 1 <= dims <= max_dimensions. Prints nothing; tells `observer`
  /// how far it is if that may take more than a second.
  /// Errors: numerical if a decomposition fails or X is not finite; invalid_argument if the
  ///         training set lacks what this method cannot do without, saying so.
  virtual std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims,
                                                 const Rng& rng,
                                                 const Observer& observer = {}) const = 0;
  /// The projector of `dims` hash dimensions of d features whose state this is.
  /// Errors:  corrupt_file if another method wrote the state or it does not fit the sizes.
  virtual std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                                   std::size_t dims) const = 0;
};

/// Thresholds for every hash dimension, and the code book that turns regions into bits.
/// region(y) = #{ j : y > t_j }, so a value equal to a threshold belongs to the lower region.
/// Dimensions may have different numbers of thresholds, 0, 1, 3, 7 or 15; one without has no digit.
struct Quantisation {
  enum class Codebook {
    natural,     ///< region index as a B-bit natural binary number; T = 2^B - 1, B = 0 .. 4
    double_bit,  ///< regions 0, 1, 2 -> 01, 00, 10 (Kong & Li, AAAI 2012); Hamming; T = 2
  };
  Codebook codebook = Codebook::natural;
  std::vector<std::vector<double>> thresholds;  ///< [dimension][T], ascending

  /// The format of these codes: T = 1 and double-bit codes are compared by Hamming distance. Where
  /// dimensions with thresholds differ in their number, the digits have different widths.
  CodeFormat format() const;
  /// Codes of the rows of Y (m x dims). T = 1 gives Hamming codes, T = 3, 7, 15 and
  /// different T Manhattan codes.
  Codes encode(const arma::fmat& Y) const;
};

/// What a quantiser learns from: projections of the training samples, and who neighbours whom.
struct QuantiserInput {
  const arma::fmat& Y;      ///< n x dims
  const NeighbourGraph& S;  ///< n lists
  Reuse* reuse = nullptr;   ///< as in TrainingSet
};

/// A quantiser with its settings.
class Quantiser {
 public:
  virtual ~Quantiser() = default;
  virtual MethodInfo info() const = 0;
  virtual void describe(Options& options);
  virtual std::string grid() const { return {}; }  ///< as in LearningMethod
  /// Bits spent on each hash dimension, B; a budget of K bits buys floor(K / B) dimensions. Of a
  /// method that allocates bits: what a dimension costs on average, so that K bits buy K
  /// dimensions, of which some get more than one bit and some none.
  virtual std::size_t bits_per_dimension() const = 0;
  /// Do dimensions share the budget? Then each has 0 .. 4 bits in natural code, and all together
  /// at least 1 and at most bits_per_dimension() for each; else every dimension has the same
  /// number.
  virtual bool allocates_bits() const { return false; }
  /// What learning looks at beside Y: none or neighbours.
  virtual Supervision supervision() const { return Supervision::none; }
  /// As LearningMethod::work.
  virtual double work(const WorkSizes& sizes) const { return cautious_work(sizes); }
  virtual Quantisation learn(const QuantiserInput& data, const Rng& rng,
                             const Observer& observer = {}) const = 0;
};

}  // namespace hashlab::hashers
