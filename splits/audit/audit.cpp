#include "splits/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace hashlab::splits {
namespace {

constexpr std::size_t n_parts = all_parts.size();

struct PartFacts {
  const char* name;
  const char* rows;
  Rows Split::*member;
};

const PartFacts& facts(Part part) {
  static constexpr std::array<PartFacts, n_parts> all = {
      {{"queries", "test queries", &Split::test_queries},
       {"training", "training rows", &Split::training},
       {"validation-queries", "validation queries", &Split::validation_queries},
       {"validation-database", "rows of the validation database", &Split::validation_database},
       {"database", "database rows", &Split::test_database}}};
  return all[static_cast<std::size_t>(part)];
}

Rows common(const Rows& a, const Rows& b) {
  Rows rows;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rows));
  return rows;
}

unsigned parts_of(const Split& split, std::uint32_t row) {
  unsigned parts = 0;
  for (const Part part : all_parts) {
    const Rows& rows = part_rows(split, part);
    if (std::binary_search(rows.begin(), rows.end(), row)) parts |= bit_of(part);
  }
  return parts;
}

/// True if `rows` holds every row of every part.
bool is_everything(const Rows& rows, const Split& split) {
  return std::all_of(all_parts.begin(), all_parts.end(), [&](Part part) {
    const Rows& needed = part_rows(split, part);
    return std::includes(rows.begin(), rows.end(), needed.begin(), needed.end());
  });
}

}  // namespace

std::string part_name(Part part) {
  return facts(part).name;
}

std::string rows_name(Part part) {
  return facts(part).rows;
}

const Rows& part_rows(const Split& split, Part part) {
  return split.*facts(part).member;
}

bool is_held_out(Part part, RankedRows ranked) {
  return part == Part::queries || (part == Part::database && ranked == RankedRows::held_out);
}

std::vector<Meeting> shared_rows(const Split& split) {
  std::vector<Meeting> meetings;
  for (std::size_t a = 0; a < n_parts; ++a) {
    for (std::size_t b = a + 1; b < n_parts; ++b) {
      Rows rows = common(part_rows(split, all_parts[a]), part_rows(split, all_parts[b]));
      if (!rows.empty()) meetings.push_back({all_parts[a], all_parts[b], std::move(rows)});
    }
  }
  return meetings;
}

std::vector<Meeting> copied_rows(const Split& split, const RepeatedRows& equal) {
  std::array<std::array<Rows, n_parts>, n_parts> found;
  std::vector<unsigned> parts;
  for (const Rows& group : equal.groups) {
    parts.clear();
    std::array<std::size_t, n_parts> count{};  // rows of the group in each part
    for (const std::uint32_t row : group) {
      parts.push_back(parts_of(split, row));
      for (const Part part : all_parts) {
        if ((parts.back() & bit_of(part)) != 0) ++count[static_cast<std::size_t>(part)];
      }
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t a = 0; a < n_parts; ++a) {
        if ((parts[i] >> a & 1u) == 0) continue;
        for (std::size_t b = a + 1; b < n_parts; ++b) {
          const std::size_t itself = parts[i] >> b & 1u;
          if (count[b] > itself) found[a][b].push_back(group[i]);
        }
      }
    }
  }
  std::vector<Meeting> meetings;
  for (std::size_t a = 0; a < n_parts; ++a) {
    for (std::size_t b = a + 1; b < n_parts; ++b) {
      if (found[a][b].empty()) continue;
      std::sort(found[a][b].begin(), found[a][b].end());
      meetings.push_back({all_parts[a], all_parts[b], std::move(found[a][b])});
    }
  }
  return meetings;
}

std::string leak_text(const Leak& leak) {
  constexpr std::size_t shown = 5;
  const Rows first(leak.rows.begin(), leak.rows.begin() + static_cast<std::ptrdiff_t>(
                                                              std::min(shown, leak.rows.size())));
  const std::string text =
      fmt::format("{}: {} of {} {}", leak.kind, leak.count, leak.of, leak.what);
  if (leak.rows.empty()) return text;
  return fmt::format("{} (row{} {}{})", text, leak.rows.size() == 1 ? "" : "s",
                     fmt::join(first, ", "), leak.rows.size() > shown ? ", ..." : "");
}

std::vector<Leak> meeting_leaks(const std::vector<Meeting>& meetings, const std::string& prefix,
                                const Split& split, RankedRows ranked) {
  std::vector<Leak> leaks;
  for (const Meeting& m : meetings) {
    if (!is_held_out(m.of, ranked) && !is_held_out(m.in, ranked)) continue;
    leaks.push_back({fmt::format("{}{}-in-{}", prefix, part_name(m.of), part_name(m.in)),
                     m.rows.size(), part_rows(split, m.of).size(), rows_name(m.of), m.rows});
  }
  return leaks;
}

std::vector<Leak> fitted_leaks(const FittedRows& fitted, const Split& split, RankedRows ranked) {
  std::vector<Leak> leaks;
  for (const auto& [quantity, rows] : fitted) {
    if (is_everything(rows, split)) {
      Rows held_out = is_held_out(Part::database, ranked)
                          ? united(split.test_queries, split.test_database)
                          : split.test_queries;
      const std::size_t n = held_out.size();
      leaks.push_back({quantity + "-over-everything", n, n, "held-out rows", std::move(held_out)});
      continue;
    }
    for (const Part part : all_parts) {
      if (!is_held_out(part, ranked)) continue;
      const Rows& held_out = part_rows(split, part);
      Rows both = common(rows, held_out);
      if (both.empty()) continue;
      leaks.push_back({fmt::format("{}-fitted-on-{}", quantity, part_name(part)), both.size(),
                       held_out.size(), rows_name(part), std::move(both)});
    }
  }
  return leaks;
}

}  // namespace hashlab::splits
