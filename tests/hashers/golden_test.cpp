// Signatures of codes: what every method makes of 64 samples with each of its settings, kept in
// tests/golden/codes (see tests/golden/README.md). A method that makes other codes than before has
// to raise its version, which is part of a result's key: this is what notices that it did not.
//
//   HASHLAB_REFRESH_GOLDEN=1 build/dev/tests/hashlab_hashers_tests
//       --source-file='*/golden_test.cpp'

#include "hashers/registry.h"
#include "hashers/signs.h"
#include "hashers/vector_quantiser.h"
#include "lib/data/synthetic.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/relevance/class_labels.h"
#include "tests/support/golden_codes.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hashlab::golden_test {

using namespace hashers;
using hashlab::testing::CodeSignature;
using hashlab::testing::Contains;

namespace {

namespace fs = std::filesystem;

// --- what is learned from, and what is encoded ---------------------------------------------------

constexpr std::size_t training = 256, encoded = 64;
constexpr std::size_t projected_dims = 16, quantised_dims = 8;
constexpr arma::uword first_view_dims = 20, second_view_dims = 12;

struct Samples {
  TrainingSet data;  // centred, neighbours by class
  arma::fmat others;
};

const Samples& samples() {
  static const Samples made = [] {
    SyntheticSettings settings;
    settings.n = training + encoded;
    settings.d = 32;
    settings.looks = 2;
    const Dataset dataset = make_synthetic(settings);
    arma::fmat X = dataset.features;
    X.each_col() -= arma::fvec(arma::mean(X.head_cols(training), 1));
    Samples result{{X.head_cols(training), {}, {}}, X.tail_cols(encoded)};
    const auto& classes = dataset.labels.single;
    result.data.labels.single.assign(classes.begin(), classes.begin() + training);
    result.data.S = class_neighbours(result.data.labels, testing::rows_below(training));
    return result;
  }();
  return made;
}

/// Signs of a learned projection.
Codes codes_of(const Projection& projection) {
  const auto projector = projection.learn(samples().data, projected_dims, Rng(1));
  return sign_bits(projector->project(samples().others), std::vector<double>(projected_dims, 0));
}

/// The bits of the digits, then those of the scalars.
Codes with_scalars(const Codes& codes) {
  const CodeFormat& format = codes.format;
  if (!format.by_estimate) return codes;
  Codes all({format.bits + 8 * format.scalar_bytes, 1}, codes.n);
  for (std::size_t i = 0; i < codes.n; ++i) {
    for (std::size_t j = 0; j < format.bits; ++j) all.put(i, j, 1, codes.bit(i, j) ? 1 : 0);
    for (std::size_t byte = 0; byte < format.scalar_bytes; ++byte) {
      all.put(i, format.bits + 8 * byte, 8, codes.scalars_of(i)[byte]);
    }
  }
  return all;
}

/// A quantiser is given the first features themselves, so that its signature is no projection's. If
/// it codes vectors as a whole, it has two bytes more than it needs, so that not all dimensions get
/// the bits that they could have.
Codes codes_of(const Quantiser& quantiser) {
  const auto projected = [](const arma::fmat& X) { return arma::fmat(X.head_rows(8).t()); };
  static_assert(quantised_dims == 8);
  const arma::fmat Y = projected(samples().data.X);
  QuantiserInput input{Y, samples().data.S};
  if (const auto* whole = dynamic_cast<const VectorQuantiser*>(&quantiser)) {
    input.bits = whole->least_bits() + 16;
  }
  return with_scalars(quantiser.learn(input, Rng(1)).encode(projected(samples().others)));
}

/// A method of two views is given the first features as one view, the last as the other; what both
/// functions make of the samples is its signature.
Codes codes_of(const CrossModal& method) {
  const auto head = [](const arma::fmat& X) { return arma::fmat(X.head_rows(first_view_dims)); };
  const auto tail = [](const arma::fmat& X) { return arma::fmat(X.tail_rows(second_view_dims)); };
  const TrainingSet& data = samples().data;
  const PairedProjectors learned =
      method.learn({head(data.X), tail(data.X), data.S, data.labels}, projected_dims, Rng(1));
  const arma::fmat both = arma::join_cols(learned.x->project(head(samples().others)),
                                          learned.z->project(tail(samples().others)));
  return sign_bits(both, std::vector<double>(projected_dims, 0));
}

// --- which settings have a signature -------------------------------------------------------------

/// What the rules below do not find by themselves, of "METHOD OPTION", or of "METHOD": settings
/// that all of its signatures have.
struct Exception {
  std::string value = {};      ///< to try instead of half the default
  std::string with = {};       ///< other settings, without which the option has no effect
  std::string unchanged = {};  ///< why no value of it changes these codes
};

const std::map<std::string, Exception>& exceptions() {
  static const std::map<std::string, Exception> all = {
      {"agh", {"", "anchors=40"}},  // with as many as samples the graph falls into parts
      {"agh anchors", {"20"}},
      {"agh iterations", {"1"}},
      {"bre iterations", {"2"}},
      {"class-codes anchors", {"20"}},
      {"cmfh tolerance", {"1000"}},
      {"cmssh pairs", {"100"}},
      {"crh pairs", {"100"}},
      {"cvh ridge", {"1000"}},
      {"dch iterations", {"1", "", "the bits of the first round stay"}},
      {"dch lambda", {"1000"}},
      {"dch ridge", {"1000"}},
      {"fasthash", {"", "trees=10"}},  // the default of 200 takes seconds
      {"fasthash trees", {"5"}},
      {"fasthash candidates", {"4"}},
      {"fasthash block", {"8"}},
      {"imh ridge", {"1000"}},
      {"isoh iterations", {"1"}},
      {"itq iterations", {"2"}},
      {"itq-cca iterations", {"2"}},
      {"ksh tolerance", {"1"}},
      {"lssh", {"", "atoms=24"}},  // the default of 512 takes seconds
      {"lssh atoms", {"12"}},
      {"lssh iterations", {"2"}},
      {"lssh rounds", {"1"}},
      {"mlh iterations", {"1"}},
      {"scm ridge", {"1000"}},
      {"pdh start-ridge", {"1000"}},
      {"posterior", {"", "bit-steps=40"}},  // the default of 400 takes a second
      {"posterior anchors", {"100"}},
      {"posterior axes", {"8"}},
      {"posterior kernels", {"1"}},
      {"scratch anchors", {"20"}},
      {"scratch iterations", {"1"}},
      {"seph anchors", {"20"}},
      {"seph iterations", {"1"}},
      {"sgh anchors", {"50"}},
      {"sdh anchors", {"100"}},
      {"sdh penalty", {"10"}},
      {"sdh ridge", {"1000"}},
      {"sph iterations", {"1"}},
      {"apt", {"", "threshold-steps=40"}},  // the default of 300 takes a second
      {"npq alpha", {"0.5"}},
      {"npq gap", {"0.5", "alpha=0.5", "the cuts begun with are the best here"}},
      {"npq placements", {"1", "alpha=0.5", "the cuts begun with are the best here"}},
      {"eden fold", {"", "bits=3"}},  // fewer bits code all dimensions
      {"poured fold", {"", "", "every dimension has bits here"}},
      {"poured query", {"", "", "it is of queries"}},
      {"rabitq code", {"", "bits=2"}},  // one bit is the sign, however it is found
      {"rabitq fold", {"", "bits=3"}},  // fewer bits code all dimensions
      {"osq steps", {"0"}},
      {"pq updates", {"1", "", "every training sample is a centre"}},
      {"opq updates", {"0", "", "every training sample is a centre"}},
      {"rabitq query", {"", "", "it is of queries"}},
      {"osq fold", {"", "bits=4"}},
      {"vbq allocation", {"", "beta=5"}},
      {"vbq max-bits", {"1"}},
      {"joint max-bits", {"1"}},
      {"joint gap", {"0.5", "alpha=0.5", "the cuts begun with are the best here"}},
      {"joint placements", {"1", "alpha=0.5", "the cuts begun with are the best here"}},
      {"grh anchor", {"", "smoothing=0.5,rounds=2"}},
      {"grh gamma", {"", "svm=rbf"}},
      {"sth gamma", {"", "svm=rbf"}},
  };
  return all;
}

Exception exception(const std::string& of) {
  const auto known = exceptions().find(of);
  return known == exceptions().end() ? Exception{} : known->second;
}

/// A method with settings, and the same without one of them.
struct Choice {
  std::string settings;  ///< "solver=evolution,population=7"
  std::string without;   ///< "solver=evolution": differs in `option` alone
  std::string option;    ///< none of the defaults
};

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + "," + b;
}

