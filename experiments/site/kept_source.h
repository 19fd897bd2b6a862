#pragma once

#include "results/site/site_data.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Adds CSVs of numbers to the site (see results::read_kept): each under the study that it names,
/// or else under the name of its file. The experiment file of a study is NAME.ini in the folder
/// `suites`, and its research note NAME.md in the folder `notes`, or that of the name without its
/// last words: own-method.md is the note of own-method-ball too. Both may be missing, and the study
/// then has no conditions, and its rankings no tests. Findings of audits in one CSV count for the
/// numbers in all others.
/// Errors:  not_found, unreadable; corrupt_file naming file, line and column; those of read_suites.
void add_kept(const std::vector<std::string>& csvs, const std::string& suites,
              const std::string& notes, results::SiteData& site);

/// A name that is safe as the name of a file of the site: letters, digits, and . _ - only.
std::string safe_file_name(const std::string& name);

/// The first heading of a research note, and what follows "**Answer.**", both without markup; and
/// the commands that its section "Repeat the study" begins with.
struct NoteText {
  std::string title, answer, commands;
};
NoteText note_text(const std::string& markdown);

}  // namespace hashlab::experiments
