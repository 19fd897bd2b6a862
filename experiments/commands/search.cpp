#include "experiments/commands/commands.h"
#include "experiments/program/code_arguments.h"
#include "experiments/program/code_pair.h"
#include "experiments/program/memory_budget.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/scan/exact_search.h"
#include "experiments/scan/model_queries.h"
#include "experiments/scan/neighbour_formats.h"
#include "experiments/scan/search_methods.h"
#include "experiments/schedule/open_on_ranks.h"
#include "experiments/schedule/run_on_ranks.h"
#include "lib/error.h"
#include "lib/files/temporary_file.h"
#include "lib/hamming/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {
namespace {

/// At rank 0, the neighbours that all ranks have found. If `without_itself`, query i does not
/// retrieve row i.
Neighbours search(const Arguments& arguments, const SearchMethod& method, const Codes& queries,
                  const CodeSource& database, bool without_itself, std::size_t memory,
                  const Ranks& ranks) {
  std::optional<RowProgress> progress;
  const std::size_t k = arguments.count("k", LinearScan::everything, 1, UINT32_MAX);
  const bool one_more = without_itself && k != LinearScan::everything;
  const SearchRequest request{queries,
                              database,
                              ranks,
                              one_more ? k + 1 : k,
                              arguments.count("radius", LinearScan::everything, 0, UINT16_MAX),
                              active_kernel(),
                              arguments.count("threads", threads_of(ranks), 1, 1024),
                              memory,
                              [&](std::size_t row, std::size_t block) {
                                if (ranks.rank() != 0) return;
                                const std::size_t rows = ranks.range_of(database.size()).count;
                                if (!progress) progress.emplace(rows, block);
                                progress->reach(row);
                              },
                              [](const std::string& note) { tell(note + "\n"); }};
  Neighbours found = method.search(request);
  std::vector<std::uint64_t> packed;
  if (ranks.rank() != 0) packed = packed_neighbours(found);
  ranks.collect(packed, [&](const std::vector<std::uint64_t>& more) {
    found = merge_neighbours(found, more, request.k);
  });
  return without_itself && ranks.rank() == 0 ? without_own(found, k) : found;
}

SearchFacts facts_of_search(const Arguments& arguments, const CodeSource& database) {
  const CodeFormat& format = database.format();
  SearchFacts facts{format.bits + 8 * format.scalar_bytes, database.size(), !format.hamming(), {}};
  for (const char* option : {"k", "radius"}) {
    if (!arguments.has(option)) continue;
    facts.asked[option] = static_cast<double>(arguments.count(option, 0, 0, UINT32_MAX));
  }
  return facts;
}

/// Writes to the file `out`, or to standard output if it is empty.
int write_found(const std::string& out,
                const std::function<void(const std::function<void(std::string_view)>&)>& write) {
  if (out.empty()) {
    write([](std::string_view bytes) {
      std::fwrite(bytes.data(), 1, bytes.size(), stdout);  // main() checks for errors
    });
    return exit_done;
  }
  return write_output(out, [&] {
    TemporaryFile file(out);
    write([&](std::string_view bytes) { file.write(bytes); });
    file.publish();
  });
}

/// Searches with queries of real values, which have no distances that --radius could limit.
int search_by_model(const Arguments& arguments, const NamedCodes& database,
                    const ModelQueries& queries, bool without_itself, const Ranks& ranks) {
  for (const char* option : {"radius", "method"}) {
    if (!arguments.has(option)) continue;
    refuse(
        fmt::format("option '--{}' has no effect with '--model', whose distances are estimates: "
                    "leave it out",
                    option));
  }
  MemoryBudget budget(parse_memory(arguments.get("memory", "256M")));
  const std::size_t k = arguments.count("k", 1, 1, UINT32_MAX);
  const std::size_t threads = arguments.count("threads", threads_of(ranks), 1, 1024);
  const std::optional<ExactSearch> exact = exact_search_of(arguments, database, queries.features);
  const ExactlyFound found =
      exact ? search_exactly(queries, database, *exact, k, without_itself, budget, threads)
            : ExactlyFound{
                  search_by_estimates(queries, database, k, without_itself, budget, threads), {}};
  const std::string distance = exact ? std::string(name_of(exact->by)) : "estimated";
  return write_found(arguments.get("out", ""), [&](const auto& sink) {
    write_estimated(arguments.get("format", "text"), found, distance,
                    facts_of_search(arguments, *database.codes), sink);
  });
}

int search_on(const Ranks& ranks, const Arguments& arguments) {
  const SearchMethod& method = search_method(arguments.get("method", search_methods()[0].name));
  const NeighbourFormat& format = neighbour_format(arguments.get("format", "text"));
  const std::size_t memory = parse_memory(arguments.get("memory", "256M"));
  const std::string out = arguments.get("out", "");
  if (!arguments.has("k") && !arguments.has("radius")) {
    throw Error(ErrorCode::invalid_argument,
                "what to search for must be said: by '--k', by '--radius', or by both");
  }
  if (format.binary && out.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("format '{}' is no text: name a file for it with '--out'", format.name));
  }
  const NamedCodes database =
      open_on_ranks(ranks, [&] { return open_part(arguments, "database"); });
  const std::optional<ModelQueries> asked = queries_of_model(arguments, ranks);
  NamedCodes opened;
  if (!asked) opened = open_part(arguments, "query");
  const NamedCodes& query = asked ? asked->coded : opened;
  if (!out.empty() && ranks.rank() == 0) check_output(out, OutputKind::neighbours, arguments);
  check_comparable(database, query);
  const bool without_itself = leaves_itself_out(arguments, database, query, ranks);
  if (!asked) {
    for (const char* option : {"rerank", "features", "by"}) {
      if (!arguments.has(option)) continue;
      refuse(fmt::format("option '--{}' needs the features of queries: give '--model'", option));
    }
  }
  if (asked) return search_by_model(arguments, database, *asked, without_itself, ranks);
  const std::size_t n_queries = query.codes->size();
  MemoryBudget(memory).require(
      static_cast<double>(8 * query.codes->format().n_words()) * static_cast<double>(n_queries),
      "the query codes");
  const Codes queries = query.codes->read(0, n_queries);
  const Neighbours found =
      search(arguments, method, queries, *database.codes, without_itself, memory, ranks);
  if (ranks.rank() != 0) return exit_done;
  const SearchFacts facts = facts_of_search(arguments, *database.codes);
  return write_found(out, [&](const auto& sink) { format.write(found, facts, sink); });
}

