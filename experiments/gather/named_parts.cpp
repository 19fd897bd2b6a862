#include "experiments/gather/named_parts.h"

#include "hashers/registry.h"
#include "splits/registry.h"

#include <algorithm>
#include <map>

namespace hashlab::experiments {
namespace {

using Parts = std::map<std::string, results::ReportPart>;

template <typename Method>
void add_named(const std::vector<std::unique_ptr<Method>>& methods, Parts& parts) {
  for (const auto& method : methods) {
    const hashers::MethodInfo info = method->info();
    parts.emplace(info.name, results::ReportPart{info.name, info.summary, info.source});
  }
}

void add_known(const std::string& name, const Parts& known,
               std::vector<results::ReportPart>& found) {
  const auto part = known.find(name);
  const bool is_new = std::none_of(found.begin(), found.end(),
                                   [&](const results::ReportPart& p) { return p.name == name; });
  if (part != known.end() && is_new) found.push_back(part->second);
}

}  // namespace

std::vector<results::ReportPart> named_parts(const std::vector<std::string>& methods) {
  static const Parts known = [] {
    Parts parts;
    add_named(hashers::projections::all(), parts);
    add_named(hashers::cross_modal::all(), parts);
    add_named(hashers::quantisers::all(), parts);
    add_named(hashers::projections::rotations(), parts);
    add_named(hashers::quantisers::of_vectors(), parts);
    return parts;
  }();
  std::vector<results::ReportPart> found;
  for (const std::string& method : methods) {
    const std::string plain = method.substr(0, method.find(':'));
    const std::size_t plus = plain.find('+');
    add_known(plain.substr(0, plus), known, found);
    if (plus != std::string::npos) add_known(plain.substr(plus + 1), known, found);
  }
  return found;
}

std::vector<results::ReportPart> named_splits(const std::vector<std::string>& splits) {
  Parts known;
  for (const auto& strategy : splits::all_strategies()) {
    const splits::SplitInfo info = strategy->info();
    known.emplace(info.name, results::ReportPart{info.name, info.summary, info.source});
  }
  std::vector<results::ReportPart> found;
  for (const std::string& split : splits) add_known(split.substr(0, split.find(':')), known, found);
  return found;
}

}  // namespace hashlab::experiments
