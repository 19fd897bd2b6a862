#pragma once

#include "hashers/projector_state.h"
#include "hashers/quantisation.h"
#include "hashers/work.h"
#include "lib/checkpoints.h"
#include "lib/error.h"
#include "lib/observer.h"
#include "lib/options.h"
#include "lib/relevance/relevance.h"
#include "lib/reuse.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// The identity of a method. `version` is increased when the same input would give other codes. The
/// version is part of the key of a result, so stale results are noticed; tests/golden/codes detects
/// a forgotten increase.
struct MethodInfo {
  std::string name;
  int version;
  std::string source;   ///< paper, with equation or algorithm
  std::string summary;  ///< one line
  std::string cost;     ///< training time, in the symbols below
  /// The name as papers print it, such as "IsoH"; if empty, the name in capitals, such as "ITQ".
  std::string printed = {};
};

// Symbols of costs: n training samples, d features, K hash dimensions, m anchors or landmarks, s
// pairs of neighbours, T thresholds per dimension, and "iterations" if the number of iterations is
// not fixed.

/// The information about training samples that a method uses in addition to their features.
enum class Supervision {
  none,
  neighbours,  ///< S: which samples are neighbours, by class or by distance
  labels,      ///< the classes themselves
};

/// The name of this kind of supervision: "none", "neighbours" or "labels".
const char* supervision_name(Supervision supervision);

/// The training data of a hash function: training has no access to any other part of the data set.
struct TrainingSet {
  arma::fmat X;      ///< d x n, one sample per column, centred with the mean of the data available
                     ///< for training, unless the method takes uncentred samples (takes_centred)
  NeighbourGraph S;  ///< neighbours among these n samples; empty lists if the method does not use
                     ///< them
  Labels labels = {};  ///< classes of these n samples; empty if the data set has none
  /// A cache of trained parts from earlier calls; null: none. It does not change the result.
  Reuse* reuse = nullptr;
  /// Saved states, so that interrupted training can continue; null: none.
  Checkpoints* checkpoints = nullptr;
};

/// A trained projection: maps samples to real values. The samples must be centred, unless
/// LearningMethod::takes_centred() is false.
class Projector {
 public:
  virtual ~Projector() = default;
  /// X is d x m, centred (or not) like the training set; returns m x dims, column j = hash
  /// dimension j.
  virtual arma::fmat project(const arma::fmat& X) const = 0;
  /// All data on which project() depends. LearningMethod::restore makes an equal projector from it.
  virtual ProjectorState state() const = 0;
};

class Projection;

/// A method, with its settings, that trains a function from samples to real values. It is the
/// common base of one-view and two-view methods.
class LearningMethod {
 public:
  virtual ~LearningMethod() = default;
  virtual MethodInfo info() const = 0;
  virtual void describe(Options& options);  ///< adds the settings, by default none
  /// The hyperparameter grid worth trying when settings are tuned on validation data. It is written
  /// as in an experiment file, such as "price=1,3; gamma=auto,4*auto". Empty: the defaults suffice.
  /// The values must suit features of any scale. Each value must have an effect in every
  /// combination, and need only the data that supervision() names.
  virtual std::string grid() const { return {}; }
  /// The data that training uses in addition to the features.
  virtual Supervision supervision() const { return Supervision::none; }
  /// True if training needs the samples' labels with the current settings. A method that uses
  /// neighbours may also need labels, for a part that is trained on classes.
  virtual bool needs_labels() const { return supervision() == Supervision::labels; }
  /// True if training needs the network engine (LibTorch), which not every program contains (see
  /// networks/engine.h).
  virtual bool needs_engine() const { return false; }
  /// True if the first K' of K trained dimensions equal those of training K' alone, signs included.
  /// Different code lengths are then trained one after the other, because each can reuse the
  /// dimensions of the previous one (see TrainingSet::reuse).
  virtual bool fewer_are_first() const { return false; }
  /// The compute budget of training (see work.h) with the current settings, in units. A method that
  /// does not override this function is assumed to be slow.
  virtual double work(const WorkSizes& sizes) const { return cautious_work(sizes); }
  /// Multiply-adds for projecting one sample; by default d K, as for K hyperplanes.
  virtual double encoding(const WorkSizes& sizes) const { return sizes.d * sizes.K; }
  /// True if samples are centred for training and encoding, with the current settings; false if the
  /// method takes features as they are stored.
  virtual bool takes_centred() const { return true; }
  /// The registered projection whose output this method is trained on, with the current settings.
  /// Null, which is the default, means that it is trained on the features themselves. The
  /// configuration of the projection becomes part of the configuration of this method.
  virtual std::unique_ptr<Projection> built_on() const;
  /// Recreates the projector of `dims` hash dimensions, for samples of d features, from its
  /// Projector::state(). For a two-view method the projector and its d features are those of one
  /// view.
  /// Errors:  corrupt_file if another method wrote the state, or if its arrays do not match d and
  ///          dims; invalid_argument if a network cannot take d features; EngineMissing if the
  ///          projector needs an engine and this program has none.
  virtual std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                                   std::size_t dims) const = 0;
};

