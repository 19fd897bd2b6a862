#include "experiments/commands/commands.h"
#include "experiments/gather/published_comparison.h"
#include "experiments/gather/table_files.h"
#include "experiments/program/output.h"
#include "experiments/suite/method.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/sweep_parts.h"
#include "results/published/correction.h"
#include "results/published/published.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace hashlab::experiments {
namespace {

/// Refuses combinations of options that contradict each other, or of which one has no effect.
void check_combination(const Arguments& arguments) {
  std::vector<std::string> outputs;
  for (const char* name : {"long", "everything", "compare-published", "all-formats"}) {
    if (arguments.has(name)) outputs.emplace_back(name);
  }
  if (outputs.size() > 1) {
    refuse(fmt::format("--{} and --{} print different things: ask for one at a time", outputs[0],
                       outputs[1]));
  }
  const bool tables = outputs.empty() || outputs[0] == "all-formats";
  for (const char* name : {"letters", "marks", "published", "ties", "hasher", "split", "bits",
                           "differences", "caption", "label"}) {
    if (arguments.has(name) && !tables) {
      refuse(fmt::format("--{} is for tables: leave out --{}", name, outputs[0]));
    }
  }
  if (arguments.get("marks", "") == "none" && arguments.has("baseline")) {
    refuse("--baseline is what marks compare with: leave out '--marks none'");
  }
  if (arguments.has("correction") && !arguments.has("compare-published")) {
    refuse("--correction is for --compare-published: add it");
  }
  if (arguments.has("seconds") && !arguments.has("everything")) {
    refuse("--seconds is for --everything: add it");
  }
  if (arguments.has("all-formats") && !arguments.has("out")) {
    refuse("--all-formats writes files: add '--out FOLDER'");
  }
  if (arguments.has("all-formats") && arguments.has("format")) {
    refuse("--all-formats writes every format: leave out --format");
  }
}

/// The format that --format states, else that of the output file's extension, else text.
results::TableFormat table_format_of(const Arguments& arguments) {
  if (arguments.has("format")) return results::parse_table_format(arguments.get("format", ""));
  const std::string ending = std::filesystem::path(arguments.get("out", "")).extension().string();
  for (const char* name : {"md", "csv", "tex"}) {
    if (ending == std::string(".") + name) return results::parse_table_format(name);
  }
  for (const char* other : {".pdf", ".png", ".svg", ".html", ".json", ".xls", ".xlsx", ".docx",
                            ".latex", ".markdown", ".npy"}) {
    if (ending != other) continue;
    refuse(
        fmt::format("--out '{}': no table is written as {}; use .txt, .md, .csv or .tex, or add "
                    "--format",
                    arguments.get("out", ""), ending));
  }
  return arguments.has("everything") ? results::TableFormat::csv : results::TableFormat::text;
}

std::vector<results::PublishedValue> read_all(const std::vector<std::string>& files) {
  std::vector<results::PublishedValue> values;
  for (const std::string& file : files) {
    const std::vector<results::PublishedValue> more = results::read_published(file);
    values.insert(values.end(), more.begin(), more.end());
  }
  return values;
}

/// The test that --marks selects, or none.
std::optional<results::PairedTest> marks_of(const Arguments& arguments) {
  const std::string name = arguments.get("marks", "corrected");
  if (name == "corrected") return results::PairedTest::corrected;
  if (name == "wilcoxon") return results::PairedTest::wilcoxon;
  if (name == "none") return std::nullopt;
  refuse(fmt::format("option '--marks' = '{}', expected corrected, wilcoxon or none{}", name,
                     suggestion(name, {"corrected", "wilcoxon", "none"})));
}

/// The method's name as in tables. Other names are looked up in the results unchanged.
std::string name_in_tables(const std::string& hasher) {
  try {
    return canonical_name(hasher);
  } catch (const Error&) {
    return hasher;
  }
}

std::size_t parse_bits(const std::string& text) {
  const auto bits = parse_whole(text);
  if (!bits) refuse(fmt::format("option '--bits' = '{}', expected code lengths", text));
  return *bits;
}

/// The part of the results that --hasher, --split and --bits select.
results::ShownPart shown_of(const Arguments& arguments) {
  results::ShownPart shown;
  for (const std::string& hasher : arguments.all("hasher")) {
    shown.hashers.push_back(name_in_tables(hasher));
  }
  shown.splits = arguments.all("split");
  for (const std::string& list : arguments.all("bits")) {
    for (const std::string& bits : split_at(list, ' ')) shown.bits.emplace_back(parse_bits(bits));
  }
  return shown;
}

int run_table(const Arguments& arguments) {
  check_combination(arguments);
  const results::TableFormat format = table_format_of(arguments);
  TableRequest request;
  request.metrics = arguments.all("metric");
  request.baseline = canonical_baseline(arguments.get("baseline", ""));
  request.precision = arguments.count("precision", 4, 0, 17);
  request.ties = arguments.has("ties");
  request.marks = marks_of(arguments);
  request.letters = arguments.has("letters");
  request.shown = shown_of(arguments);
  const LatexRequest latex{arguments.has("differences"), arguments.get("caption", ""),
                           arguments.get("label", "")};
  if (arguments.has("published")) request.published = read_all(arguments.all("published"));
  for (const char* name : {"long", "everything"}) {
    if (arguments.has(name) && format != results::TableFormat::csv) {
      refuse(fmt::format("--{} prints csv: add '--format csv'", name));
    }
  }
  for (const char* name : {"differences", "caption", "label"}) {
    if (arguments.has(name) && format != results::TableFormat::tex) {
      refuse(fmt::format("--{} is for LaTeX: add '--format tex'", name));
    }
  }

  const std::string out = arguments.get("out", "");
  const bool all_formats =
      arguments.has("all-formats") || (out.ends_with('/') && !arguments.has("format"));
  if (!out.empty() && !all_formats) check_output(out, OutputKind::table, arguments);
  const std::vector<ResultsFolder> folders = results_by_direction(arguments.positional().front());
  const auto studies = [&] {
    std::vector<StudyTables> all;
    for (const ResultsFolder& folder : folders) all.push_back(study_tables(folder, request));
    return all;
  };
  const auto text = [&]() -> std::string {
    if (arguments.has("everything")) return everything_csv(folders, arguments.has("seconds"));
    if (arguments.has("long")) return format_long_csv(studies());
    if (!arguments.has("compare-published")) return format_studies(studies(), format, latex);
    PublishedRequest beside{
        read_all(arguments.all("compare-published")), {}, request.metrics, request.precision};
    if (arguments.has("correction")) {
      beside.correction = results::read_correction(arguments.get("correction", ""));
    }
    return compare_folders_with_published(folders, beside, format);
  };
  if (all_formats) {
    const std::vector<FileText> files = all_tables(studies(), folders, out);
    for (const FileText& file : files) check_output(file.path, OutputKind::table, arguments);
    const ExitStatus status = write_outputs(files);
    if (status == exit_done) fmt::print("{}: {} files\n", out, files.size());
    return status;
  }
  if (!out.empty()) {
    const std::string all = text();
    const ExitStatus status = write_output(out, [&] { write_file(out, all); });
    if (status == exit_done) fmt::print("{}: written\n", out);
    return status;
  }
  fmt::print("{}", text());
  return exit_done;
}

}  // namespace

