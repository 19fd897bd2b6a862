#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/lloyd_max.h"
#include "hashers/vectors/parts/vector_options.h"

#include <cmath>

namespace hashlab::hashers {
namespace {

constexpr double half_pi = 1.5707963267948966;

struct TurboSettings {
  std::size_t bits = 2;
  bool orthogonal = false;
  ScalarSize scalar = ScalarSize::byte;
};

/// The code of a vector by levels, and the signs of what they leave of it.
struct TurboCode {
  std::vector<std::uint8_t> digits;  ///< of the levels, then the signs
  double length = 0, residual = 0;
};

/// TurboQuant_prod: b - 1 bits by the levels of a normal variable times |r| / sqrt(K), then one bit
/// by the signs of S (r - x), where x is decoded from the levels. The inner product with s is
/// estimated as <x, s> + sqrt(pi / 2) / K gamma <S s, signs>, gamma = |r - x|. The scalars are
/// |r|^2 and gamma.
class TurboCoder final : public VectorCoder {
 public:
  TurboCoder(CodedPart part, arma::mat S, const TurboSettings& settings, const arma::fmat& Y)
      : part_(std::move(part)), S_(std::move(S)), settings_(settings) {
    if (settings.bits > 1) levels_ = lloyd_max_levels(settings.bits - 1);
    set_widths();
    std::vector<double> lengths, residuals;
    for (const auto& r : part_.of(Y)) {
      const TurboCode code = code_of(r);
      lengths.push_back(code.length * code.length);
      residuals.push_back(code.residual);
    }
    length_.emplace(settings.scalar, lengths);
    residual_.emplace(settings.scalar, residuals);
  }
  TurboCoder(const ProjectorState& state, std::size_t dims, const TurboSettings& settings)
      : settings_(settings) {
    const std::size_t K = state_count(state, "coordinates", 1, dims);
    part_ = CodedPart::from_state(state, dims, K);
    S_ = state_array(state, "S", K, K);
    if (settings.bits > 1) {
      const arma::mat& levels =
          state_array(state, "levels", std::size_t{1} << (settings.bits - 1), 1);
      levels_.assign(levels.begin(), levels.end());
    }
    set_widths();
    length_.emplace(settings.scalar, state, "length");
    residual_.emplace(settings.scalar, state, "residual");
  }

  std::size_t dimensions() const override { return part_.dimensions; }
  CodeFormat format() const override {
    return format_of_vectors(widths_, length_->bytes() + residual_->bytes());
  }

  Codes encode(const arma::fmat& Y) const override {
    const auto r = part_.of(Y);
    Codes codes(format(), r.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      const TurboCode code = code_of(r[i]);
      put_digits(codes, i, code.digits, widths_);
      length_->put(code.length * code.length, codes.scalars_of(i));
      residual_->put(code.residual, codes.scalars_of(i) + length_->bytes());
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
      AskedTerm of_levels, of_signs;
      for (const double weight : s) {
        for (const double level : levels_) of_levels.table.push_back(weight * level);
      }
      of_signs.table.assign(of_levels.table.size(), 0.0);
      for (const double weight : sketched(s)) {
        of_levels.table.insert(of_levels.table.end(), 2, 0.0);
        of_signs.table.insert(of_signs.table.end(), {-weight, weight});
      }
      asked.queries.push_back({squares, {std::move(of_levels), std::move(of_signs)}});
    }
    return asked;
  }

  ItemNumbers numbers(const Codes& codes) const override {
    ItemNumbers numbers;
    numbers.factors.resize(2);
    const auto K = static_cast<double>(part_.coordinates);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const double N = length_->get(codes.scalars_of(i));
      const double gamma = residual_->get(codes.scalars_of(i) + length_->bytes());
      numbers.base.push_back(N);
      numbers.factors[0].push_back(-2 * std::sqrt(N / K));
      numbers.factors[1].push_back(-2 * std::sqrt(half_pi) / K * gamma);
    }
    return numbers;
  }