int run_search(const Arguments& arguments) {
  return run_on_ranks([&](const Ranks& ranks) { return search_on(ranks, arguments); });
}

std::vector<OptionSpec> options() {
  std::string methods;
  std::vector<std::string> names;
  for (const SearchMethod& method : search_methods()) {
    names.emplace_back(method.name);
    methods += fmt::format("{}{}: {}", methods.empty() ? "" : "; ", method.name, method.summary);
  }
  std::vector<OptionSpec> all = code_options();
  std::vector<OptionSpec> own = {
      {"k", "K", "find the K nearest codes"},
      model_option(),
      {"view", "NAME", "with --model: the view of the queries"},
      {"radius", "R", "find all codes within distance R"},
      rare(one_of({"method", "M", fmt::format("{} [{}]", methods, names.front())}, names)),
      one_of({"format", "F",
              "output format: text, json (one line per query), ivecs (ids) or h5 (ids, distances) "
              "[text]"},
             {"text", "json", "ivecs", "h5"}),
      {"out", "FILE", "write to this file [standard output]"},
      force_option(),
      rare({"memory", "SIZE",
            "memory limit of each process, such as 256M or 2G, not counting the items found within "
            "a radius [256M]"}),
      rare({"threads", "N", "number of threads of each process [its share of the cores]"})};
  const std::vector<OptionSpec> exact = exact_search_options();
  own.insert(own.begin() + 3, exact.begin(), exact.end());
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

}  // namespace

Command search_command() {
  return {
      "search",
      "--database CODES --query CODES (--k K | --radius R) [options]",
      "find the nearest codes of queries",
      "This command finds the nearest codes of each query by exact search, with Hamming distance "
      "(Manhattan distance, if digits have more than one bit). It reads the same code files as "
      "'hashlab evaluate', and reads the database in blocks, except with --method mih. Ids are "
      "0-based row numbers of the database, nearest first. Ties are broken by row number. With "
      "both --k and --radius, you get the K "
      "nearest codes within distance R.\n\n"
      "Under mpirun, each process searches its own range of the database, and the first process "
      "writes the same output as a single process would (needs a build with -DHASHLAB_MPI=ON).\n\n"
      "  hashlab search --database codes.h5 --query queries.h5 --k 10\n"
      "  hashlab search --database codes.h5 --query data.h5 --model model.h5 --k 10 \\\n"
      "      --rerank 100 --features base.h5\n"
      "  hashlab search --database codes.h5 --query queries.h5 --radius 2 \\\n"
      "      --format json --out near.json",
      options(),
      0,
      0,
      run_search};
}

}  // namespace hashlab::experiments
