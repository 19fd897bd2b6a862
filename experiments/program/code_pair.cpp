#include "experiments/program/code_pair.h"

#include "experiments/program/progress.h"
#include "lib/codes/code_look.h"
#include "lib/codes/code_use.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <string>

namespace hashlab::experiments {

bool asks_to_exclude(const Arguments& arguments) {
  const std::string self = arguments.get("self", "include");
  if (self != "include" && self != "exclude") {
    refuse(fmt::format("option '--self' = '{}', expected include or exclude", self));
  }
  return self == "exclude";
}

namespace {

/// True if the queries are the first rows of the database.
bool holds_own_rows(const NamedCodes& database, const NamedCodes& query) {
  // One file may contain both parts; then their descriptions differ.
  if (database.path == query.path && database.codes->description() == query.codes->description()) {
    return true;
  }
  // If all codes are equal, any part of the database matches, so the sizes must agree as well.
  const CodeSample some = sample_of(*query.codes);
  const bool vary = constant_bits(some.codes) < some.codes.format.bits;
  return (vary || database.codes->size() == query.codes->size()) &&
         begins_with(*database.codes, *query.codes);
}

/// The note about queries that are rows of the database.
std::string own_rows_text(const NamedCodes& database, const NamedCodes& query) {
  const std::size_t n = query.codes->size();
  const std::string found =
      database.path == query.path
          ? fmt::format("{} is both the database and the queries", database.path)
      : n == database.codes->size()
          ? fmt::format("{} and {} hold the same codes in the same order", database.path,
                        query.path)
          : fmt::format("the codes of {} are the first {} of {}", query.path, n, database.path);
  return found + ": each query finds itself in the database, at distance 0 and relevant";
}

void tell_note(const std::string& text) {
  tell("note: " + text + "\n");
}

}  // namespace

void tell_of_codes(const Arguments& arguments, const NamedCodes& database, const NamedCodes& query,
                   const Ranks& ranks) {
  if (ranks.rank() != 0) return;
  for (const std::string& found : look_at_codes(*database.codes, database.path, *query.codes,
                                                query.path, arguments.get("bit-order", ""))) {
    tell_note(found);
  }
}

bool leaves_itself_out(const Arguments& arguments, const NamedCodes& database,
                       const NamedCodes& query, const Ranks& ranks) {
  const bool excluded = asks_to_exclude(arguments);
  const std::size_t n = database.codes->size(), n_queries = query.codes->size();
  if (excluded && n_queries > n) {
    refuse(
        fmt::format("--self exclude leaves row i of the database out for query i, but {} has {} "
                    "codes and {} {}",
                    query.path, n_queries, database.path, n));
  }
  const bool no_reals =
      database.codes->form() != CodeForm::real && query.codes->form() != CodeForm::real;
  if (arguments.has("threshold") && no_reals) {
    refuse(fmt::format("--threshold cuts real numbers, but {} and {} hold bits", database.path,
                       query.path));
  }
  tell_of_codes(arguments, database, query, ranks);
  if (ranks.rank() != 0) return excluded;
  const bool own_rows = holds_own_rows(database, query);
  if (own_rows && !excluded && !arguments.has("self")) {
    tell_note(own_rows_text(database, query) +
              "; --self exclude leaves it out, --self include keeps it without this note");
  }
  if (excluded && !own_rows) {
    tell_note(
        fmt::format("--self exclude leaves row i of {} out for query i, but {} holds other codes "
                    "there: are both of the same samples in the same order?",
                    database.path, query.path));
  }
  return excluded;
}

std::string repeated_queries_note(const Arguments& arguments, const RankCounts& counts,
                                  const NamedCodes& database, const NamedCodes& query) {
  constexpr std::size_t fewest_queries = 10;
  constexpr double nearly_all = .95, hardly_any = .99;
  if (counts.n_queries < fewest_queries || arguments.has("self")) return "";
  std::size_t found = 0;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    found += counts.relevant_of(q).front() > 0 ? 1 : 0;
  }
  if (static_cast<double>(found) < nearly_all * static_cast<double>(counts.n_queries)) return "";
  const Codes some = sample_of(*database.codes).codes;
  const auto n = static_cast<double>(some.n);
  if (static_cast<double>(code_use(some).distinct) < hardly_any * n) return "";
  if (holds_own_rows(database, query)) return "";
  return fmt::format(
      "{} of {} queries have a relevant item at distance 0, although the codes of {} differ: if "
      "they are rows of the database each finds itself: leave these out of the database",
      found, counts.n_queries, database.path);
}

}  // namespace hashlab::experiments
