#include "hashers/quantisers/npq/open_strips.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::hashers::npq {
namespace {

constexpr std::size_t first_strips = 64;
// Strips of a lesser ratio are not parted for their own sake.
constexpr double thin = 1.0001;

// What a plane allows J over the F of a strip: at most the line from `left` to `right`.
struct Allowance {
  double left, right;

  double slope() const { return right - left; }
  double at(double t) const { return left + t * slope(); }
};

const Allowance& least_at(const std::vector<Allowance>& lines, double t) {
  return *std::min_element(lines.begin(), lines.end(), [t](const Allowance& x, const Allowance& y) {
    return x.at(t) < y.at(t);
  });
}

// An upper bound on the maximum over t in [0, 1] of the least line, and nearly it: from two of the
// lines, one rising and one falling, to the least one where they meet.
double greatest_least(const std::vector<Allowance>& lines) {
  Allowance rising = least_at(lines, 0.0), falling = least_at(lines, 1.0);
  if (rising.slope() <= 0.0) return rising.left;
  if (falling.slope() >= 0.0) return falling.right;
  for (;;) {
    const double t = (falling.left - rising.left) / (rising.slope() - falling.slope());
    const double top = rising.at(t);
    const Allowance& least = least_at(lines, t);
    if (!(least.at(t) < top - 1e-12 * std::abs(top))) return top;
    if (least.slope() == 0.0) return least.left;
    (least.slope() > 0.0 ? rising : falling) = least;
  }
}

}  // namespace

OpenStrips::OpenStrips(double alpha, double low, double high, double greatest_F) : alpha_(alpha) {
  const double ratio = std::pow(high / low, 1.0 / static_cast<double>(first_strips));
  double end = low;
  for (std::size_t k = 0; k < first_strips; ++k) {
    const double begin = end;
    end = k + 1 < first_strips ? std::min(high, begin * ratio) : high;
    open_.push_back({begin, end, 0.0, greatest_F, std::numeric_limits<double>::infinity()});
  }
}

// At one F the bound is linear in D, at one D linear in F. So over a strip it is at most the
// greater of both ends in D, which is convex in F and lies below the line through its ends.
double OpenStrips::most(const Plane& plane, const Strip& strip) const {
  return std::max(
      {plane.at(alpha_, strip.F_low, strip.low), plane.at(alpha_, strip.F_low, strip.high),
       plane.at(alpha_, strip.F_high, strip.low), plane.at(alpha_, strip.F_high, strip.high)});
}

void OpenStrips::narrow(Strip& strip, double good) {
  std::vector<Allowance> lines;
  double from = 0.0, to = 1.0;  // where all lines are above `good`
  for (const Plane& plane : planes_) {
    const auto end = [&](double F) {
      return std::max(plane.at(alpha_, F, strip.low), plane.at(alpha_, F, strip.high));
    };
    const Allowance line{end(strip.F_low), end(strip.F_high)};
    lines.push_back(line);
    const bool left = line.left > good, right = line.right > good;
    if (!left && !right) to = -1.0;
    if (!left && right) from = std::max(from, (good - line.left) / line.slope());
    if (left && !right) to = std::min(to, (good - line.left) / line.slope());
  }
  strip.bound = std::min(strip.bound, greatest_least(lines));
  if (strip.bound <= good) return;
  // A little outwards, for the rounding here.
  const double F = strip.F_low, width = strip.F_high - strip.F_low, little = 1e-9;
  if (from > to + 2.0 * little) strip.bound = std::min(strip.bound, good);
  if (from > little) strip.F_low = F + width * (from - little);
  if (to < 1.0 - little) strip.F_high = F + width * (to + little);
  if (from > little || to < 1.0 - little) closed_ = std::max(closed_, good);
}

void OpenStrips::close(double good) {
  std::erase_if(open_, [&](const Strip& strip) {
    if (strip.bound <= good) closed_ = std::max(closed_, strip.bound);
    return strip.bound <= good;
  });
}

void OpenStrips::cut(const Plane& plane, double good) {
  planes_.push_back(plane);
  for (Strip& strip : open_) narrow(strip, good);
  close(good);
}

double OpenStrips::part(double good) {
  while (!open_.empty()) {
    const auto top = std::max_element(
        open_.begin(), open_.end(), [](const auto& x, const auto& y) { return x.bound < y.bound; });
    const Strip strip = *top;
    const double middle = std::sqrt(strip.low * strip.high);
    if (!(strip.low < middle && middle < strip.high)) return 0.0;
    Strip at_middle = strip, left = strip, right = strip;
    at_middle.low = at_middle.high = left.high = right.low = middle;
    narrow(at_middle, good);
    narrow(left, good);
    narrow(right, good);
    *top = left;
    open_.push_back(right);
    close(good);
    if (strip.high < thin * strip.low || at_middle.bound - good > 0.5 * (strip.bound - good)) {
      return middle;
    }
  }
  return 0.0;
}

double OpenStrips::bound() const {
  double bound = closed_;
  for (const Strip& strip : open_) bound = std::max(bound, strip.bound);
  return bound;
}

}  // namespace hashlab::hashers::npq
