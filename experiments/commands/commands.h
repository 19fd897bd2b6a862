#pragma once

#include "experiments/program/command.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Commands for one kind of task.
struct CommandGroup {
  std::string title;  ///< "Data"
  std::vector<Command> commands;
};

/// All commands, in the order of a typical workflow.
const std::vector<CommandGroup>& command_groups();
/// All commands without their groups, in the same order.
const std::vector<Command>& all_commands();

// The declarations of the commands. Each is defined in the file or folder named like the command.
Command run_command();
Command plan_command();
Command submit_command();
Command status_command();
Command table_command();
Command compare_command();
Command hash_tables_command();
Command report_command();
Command site_command();
Command list_command();
Command inspect_command();
Command audit_command();
Command rerun_command();
Command splits_command();
Command show_command();
Command make_data_command();
Command import_command();
Command train_command();
Command encode_command();
Command search_command();
Command evaluate_command();
Command recognise_command();

}  // namespace hashlab::experiments
