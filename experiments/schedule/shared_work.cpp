#include "experiments/schedule/shared_work.h"

#include "lib/error.h"
#include "lib/files/sha256.h"
#include "lib/files/temporary_file.h"
#include "lib/version.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <utility>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

const std::string tables_lease = "tables";
constexpr double renewals_per_lease = 5;

std::string shared_folder(const ResultsFolder& folder) {
  return folder.path + "/shared";
}

std::string name_of(const Batch& batch) {
  std::string keys;
  for (const Cell* cell : batch) keys += cell->key + "\n";
  return sha256(keys).substr(0, 16);
}

/// A text that must be equal for all runs that share work: the version, the cells, and whether
/// codes are kept.
std::string plan_of(const std::vector<Cell>& cells, bool keep_codes) {
  std::string keys;
  for (const Cell& cell : cells) keys += cell.key + "\n";
  return fmt::format("{} {}{}", version(), sha256(keys), keep_codes ? " with codes" : "");
}

/// Sleeps for a time that grows with `times`, up to half a second or the interval of renewals.
void pause(double lease_seconds, std::size_t times) {
  constexpr double first = 0.03, longest = 0.5;
  const double wanted = first * static_cast<double>(std::min<std::size_t>(times, 100) + 1);
  std::this_thread::sleep_for(std::chrono::duration<double>(
      std::min({wanted, longest, lease_seconds / renewals_per_lease})));
}

/// Finds whether the runs of this host hold as many batches as it has cores. Another batch would
/// then gain no time.
class BusyHost {
 public:
  BusyHost(std::string leases, const SharedWork::Settings& settings)
      : leases_(std::move(leases)), settings_(settings) {}

  /// Reads the leases at the first call, and again after look_again().
  bool is_busy() {
    if (looked_) return busy_;
    looked_ = true;
    const std::vector<Lease> leases = leases_in(leases_);
    const auto at_work = std::count_if(leases.begin(), leases.end(), [this](const Lease& lease) {
      return lease.state == "held" && lease.holder.host == settings_.process.host;
    });
    busy_ = static_cast<std::size_t>(at_work) >= settings_.cores_of_host;
    return busy_;
  }
  void look_again() { looked_ = false; }

 private:
  std::string leases_;
  const SharedWork::Settings& settings_;
  bool looked_ = false, busy_ = false;
};

}  // namespace

std::string leases_folder(const ResultsFolder& folder) {
  return shared_folder(folder) + "/leases";
}

std::string runs_folder(const ResultsFolder& folder) {
  return shared_folder(folder) + "/runs";
}

std::size_t online_cores() {
  return static_cast<std::size_t>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
}

SharedWork::SharedWork(const ResultsFolder& folder, const std::vector<Cell>& cells,
                       const Settings& settings)
    : WorkSource(group_cells(cells)),
      cells_(cells),
      folder_(folder),
      settings_(settings),
      register_(std::in_place, runs_folder(folder),
                SharingRun{settings.process, plan_of(cells, settings.keep_codes), settings.jobs},
                RunRegister::Settings{
                    .seconds = settings.lease_seconds,
                    .clock = settings.clock,
                    .wait =
                        [this] {
                          if (settings_.stopped && settings_.stopped()) throw Stopped();
                          pause(settings_.lease_seconds, 20);
                        },
                    .on_waiting = settings.on_note,
                    .on_ended = [this](const ProcessName& p) { remove_leftovers_of_run(p); }}),
      leases_(leases_folder(folder),
              {.seconds = settings.lease_seconds,
               .holder = settings.process,
               .clock = settings.clock,
               .on_expiry = [this](const ProcessName& p) {
                 remove_leftovers_of_run(p);
                 if (settings_.on_note) {
                   settings_.on_note(fmt::format(
                       "what {} had taken goes on here: it has not been heard of for {:.0f} s",
                       p.host.empty() ? "another run" : text_of(p), settings_.lease_seconds));
                 }
               }}) {
  renewing_ = std::thread([this] { keep_renewing(); });
}

