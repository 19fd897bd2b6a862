#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"

namespace hashlab::hashers {
namespace {

class Sbq final : public Quantiser {
 public:
  MethodInfo info() const override {
    return {"sbq", 1, "Moran, PhD thesis, Edinburgh 2016, section 2.5.1",
            "one bit: above zero or not (single-bit quantisation)", "O(1)"};
  }

  std::size_t bits_per_dimension() const override { return 1; }
  double work(const WorkSizes& s) const override { return step_work(s.n * s.K); }

  // The samples are centred, so zero is the mean of every linear projection. A column on one side
  // of zero gives a constant bit, as in the thesis.
  Quantisation learn(const QuantiserInput& data, const Rng&, const Observer&) const override {
    return quantise_each(data.Y, Quantisation::Codebook::natural,
                         [](std::span<const float>, std::size_t) { return std::vector{0.0}; });
  }
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> sbq() {
  return std::make_unique<Sbq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
