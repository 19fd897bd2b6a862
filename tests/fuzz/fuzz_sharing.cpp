// Any texts are a lease, the word of a run that shares, and a site's settings; or they are none. A
// lease that says nothing readable is held, and runs out like any other.
#include "experiments/commands/submit/slurm_scripts.h"
#include "experiments/schedule/run_register.h"
#include "lib/error.h"
#include "lib/files/lease_folder.h"
#include "tests/fuzz/fuzz_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using hashlab::LeaseFolder;
  const std::string folder = fuzz_folder("sharing");
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"work.0", "other.run", "site.ini"}) {
    hashlab::write_file(folder + "/" + name, take_text(rest));
  }
  double time = 0;
  LeaseFolder leases(folder, {.seconds = 60, .clock = [&] { return time; }});
  const LeaseFolder::Answer first = leases.ask("work");
  time = 61;
  const LeaseFolder::Answer later = leases.take("work");
  const bool ended = first == LeaseFolder::Answer::finished;
  if (later != (ended ? first : LeaseFolder::Answer::taken)) std::abort();
  std::filesystem::remove(folder + "/work.1");
  if (hashlab::leases_in(folder).size() != 1 ||
      hashlab::experiments::sharing_runs_in(folder).size() > 1) {
    std::abort();
  }
  try {
    hashlab::experiments::SlurmJobs jobs;
    jobs.settings = hashlab::experiments::read_slurm_settings(folder + "/site.ini");
    const std::string script = run_script(jobs);
    const auto lines = static_cast<std::size_t>(std::count(script.begin(), script.end(), '\n'));
    constexpr std::size_t always = 12, max_others = 3;
    const std::size_t listed = jobs.settings.options.size() + jobs.settings.setup.size();
    if (lines < always + listed || lines > always + listed + max_others) std::abort();
  } catch (const hashlab::Error&) {
  }
  return 0;
}