/// Half the default; 1 where there is none, or where half of it is not allowed.
std::string other_number(const Option& option) {
  for (const double factor : {0.5, 2.0}) {
    if (option.default_value == "auto") break;
    const double number = factor * std::stod(option.default_value);
    const std::string text = number_text(factor < 1 && number > 1 ? std::floor(number) : number);
    if (text != option.default_value && option.set(text)) return text;
  }
  return "1";
}

/// The defaults; then every other word of each choice, and one other value of each number, where
/// the option is used.
std::vector<Choice> choices(const std::string& method, const Options& options) {
  const std::string always = exception(method).with;
  std::vector<Choice> all = {{always, {}, {}}};
  for (const Option& option : options.all()) {
    const Exception how = exception(method + " " + option.name);
    const bool in_always = always.starts_with(option.name + "=");
    std::string without = in_always ? "" : joined(always, how.with);
    for (const Option::Condition& condition : option.conditions) {
      if (condition.equal && options.get(condition.option) != condition.value) {
        without = joined(without, condition.option + "=" + condition.value);
      }
    }
    std::vector<std::string> values = option.choices;
    std::erase(values, option.default_value);
    if (option.choices.empty()) values = {how.value.empty() ? other_number(option) : how.value};
    for (const std::string& value : values) {
      all.push_back(
          {joined(without, option.name + "=" + value), in_always ? always : without, option.name});
    }
    option.set(option.default_value);
  }
  return all;
}

