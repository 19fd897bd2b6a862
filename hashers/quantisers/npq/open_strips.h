#pragma once

#include <cstddef>
#include <vector>

namespace hashlab::hashers::npq {

/// J of every placement with F and D is at most  alpha F + g + D (d - n F).
struct Plane {
  double n = 0.0, d = 0.0, g = 0.0;

  double at(double alpha, double F, double D) const { return alpha * F + g + D * (d - n * F); }
};

/// A range of D, and the range of F in which a placement of such D may yet be good.
struct Strip {
  double low = 0.0, high = 0.0;
  double F_low = 0.0, F_high = 0.0;
  double bound = 0.0;  ///< on J within
};

/// What planes leave open of all (F, D): strips of D in which J may yet be above `good`, each as
/// narrow in F as the planes make it. `good` may only grow.
class OpenStrips {
 public:
  /// All of D in [low, high], 0 < low, and of F in [0, greatest_F], in strips of equal ratios.
  OpenStrips(double alpha, double low, double high, double greatest_F);

  /// Takes a plane into account. O(strips x planes) time.
  void cut(const Plane& plane, double good);

  /// Parts the strip of the greatest bound and returns the D it was parted at, until no narrower
  /// strips would do and what is open there is known at that D alone. 0 if nothing is open, or the
  /// strip as narrow as doubles allow.
  double part(double good);

  const std::vector<Strip>& open() const { return open_; }

  /// The most that `plane` allows J in a strip.
  double most(const Plane& plane, const Strip& strip) const;

  /// No J is above this: the greatest bound of a strip, of closed ones too, or `good` where a strip
  /// was made narrow in F.
  double bound() const;

 private:
  void narrow(Strip& strip, double good);
  void close(double good);  // strips that are not open any more

  double alpha_;
  std::vector<Plane> planes_;
  std::vector<Strip> open_;
  double closed_ = 0.0;  // no J is above this where nothing is open
};

}  // namespace hashlab::hashers::npq
