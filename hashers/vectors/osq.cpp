#include "hashers/registry.h"
#include "hashers/vector_quantiser.h"
#include "hashers/vectors/parts/interval_code.h"
#include "hashers/vectors/parts/vector_options.h"

#include <algorithm>

namespace hashlab::hashers {
namespace {

struct OsqSettings {
  std::size_t bits = 1;
  double lambda = 0.1;
  std::size_t steps = 5;
  ScalarSize scalar = ScalarSize::half;

  std::size_t query_bits() const { return bits == 8 ? 8 : 4; }
};

/// Equal steps in an interval that is optimised for each vector. The scalars of a vector are both
/// ends of the interval and its squared length. Queries are quantised likewise, to 4 or 8 bits.
class OsqCoder final : public VectorCoder {
 public:
  OsqCoder(CodedPart part, const OsqSettings& settings, const arma::fmat& Y)
      : part_(std::move(part)), settings_(settings) {
    set_widths();
    const auto r = part_.of(Y);
    std::vector<double> ends;
    for (const auto& x : r) {
      const Interval found = interval_of(x, settings.bits);
      ends.insert(ends.end(), {found.lower, found.upper});
    }
    end_.emplace(settings.scalar, ends);
    length_.emplace(settings.scalar, part_.squared_lengths(Y, r));
  }
  OsqCoder(const ProjectorState& state, std::size_t dims, const OsqSettings& settings)
      : settings_(settings) {
    part_ = CodedPart::from_state(state, dims, state_count(state, "coordinates", 1, dims));
    set_widths();
    end_.emplace(settings.scalar, state, "end");
    length_.emplace(settings.scalar, state, "length");
  }

  std::size_t dimensions() const override { return part_.dimensions; }
  CodeFormat format() const override { return format_of_vectors(widths_, 3 * end_->bytes()); }

  Codes encode(const arma::fmat& Y) const override {
    const auto r = part_.of(Y);
    const std::vector<double> N = part_.squared_lengths(Y, r);
    Codes codes(format(), r.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
      const Interval found = interval_of(r[i], settings_.bits);
      put_digits(codes, i, interval_digits(r[i], found, settings_.bits), widths_);
      std::uint8_t* scalars = codes.scalars_of(i);
      end_->put(found.lower, scalars);
      end_->put(found.upper, scalars + end_->bytes());
      length_->put(N[i], scalars + 2 * end_->bytes());
    }
    return codes;
  }

  Asked ask(const arma::fmat& Y) const override {
    check_queries(Y, part_.dimensions);
    const auto s = part_.of(Y);
    const std::vector<double> M = part_.squared_lengths(Y, s);
    Asked asked;
    asked.widths = widths_;
    for (std::size_t q = 0; q < s.size(); ++q) {
      const Interval found = interval_of(s[q], settings_.query_bits());
      const std::vector<std::uint8_t> digits = interval_digits(s[q], found, settings_.query_bits());
      const double w = (found.upper - found.lower) /
                       static_cast<double>((std::size_t{1} << settings_.query_bits()) - 1);
      std::vector<double> rounded;
      for (const std::uint8_t k : digits) rounded.push_back(found.lower + w * k);
      asked.queries.push_back({M[q], interval_terms(rounded, settings_.bits)});
    }
    return asked;
  }

  ItemNumbers numbers(const Codes& codes) const override {
    ItemNumbers numbers;
    numbers.factors.resize(2);
    const auto most = static_cast<double>((std::size_t{1} << settings_.bits) - 1);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::uint8_t* scalars = codes.scalars_of(i);
      const double lower = end_->get(scalars), upper = end_->get(scalars + end_->bytes());
      numbers.base.push_back(length_->get(scalars + 2 * end_->bytes()));
      numbers.factors[0].push_back(-2 * (upper - lower) / most);
      numbers.factors[1].push_back(-2 * lower);
    }
    return numbers;
  }

  ProjectorState state() const override {
    ProjectorState state = {{"coordinates", arma::mat{static_cast<double>(part_.coordinates)}}};
    part_.put_state(state);
    end_->put_state(state, "end");
    length_->put_state(state, "length");
    return state;
  }

 private:
  void set_widths() {
    widths_.assign(part_.coordinates, static_cast<std::uint8_t>(settings_.bits));
  }
  Interval interval_of(const std::vector<double>& x, std::size_t bits) const {
    return osq_interval(x, bits, settings_.lambda, settings_.steps);
  }

  CodedPart part_;
  OsqSettings settings_;
  std::vector<std::uint8_t> widths_;
  std::optional<StoredScalar> end_, length_;
};

/// Optimised scalar quantisation, the "better binary quantization" of Elasticsearch since 8.18.
class Osq final : public VectorQuantiser {
 public:
  MethodInfo info() const override {
    return {"osq", 1, "Apache Lucene, OptimizedScalarQuantizer (pull request 14078)",
            "equal steps in an interval optimised for each vector", "O(steps n K)"};
  }
  void describe(Options& options) override {
    options.one_of<std::size_t>("bits", settings_.bits, {{"1", 1}, {"2", 2}, {"4", 4}, {"8", 8}},
                                "bits of each coded dimension; those of queries are 4, or 8 for 8");
    options.real("error-weight", settings_.lambda, 0, 1,
                 "weight of the squared error beside that along the vector; 0.1 in Lucene");
    options.count("steps", settings_.steps, 0, 1000, "steps of the search for the interval");
    describe_part(options, part_);
    options.one_of<ScalarSize>("scalar", settings_.scalar,
                               {{"half", ScalarSize::half}, {"float", ScalarSize::single}},
                               "how each of the three scalars is stored: in 2 or 4 bytes");
  }

  std::size_t bits_per_dimension() const override { return settings_.bits; }
  std::size_t least_bits() const override { return settings_.bits + scalar_bits(); }
  std::size_t coded_dimensions(std::size_t bits, std::size_t dims) const override {
    return bits < scalar_bits() ? 0 : std::min(dims, (bits - scalar_bits()) / settings_.bits);
  }
  double work(const WorkSizes& s) const override { return step_work(s.n * s.K * 20); }

  std::shared_ptr<const VectorCoder> learn_vectors(const QuantiserInput& data, const Rng& rng,
                                                   const Observer&) const override {
    return std::make_shared<OsqCoder>(
        learned_part(part_, data.Y, coded_dimensions(data.bits, data.Y.n_cols), rng), settings_,
        data.Y);
  }
  std::shared_ptr<const VectorCoder> restore(const ProjectorState& state, std::size_t dims,
                                             std::size_t) const override {
    return std::make_shared<OsqCoder>(state, dims, settings_);
  }

 private:
  std::size_t scalar_bits() const { return 3 * bits_of(settings_.scalar); }

  OsqSettings settings_;
  PartSettings part_;
};

}  // namespace

namespace quantisers {
std::unique_ptr<Quantiser> osq() {
  return std::make_unique<Osq>();
}
}  // namespace quantisers
}  // namespace hashlab::hashers
