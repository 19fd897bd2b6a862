#include "experiments/commands/evaluate/evaluation_text.h"

#include "experiments/program/help_layout.h"
#include "experiments/program/json_line.h"
#include "lib/hamming/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::experiments {
namespace {

/// The number of bits per digit, or the list of all widths if they differ.
Json digits_json(const CodeFormat& format) {
  if (format.digit_bits != 0) return format.digit_bits;
  return json_array(format.widths, [](unsigned width) { return width; });
}

}  // namespace

std::string evaluation_json(const PrintedEvaluation& e) {
  Json values = Json::object();
  for (const auto& [name, value] : e.values) values[name] = value;
  Json all = {{"bits", e.query.codes->format().bits},
              {"queries", e.query.codes->size()},
              {"database", e.database.codes->size()},
              {"metrics", values},
              {"digit_bits", digits_json(e.query.codes->format())},
              {"kernel", active_kernel().name},
              {"groundtruth", e.ground_truth.kind}};
  if (e.ground_truth.radius) all["radius"] = *e.ground_truth.radius;
  if (e.ground_truth.without_own) all["self"] = "exclude";
  all["queries_without_relevant"] = e.without_relevant;
  if (e.others) all["against"] = against_json(e.against, *e.others, e.resamples);
  return json_line(all);
}

std::string evaluation_text(const PrintedEvaluation& e) {
  std::string text =
      fmt::format("{} bits, {} queries, {} codes in the database\n", e.query.codes->format().bits,
                  e.query.codes->size(), e.database.codes->size());
  text += fmt::format("database  {}\nqueries   {}\nrelevant  {}\n", e.database.codes->description(),
                      e.query.codes->description(), e.ground_truth.description);
  text += fmt::format("          {} queries have no relevant item\n", e.without_relevant);
  text += fmt::format("kernel    {}, {} thread{}\n\n", active_kernel().name, e.threads,
                      e.threads == 1 ? "" : "s");
  std::size_t width = 0;
  for (const auto& [name, value] : e.values) width = std::max(width, name.size());
  for (const auto& [name, value] : e.values) {
    text += fmt::format("{:<{}}  {}\n", name, width,
                        std::isfinite(value) ? fmt::format("{:.6f}", value) : "-");
  }
  if (e.others) text += against_text(e.against, *e.others, e.resamples);
  text += "\n";
  for (std::size_t i = 0; i < e.values.size(); ++i) {
    text += laid_out(fmt::format("{}: {}\n", e.values[i].first, e.definitions[i]), 80);
  }
  return text;
}

}  // namespace hashlab::experiments
