#pragma once

#include <cstddef>
#include <vector>

namespace hashlab::hashers::npq {

/// A linear upper bound on the objective J = alpha F + (1 - alpha) (1 - Omega), where F = N / D
/// (see Objective). The coefficients n, d and g are the same for all placements: J of a placement
/// with the counts N and D is at most alpha F + g + d D - n N. Because N = F D, the code writes the
/// last two terms as D (d - n F).
struct Plane {
  double n = 0.0, d = 0.0, g = 0.0;

  double at(double alpha, double F, double D) const { return alpha * F + g + D * (d - n * F); }
};

/// A range of D, and the range of F in which placements with a D in this range may still have J
/// above `good` (see OpenStrips).
struct Strip {
  double low = 0.0, high = 0.0;
  double F_low = 0.0, F_high = 0.0;
  double bound = 0.0;  ///< upper bound on J within the strip
};

/// The region of (F, D) in which a placement may still have J above `good`, the best J found so far
/// plus the accepted gap. It is stored as strips of D, each with the range of F that the planes
/// leave open. `good` must never decrease between calls.
class OpenStrips {
 public:
  /// Covers D in [low, high], 0 < low, and F in [0, greatest_F], by strips that all have the same
  /// ratio of their ends.
  OpenStrips(double alpha, double low, double high, double greatest_F);

  /// Narrows the strips by a plane, and removes those in which J cannot exceed `good`. O(strips x
  /// planes) time.
  void cut(const Plane& plane, double good);

  /// Repeatedly splits the strip with the greatest bound, at the geometric mean of its ends. Stops
  /// after a split if the strip was thin (a ratio of its ends below 1.0001), or if the bound on J
  /// at the D of the split exceeds `good` by more than half as much as the strip's bound does.
  /// Returns the D of this last split; 0 if no strip is open, or if the strip is too narrow to be
  /// split in doubles.
  double part(double good);

  const std::vector<Strip>& open() const { return open_; }

  /// The greatest J that the bound `plane` allows within a strip.
  double most(const Plane& plane, const Strip& strip) const;

  /// An upper bound on J for all placements: the greatest bound of all strips, including removed
  /// ones. Where the range of F of a strip was reduced, J is at most `good`, which is included too.
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
