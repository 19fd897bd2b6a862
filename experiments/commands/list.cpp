#include "experiments/commands/commands.h"
#include "experiments/program/networks_program.h"
#include "experiments/suite/data_folder.h"
#include "hashers/registry.h"
#include "lib/data/views.h"
#include "lib/error.h"
#include "lib/files/h5.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/conventions.h"
#include "lib/metrics/metrics.h"
#include "splits/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <vector>

namespace hashlab::experiments {
namespace {

/// Of a method or a strategy: its settings, indented.
template <typename Described>
void list_options(Described& described) {
  Options options;
  described.describe(options);
  for (const Option& option : options.all()) {
    const std::string when = option.used_when();
    fmt::print("  {:<16}  {}={}  {} ({}{}{})\n", "", option.name, option.default_value, option.help,
               option.allowed, when.empty() ? "" : "; ", when);
  }
}

template <typename Method>
void list_all(const std::vector<std::unique_ptr<Method>>& methods) {
  for (const auto& method : methods) {
    const auto info = method->info();
    fmt::print("  {:<16}{} ({})\n", info.name, info.summary, info.source);
    list_options(*method);
  }
}

/// Of a method also what it learns from and at what cost.
template <typename Method>
void list_methods(const std::vector<std::unique_ptr<Method>>& methods) {
  for (const auto& method : methods) {
    const hashers::MethodInfo info = method->info();
    fmt::print("  {:<16}{} ({})\n", info.name, info.summary, info.source);
    fmt::print("  {:<16}supervision: {}; learning costs {}\n", "",
               hashers::supervision_name(method->supervision()), info.cost);
    list_options(*method);
  }
}

void list_projections(const std::string&) {
  std::vector<std::unique_ptr<hashers::Projection>> methods = hashers::projections::all();
  const auto networks = std::stable_partition(
      methods.begin(), methods.end(), [](const auto& method) { return !method->needs_engine(); });
  std::vector<std::unique_ptr<hashers::Projection>> of_networks(
      std::make_move_iterator(networks), std::make_move_iterator(methods.end()));
  methods.erase(networks, methods.end());
  list_methods(methods);
  fmt::print("\nprojections by networks{}\n",
             networks_program().empty()
                 ? ": learned by hashlab-torch, which is not here; install LibTorch by "
                   "'scripts/setup torch' and build with -DHASHLAB_TORCH=ON"
                 : "");
  list_methods(of_networks);
}
void list_cross_modal(const std::string&) {
  list_methods(hashers::cross_modal::all());
}
void list_quantisers(const std::string&) {
  list_methods(hashers::quantisers::all());
}

void list_splits(const std::string&) {
  list_all(splits::all_strategies());
}

void list_metrics(const std::string&) {
  std::vector<Metric> metrics = all_metrics();
  for (Metric& m : graded_metrics()) metrics.push_back(std::move(m));
  for (const Metric& m : metrics) {
    fmt::print("  {:<36}{}\n", m.name, m.definition);
    if (m.name.find(':') != std::string::npos) continue;  // options are told with the plain name
    for (const std::string& option : m.options) fmt::print("  {:<36}  :{}\n", "", option);
  }
}

void list_conventions(const std::string&) {
  for (const Convention& c : conventions()) {
    fmt::print("  convention:{:<26}{}\n", c.name, c.source);
    fmt::print("  {:<37}= {}\n", "", c.metric);
    if (!c.remark.empty()) fmt::print("  {:<37}{}\n", "", c.remark);
  }
}

void list_kernels(const std::string&) {
  for (const Kernel* kernel : all_kernels()) {
    fmt::print("  {:<12}{}\n", kernel->name,
               kernel == &active_kernel() ? "in use"
               : kernel->supported()      ? "supported"
                                          : "not supported here");
  }
}

/// "1000 x 512", "views image 1000 x 512, text 1000 x 10"; empty if there are no features.
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

void list_datasets(const std::string& folder) {
  std::error_code ignored;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".h5") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    fmt::print("  none in '{}'; 'hashlab make-data' makes embedded ones\n", folder);
  }
  for (const std::string& path : files) {
    std::string what = "has no /features";
    try {
      const H5File file = H5File::open(path);
      if (const std::string tables = features_text(file); !tables.empty()) {
        what = tables + (file.has("/labels") ? ", labels" : "");
      }
    } catch (const Error& error) {
      what = error.what();
    }
    fmt::print("  {:<32}{}\n", std::filesystem::path(path).stem().string(), what);
  }
}

struct Section {
  const char* name;
  void (*list)(const std::string& data_folder);
};

constexpr Section sections[] = {
    {"projections", list_projections}, {"cross-modal", list_cross_modal},
    {"quantisers", list_quantisers},   {"splits", list_splits},
    {"metrics", list_metrics},         {"conventions", list_conventions},
    {"kernels", list_kernels},         {"datasets", list_datasets}};

int run_list(const Arguments& arguments) {
  const std::string wanted = arguments.positional().empty() ? "" : arguments.positional().front();
  bool any = false;
  std::vector<std::string> known;
  for (const Section& section : sections) {
    known.emplace_back(section.name);
    if (!wanted.empty() && wanted != section.name) continue;
    fmt::print("{}\n", section.name);
    section.list(data_folder(arguments.get("data", "")));
    any = true;
  }
  if (!any) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("nothing to list is called '{}'{}; expected {}", wanted,
                            suggestion(wanted, known), fmt::join(known, ", ")));
  }
  return exit_done;
}

}  // namespace

Command list_command() {
  return {"list",
          "[projections|cross-modal|quantisers|splits|metrics|conventions|kernels|datasets]",
          "list methods, metrics, splits, data sets with their options",
          "This command lists methods and splitting protocols with their options and papers, and "
          "metrics with their definitions. It also lists conventions (the names that papers and "
          "programs use, each with the metric that it means here), kernels and whether this "
          "machine supports them, and the data sets of the data folder. Cross-modal methods are "
          "projections of two views. Without an argument you get everything.\n\n"
          "  hashlab list quantisers\n"
          "  hashlab list datasets --data ~/datasets",
          {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          0,
          1,
          run_list};
}

}  // namespace hashlab::experiments
