#include "lib/metrics/conventions.h"

#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

constexpr const char* retrieved = "map@K:divisor=retrieved-relevant,without-relevant=zero";

/// "hashnet@" of "hashnet@K"; the whole of a name without parameter.
std::string_view fixed_part(std::string_view name) {
  const std::size_t at = name.find('@');
  return at == name.npos ? name : name.substr(0, at + 1);
}

/// "K", "R" or nothing.
std::string_view parameter_of(std::string_view name) {
  return name.substr(fixed_part(name).size());
}

[[noreturn]] void fail_unknown(std::string_view asked) {
  std::vector<std::string> known;
  for (const Convention& c : conventions()) {
    const std::size_t at = asked.find('@');
    const bool takes = !parameter_of(c.name).empty();
    known.push_back("convention:" +
                    (takes && at != asked.npos
                         ? std::string(fixed_part(c.name)) + std::string(asked.substr(at + 1))
                         : c.name));
  }
  const std::string full = "convention:" + std::string(asked);
  // Only its number is wrong, "hashnet@5,000".
  const bool is_known = std::find(known.begin(), known.end(), full) != known.end();
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("metric 'convention:{}' does not exist{}; 'hashlab list conventions' "
                  "shows all, such as convention:hashnet@5000",
                  asked, is_known ? ", because its number is not whole" : suggestion(full, known)));
}

}  // namespace

const std::vector<Convention>& conventions() {
  static const std::vector<Convention> all = {
      {"hashnet@K",
       "mAP@K as most programs for deep hashing compute it: CalcTopMap of DeepHash-pytorch, which "
       "the programs of DPSH, CSQ, OrthoHash and others have adopted",
       retrieved,
       "the HashNet authors' own test.py leaves out queries that find nothing relevant, as "
       "deephash@K does"},
      {"deephash-pytorch@K", "the same as hashnet@K: CalcTopMap of DeepHash-pytorch", retrieved,
       ""},
      {"deephash@K",
       "mAP@K of thulab/DeepHash (get_mAPs) and of thuml/HashNet (test.py): queries that find "
       "nothing relevant in the first K ranks are left out",
       "map@K:divisor=retrieved-relevant,nothing-found=skip", ""},
      {"dcmh", "MAP of DCMH, calc_map_k without k", "map:without-relevant=zero",
       "with k, the program goes on until it has found k relevant items, which no metric here "
       "does"},
      {"dch@R",
       "mAP@H<=R of DCH, as in its curve over all radii "
       "(get_precision_recall_by_Hamming_Radius_All)",
       "map-within@R:without-relevant=zero", ""},
      {"dch-radius@R",
       "the figure that DCH prints for radius 2 (get_precision_recall_by_Hamming_Radius): queries "
       "are left out if they find items within R but none of them is relevant, and count as 0 if "
       "they find none",
       "map-within@R:nothing-found=skip-wrong",
       "the program orders items within the radius by real-valued outputs, which codes do not "
       "have"},
      {"lookup-precision@R",
       "precision of hash lookup in most papers, within Hamming radius R, mostly 2: mean over all "
       "queries, 0 for those that retrieve nothing",
       "precision-macro@R:without-relevant=zero", ""},
      {"lookup-recall@R", "recall within Hamming radius R, mean over queries", "recall-macro@R",
       ""},
      {"hashing-precision@K", "precision of the first K ranks (P@K, precision@topK)",
       "precision-top@K:without-relevant=zero", ""},
      {"idhn-acg@K", "ACG@K of IDHN, DSRH and other methods for several labels", "acg@K", ""},
      {"idhn-ndcg@K", "NDCG@K of IDHN, DSRH and others, with gains of 2^r - 1", "graded-ndcg@K",
       ""},
      {"idhn-wap@K", "WMAP@K of IDHN, DSRH and others", "wap@K", ""},
      {"ranx-map@K", "ranx: map@k, divided by all relevant items", "map@K", ""},
      {"ranx-map", "ranx: map", "map", ""},
      {"ranx-precision@K", "ranx: precision@k", "precision-top@K", ""},
      {"ranx-recall@K", "ranx: recall@k", "recall-top@K", ""},
      {"ranx-ndcg@K", "ranx: ndcg@k, with relevance degrees of 0 and 1", "ndcg@K", ""},
      {"ranx-mrr@K", "ranx: mrr@k", "mrr@K", ""},
      {"ranx-hit-rate@K", "ranx: hit_rate@k", "hit@K", ""},
      {"ranx-r-precision", "ranx: r-precision", "r-precision", ""},
      {"trec-map", "trec_eval: map", "map", ""},
      {"trec-map-cut@K", "trec_eval: map_cut_K, divided by all relevant items", "map@K", ""},
      {"trec-p@K", "trec_eval: P_K", "precision-top@K", ""},
      {"trec-recall@K", "trec_eval: recall_K", "recall-top@K", ""},
      {"trec-rprec", "trec_eval: Rprec", "r-precision", ""},
      {"trec-recip-rank", "trec_eval: recip_rank", "mrr", ""},
      {"trec-ndcg-cut@K", "trec_eval: ndcg_cut_K, with relevance degrees of 0 and 1", "ndcg@K", ""},
      {"trec-success@K", "trec_eval: success_K", "hit@K", ""},
      {"pml-map-at-r", "pytorch-metric-learning: mean_average_precision_at_r", "map-at-r", ""},
      {"pml-map", "pytorch-metric-learning: mean_average_precision, k=None", "map", ""},
      {"pml-r-precision", "pytorch-metric-learning: r_precision", "r-precision", ""},
      {"pml-precision-at-1", "pytorch-metric-learning: precision_at_1", "precision-top@1", ""},
      {"pml-mrr", "pytorch-metric-learning: mean_reciprocal_rank", "mrr", ""},
      {"metric-learning-recall@K", "Recall@K of deep metric learning (CUB, SOP, In-Shop)", "hit@K",
       ""},
      {"kaggle-map@K", "MAP@K of Kaggle: ml_metrics.mapk, divided by min(K, relevant)",
       "map@K:divisor=min,without-relevant=zero", ""},
      {"oxford-map", "mAP of Oxford5k, Paris6k and their revisited sets", "map-trapezoid", ""},
      {"oxford-mp@K", "mP@K of Oxford5k, Paris6k and their revisited sets", "precision-last@K", ""},
  };
  return all;
}

std::string metric_of_convention(std::string_view name) {
  const std::size_t at = name.find('@');
  const bool has_parameter = at != name.npos;
  for (const Convention& c : conventions()) {
    const std::string_view parameter = parameter_of(c.name);
    if (parameter.empty() != !has_parameter) continue;
    if (fixed_part(c.name) != name.substr(0, has_parameter ? at + 1 : name.npos)) continue;
    if (!has_parameter) return c.metric;
    if (!parse_whole(name.substr(at + 1))) fail_unknown(name);
    std::string metric = c.metric;
    const std::size_t place = metric.find("@" + std::string(parameter));
    return metric.replace(place + 1, parameter.size(), name.substr(at + 1));
  }
  fail_unknown(name);
}

std::string convention_of(std::string_view metric) {
  const std::string_view head = metric.substr(0, metric.find(':'));
  const std::size_t at = head.find('@');
  const std::string parameter(at == head.npos ? "" : head.substr(at + 1));
  for (const Convention& c : conventions()) {
    const bool takes = !parameter_of(c.name).empty();
    if (takes && parameter.empty()) continue;
    const std::string name = std::string(fixed_part(c.name)) + (takes ? parameter : "");
    if (metric_of_convention(name) == metric) return name;
  }
  return "";
}

}  // namespace hashlab