void SharedWork::begin(const std::vector<Step>& steps) {
  const std::lock_guard lock(mutex_);
  std::map<const Cell*, bool> is_done;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    is_done[&cells_[i]] = steps[i].state == Step::State::done;
  }
  for (const CellGroup& group : groups()) {
    std::vector<BatchState>& states = batches_.emplace_back();
    for (const Batch& batch : group.batches) {
      BatchState state{name_of(batch)};
      state.missing = static_cast<std::size_t>(std::count_if(
          batch.begin(), batch.end(), [&](const Cell* cell) { return !is_done.at(cell); }));
      if (state.missing == 0) state.state = State::done;
      if (state.missing > 0) leases_.reopen(state.name);
      states.push_back(std::move(state));
    }
  }
  leases_.reopen(tables_lease);
}

SharedWork::~SharedWork() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake_.notify_all();
  renewing_.join();
  leases_.give_back_all();
  register_.reset();
  if (!sharing_runs_in(runs_folder(folder_)).empty()) return;
  std::error_code ignored;
  fs::remove_all(leases_folder(folder_), ignored);
  fs::remove(runs_folder(folder_), ignored);  // removal fails if another run has started
  fs::remove(shared_folder(folder_), ignored);
}

void SharedWork::keep_renewing() {
  std::unique_lock lock(mutex_);
  constexpr double longest = 5;  // so that 'hashlab status --watch' is up to date
  const std::chrono::duration<double> interval(
      std::min(longest, settings_.lease_seconds / renewals_per_lease));
  while (!wake_.wait_for(lock, interval, [this] { return ends_; })) {
    lock.unlock();
    leases_.renew();
    register_->renew(done_, failed_);
    register_->look_after_others();
    lock.lock();
  }
}

void SharedWork::remove_leftovers_of_run(const ProcessName& process) const {
  if (process.token.empty()) return;
  for (const std::string& folder :
       {folder_.path, folder_.cells(), folder_.tables(), folder_.checkpoints(),
        leases_folder(folder_), runs_folder(folder_)}) {
    remove_leftovers_of(folder, process.token);
  }
  std::error_code ignored;
  fs::remove(fmt::format("{}/{}-{}.run", runs_folder(folder_), process.host, process.token),
             ignored);
}

std::vector<GroupState> SharedWork::group_states() const {
  std::vector<GroupState> states;
  for (std::size_t g = 0; g < batches_.size(); ++g) {
    GroupState state{groups()[g].run};
    state.is_done = true;
    for (const BatchState& batch : batches_[g]) {
      state.has_more = state.has_more || batch.state == State::open;
      state.is_begun = state.is_begun || batch.state != State::open;
      state.is_done = state.is_done && batch.state == State::done;
    }
    states.push_back(state);
  }
  return states;
}

std::size_t SharedWork::open_batch(std::size_t group) const {
  const std::vector<BatchState>& batches = batches_[group];
  const auto at = std::find_if(batches.begin(), batches.end(),
                               [](const BatchState& batch) { return batch.state == State::open; });
  return static_cast<std::size_t>(at - batches.begin());
}

Batch SharedWork::missing_cells(const Batch& batch) const {
  std::vector<Cell> cells;
  for (const Cell* cell : batch) cells.push_back(*cell);
  const std::vector<Step> steps = check_cells(cells, folder_.cells(), settings_.keep_codes);
  Batch missing;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (steps[i].state != Step::State::done) missing.push_back(batch[i]);
  }
  return missing;
}

void SharedWork::set_done(BatchState& batch, bool elsewhere) {
  batch.state = State::done;
  if (elsewhere && settings_.on_finished_elsewhere) settings_.on_finished_elsewhere(batch.missing);
}

void SharedWork::look_at(std::size_t group) {
  for (BatchState& batch : batches_[group]) {
    if (batch.state != State::open) continue;
    switch (leases_.ask(batch.name)) {
      case LeaseFolder::Answer::taken:
        break;
      case LeaseFolder::Answer::held:
        batch.state = State::held_elsewhere;
        break;
      case LeaseFolder::Answer::finished:
        set_done(batch, true);
    }
  }
}

bool SharedWork::has_others_at_work(std::size_t group) const {
  const std::vector<BatchState>& batches = batches_[group];
  return std::any_of(batches.begin(), batches.end(),
                     [](const BatchState& batch) { return batch.state == State::held_elsewhere; });
}

