#include "experiments/commands/commands.h"

namespace hashlab::experiments {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = {
      run_command(),      plan_command(),        submit_command(),    status_command(),
      table_command(),    hash_tables_command(), compare_command(),   report_command(),
      list_command(),     inspect_command(),     audit_command(),     splits_command(),
      rerun_command(),    show_command(),        make_data_command(), import_command(),
      train_command(),    encode_command(),      search_command(),    evaluate_command(),
      recognise_command()};
  return commands;
}

}  // namespace hashlab::experiments