Command table_command() {
  return {
      "table",
      "DIR [options]",
      "print the tables of results, also as LaTeX or CSV",
      "This command prints the mean and the standard deviation of each metric over runs, with one "
      "row per method and columns for code lengths and splitting protocols. Significance markers "
      "show where a method differs from the baseline, and further tables show the differences "
      "between splitting protocols. The tests are "
      "corrected resampled t-tests over runs with Holm's correction (explained in "
      "docs/explanation/statistics.md). DIR may also be a folder of several results folders, whose "
      "tables follow each other.\n\n"
      "  hashlab table results/runs/quickstart --metric map --baseline itq+sbq\n"
      "  hashlab table results/runs/quickstart --metric map --split improved \\\n"
      "      --out map.tex --caption 'mAP on the drawn pictures' --label tab:map\n"
      "  hashlab table results/runs/quickstart --long --format csv > numbers.csv",
      {{"metric", "METRIC", "metric to show [those of the experiment file]", true},
       one_of({"format", "F", "text, md, csv or tex [by the ending of --out, else text]"},
              {"text", "md", "csv", "tex"}),
       {"baseline", "HASHER",
        "method to test the others against, or +QUANTISER: each method is tested against the one "
        "with this quantiser and its own projection [that of the experiment file]"},
       rare({"precision", "N", "number of decimals [4]"}),
       rare({"ties", "",
             "show beside each value how much tie-breaking can change it: the value with the best "
             "order of tied items minus that with the worst"}),
       rare({"letters", "",
             "give each row a letter, and show after each value the letters of the rows that it is "
             "significantly better than"}),
       rare(one_of(
           {"marks", "TEST",
            "test for significance markers, letters and differences: corrected (resampled t-test) "
            "or "
            "wilcoxon (signed-rank test); none: no markers, but letters and differences as with "
            "corrected [corrected]"},
           {"corrected", "wilcoxon", "none"})),
       {"published", "FILE.csv",
        "show published values, and the relative difference of your values from them, as columns "
        "(docs/reference/formats.md explains the file)",
        true},
       {"compare-published", "FILE.csv", "print published values and yours, one table per source",
        true},
       rare({"correction", "FILE.csv",
             "with --compare-published, also print your values divided by a measured factor "
             "(docs/reference/formats.md explains it)"}),
       {"hasher", "HASHER", "method to show; tests still include all methods [all]", true},
       {"split", "SPLIT", "splitting protocol to show [all]", true},
       {"bits", "BITS", "code lengths to show, such as '16 32' [all]", true},
       rare({"differences", "", "tex: also print the differences between splits"}),
       {"caption", "TEXT", "tex: make the table a float with this caption, written in LaTeX"},
       {"label", "NAME", "tex: make the table a float with this LaTeX label, such as tab:map"},
       {"long", "",
        "print each metric of each run, one row each; needs --format csv or --out FILE.csv"},
       {"everything", "", "print as CSV all values that the experiments recorded, one per row"},
       rare({"seconds", "",
             "with --everything, also print times, which change each time the experiments are "
             "repeated"}),
       {"out", "FILE",
        "write to this file instead of printing; FOLDER/ writes a file in every format"},
       force_option(),
       rare({"all-formats", "",
             "write tables.txt, tables.md, tables.csv, tables.tex, long.csv and everything.csv to "
             "the folder --out"})},
      1,
      1,
      run_table};
}

}  // namespace hashlab::experiments
