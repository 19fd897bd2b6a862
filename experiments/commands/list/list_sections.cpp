#include "experiments/commands/list/list_sections.h"

#include "experiments/program/networks_program.h"
#include "hashers/registry.h"
#include "lib/data/views.h"
#include "lib/error.h"
#include "lib/h5/h5.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/conventions.h"
#include "lib/metrics/metrics.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>

namespace hashlab::experiments {
namespace {

/// The indented options of a method or a splitting protocol.
template <typename Described>
std::string options_text(Described& described) {
  Options options;
  described.describe(options);
  std::string text;
  for (const Option& option : options.all()) {
    const std::string when = option.used_when();
    text += fmt::format("  {:<16}  {}={}  {} ({}{}{})\n", "", option.name, option.default_value,
                        option.help, option.allowed, when.empty() ? "" : "; ", when);
  }
  return text;
}

/// A line for each method, and its cost and options except with --short.
template <typename Method>
std::string methods_text(const std::vector<std::unique_ptr<Method>>& methods,
                         const ListRequest& request) {
  std::string text;
  for (const auto& method : methods) {
    const hashers::MethodInfo info = method->info();
    if (!request.wants(info.name)) continue;
    const std::string supervision = hashers::supervision_name(method->supervision());
    if (request.is_short) {
      text += fmt::format("  {:<16}{:<12}{}\n", info.name, supervision, info.summary);
      continue;
    }
    // Two blanks at least, by which readers of the list tell where the name ends.
    text += fmt::format("  {:<16}{} ({})\n", info.name + "  ", info.summary, info.source);
    text += fmt::format("  {:<16}supervision: {}; learning costs {}\n", "", supervision, info.cost);
    text += options_text(*method);
  }
  return text;
}

std::string projections_text(const ListRequest& request) {
  std::vector<std::unique_ptr<hashers::Projection>> methods = hashers::projections::all();
  const auto networks = std::stable_partition(
      methods.begin(), methods.end(), [](const auto& method) { return !method->needs_engine(); });
  std::vector<std::unique_ptr<hashers::Projection>> of_networks(
      std::make_move_iterator(networks), std::make_move_iterator(methods.end()));
  methods.erase(networks, methods.end());
  const std::string text =
      methods_text(methods, request) + methods_text(hashers::projections::rotations(), request);
  const std::string networks_text = methods_text(of_networks, request);
  if (networks_text.empty()) return text;
  return fmt::format("{}{}projections by networks{}\n{}", text, text.empty() ? "" : "\n",
                     networks_program().empty()
                         ? ": trained by hashlab-torch, which is not installed; install LibTorch "
                           "by 'scripts/setup torch' and build with -DHASHLAB_TORCH=ON"
                         : "",
                     networks_text);
}

std::string cross_modal_text(const ListRequest& request) {
  return methods_text(hashers::cross_modal::all(), request);
}

std::string quantisers_text(const ListRequest& request) {
  return methods_text(hashers::quantisers::all(), request) +
         methods_text(hashers::quantisers::of_vectors(), request);
}

std::string splits_text(const ListRequest& request) {
  std::string text;
  for (const auto& strategy : splits::all_strategies()) {
    const splits::SplitInfo info = strategy->info();
    if (!request.wants(info.name)) continue;
    text += fmt::format("  {:<16}{} ({})\n", info.name, info.summary, info.source);
    if (!request.is_short) text += options_text(*strategy);
  }
  return text;
}

std::string metrics_text(const ListRequest& request) {
  std::vector<Metric> metrics = all_metrics();
  for (Metric& m : graded_metrics()) metrics.push_back(std::move(m));
  std::string text;
  for (const Metric& m : metrics) {
    if (!request.wants(m.name)) continue;
    text += fmt::format("  {:<36}{}\n", m.name, m.definition);
    if (m.name.find(':') != std::string::npos) continue;  // the plain name lists the options
    if (request.is_short) continue;
    for (const std::string& option : m.options) {
      text += fmt::format("  {:<36}  :{}\n", "", option);
    }
  }
  return text;
}

std::string conventions_text(const ListRequest& request) {
  std::string text;
  for (const Convention& c : conventions()) {
    if (!request.wants("convention:" + c.name)) continue;
    text += fmt::format("  convention:{:<26}{}\n", c.name, c.source);
    text += fmt::format("  {:<37}= {}\n", "", c.metric);
    if (!c.remark.empty()) text += fmt::format("  {:<37}{}\n", "", c.remark);
  }
  return text;
}

std::string kernels_text(const ListRequest& request) {
  std::string text;
  for (const Kernel* kernel : all_kernels()) {
    if (!request.wants(kernel->name)) continue;
    text += fmt::format("  {:<12}{}\n", kernel->name,
                        kernel == &active_kernel() ? "in use"
                        : kernel->supported()      ? "supported"
                                                   : "not supported here");
  }
  return text;
}

/// "1000 x 512" or "views image 1000 x 512, text 1000 x 10"; empty if there are no features.
std::string features_text(const H5File& file) {
  std::string text;
  const auto shape = [&](const std::string& table) {
    return fmt::format("{}", fmt::join(file.shape(table).size, " x "));
  };
  if (file.has("/features")) text = shape("/features");
  const char* separator = text.empty() ? "views " : ", views ";
  for (const std::string& view : views_of(file)) {
    text += fmt::format("{}{} {}", separator, view, shape(features_table(file, view)));
    separator = ", ";
  }
  return text;
}

std::string datasets_text(const ListRequest& request) {
  std::error_code ignored;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(request.data_folder, ignored)) {
    if (entry.path().extension() == ".h5") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::string text;
  if (files.empty() && request.name.empty()) {
    text = fmt::format("  none in '{}'; 'hashlab make-data' makes embedded ones\n",
                       request.data_folder);
  }
  for (const std::string& path : files) {
    const std::string name = std::filesystem::path(path).stem().string();
    if (!request.wants(name)) continue;
    std::string what = "has no /features";
    try {
      const H5File file = H5File::open(path);
      if (const std::string tables = features_text(file); !tables.empty()) {
        what = tables + (file.has("/labels") ? ", labels" : "");
      }
    } catch (const Error& error) {
      what = error.what();
    }
    text += fmt::format("  {:<32}{}\n", name, what);
  }
  return text;
}

constexpr const char* of_methods =
    ": name; what training uses besides the features (labels, or which items the ground truth "
    "makes neighbours); description";

}  // namespace

const std::vector<ListSection>& list_sections() {
  static const std::vector<ListSection> sections = {{"projections", of_methods, projections_text},
                                                    {"cross-modal", of_methods, cross_modal_text},
                                                    {"quantisers", of_methods, quantisers_text},
                                                    {"splits", "", splits_text},
                                                    {"metrics", "", metrics_text},
                                                    {"conventions", "", conventions_text},
                                                    {"kernels", "", kernels_text},
                                                    {"datasets", "", datasets_text}};
  return sections;
}

std::vector<std::string> listed_names() {
  std::vector<std::string> names;
  for (const ListSection& section : list_sections()) names.emplace_back(section.name);
  for (const auto& p : hashers::projections::all()) names.push_back(p->info().name);
  for (const auto& p : hashers::cross_modal::all()) names.push_back(p->info().name);
  for (const auto& q : hashers::quantisers::all()) names.push_back(q->info().name);
  for (const auto& p : hashers::projections::rotations()) names.push_back(p->info().name);
  for (const auto& q : hashers::quantisers::of_vectors()) names.push_back(q->info().name);
  for (const auto& s : splits::all_strategies()) names.push_back(s->info().name);
  for (const Metric& m : all_metrics()) names.push_back(m.name);
  return names;
}

}  // namespace hashlab::experiments
