#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/interval_code.h"
#include "hashers/vectors/parts/vector_options.h"

#include <algorithm>

namespace hashlab::hashers {
namespace {

struct LvqSettings {
  std::size_t bits = 8;
  ScalarSize scalar = ScalarSize::half;
};

/// Equal steps between the least and the greatest coordinate of each vector, which are its scalars.
class LvqCoder final : public VectorCoder {
 public:
  LvqCoder(CodedPart part, const LvqSettings& settings, const arma::fmat& Y)
      : part_(std::move(part)), settings_(settings) {
    std::vector<double> bounds;
    for (const auto& r : part_.of(Y)) {
      const auto [least, most] = std::minmax_element(r.begin(), r.end());
      bounds.insert(bounds.end(), {*least, *most});
    }
    bound_.emplace(settings.scalar, bounds);
    set_widths();
  }
  LvqCoder(const ProjectorState& state, std::size_t dims, const LvqSettings& settings)
      : settings_(settings) {
    part_ = CodedPart::from_state(state, dims, state_count(state, "coordinates", 1, dims));
    bound_.emplace(settings.scalar, state, "bound");
    set_widths();
  }

  std::size_t dimensions() const override { return part_.dimensions; }
  CodeFormat format() const override { return format_of_vectors(widths_, 2 * bound_->bytes()); }

  Codes encode(const arma::fmat& Y) const override {
    const auto r = part_.of(Y);
    Codes codes(format(), r.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      const auto [least, most] = std::minmax_element(r[i].begin(), r[i].end());
      put_digits(codes, i, interval_digits(r[i], {*least, *most}, settings_.bits), widths_);
      bound_->put(*least, codes.scalars_of(i));
      bound_->put(*most, codes.scalars_of(i) + bound_->bytes());
    }
    return codes;
  }

  Asked ask(const arma::fmat& Y) const override {
    check_queries(Y, part_.dimensions);
    Asked asked;
    asked.widths = widths_;
    for (const auto& s : part_.of(Y)) {
      double squares = 0;
      for (const double x : s) squares += x * x;
      asked.queries.push_back({squares, interval_terms(s, settings_.bits)});
    }
    return asked;
  }

  /// The decoded vector l + w k has the squared length K l^2 + 2 l w sum(k) + w^2 sum(k^2).
  ItemNumbers numbers(const Codes& codes) const override {
    ItemNumbers numbers;
    numbers.factors.resize(2);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::uint8_t* scalars = codes.scalars_of(i);
      const double l = bound_->get(scalars), u = bound_->get(scalars + bound_->bytes());
      const double w = (u - l) / static_cast<double>((1U << settings_.bits) - 1U);
      double sum = 0, squares = 0;  // exact
      for (const std::uint8_t k : digits_of(codes, i, widths_)) {
        sum += k;
        squares += static_cast<double>(k) * k;
      }
      const auto K = static_cast<double>(part_.coordinates);
      numbers.base.push_back(K * l * l + 2 * l * w * sum + w * w * squares);
      numbers.factors[0].push_back(-2 * w);
      numbers.factors[1].push_back(-2 * l);
    }
    return numbers;
  }

  ProjectorState state() const override {
    ProjectorState state = {{"coordinates", arma::mat{static_cast<double>(part_.coordinates)}}};
    part_.put_state(state);
    bound_->put_state(state, "bound");
    return state;
  }

 private:
  void set_widths() {
    widths_.assign(part_.coordinates, static_cast<std::uint8_t>(settings_.bits));
  }

  CodedPart part_;
  LvqSettings settings_;
  std::vector<std::uint8_t> widths_;
  std::optional<StoredScalar> bound_;
};

/// Locally-adaptive vector quantisation, of one level.
class Lvq final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"lvq", 1, "Aguerrebere et al., VLDB 2023 (arXiv 2304.04759), definition 1",
            "equal steps between the least and the greatest value of a vector", "O(n K)"};
  }
  void describe(Options& options) override {
    options.count("bits", settings_.bits, 1, 8, "bits of each coded dimension");
    options.one_of<ScalarSize>("scalar", settings_.scalar,
                               {{"half", ScalarSize::half}, {"float", ScalarSize::single}},
                               "how each of the two bounds is stored: in 2 or 4 bytes");
  }

  std::size_t bits_per_dimension() const override { return settings_.bits; }
  std::size_t least_bits() const override { return settings_.bits + scalar_bits(); }
  std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const override {
    return bits < scalar_bits() ? 0 : std::min(dims, (bits - scalar_bits()) / settings_.bits);
  }
  double work(const WorkSizes& s) const override { return step_work(s.n * s.K); }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng&,
                                                   const Observer&) const override {
    CodedPart part = first_dimensions(data.Y.n_cols, coded_dimensions(data.bits, data.Y.n_cols));
    part.fold = 0;
    return std::make_shared<LvqCoder>(std::move(part), settings_, data.Y);
  }
  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<LvqCoder>(state, dims, settings_);
  }

 private:
  std::size_t scalar_bits() const { return 2 * bits_of(settings_.scalar); }

  LvqSettings settings_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> lvq() {
  return std::make_unique<Lvq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
