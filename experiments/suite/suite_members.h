#pragma once

#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// An experiment file, and the folder of its results.
struct Member {
  Suite suite;
  ResultsFolder folder;
};

/// The experiments of a file: the file itself or, if it has lines
///
///   datasets = NAME NAME
///   suite = FILE
///
/// one for each NAME, called NAME, with the profile of that name (see parse_suite), and those of
/// the named files (relative to it), which may have lines 'datasets' too. The other lines of such a
/// file are settings that all its members share; they come before the members' own. `name` is the
/// folder of the members' folders. Profiles are looked up beside the file that names them, then
/// beside `path`. `overrides` are KEY=VALUE and replace settings of all members; 'datasets'
/// replaces those of the file at `path`. `out` is the folder of results, by default
/// results/runs/NAME; each member has a folder of its own name in it.
/// Errors:  those of read_suite; invalid_argument if two members have the same name.
std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& overrides,
                                const std::string& out);

}  // namespace hashlab::experiments
