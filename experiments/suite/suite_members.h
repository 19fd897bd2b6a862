#pragma once

#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// One of the experiment files that read_suites() returns, and the folder of its results.
struct Member {
  Suite suite;
  ResultsFolder folder;
};

/// Reads the experiment file at `path` and returns its members: usually only itself. If it has
/// lines
///
///   datasets = NAME NAME
///   suite = FILE
///
/// then it has several members. Each data set NAME gives one member, which is called NAME and uses
/// the profile of that name (see parse_suite). Each experiment file FILE, relative to the folder of
/// `path`, gives one member, or one for each data set if it has lines 'datasets' itself. The other
/// lines are settings that all members share; they come before the members' own settings. Profiles
/// are searched beside the file that names them, then beside `path`. `overrides` are texts
/// KEY=VALUE that replace settings of all members; the key 'datasets' replaces the data sets of the
/// file at `path`. `out` is the folder of results, by default results/runs/ followed by the value
/// of the key 'name'. If there are several members, each has a sub-folder there, with its own name.
/// Errors:  those of read_suite; invalid_argument if two members have the same name.
std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& overrides,
                                const std::string& out);

}  // namespace hashlab::experiments
