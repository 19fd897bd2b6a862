#include "splits/audit/leak_meaning.h"

#include <fmt/format.h>

#include <string_view>

namespace hashlab::splits {
namespace {

// The largest effects of ranking training samples: the score under `matched` less the score under
// `improved`. A test checks that docs/research has the same numbers.
constexpr std::string_view measured_overlap =
    "where all training rows were ranked, little for unsupervised hashers (AUPRC up to +0.0017, "
    "+0.51 %, on CIFAR-10 and +0.0139, +3.2 %, on 15-Scene), much for those that fit labels "
    "closely "
    "(mAP of SDH on 15-Scene +0.0950, +19.5 %)";

/// A mean over queries cannot change by more than the share of queries concerned.
std::string bound_by_queries(const Leak& leak) {
  return fmt::format(
      "{} of {} queries are concerned, so that no mean over queries is off by more "
      "than {:.4f}",
      leak.count, leak.of,
      leak.of == 0 ? 0.0 : static_cast<double>(leak.count) / static_cast<double>(leak.of));
}

/// For rows that two parts share. `kind` begins with the name of the first part.
std::string worth_of_shared(const Leak& leak, std::string_view kind) {
  if (kind.starts_with("queries-")) return bound_by_queries(leak);
  if (kind.starts_with("validation-")) return "settings alone were chosen by these rows";
  return std::string(measured_overlap);
}

LeakMeaning of_centred_features(const Leak& leak) {
  return {
      fmt::format("the features came with a mean subtracted that {} went into",
                  leak.kind == "mean-over-queries"    ? "test queries"
                  : leak.kind == "mean-over-database" ? "the ranked database"
                                                      : "all rows, held-out ones too,"),
      "the file (or the model that was named): nothing of this program",
      "nothing for the hashers here: each subtracts the mean of the rows that it may learn from, "
      "by which an earlier one cancels but for rounding; more only if rows were scaled or "
      "projected after the centring",
      "nothing, or import the features as they were before"};
}

LeakMeaning of_fitted(const Leak& leak) {
  const std::size_t end = leak.kind.ends_with("-over-everything") ? leak.kind.find("-over-")
                                                                  : leak.kind.find("-fitted-on-");
  const std::string quantity = leak.kind.substr(0, end);
  return {fmt::format("{} was fitted to {} {}, which should be new to it", quantity, leak.count,
                      leak.what),
          "whoever learned it: these cells, or what the user says of lists",
          leak.kind.ends_with("queries") || leak.kind.ends_with("everything")
              ? "no bound is known: a hash function that has seen the queries may favour them"
              : std::string(measured_overlap),
          "learn it from the learnable rows alone, as 'split = improved' does"};
}

LeakMeaning of_shared(const Leak& leak, std::string_view kind) {
  const bool of_queries = kind.starts_with("queries-");
  return {of_queries ? "test queries are also rows of another part, which knows them already"
                     : "rows that were learned from are ranked, though the database is held out",
          "the lists of the split: strategies of this program share no such rows",
          worth_of_shared(leak, kind), "take the rows out of one of the two lists"};
}

LeakMeaning of_copies(const Leak& leak, std::string_view kind) {
  const bool near = leak.kind.starts_with("near-");
  return {fmt::format("the data set holds {} features of these rows again, in rows of the other "
                      "part, so that they are not held out in truth",
                      near ? "nearly the same" : "the same"),
          "the data set: any random split of it does so", worth_of_shared(leak, kind),
          near ? "take the rows out of a list, or call fewer rows near by '--near'"
               : "set 'duplicates = exclude' in the suite, or take the rows out of a list"};
}

LeakMeaning of_recognition(bool fitted) {
  return {
      fitted ? "of pipelines that recognise landmarks at least one fits its quantile transform "
               "on the test queries, so that what is said of one depends on the others"
             : "of pipelines that recognise landmarks at least one takes its penalties from "
               "test queries that are known to show none",
      fitted ? "the suite: its recognition varies fit=queries, or fit=others with others=queries"
             : "the suite: its recognition varies others=queries",
      fitted ? "on the Oxford buildings GAP was +0.012 higher with one model, with five no "
               "difference was found"
             : "on the Oxford buildings GAP was +0.013 higher with one model, +0.010 with five, "
               "as much as a step of the pipeline adds",
      "give the scores of the pipeline without it, which is always among them, as the result"};
}

LeakMeaning of_asked_classes() {
  return {
      "of pipelines that recognise landmarks at least one ranks the items alone whose landmarks "
      "are "
      "known to be asked for",
      "the suite: its recognition varies classes=asked",
      "unknown until it is measured: the more landmarks the gallery loses, the easier the task; "
      "the "
      "pipeline with the whole gallery is scored beside it",
      "report it as what it is, the score by the rule of a competition, beside the score with the "
      "whole gallery"};
}

LeakMeaning of_codes(bool joint) {
  return {joint ? "ranked items have codes that learning gave them knowing both their views, or "
                  "their classes"
                : "ranked items have codes made of their classes, which queries are judged by",
          "the suite: codes-of-database is not 'function'",
          "much: what is asked of one view is answered by the other, or by the labels; a ranking "
          "of text by pictures becomes classification",
          "rank by codes-of-database = function, and give these beside it as what they are"};
}

}  // namespace

LeakMeaning leak_meaning(const Leak& leak) {
  constexpr std::string_view copies = "copies-of-";
  const std::string_view kind = leak.kind;
  if (kind == "other-split-than-recorded") {
    return {"cells were computed on another split than their suite gives now",
            "these results: data set, lists or program have changed since",
            "unknown: what the cells recorded says nothing of the split that was audited",
            "run the suite again"};
  }
  if (kind == "joint-codes-in-database" || kind == "label-codes-in-database") {
    return of_codes(kind.starts_with("joint"));
  }
  if (kind == "quantiles-fitted-on-queries" || kind == "others-among-queries") {
    return of_recognition(kind.starts_with("quantiles"));
  }
  if (kind == "gallery-of-asked-classes") return of_asked_classes();
  if (const std::size_t at = kind.find(copies); at != kind.npos) {
    return of_copies(leak, kind.substr(at + copies.size()));
  }
  if (leak.came_so) return of_centred_features(leak);
  if (kind.ends_with("-over-everything") || kind.find("-fitted-on-") != kind.npos) {
    return of_fitted(leak);
  }
  return of_shared(leak, kind);
}

std::string meaning_text(const LeakMeaning& meaning) {
  return fmt::format("{}; from {}; worth: {}; to do: {}", meaning.means, meaning.origin,
                     meaning.worth, meaning.remedy);
}

}  // namespace hashlab::splits
