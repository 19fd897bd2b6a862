// How to read the site, and how somebody gets a method or a data set onto it.
#include "results/site/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace hashlab::results {
namespace {

Html definitions_table(const std::string& id, const std::string& caption, const std::string& what,
                       const std::vector<Definition>& definitions) {
  std::vector<std::vector<SiteCell>> rows;
  for (const Definition& d : definitions) rows.push_back({text_cell(d.name), text_cell(d.text)});
  return site_table(id, caption, {what, "definition"}, rows);
}

Html code_block(std::string_view text) {
  return Html::element("pre", Html::element("code", text));
}

Html how_to_read() {
  Html out;
  out << Html::element("h2", "How to read it");
  out << Html::list(
      "ul",
      {Html::text("A ranking compares methods that were measured under the same conditions: data "
                  "set, ground truth, split, metric, code length, and sizes of the parts. Scores "
                  "under different conditions are never compared."),
       Html::text("The leader has the highest mean over runs. Each rival is tested against it. A "
                  "rival shares the first place unless p < 0.05 after Holm's correction over all "
                  "rivals of the leader."),
       Html::text(
           "The evidence behind a p-value is one of these. 'paired': the corrected resampled "
           "t-test over the runs that both have. 'comparison': the same test, as 'hashlab "
           "compare' printed it. 'bound': the CSV holds only means and standard deviations, "
           "and p is an upper bound: the deviation of the differences is at most the sum of "
           "both deviations. 'none': nothing is known, and the rival counts as tied."),
       Html::text("± is half of the 95 % interval of the mean, by the same test. It covers other "
                  "draws from the same data set, not other data sets."),
       Html::text("Each number leads to the study that measured it, with its experiment file and "
                  "the command that repeats it. Its title names file and line of the CSV."),
       Html::text("'leak': the audit found that a held-out sample, or a copy of it, took part in "
                  "training. Such a score stays on the site, and is marked wherever it stands.")});
  return out;
}

Html how_to_take_part() {
  Html out;
  out << Html::element("h2", {{"id", "take-part"}}, Html::text("How to take part"));
  out << Html::element("p",
                       "Codes of any program can take part. Export the rows of a split, train and "
                       "encode with your program, and let hashlab rank your codes:");
  out << code_block(
      "hashlab splits export SUITE.ini --out lists\n"
      "# your program trains on the training rows, and writes a code for every row of the data "
      "set\n"
      "hashlab run mine.ini --out results\n"
      "hashlab site --check results --data FOLDER");
  out << Html::element("p", "The experiment file has a line for your codes:");
  out << code_block("hasher = codes:name=mine,file=mine-{bits}-{run}.npy,training=LIST");
  out << Html::list(
      "ul",
      {Html::text("Send the results folder. 'hashlab site --check' says beforehand everything that "
                  "is checked: the seal of every file, whether each result belongs to its recipe "
                  "and the recipe to the experiment file, and the audit of the split."),
       Html::text(
           "A folder with a broken seal or a foreign result is refused. A folder with a leak "
           "is shown, and the leak is marked."),
       Html::text("A new method or data set: the same, with its experiment file. Data sets stay "
                  "where they are; their checksum is recorded.")});
  return out;
}

}  // namespace

std::string about_page(const SiteView& view) {
  Html content;
  content << Html::element("h1", "How to read it, how to take part");
  content << how_to_read() << how_to_take_part();
  content << Html::element("h2", "Definitions");
  content << definitions_table("metrics", "Metrics", "metric", view.site.metrics);
  content << definitions_table("splits", "Splits", "split", view.site.splits);
  return framed(view, fmt::format("How to read it – {}", view.site.title), "", content, "");
}

}  // namespace hashlab::results
