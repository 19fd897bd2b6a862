#include "hashers/networks/class_centres.h"
#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// Cross entropy of s (cos(v, o_c) - m [c is a class of the sample]) to the classes, evenly if
/// there are several, with v the outputs after batch normalisation and o_c the centre of class c.
class OrthoHash final : public Loss {
 public:
  OrthoHash(const LossSettings& settings, const LossTask& task)
      : s_(number(settings, "scale")), m_(number(settings, "margin")) {
    const ClassCentres centres =
        class_centres(static_cast<std::size_t>(task.C()), task.outputs, task.rng);
    centres_ = tensor_of(arma::conv_to<arma::mat>::from(centres.signs)).to(task.classes.device());
  }

  Tensor value(const LossBatch& batch) override {
    const Tensor o = unit_rows(centres_.to(batch.u.scalar_type()));
    const Tensor cosines = unit_rows(batch.u).matmul(o.t());
    const Tensor log_p = (s_ * (cosines - m_ * batch.classes)).log_softmax(1);
    const Tensor wanted = batch.classes / batch.classes.sum(1, true).clamp_min(1);
    return -(wanted * log_p).sum(1).mean();
  }

  Tensors kept() override { return {{"centres", centres_}}; }

 private:
  double s_, m_;
  Tensor centres_;  // C x K
};

}  // namespace

std::unique_ptr<Loss> orthohash(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<OrthoHash>(settings, task);
}

}  // namespace hashlab::hashers::networks
