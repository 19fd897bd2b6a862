#pragma once

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The part of a section that is listed, and how.
struct ListRequest {
  std::string name;       ///< of one method, split, metric or convention; empty: all
  bool is_short = false;  ///< one line for each entry, without options and papers
  std::string data_folder;

  bool wants(const std::string& entry) const { return name.empty() || name == entry; }
};

/// A section of the list of everything that the program knows.
struct ListSection {
  const char* name;
  const char* columns;  ///< what the lines of a short list say, to follow the name; may be empty
  /// The lines of those entries that the request wants; empty if it wants none of this section.
  std::string (*text)(const ListRequest& request);
};

/// The sections, in the order of the list: methods, splits, metrics, conventions, kernels, data
/// sets.
const std::vector<ListSection>& list_sections();

/// The names of all sections, methods, splitting protocols and metrics, for suggestions.
std::vector<std::string> listed_names();

}  // namespace hashlab::experiments
