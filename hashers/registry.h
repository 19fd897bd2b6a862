#pragma once

#include "hashers/cross_modal.h"
#include "hashers/hasher.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Every method except the networks has one line here, in the order in which tables and lists print
// them. A method's file does not compile if its line is missing here (-Wmissing-declarations is an
// error), and a line without such a file does not link.

#define HASHLAB_PROJECTIONS(X) \
  X(lsh)                       \
  X(klsh)                      \
  X(sklsh)                     \
  X(pca)                       \
  X(pca_rr)                    \
  X(itq)                       \
  X(isoh)                      \
  X(sh)                        \
  X(agh)                       \
  X(sgh)                       \
  X(sph)                       \
  X(dsh)                       \
  X(itq_cca)                   \
  X(lda_hash)                  \
  X(sth)                       \
  X(bre)                       \
  X(mlh)                       \
  X(ksh)                       \
  X(sdh)                       \
  X(fasthash)                  \
  X(grh)                       \
  X(posterior)

// Two-view methods.
#define HASHLAB_CROSS_MODAL(X) \
  X(cvh)                       \
  X(cmssh)                     \
  X(crh)                       \
  X(pdh)                       \
  X(imh)                       \
  X(rcmh)                      \
  X(cmfh)                      \
  X(lssh)                      \
  X(scm)                       \
  X(seph)                      \
  X(dch)                       \
  X(scratch)                   \
  X(class_codes)

#define HASHLAB_QUANTISERS(X) \
  X(sbq)                      \
  X(dbq)                      \
  X(mhq)                      \
  X(npq)                      \
  X(vbq)                      \
  X(joint)                    \
  X(eql)                      \
  X(rnd)                      \
  X(apt)

// Quantisers that code a vector as a whole (see vector_coder.h).
#define HASHLAB_VECTOR_QUANTISERS(X) \
  X(rabitq)                          \
  X(poured)                          \
  X(eden)                            \
  X(turboquant_prod)                 \
  X(osq)                             \
  X(lvq)                             \
  X(pq)                              \
  X(opq)

// Projections that keep all distances, if there are as many dimensions as features. Quantisers that
// code a vector as a whole begin from them.
#define HASHLAB_ROTATIONS(X) \
  X(haar)                    \
  X(raw)

namespace hashlab::hashers {

namespace projections {
#define HASHLAB_DECLARE(name) std::unique_ptr<Projection> name();
HASHLAB_PROJECTIONS(HASHLAB_DECLARE)
HASHLAB_ROTATIONS(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// One instance of each rotation; all() does not have them, so that 'auto' tries the same methods
/// as before.
std::vector<std::unique_ptr<Projection>> rotations();

/// The methods that train networks, one for each loss (see networks/losses.h). Defined in
/// networks/network_projection.cpp.
std::vector<std::unique_ptr<Projection>> networks();

/// One instance of each projection method, with default settings; networks last.
std::vector<std::unique_ptr<Projection>> all();
/// The projection methods that this program can train: all(), without the networks if the program
/// has no engine (see networks/engine.h). Defined in the same file as networks().
std::vector<std::unique_ptr<Projection>> learnable();

/// The projection method of this name, with default settings.
/// Errors:  invalid_argument if there is no such method.
std::unique_ptr<Projection> make(std::string_view name);
}  // namespace projections

namespace cross_modal {
#define HASHLAB_DECLARE(name) std::unique_ptr<CrossModal> name();
HASHLAB_CROSS_MODAL(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// One instance of each two-view method, with default settings.
std::vector<std::unique_ptr<CrossModal>> all();
}  // namespace cross_modal

namespace quantisers {
#define HASHLAB_DECLARE(name) std::unique_ptr<Quantiser> name();
HASHLAB_QUANTISERS(HASHLAB_DECLARE)
HASHLAB_VECTOR_QUANTISERS(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// One instance of each quantiser of thresholds, with default settings.
std::vector<std::unique_ptr<Quantiser>> all();
/// One instance of each quantiser that codes a vector as a whole, with default settings.
std::vector<std::unique_ptr<Quantiser>> of_vectors();
}  // namespace quantisers

/// A one-view or two-view projection and a quantiser, made from
/// PROJECTION+QUANTISER[:key=value,...]. Options are assigned by name: a projection and a quantiser
/// that can be combined never have an option of the same name.
struct Hasher {
  /// The one-view or two-view method that trains the projection. Neither it nor the quantiser is
  /// null in a Hasher that make_hasher or make_base returned.
  std::variant<std::unique_ptr<const Projection>, std::unique_ptr<const CrossModal>> trained_by;
  std::unique_ptr<const Quantiser> quantiser;
  std::string name;  ///< "itq+npq:thresholds=7": settings that differ from defaults
  std::map<std::string, std::string> settings;  ///< every setting of projection and quantiser
  /// Messages about the settings that were given but have no effect, see Options::why_unused.
  std::vector<std::string> ignored;

