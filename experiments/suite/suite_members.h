#pragma once

#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// A suite, and where its results go.
struct Member {
  Suite suite;
  ResultsFolder folder;
};

/// The suites of a file: the one that it is, or, where it has lines
///
///   datasets = NAME NAME
///   suite = FILE
///
/// one for each NAME, called NAME, with the profile of that name (see parse_suite), and those of
/// the files named (relative to it), which may have lines 'datasets', too. The other lines of such
/// a file are settings that all of them share, put before their own; `name` is the folder that
/// theirs lie in. Profiles are looked up beside the file that names them, then beside `path`.
/// `overrides` are KEY=VALUE and replace settings of all; 'datasets' replaces those of the file at
/// `path`. `out` is the folder of results, by default results/runs/NAME; a member's lies in it,
/// under its own name.
/// Errors:  those of read_suite; invalid_argument if two members have one name.
std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& overrides,
                                const std::string& out);

}  // namespace hashlab::experiments