  ProjectorState state() const override {
    ProjectorState state = {{"coordinates", arma::mat{static_cast<double>(part_.coordinates)}},
                            {"S", S_}};
    if (!levels_.empty()) state["levels"] = arma::mat(arma::vec(levels_));
    part_.put_state(state);
    length_->put_state(state, "length");
    residual_->put_state(state, "residual");
    return state;
  }

 private:
  void set_widths() {
    if (settings_.bits > 1) {
      widths_.assign(part_.coordinates, static_cast<std::uint8_t>(settings_.bits - 1));
    }
    widths_.insert(widths_.end(), part_.coordinates, std::uint8_t{1});
  }

  /// S x, added in the order of the coordinates.
  std::vector<double> sketched(const std::vector<double>& x) const {
    std::vector<double> result(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      for (std::size_t j = 0; j < x.size(); ++j) result[j] += S_(j, k) * x[k];
    }
    return result;
  }

  TurboCode code_of(const std::vector<double>& r) const {
    TurboCode code;
    double squares = 0, left = 0;
    for (const double x : r) squares += x * x;
    code.length = std::sqrt(squares);
    const double unit = code.length / std::sqrt(static_cast<double>(r.size()));
    std::vector<double> residual = r;
    if (!levels_.empty()) {
      for (std::size_t k = 0; k < r.size(); ++k) {
        const std::size_t level = nearest_level(levels_, unit > 0 ? r[k] / unit : 0);
        code.digits.push_back(static_cast<std::uint8_t>(level));
        residual[k] -= levels_[level] * unit;
      }
    }
    for (const double x : residual) left += x * x;
    code.residual = std::sqrt(left);
    for (const double x : sketched(residual)) code.digits.push_back(x > 0 ? 1 : 0);
    return code;
  }

  CodedPart part_;
  arma::mat S_;
  TurboSettings settings_;
  std::vector<double> levels_;
  std::vector<std::uint8_t> widths_;
  std::optional<StoredScalar> length_, residual_;
};

/// A control: its variance is larger than that of 'eden' and 'rabitq' at every number of bits.
class TurboquantProd final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"turboquant-prod",
            1,
            "Zandieh et al., arXiv 2504.19874, algorithm 2",
            "levels of a normal variable, and signs of a sketch of the rest (a control)",
            "O(n K^2)",
            "TurboQuant-prod"};
  }
  void describe(Options& options) override {
    options.count("bits", settings_.bits, 1, 4, "bits of each coded dimension, one of them a sign");
    options.one_of<bool>("S", settings_.orthogonal, {{"gaussian", false}, {"orthogonal", true}},
                         "matrix of the sketch: gaussian in the paper, orthogonal in its program");
    describe_scalar(options, settings_.scalar);
  }

  std::size_t bits_per_dimension() const override { return settings_.bits; }
  std::size_t least_bits() const override { return settings_.bits + 2 * bits_of(settings_.scalar); }
  std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const override {
    const std::size_t scalars = 2 * bits_of(settings_.scalar);
    return bits < scalars ? 0 : std::min(dims, (bits - scalars) / settings_.bits);
  }
  double work(const WorkSizes& s) const override { return step_work(s.n * s.K * s.K); }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer&) const override {
    const std::size_t K = coded_dimensions(data.bits, data.Y.n_cols);
    CodedPart part = first_dimensions(data.Y.n_cols, K);
    part.fold = 0;
    const Rng stream = rng.stream("turboquant.sketch");
    arma::mat S(K, K);
    if (settings_.orthogonal) {
      S = haar_matrix(K, stream) * std::sqrt(static_cast<double>(K));
    } else {
      Rng draw = stream;
      for (double& x : S) x = draw.normal();
    }
    return std::make_shared<TurboCoder>(std::move(part), std::move(S), settings_, data.Y);
  }
  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<TurboCoder>(state, dims, settings_);
  }

 private:
  TurboSettings settings_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> turboquant_prod() {
  return std::make_unique<TurboquantProd>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