/// Signatures of one method: recipe and codes of every choice of its settings.
class Signatures {
 public:
  explicit Signatures(const Projection& method) : Signatures(method.info().name, "+sbq") {}
  explicit Signatures(const CrossModal& method) : Signatures(method.info().name, "+sbq") {}
  explicit Signatures(const Quantiser& method)
      : method_(method.info().name), before_("lsh+" + method_), is_quantiser_(true) {}

  std::vector<CodeSignature> of(const std::vector<Choice>& choices) {
    std::vector<CodeSignature> all;
    for (const Choice& choice : choices) {
      const CodeSignature& now = of(choice.settings);
      if (std::find(all.begin(), all.end(), now) == all.end()) all.push_back(now);
      if (!choice.option.empty()) check_effect(choice, now);
    }
    return all;
  }

 private:
  Signatures(const std::string& method, const std::string& quantiser)
      : method_(method), before_(method + quantiser), is_quantiser_(false) {}

  const CodeSignature& of(const std::string& settings) {
    const std::string name = settings.empty() ? before_ : before_ + ":" + settings;
    const auto [known, is_new] = learned_.try_emplace(name);
    if (is_new) {
      const Hasher hasher = make_hasher(name);
      CAPTURE(name);
      CHECK(hasher.ignored.empty());
      known->second = testing::code_signature(
          is_quantiser_ ? hasher.quantiser_recipe : hasher.projection_recipe, codes_of(hasher));
    }
    return known->second;
  }

  Codes codes_of(const Hasher& hasher) const {
    if (is_quantiser_) return golden_test::codes_of(*hasher.quantiser);
    return std::visit([](const auto& method) { return golden_test::codes_of(*method); },
                      hasher.trained_by);
  }

  /// A setting that changes nothing here would not be watched.
  void check_effect(const Choice& choice, const CodeSignature& now) {
    const bool excused = !exception(method_ + " " + choice.option).unchanged.empty();
    const bool changed = differing_bits(now, of(choice.without)) > 0;
    INFO(
        fmt::format("{}: '{}' {} these codes: say so in exceptions() of golden_test.cpp, with a "
                    "value that changes them, or why none does",
                    method_, choice.settings, changed ? "changes" : "does not change"));
    CHECK(changed != excused);
  }

  std::string method_, before_;
  bool is_quantiser_;
  std::map<std::string, CodeSignature> learned_;
};

// --- what is kept --------------------------------------------------------------------------------

const std::string folder = HASHLAB_SOURCE_DIR "/tests/golden/codes";

bool refreshing() {
  const char* set = std::getenv("HASHLAB_REFRESH_GOLDEN");
  return set != nullptr && std::string(set) == "1";
}

