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

/// The experiment files that a file stands for. Usually this is the file itself. If it has lines
///
///   datasets = NAME NAME
///   suite = FILE
///
/// then it has several members: one for each NAME, which is called NAME and uses the profile of
/// that name (see parse_suite), and the experiment files FILE (relative to `path`), which may have
/// lines 'datasets' themselves. The other lines are settings that all members share; they come
/// before the members' own settings. The key 'name' names the folder that contains the folders of
/// the members. Profiles are looked up beside the file that names them, then beside `path`.
/// `overrides` are texts KEY=VALUE that replace settings of all members; the key 'datasets'
/// replaces the data sets of the file at `path`. `out` is the folder of results, by default
/// results/runs/NAME, where each member has a folder with its own name.
/// Errors:  those of read_suite; invalid_argument if two members have the same name.
std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& overrides,
                                const std::string& out);

}  // namespace hashlab::experiments
