#pragma once

#include "hashers/cross_modal.h"
#include "hashers/hasher.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// Every method, in the order tables and lists print them: one line each. A file without its line
// does not compile (-Wmissing-declarations is an error here); a line without its file does not
// link.

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

// Methods of two views.
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

namespace hashlab::hashers {

namespace projections {
#define HASHLAB_DECLARE(name) std::unique_ptr<Projection> name();
HASHLAB_PROJECTIONS(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// Those that learn networks, one of each loss (see networks/losses.h). Like the methods above they
/// are made by a file of their own, networks/network_projection.cpp.
std::vector<std::unique_ptr<Projection>> networks();

/// One of each, with default settings; networks last.
std::vector<std::unique_ptr<Projection>> all();
/// Those that this program can learn: without an engine no network. It is made beside networks().
std::vector<std::unique_ptr<Projection>> learnable();

/// The one of this name, with default settings.
/// Errors:  invalid_argument if there is none.
std::unique_ptr<Projection> make(std::string_view name);
}  // namespace projections

namespace cross_modal {
#define HASHLAB_DECLARE(name) std::unique_ptr<CrossModal> name();
HASHLAB_CROSS_MODAL(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// One of each, with default settings.
std::vector<std::unique_ptr<CrossModal>> all();
}  // namespace cross_modal

namespace quantisers {
#define HASHLAB_DECLARE(name) std::unique_ptr<Quantiser> name();
HASHLAB_QUANTISERS(HASHLAB_DECLARE)
#undef HASHLAB_DECLARE

/// One of each, with default settings.
std::vector<std::unique_ptr<Quantiser>> all();
}  // namespace quantisers

/// A projection, of one view or of two, and a quantiser, made from
/// PROJECTION+QUANTISER[:key=value,...]. Options are assigned by name; a projection and
/// a quantiser that can be combined never share one.
struct Hasher {
  std::unique_ptr<const Projection> projection;   ///< null if it is of two views
  std::unique_ptr<const CrossModal> cross_modal;  ///< null if it is of one
  std::unique_ptr<const Quantiser> quantiser;
  std::string name;  ///< "itq+npq:thresholds=7": settings that differ from defaults
  std::map<std::string, std::string> settings;  ///< every setting of both
  /// Settings that were given and have no effect, each as Options::why_unused says it.
  std::vector<std::string> ignored;

  /// What decides the codes: the method's version, the settings that it uses with the others as
  /// they are, and the recipe of the method it is built on.
  std::string projection_recipe;   ///< "itq/1 iterations=100", "grh/2 start=lsh ... on lsh/1"
  std::string quantiser_recipe;    ///< "npq/1 thresholds=3 solver=exact ..."
  std::set<std::string> used;      ///< names of the settings in both
  std::set<std::string> built_on;  ///< recipes of the methods that the projection is built on

  /// Whichever of the two learns the projection.
  const LearningMethod& learner() const {
    if (projection) return *projection;
    return *cross_modal;
  }
  /// Bits of the codes that `bits` buy, fewer than `bits` if B does not divide them. If dimensions
  /// share the budget (Quantiser::allocates_bits), codes have at most so many.
  std::size_t code_bits(std::size_t bits) const {
    return dimensions(bits) * quantiser->bits_per_dimension();
  }
  /// See Projection::takes_centred; two views always are.
  bool takes_centred() const { return !projection || projection->takes_centred(); }
  /// Hash dimensions that `bits` buy: floor(bits / B).
  std::size_t dimensions(std::size_t bits) const { return bits / quantiser->bits_per_dimension(); }
};

/// Errors:  invalid_argument for an unknown method or key (with a suggestion) or a bad value.
Hasher make_hasher(std::string_view text);

/// The base of a choice among `points`, which differ from it in settings only: its recipes hold the
/// settings that any of them uses, and the methods that any of them is built on.
/// Errors:  those of make_hasher.
Hasher make_base(std::string_view text, const std::vector<const Hasher*>& points);

/// Errors:  invalid_argument, naming hasher and settings, if one was given that has no effect.
void refuse_ignored_settings(const Hasher& hasher);

}  // namespace hashlab::hashers
