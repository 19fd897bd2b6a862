#include "lib/data/views.h"

#include "lib/error.h"
#include "lib/options.h"
#include "lib/plain_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace hashlab {
namespace {

constexpr std::string_view features_of_view = "/features";

}  // namespace

std::vector<std::string> views_of(const H5File& file) {
  std::vector<std::string> views;
  for (const std::string& member : file.members()) {
    if (!member.ends_with(features_of_view)) continue;
    const std::string group = member.substr(0, member.size() - features_of_view.size());
    if (group.size() < 2 || group.rfind('/') != 0) continue;  // /features, or deeper
    if (const std::string name = group.substr(1); is_plain_name(name)) views.push_back(name);
  }
  return views;
}

std::string features_table(const H5File& file, const std::string& view) {
  if (view.empty() && file.has("/features")) return "/features";
  const std::vector<std::string> views = views_of(file);
  if (view.empty() && views.empty()) return "/features";  // what opens it says what is there
  if (view.empty()) {
    refuse(
        fmt::format("{}: has no '/features', but the views {}: choose one, by 'view = {}' in a "
                    "suite or '--view {}' on the command line",
                    file.path(), fmt::join(views, ", "), views.front(), views.front()));
  }
  if (views.empty()) {
    refuse(fmt::format("{}: has no view '{}', nor any other: leave 'view' or '--view' out",
                       file.path(), view));
  }
  if (std::find(views.begin(), views.end(), view) == views.end()) {
    refuse(
        fmt::format("{}: has no view '{}'{}; its views are {}: choose one, by 'view = NAME' in a "
                    "suite or '--view NAME' on the command line",
                    file.path(), view, suggestion(view, views), fmt::join(views, ", ")));
  }
  return fmt::format("/{}{}", view, features_of_view);
}

std::string name_of_view(const std::string& dataset, const std::string& view) {
  return view.empty() ? dataset : fmt::format("{}:{}", dataset, view);
}

}  // namespace hashlab