template <typename Method>
void check_signatures(Method& method) {
  const std::string name = method.info().name, path = folder + "/" + name + ".txt";
  CAPTURE(name);
  Options options;
  method.describe(options);
  const std::vector<CodeSignature> now = Signatures(method).of(choices(name, options));
  std::vector<CodeSignature> kept;
  if (fs::exists(path)) kept = testing::parse_signatures(read_file(path));
  if (refreshing()) {
    const auto refreshed = testing::refresh(name, kept, now);
    for (const std::string& line : refreshed.refusals) FAIL_CHECK(line);
    write_file(path, testing::format_signatures(refreshed.signatures));
  } else {
    for (const std::string& line : testing::complaints(name, kept, now)) FAIL_CHECK(line);
  }
}

CodeSignature signature(const std::string& recipe, const std::string& hex) {
  return {recipe, 8, hex};
}

}  // namespace

TEST_CASE("golden: every projection makes the codes that it made when its version was set") {
  for (const auto& method : projections::learnable()) check_signatures(*method);
}

TEST_CASE("golden: every quantiser makes the codes that it made when its version was set") {
  for (const auto& method : quantisers::all()) check_signatures(*method);
  for (const auto& method : quantisers::of_vectors()) check_signatures(*method);
}

TEST_CASE("golden: every method of two views makes the codes that it made at its version") {
  for (const auto& method : cross_modal::all()) check_signatures(*method);
}

TEST_CASE("golden: mlh that draws by sample makes the codes of version 1") {
  // Of tests/golden/codes/mlh.txt before version 2, when lambda was 0.5 and rho K / 6, here 3.
  const std::map<std::string, std::string> version_1 = {
      {"rho=3,lambda=0.5",
       "f81924cee4cc03479b13e44ce4ed0b12e87924ce644dfcdc1a90ddb8e7c4e4cc8b339b3227c6ddd68b32"
       "244dba11db31fdf845e6e4ecfc4d03271b13db11dbb1fcb864cef8f9db33f819db11fcdcdb1126c6f4dc"
       "1a33fa31fa1924ce03070303db13246ffa193a0bfcdc24ce168ee839c439c929fc98db90ecfd1b3bdf90"
       "db90"},
      {"rho=1,lambda=0.5",
       "f81924eee4cc03679b13eccceced1312f87924ee646dfcdc1a90d990e7ececec83339b132786ddd41313"
       "204dda19db13fd5885e6e4ececdd03271b13db11db93fcd824eef859db13f819db91fcdcdb1126eeecdc"
       "1a13db11f91124ec03271303db1324eefa19320becdc266616a6e839cd31c931d898db92ecfc1213db50"
       "db90"},
      {"rho=3,lambda=0.25",
       "f81924eee4cc07279b13e4cceced1312f87924ee64cdfcdc1a98d998e7ccecec83339b132786ddd41b12"
       "24cd9a19db11f9d8c5e664ece8cd03271b13db11db91f8d8e4eef859db13d819db11fcdcdb1126e6eccc"
       "1a13da11d81924ee07271313db1324eefa19322bfccc26e617a6e869e971c969d9d8db92ecfc121bdb90"
       "db90"}};
  for (const auto& entry : version_1) {
    CAPTURE(entry.first);
    const auto& [settings, hex] = entry;
    const Hasher mlh = make_hasher("mlh+sbq:pairs=by-sample,loss=plain," + settings);
    const CodeSignature now = testing::code_signature(settings, codes_of(mlh.projection()));
    CHECK(testing::differing_bits({settings, 16, hex}, now) <= testing::rounding_bits(now));
  }
}

TEST_CASE("golden: no signatures are kept of a method that does not exist") {
  std::set<std::string> names;
  for (const auto& method : projections::learnable()) names.insert(method->info().name + ".txt");
  for (const auto& method : quantisers::all()) names.insert(method->info().name + ".txt");
  for (const auto& method : quantisers::of_vectors()) names.insert(method->info().name + ".txt");
  for (const auto& method : cross_modal::all()) names.insert(method->info().name + ".txt");
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    INFO("tests/golden/codes/" << name << " is of no method: remove it");
    CHECK(names.contains(name));
  }
}