/// Thrown if a method or the option --device needs the network engine and this program has none
/// (see networks/engine.h). The error code is invalid_argument.
class EngineMissing : public Error {
 public:
  explicit EngineMissing(const std::string& method);
};

/// A one-view projection method.
class Projection : public LearningMethod {
 public:
  /// The largest number of hash dimensions that can be trained on n samples of d features.
  /// Errors:  invalid_argument if a network cannot take d features, or its settings contradict each
  ///          other.
  virtual std::size_t max_dimensions(std::size_t d, std::size_t n) const = 0;
  /// Settings with which training costs less and scores are mostly a little lower: each is a grid()
  /// with a single point, the slowest first. A choice within a budget (`auto`) uses them if it is
  /// too small for the defaults. Empty, which is the default: there are none worth trying.
  virtual std::vector<std::string> quick_settings() const { return {}; }
  /// Trains `dims` hash dimensions, 1 <= dims <= max_dimensions. Prints nothing; reports progress
  /// to `observer` if training may take more than a second.
  /// Errors:  numerical if a decomposition fails, training diverges or X is not finite;
  ///          invalid_argument if the method cannot be trained on this training set, for example
  ///          because data are missing, which the message names; EngineMissing if the method needs
  ///          an engine and this program has none.
  virtual std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims,
                                                 const Rng& rng,
                                                 const Observer& observer = {}) const = 0;
};

/// The training data of a quantiser: projections of the training samples, and their neighbours.
struct QuantiserInput {
  const arma::fmat& Y;      ///< n x dims
  const NeighbourGraph& S;  ///< n lists
  Reuse* reuse = nullptr;   ///< see TrainingSet::reuse
  std::size_t bits = 0;     ///< the bits of a code, those of its scalars included; only quantisers
                            ///< that code vectors as a whole use it
};

/// A quantiser with its settings.
class Quantiser {
 public:
  virtual ~Quantiser() = default;
  virtual MethodInfo info() const = 0;
  virtual void describe(Options& options);
  virtual std::string grid() const { return {}; }  ///< see LearningMethod::grid
  /// The number of bits spent on each hash dimension, B; K bits give floor(K / B) dimensions. For a
  /// quantiser that allocates bits, B = 1 is the average over the dimensions: K bits then give K
  /// dimensions, some of which get several bits and some none.
  virtual std::size_t bits_per_dimension() const = 0;
  /// True if the quantiser allocates bits: dimensions share the bits of a code. Each dimension then
  /// has 0 .. 4 bits in natural code, and all of them together have at least 1 bit and at most
  /// bits_per_dimension() times their number. If false, every dimension has the same number of
  /// bits.
  virtual bool allocates_bits() const { return false; }
  /// True if it codes a vector as a whole (see vector_coder.h), and not each dimension alone.
  virtual bool codes_vectors() const { return false; }
  /// The number of hash dimensions for a budget of `bits` and samples of d features.
  virtual std::size_t dimensions(std::size_t bits, std::size_t d) const;
  /// The data that training uses in addition to Y: none or neighbours.
  virtual Supervision supervision() const { return Supervision::none; }
  /// The compute budget of training, see LearningMethod::work.
  virtual double work(const WorkSizes& sizes) const { return cautious_work(sizes); }
  /// Trains the thresholds of all dimensions (columns of data.Y). Reports progress to `observer`.
  /// If the quantiser uses neighbours, data.S must have one list per sample.
  /// Errors:  invalid_argument if there are no samples; numerical if a projection is not finite.
  virtual Quantisation learn(const QuantiserInput& data, const Rng& rng,
                             const Observer& observer = {}) const = 0;
};

}  // namespace hashlab::hashers
