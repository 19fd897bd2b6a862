#include "experiments/commands/commands.h"
#include "experiments/commands/list/list_sections.h"
#include "experiments/suite/data_folder.h"
#include "lib/error.h"
#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace hashlab::experiments {
namespace {

int run_list(const Arguments& arguments) {
  const std::vector<ListSection>& sections = list_sections();
  const std::string wanted = arguments.positional().empty() ? "" : arguments.positional().front();
  const bool is_section =
      wanted.empty() || std::any_of(sections.begin(), sections.end(),
                                    [&](const ListSection& s) { return wanted == s.name; });
  ListRequest request;
  request.name = is_section ? "" : wanted;
  request.is_short = arguments.has("short");
  request.data_folder = data_folder(arguments.get("data", ""));
  bool any = false;
  for (const ListSection& section : sections) {
    if (is_section && !wanted.empty() && wanted != section.name) continue;
    const std::string text = section.text(request);
    if (text.empty() && !is_section) continue;
    fmt::print("{}{}\n{}", section.name, request.is_short ? section.columns : "", text);
    any = true;
  }
  if (!any) {
    std::vector<std::string> known;
    for (const ListSection& section : sections) known.emplace_back(section.name);
    throw Error(ErrorCode::invalid_argument,
                fmt::format("nothing to list is called '{}'{}; expected {}, or the name of a "
                            "method, split, metric or data set",
                            wanted, suggestion(wanted, listed_names()), fmt::join(known, ", ")));
  }
  return exit_done;
}

}  // namespace

Command list_command() {
  return {"list",
          "[SECTION|NAME] [options]",
          "list methods, metrics, splits and data sets, with their options",
          "This command lists a section with papers, costs and options, or one entry of it by its "
          "name. With --short you get a line for each entry. Without an argument you get all "
          "sections:\n\n"
          "  projections  from features to hash dimensions\n"
          "  cross-modal  projections for two views, such as images and texts\n"
          "  quantisers   from hash dimensions to bits\n"
          "  splits       splitting protocols\n"
          "  metrics      scores of rankings, with their definitions\n"
          "  conventions  names that papers and programs use, with the metrics they mean\n"
          "  kernels      implementations of the Hamming distance, and whether this machine "
          "supports them\n"
          "  datasets     data sets in the data folder\n\n"
          "Costs of training are formulas of n training samples, d features (d_x and d_z in the "
          "two views), K hash dimensions, m anchors or kernel centres (lssh: atoms), s pairs of "
          "neighbours, T thresholds per dimension and C classes. Most words in them are options "
          "of the method.\n\n"
          "  hashlab list quantisers --short\n"
          "  hashlab list npq\n"
          "  hashlab list datasets --data ~/datasets",
          {{"short", "", "one line per entry; for methods, with their supervision"},
           {"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          0,
          1,
          run_list};
}

}  // namespace hashlab::experiments
