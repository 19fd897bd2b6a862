#include "experiments/commands/submit/slurm.h"

#include "experiments/commands/submit/slurm_scripts.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <sys/wait.h>
#include <array>
#include <cstdio>

namespace hashlab::experiments {
namespace {

struct SlurmAnswer {
  int status = 0;
  std::string text;  ///< output and errors, without the last line break
};

SlurmAnswer slurm_answer(const std::string& command) {
  std::FILE* pipe = ::popen((command + " 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) throw Error(ErrorCode::unreadable, "no shell can be started");
  SlurmAnswer answer;
  std::array<char, 4096> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) {
    answer.text.append(part.data(), count);
  }
  const int status = ::pclose(pipe);
  answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  answer.text.erase(answer.text.find_last_not_of('\n') + 1);
  return answer;
}

bool is_job(const std::string& text) {
  return parse_whole(text).has_value();
}

}  // namespace

std::string submit_to_slurm(const std::string& script, const std::string& after) {
  constexpr int not_found = 127;
  const std::string dependency =
      after.empty() ? "" : fmt::format("--dependency=afterany:{} ", after);
  const SlurmAnswer answer =
      slurm_answer(fmt::format("sbatch --parsable {}{}", dependency, quoted(script)));
  if (answer.status == not_found) {
    refuse(
        "there is no sbatch here: submit where Slurm is, or start runs that share their work by "
        "'mpirun -n N hashlab run', or by 'hashlab run --shared' on each host");
  }
  // "JOB" or "JOB;CLUSTER", after warnings of the site.
  const std::string last = answer.text.substr(answer.text.rfind('\n') + 1);
  const std::string job = last.substr(0, last.find(';'));
  if (answer.status != 0 || !is_job(job)) {
    refuse(fmt::format("sbatch refuses {}: {}", script, visible_text(answer.text)));
  }
  return job;
}

bool slurm_has(const std::string& job) {
  if (!is_job(job)) return false;
  const SlurmAnswer answer = slurm_answer("squeue --noheader --jobs=" + job);
  return answer.status == 0 && !answer.text.empty();
}

}  // namespace hashlab::experiments
