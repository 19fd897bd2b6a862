#include "lib/synonyms.h"

#include "lib/lower_case.h"

#include <algorithm>
#include <array>

namespace hashlab {
namespace {

/// Our name, and words that others use for it, between blanks. The first entry that fits counts.
struct NameInField {
  std::string_view name, words;
};
constexpr std::array<NameInField, 36> names_in_field = {{
    // keys of suites
    {"hasher", "method methods algorithm algorithms model hash hash-function"},
    {"dataset", "data data-set input file features"},
    {"bits", "bit code-length code-lengths code-size nbits n-bits length lengths"},
    {"training", "train train-size training-size num-train n-train"},
    {"test-queries", "test test-size queries query num-query n-query"},
    {"runs", "repeats repetitions trials"},
    {"split", "protocol protocols splitting"},
    {"seed", "random-seed random-state rng"},
    {"groundtruth", "ground-truth relevance relevant gt"},
    {"embedding", "real-valued floats"},
    {"reference", "exact uncompressed bruteforce brute-force"},
    {"rerank", "re-rank reranking re-ranking"},
    // ground truths
    {"class", "label labels classes category categories supervised semantic"},
    {"epsilon", "ball radius euclidean distance neighbours neighbors knn nearest metric"},
    // commands
    {"train", "fit learn"},
    {"encode", "transform hash"},
    {"evaluate", "eval score test metrics"},
    {"search", "query find knn nearest retrieve"},
    {"import", "convert load read"},
    {"make-data", "generate new synthetic"},
    {"inspect", "info describe cat h5ls"},
    {"audit", "leak leaks check"},
    {"compare", "significance stats statistics ttest"},
    {"report", "plot plots html dashboard"},
    {"run", "start execute experiment"},
    // options of commands
    {"query", "queries query-codes test-codes"},
    {"database-labels", "labels label y db-labels base-labels gallery-labels"},
    // lists
    {"projections", "methods hashers algorithms hash-functions"},
    // metrics
    {"map", "ap mean-average-precision"},
    {"auprc", "auc pr-auc aucpr aupr average-precision"},
    // splitting strategies
    {"literature", "standard random default"},
    {"improved", "held-out heldout proposed disjoint"},
    // methods
    {"lsh", "random-hyperplanes hyperplanes simhash"},
    {"sh", "spectral spectral-hashing"},
    {"sbq", "sign binary single-bit"},
    {"npq", "multi-threshold neighbourhood-preserving"},
}};

bool has_whole_word(std::string_view words, std::string_view wanted) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == wanted) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

}  // namespace

const std::string* synonym(std::string_view name, const std::vector<std::string>& known) {
  std::string wanted = lower_case(name);
  std::replace(wanted.begin(), wanted.end(), '_', '-');
  for (const NameInField& entry : names_in_field) {
    if (!has_whole_word(entry.words, wanted)) continue;
    const auto found = std::find(known.begin(), known.end(), entry.name);
    if (found != known.end()) return &*found;
  }
  return nullptr;
}

}  // namespace hashlab