bool SharedWork::is_worth_joining(std::size_t group) const {
  const std::vector<BatchState>& batches = batches_[group];
  const auto count = [&](State state) {
    return std::count_if(batches.begin(), batches.end(),
                         [&](const BatchState& batch) { return batch.state == state; });
  };
  if (contexts_.count == 0 || batches_seconds_.count == 0) return true;
  constexpr double worth = 3;
  return static_cast<double>(count(State::open)) * batches_seconds_.mean() >
         worth * contexts_.mean();
}

std::optional<Work> SharedWork::take(std::optional<std::size_t> at,
                                     const std::function<bool()>& stopped) {
  std::unique_lock lock(mutex_);
  std::set<std::size_t> looked_at;
  BusyHost host(leases_folder(folder_), settings_);
  std::size_t waits = 0;
  while (!stopped()) {
    const std::optional<std::size_t> group = nearest_group(group_states(), at);
    if (!group) {
      bool others_are_at_work = false;
      for (auto& batches : batches_) {
        for (BatchState& batch : batches) {
          if (batch.state != State::held_elsewhere && batch.state != State::left_to_others) {
            continue;
          }
          batch.state = State::open;
          others_are_at_work = true;
        }
      }
      if (!others_are_at_work) return std::nullopt;
      looked_at.clear();
      host.look_again();
      lock.unlock();
      pause(settings_.lease_seconds, waits++);
      lock.lock();
      continue;
    }
    if (group != at && looked_at.insert(*group).second) {
      look_at(*group);
      if (has_others_at_work(*group) && (host.is_busy() || !is_worth_joining(*group))) {
        for (BatchState& batch : batches_[*group]) {
          if (batch.state == State::open) batch.state = State::left_to_others;
        }
      }
      continue;  // another group may be nearer now
    }
    const std::size_t number = open_batch(*group);
    BatchState& batch = batches_[*group][number];
    switch (leases_.take(batch.name)) {
      case LeaseFolder::Answer::held:
        batch.state = State::held_elsewhere;
        break;
      case LeaseFolder::Answer::finished:
        set_done(batch, true);
        break;
      case LeaseFolder::Answer::taken: {
        Work work{*group, number, missing_cells(groups()[*group].batches[number])};
        if (!work.cells.empty()) {
          batch.state = State::ours;
          batch.begin = settings_.clock();
          batch.context = 0;
          return work;
        }
        leases_.finish(batch.name);
        set_done(batch, true);
      }
    }
  }
  return std::nullopt;
}

bool SharedWork::holds(const Work& work) {
  const std::lock_guard lock(mutex_);
  BatchState& batch = batches_[work.group][work.batch];
  if (leases_.holds(batch.name)) return true;
  batch.state = State::held_elsewhere;
  return false;
}

void SharedWork::made_context(const Work& work, double seconds) {
  const std::lock_guard lock(mutex_);
  batches_[work.group][work.batch].context = seconds;
  contexts_.add(seconds);
}

void SharedWork::finish(const Work& work) {
  const std::lock_guard lock(mutex_);
  BatchState& batch = batches_[work.group][work.batch];
  leases_.finish(batch.name);
  batches_seconds_.add(settings_.clock() - batch.begin - batch.context);
  set_done(batch, false);
}

bool SharedWork::is_done() {
  const std::lock_guard lock(mutex_);
  for (const auto& group : batches_) {
    for (const BatchState& batch : group) {
      if (batch.state != State::done) return false;
    }
  }
  return true;
}

bool SharedWork::takes_tables(const std::function<bool()>& stopped) {
  for (std::size_t waits = 0; !stopped(); ++waits) {
    const LeaseFolder::Answer answer = leases_.take(tables_lease);
    if (answer != LeaseFolder::Answer::held) return answer == LeaseFolder::Answer::taken;
    pause(settings_.lease_seconds, waits);
  }
  throw Stopped();
}

void SharedWork::finish_tables() {
  leases_.finish(tables_lease);
}

void SharedWork::count(bool successfully) {
  // This takes no lock, because the runner calls it while it holds its own.
  ++(successfully ? done_ : failed_);
}

}  // namespace hashlab::experiments
