#include "lib/relevance/list_relevance.h"

#include "lib/ranking/real_rank_counts.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace hashlab::list_relevance_test {

using namespace testing;

namespace {

/// Two queries among twelve rows, with lists by hand.
QueryLists by_hand() {
  QueryLists lists;
  lists.queries = {1, 8};
  lists.easy = {{1, 2}, {0}};
  lists.hard = {{5}, {3, 9}};
  lists.junk = {{4, 6}, {1}};
  return lists;
}

ListTruth lists_with(const std::string& settings) {
  return std::get<ListTruth>(parse_ground_truth("lists:" + settings).definition);
}

std::vector<std::uint32_t> listed(std::span<const std::uint32_t> list) {
  return {list.begin(), list.end()};
}

using Positions = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("lists: each level has its relevant rows, and those that leave the ranking") {
  const QueryLists lists = by_hand();
  const Rows all = rows_below(12);
  const auto at = [&](const std::string& level) {
    return list_relevance(lists, lists_with("level=" + level), lists.queries, all);
  };
  const Relevance easy = at("easy"), medium = at("medium"), hard = at("hard");
  CHECK(listed(easy.of(0)) == Positions{1, 2});
  CHECK(listed(easy.ignored_by(0)) == Positions{4, 5, 6});
  CHECK(listed(medium.of(1)) == Positions{0, 3, 9});
  CHECK(listed(medium.ignored_by(1)) == Positions{1});
  CHECK(listed(hard.of(0)) == Positions{5});
  CHECK(listed(hard.ignored_by(0)) == Positions{1, 2, 4, 6});
  CHECK(easy.n_database == 12);
  // Without lists of what is relevant, auto is medium; with them, what they say.
  const Relevance plain = at("auto");
  CHECK(plain.lists.items == medium.lists.items);
  CHECK(plain.ignored.items == medium.ignored.items);
  QueryLists given = lists;
  given.relevant = {{7}, {}};
  const Relevance relevant =
      list_relevance(given, lists_with("level=auto"), lists.queries, rows_below(12));
  CHECK(listed(relevant.of(0)) == Positions{7});
  CHECK(listed(relevant.ignored_by(0)) == Positions{4, 6});
  CHECK(relevant_count(relevant, 1) == 0);
}

TEST_CASE("lists: a query that is ranked is what its list says, or leaves by its row") {
  const QueryLists lists = by_hand();
  const Rows all = rows_below(12);
  const Relevance kept = list_relevance(lists, lists_with("self=kept"), lists.queries, all);
  const Relevance ignored = list_relevance(lists, lists_with("self=ignored"), lists.queries, all);
  CHECK(relevant_count(kept, 0) == 3);
  CHECK(relevant_count(ignored, 0) == 2);
  CHECK(listed(ignored.ignored_by(0)) == Positions{1, 4, 6});
  CHECK(listed(ignored.ignored_by(1)) == Positions{1, 8});
  CHECK(listed(kept.ignored_by(1)) == Positions{1});
}

TEST_CASE("lists: rows become positions in the database, and those that are not in it drop out") {
  const QueryLists lists = by_hand();
  const Relevance part =
      list_relevance(lists, lists_with("level=medium"), {8}, Rows{0, 1, 4, 9, 11});
  CHECK(part.n_queries() == 1);
  CHECK(listed(part.of(0)) == Positions{0, 3});
  CHECK(listed(part.ignored_by(0)) == Positions{1});
}

TEST_CASE("lists: counts are those of a ranking from which what is ignored was taken") {
  Rng rng(5);
  const std::uint32_t n = 60;
  Features X(4, n);
  for (float& x : X) x = static_cast<float>(rng.normal());
  QueryLists lists;
  for (std::uint32_t q = 0; q < n; q += 7) {
    lists.queries.push_back(q);
    std::vector<Rows> kinds(3);
    for (std::uint32_t row = 0; row < n; ++row) {
      const auto kind = rng.below(5);
      if (kind < 3) kinds[kind].push_back(row);
    }
    lists.easy.push_back(kinds[0]);
    lists.hard.push_back(kinds[1]);
    lists.junk.push_back(kinds[2]);
  }
  const Rows all = rows_below(n);
  for (const std::string level : {"easy", "medium", "hard"}) {
    for (const std::string self : {"kept", "ignored"}) {
      const ListTruth g = lists_with("level=" + level + ",self=" + self);
      const RankCounts counts =
          real_rank_counts(X, lists.queries, all, list_relevance(lists, g, lists.queries, all),
                           Similarity::euclidean);
      for (std::size_t q = 0; q < lists.queries.size(); ++q) {
        const auto in = [&](const std::vector<Rows>& kind, std::uint32_t row) {
          return std::binary_search(kind[q].begin(), kind[q].end(), row);
        };
        std::size_t ranked = 0, relevant = 0;
        for (const std::uint32_t row : all) {
          const bool easy = in(lists.easy, row), hard = in(lists.hard, row);
          if (in(lists.junk, row) || (level == "easy" && hard) || (level == "hard" && easy) ||
              (self == "ignored" && row == lists.queries[q])) {
            continue;
          }
          ++ranked;
          relevant += easy || hard ? 1 : 0;
        }
        std::size_t counted = 0, found = 0;
        for (const auto count : counts.all_of(q)) counted += count;
        for (const auto count : counts.relevant_of(q)) found += count;
        CHECK(counted == ranked);
        CHECK(found == relevant);
      }
    }
  }
}

TEST_CASE("lists: what a data set lacks for a level, and a query without a list, are told") {
  QueryLists only;
  only.queries = {3};
  only.relevant = {{1}};
  CHECK(missing_list(only, lists_with("level=auto")).empty());
  CHECK(missing_list(only, lists_with("level=hard")) == "/query/easy");
  CHECK(missing_list(by_hand(), lists_with("level=auto")).empty());
  CHECK(missing_list({}, lists_with("level=auto")) == "/query/row");
  CHECK(error_of([&] {
          check_listed(only, {3, 4});
        }) ==
        "groundtruth = lists has none for the query in row 4: use split = queries, or another "
        "ground truth");
}

TEST_CASE("lists: their settings are parsed, and recipes name them all") {
  CHECK(parse_ground_truth("lists").recipe() == "lists:level=auto,self=kept");
  CHECK(parse_ground_truth("lists:self=ignored,level=hard").recipe() ==
        "lists:level=hard,self=ignored");
  CHECK(parse_ground_truth("lists").by_lists());
  CHECK(lists_with("self=ignored").ignore_self);
  CHECK(lists_with("level=medium").level == ListTruth::Level::medium);
  CHECK(error_of([] { parse_ground_truth("lists:level=heavy"); }) ==
        "groundtruth 'lists:level=heavy': option 'level' = 'heavy', must be auto | easy | medium | "
        "hard");
  CHECK(error_of([] { parse_ground_truth("lists:self=counted"); }) ==
        "groundtruth 'lists:self=counted': option 'self' = 'counted', must be kept | ignored");
  CHECK(error_of([] { parse_ground_truth("lists:neighbours=5"); }) == Contains("neighbours"));
}

}  // namespace hashlab::list_relevance_test
