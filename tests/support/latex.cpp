#include "tests/support/latex.h"

#include "lib/files/files.h"
#include "tests/support/skip.h"
#include "tests/support/support.h"

#include <fmt/format.h>

namespace hashlab::testing {

bool latex_is_there() {
  static const bool there =
      shell("command -v latex && kpsewhich booktabs.sty && kpsewhich amssymb.sty").status == 0;
  if (!there) skip("there is no latex with booktabs and amssymb");
  return there;
}

std::string latex_errors(const std::string& tables) {
  const TemporaryFolder folder;
  write_file(folder / "tables.tex", tables);
  write_file(folder / "paper.tex",
             "\\documentclass{article}\n\\usepackage{amssymb,booktabs}\n\\begin{document}\n"
             "\\input{tables}\n\\end{document}\n");
  const Outcome outcome = shell(fmt::format(
      "cd '{}' && latex -interaction=nonstopmode -halt-on-error paper.tex", folder.path()));
  std::string errors;
  for (const std::string& line : lines_of(outcome.out)) {
    if (line.starts_with("!") || line.starts_with("l.")) errors += line + "\n";
  }
  if (outcome.status != 0 && errors.empty()) errors = "latex failed: " + outcome.out;
  return errors;
}

}  // namespace hashlab::testing
