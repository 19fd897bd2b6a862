#pragma once

#include <cstddef>
#include <vector>

namespace hashlab::hashers::npq {

/// J of every placement with F and D is at most  alpha F + g + D (d - n F).
struct Plane {
  double n = 0.0, d = 0.0, g = 0.0;

  double at(double alpha, double F, double D) const { return alpha * F + g + D * (d - n * F); }
};

/// A range of D, and the range of F in which a placement with such a D may still have J above
/// `good` (see OpenStrips).
struct Strip {
  double low = 0.0, high = 0.0;
  double F_low = 0.0, F_high = 0.0;
  double bound = 0.0;  ///< upper bound on J within the strip
};

/// The region of (F, D) in which a placement may still have J above `good`, the best J found so far
/// plus the accepted gap. It is stored as strips of D, each with the narrowest range of F that the
/// planes allow. `good` must never decrease between calls.
class OpenStrips {
 public:
  /// Covers D in [low, high], 0 < low, and F in [0, greatest_F], by strips of equal ratios of D.
  OpenStrips(double alpha, double low, double high, double greatest_F);

  /// Takes a plane into account. O(strips x planes) time.
  void cut(const Plane& plane, double good);

  /// Repeatedly splits the strip with the greatest bound, until it is thin or the bound at the
  /// split alone is still more than half as far above `good` as that of the strip. Returns the D of
  /// that split; 0 if no strip is open, or the strip is as narrow as doubles allow.
  double part(double good);

  const std::vector<Strip>& open() const { return open_; }

  /// The greatest J that `plane` allows in a strip.
  double most(const Plane& plane, const Strip& strip) const;

  /// An upper bound on J: the greatest bound of all strips, including closed ones, or `good` where
  /// a strip's range of F was reduced.
  double bound() const;

 private:
  void narrow(Strip& strip, double good);
  void close(double good);  // removes strips that are no longer open

  double alpha_;
  std::vector<Plane> planes_;
  std::vector<Strip> open_;
  double closed_ = 0.0;  // upper bound on J where no strip is open
};

}  // namespace hashlab::hashers::npq