TEST_CASE("golden: an exception is of an option that there is") {
  std::set<std::string> known;
  const auto add = [&](auto& method) {
    Options options;
    method.describe(options);
    known.insert(method.info().name);
    for (const Option& option : options.all()) known.insert(method.info().name + " " + option.name);
  };
  for (const auto& method : projections::learnable()) add(*method);
  for (const auto& method : quantisers::all()) add(*method);
  for (const auto& method : quantisers::of_vectors()) add(*method);
  for (const auto& method : cross_modal::all()) add(*method);
  for (const auto& entry : exceptions()) {
    CAPTURE(entry.first);
    const auto& [option, how] = entry;
    CHECK(known.contains(option));
  }
}

TEST_CASE("golden: signatures are read as they are written") {
  Codes codes({12, 1}, 2);
  for (const std::size_t bit : {0u, 9u, 11u}) codes.set_bit(1, bit);
  const CodeSignature made = testing::code_signature("grh/2 start=lsh on lsh/1", codes);
  CHECK(made.bits == 12);
  CHECK(made.hex == "0000010a");
  const std::vector<CodeSignature> all = {made, signature("itq/1 iterations=100", "ff00")};
  CHECK(testing::parse_signatures(testing::format_signatures(all)) == all);
  CHECK(testing::parse_signatures("# a remark\n").empty());
  CHECK_THROWS(testing::parse_signatures("itq/1 ff00\n"));
}

TEST_CASE("golden: one bit of a hundred may differ for rounding, more is a complaint") {
  const std::string zeros(50, '0');  // 200 bits, of which 2 may differ
  const CodeSignature before = signature("itq/1 iterations=100", zeros);
  const auto with = [&](const std::string& head) {
    return signature("itq/1 iterations=100", head + zeros.substr(head.size()));
  };
  CHECK(testing::complaints("itq", {before}, {before}).empty());
  CHECK(testing::complaints("itq", {before}, {with("3")}).empty());
  const std::vector<std::string> moved = testing::complaints("itq", {before}, {with("7")});
  REQUIRE(moved.size() == 1);
  CHECK(moved[0] ==
        "itq: its codes moved with 'itq/1 iterations=100': 3 of 200 bits differ, and rounding may "
        "change 2. If that is meant, raise `version` in info() of itq, then refresh by "
        "HASHLAB_REFRESH_GOLDEN=1 build/dev/tests/hashlab_hashers_tests "
        "--source-file='*/golden_test.cpp'");
  CodeSignature longer = before;
  longer.bits = 9;
  CHECK(testing::differing_bits(before, longer) == 200);
}

TEST_CASE(
    "golden: a setting without a signature and a signature without a setting are complaints") {
  const CodeSignature old = signature("itq/1 iterations=100", "ff"),
                      now = signature("itq/2 iterations=100", "00");
  const std::vector<std::string> lines = testing::complaints("itq", {old}, {now});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == Contains("itq.txt has no signature of 'itq/2 iterations=100': make it by "));
  CHECK(lines[1] == Contains("has a signature of 'itq/1 iterations=100', which is no setting"));
}

TEST_CASE("golden: a refresh takes what is new, and refuses codes that moved under one version") {
  const CodeSignature before = signature("itq/1 iterations=100", "0000"),
                      moved = signature("itq/1 iterations=100", "00ff"),
                      raised = signature("itq/2 iterations=100", "00ff"),
                      gone = signature("itq/1 turns=100", "0000");
  CHECK(testing::refresh("itq", {}, {before}).signatures == std::vector{before});
  CHECK(testing::refresh("itq", {before, gone}, {before}).signatures == std::vector{before});
  const auto taken = testing::refresh("itq", {before}, {raised});
  CHECK(taken.signatures == std::vector{raised});
  CHECK(taken.refusals.empty());
  const auto refused = testing::refresh("itq", {before}, {moved});
  CHECK(refused.signatures == std::vector{before});
  REQUIRE(refused.refusals.size() == 1);
  CHECK(refused.refusals[0] ==
        "itq: not refreshed: 8 of 16 bits differ with 'itq/1 iterations=100', whose version stayed "
        "the same: raise `version` in info() of itq first");
}

TEST_CASE("golden: a refresh leaves a line alone whose codes differ by rounding only") {
  const std::string zeros(50, '0');
  const CodeSignature before = signature("itq/1", zeros),
                      now = signature("itq/1", "1" + zeros.substr(1));
  const auto refreshed = testing::refresh("itq", {before}, {now});
  CHECK(refreshed.signatures == std::vector{before});
  CHECK(refreshed.refusals.empty());
}

}  // namespace hashlab::golden_test
