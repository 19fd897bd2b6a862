#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/kernel_view.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/parts/ridge.h"
#include "hashers/registry.h"

#include <cstddef>
#include <limits>

namespace hashlab::hashers {
namespace {

/// A control, no published method: every class gets a random code, and kernel ridge regression of
/// either view predicts it. Whatever scores no more than this, with codes made of labels in the
/// database, was measured as a classifier.
class ClassCodes final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"class-codes", 1, "a control of our own",
            "kernel ridge regression of either view into random codes of the classes",
            "O(d n m + n m^2 + m^3 + n m K)"};
  }

  void describe(Options& options) override {
    options.count(
        "anchors", anchors_, 1, max_anchors,
        "kernel centres of each view, drawn from the training samples; 500 as in scratch");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma d^2), in 1 / squared distance, for both views; "
                   "auto: 1 / (2 mean squared distance) of each, as in scratch");
    options.real("ridge", ridge_, 1e-12, 1e12,
                 "added to the sums of products of kernel values; 0.01 as in BATCH and DCH");
  }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool gives_joint_codes() const override { return true; }
  bool gives_label_codes() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer&) const override {
    require_finite(data, "class-codes");
    const arma::mat Y = required_classes(data, "class-codes");
    const arma::mat codes = random_codes(Y.n_cols, dims, rng.stream("class-codes.codes"));
    // A sample of several classes is drawn to all of their codes, one of none to no code.
    const arma::mat targets = Y * codes;
    return {regression(data.X, targets, rng.stream("class-codes.anchors.x"), data.reuse),
            regression(data.Z, targets, rng.stream("class-codes.anchors.z"), data.reuse), nullptr,
            arma::conv_to<arma::fmat>::from(targets), arma::conv_to<arma::fmat>::from(codes)};
  }

 private:
  static arma::mat random_codes(arma::uword classes, std::size_t dims, Rng draw) {
    arma::mat codes(classes, dims);
    for (double& bit : codes) bit = draw.below(2) == 1 ? 1 : -1;
    return codes;
  }

  std::unique_ptr<const Projector> regression(const arma::fmat& X, const arma::mat& targets,
                                              const Rng& rng, Reuse* reuse) const {
    const KernelView view = kernel_view(X, anchors_, gamma_, rng, reuse, "class-codes");
    return view.projector(ridge(view.kernel.K.t(), targets, ridge_, "class-codes"));
  }

  std::size_t anchors_ = 500;
  Scaled gamma_;
  double ridge_ = 1e-2;
};

}  // namespace

namespace cross_modal {
std::unique_ptr<CrossModal> class_codes() {
  return std::make_unique<ClassCodes>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
