#include "experiments/commands/commands.h"

namespace hashlab::experiments {

const std::vector<CommandGroup>& command_groups() {
  static const std::vector<CommandGroup> groups = {
      {"Data",
       {import_command(), make_data_command(), inspect_command(), splits_command(),
        audit_command()}},
      {"Experiments",
       {run_command(), plan_command(), status_command(), submit_command(), rerun_command()}},
      {"Results",
       {table_command(), compare_command(), report_command(), site_command(), hash_tables_command(),
        show_command()}},
      {"Codes",
       {train_command(), encode_command(), search_command(), evaluate_command(),
        recognise_command(), list_command()}}};
  return groups;
}

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = [] {
    std::vector<Command> all;
    for (const CommandGroup& group : command_groups()) {
      all.insert(all.end(), group.commands.begin(), group.commands.end());
    }
    return all;
  }();
  return commands;
}

}  // namespace hashlab::experiments
