#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// Outputs are divided by their lengths; d_ap and d_an are distances of an anchor from a positive
/// (another of its class) and from a negative, m the margin. The loss is the mean over triplets of
///
///   max(0, d_ap - d_an + m)
///
/// Which triplets: three readings of "semi-hard", see the setting `mining`. Squared distances, but
/// for `close`, which has the mean over triplets that are above 0.
/// Cost: B^3 numbers.
class Triplet final : public Loss {
 public:
  explicit Triplet(const LossSettings& settings)
      : mining_(settings.words.at("mining")), m_(number(settings, "margin")) {}

  Tensor value(const LossBatch& batch) override {
    const Tensor own = batch.class_of.unsqueeze(1).eq(batch.class_of.unsqueeze(0));
    const Tensor pairs = own.clone();  // anchor and positive
    pairs.fill_diagonal_(false);
    const Tensor z = unit_rows(batch.u);
    if (mining_ == "close") return close(euclidean(z), pairs, own);
    const Tensor d = squared_distances(z);
    return mining_ == "nearest" ? nearest(d, pairs, own) : facenet(d, pairs, own);
  }

 private:
  /// Lengths of differences, without the infinite derivative at 0.
  static Tensor euclidean(const Tensor& z) {
    constexpr double least = 1e-12;
    return squared_distances(z).clamp_min(least).sqrt();
  }

  /// d_ap < d_an < d_ap + m.
  Tensor facenet(const Tensor& d, const Tensor& pairs, const Tensor& own) const {
    const Tensor farther = d.unsqueeze(1) - d.unsqueeze(2);  // [a, p, n] = d_an - d_ap
    const Tensor chosen = pairs.unsqueeze(2)
                              .logical_and(own.logical_not().unsqueeze(1))
                              .logical_and(farther.gt(0))
                              .logical_and(farther.lt(m_));
    return mean((m_ - farther).masked_select(chosen), d);
  }

  /// Of each pair the nearest negative with d_an > d_ap, or the farthest negative of all.
  Tensor nearest(const Tensor& d, const Tensor& pairs, const Tensor& own) const {
    constexpr double far = 1e30;
    const Tensor negative = own.logical_not();
    const Tensor outside =
        d.unsqueeze(1).gt(d.unsqueeze(2)).logical_and(negative.unsqueeze(1));  // [a, p, n]
    const Tensor nearest_outside =
        std::get<0>(d.unsqueeze(1).masked_fill(outside.logical_not(), far).min(2));
    const Tensor farthest =
        std::get<0>(d.masked_fill(own, -far).max(1, true)).expand_as(nearest_outside);
    const Tensor d_an = torch::where(outside.any(2), nearest_outside, farthest);
    const Tensor counted = pairs.logical_and(negative.any(1, true));
    return mean((d - d_an + m_).masked_select(counted).clamp_min(0), d);
  }

  /// 0 < d_an - d_ap <= .2.
  Tensor close(const Tensor& d, const Tensor& pairs, const Tensor& own) const {
    constexpr double most = .2;
    const Tensor farther = d.unsqueeze(1) - d.unsqueeze(2);
    const Tensor chosen = pairs.unsqueeze(2)
                              .logical_and(own.logical_not().unsqueeze(1))
                              .logical_and(farther.gt(0))
                              .logical_and(farther.le(most))
                              .logical_and(farther.lt(m_));
    return mean((m_ - farther).masked_select(chosen), d);
  }

  /// 0 if there are none, and still a function of d.
  static Tensor mean(const Tensor& terms, const Tensor& d) {
    return terms.numel() == 0 ? d.sum() * 0 : terms.mean();
  }

  std::string mining_;
  double m_;
};

}  // namespace

std::unique_ptr<Loss> triplet(const LossSettings& settings, const LossTask&) {
  return std::make_unique<Triplet>(settings);
}

}  // namespace hashlab::hashers::networks