  /// The two recipes hold the parts of the configuration that determine the codes: the version of
  /// the method, the settings that have an effect, and the configuration of the method it is built
  /// on (Projection::built_on).
  std::string projection_recipe;   ///< "itq/1 iterations=100", "grh/2 start=lsh ... on lsh/1"
  std::string quantiser_recipe;    ///< "npq/1 thresholds=3 solver=exact ..."
  std::set<std::string> used;      ///< names of the settings in either of the two recipes
  std::set<std::string> built_on;  ///< recipes of the methods that the projection is built on

  /// True if a two-view method trains the projection.
  bool has_two_views() const {
    return std::holds_alternative<std::unique_ptr<const CrossModal>>(trained_by);
  }
  /// The one-view method that trains the projection.
  /// Errors:  std::bad_variant_access if it has two views.
  const Projection& projection() const {
    return *std::get<std::unique_ptr<const Projection>>(trained_by);
  }
  /// The two-view method that trains the projection.
  /// Errors:  std::bad_variant_access if it has one view.
  const CrossModal& cross_modal() const {
    return *std::get<std::unique_ptr<const CrossModal>>(trained_by);
  }
  /// The method that trains the projection, whether it has one view or two.
  const LearningMethod& learner() const {
    return std::visit([](const auto& method) -> const LearningMethod& { return *method; },
                      trained_by);
  }
  /// The code length for a budget of `bits`. If B = bits_per_dimension() does not divide the
  /// budget, the code is shorter than the budget. If dimensions share the bits
  /// (Quantiser::allocates_bits), the result is an upper limit of the code length.
  std::size_t code_bits(std::size_t bits) const {
    return dimensions(bits) * quantiser->bits_per_dimension();
  }
  /// The largest number of hash dimensions that can be trained on n samples. `features` has the
  /// number of features of a sample; for a two-view method, the numbers of both views.
  /// Errors:  those of Projection::max_dimensions.
  std::size_t max_dimensions(std::span<const std::size_t> features, std::size_t n) const;
  /// The number of hash dimensions for a budget of `bits`: floor(bits / B), B =
  /// bits_per_dimension().
  std::size_t dimensions(std::size_t bits) const { return bits / quantiser->bits_per_dimension(); }
  /// The same for samples of d features, on which the number depends if the quantiser codes vectors
  /// as a whole; 0 if the bits do not suffice.
  std::size_t dimensions(std::size_t bits, std::size_t d) const {
    const std::size_t wanted = quantiser->dimensions(bits, d);
    if (!quantiser->codes_vectors()) return wanted;
    return std::min(wanted, projection().max_dimensions(d, SIZE_MAX));
  }
};

/// Makes the hashing method that a text names, such as "itq+npq:thresholds=7".
/// Errors:  those of parse_spec; invalid_argument if the text names no quantiser, for an unknown
///          method or key (with a suggestion if a similar one exists), or for a bad value.
Hasher make_hasher(std::string_view text);

/// The hashing method that `text` names, as the common base of the points of a hyperparameter grid.
/// The points differ from it only in settings. Its recipes hold every setting that at least one
/// point uses, with the value that `text` gives or the default. They also hold the highest version
/// of the projection method among the points, and all methods that points are built on. Without
/// points, the result is that of make_hasher.
/// Errors:  those of make_hasher.
Hasher make_base(std::string_view text, const std::vector<const Hasher*>& points);

/// Checks that every setting that was given has an effect.
/// Errors:  invalid_argument if a setting has none; the message names the hashing method and the
///          first such setting.
void refuse_ignored_settings(const Hasher& hasher);

}  // namespace hashlab::hashers
