#pragma once

#include "lib/files/this_process.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Seconds of a monotonic clock, which does not jump when the system time is changed.
double steady_seconds();

/// Leases assign tasks to processes on any hosts that share a folder. A lease is a file NAME.0,
/// which only one process can create; its holder renews it by rewriting it. If a lease does not
/// change for some time, another process takes it over by creating NAME.1, which again only one
/// process can do, and so on. The file with the largest number is the valid one.
///
/// Each process measures the age of a lease with its own clock, from the moment when it first saw
/// the current content, so clocks of hosts are never compared. The time stamps of a file, and
/// whether it can be read at all, do not matter. Neither locks nor process numbers are needed.
///
/// Several threads may use an object. take() and finish() throw io_error if they cannot write.
/// renew() and give_back_all() do not throw; leases whose files cannot be written expire.
class LeaseFolder {
 public:
  struct Settings {
    double seconds = 60;  ///< a lease without a change for this time has expired
    ProcessName holder = this_process();
    std::function<double()> clock = steady_seconds;
    /// Called with the previous holder when a lease is taken over; may be empty.
    std::function<void(const ProcessName&)> on_expiry = {};
  };
  /// `path` is the folder, which is created when it is needed.
  LeaseFolder(std::string path, Settings settings);

  enum class Answer {
    taken,     ///< take() has taken the lease; from ask(): the lease can be taken
    held,      ///< another process holds the lease, or this one does already
    finished,  ///< the task of the lease is done
  };
  /// Takes a lease whose task is not done, if nobody holds it or it has expired.
  Answer take(const std::string& name);
  /// The answer that take() would give, without taking the lease.
  Answer ask(const std::string& name);
  /// Allows a finished task to be taken once more, by one of the processes that call reopen().
  void reopen(const std::string& name);
  /// True if this process holds the lease. If another process has taken it over, this remains true
  /// until the next renew() detects it.
  bool holds(const std::string& name) const;
  /// Renews the leases held; call it several times within `seconds`.
  void renew();
  /// Marks the task of a lease as done, if this process holds the lease.
  void finish(const std::string& name);
  /// Gives back all leases held, so that others can take them at once. Leases whose files cannot be
  /// written expire.
  void give_back_all();

 private:
  struct Seen {
    std::int64_t number = -1;  // of the latest file; -1: there is none
    std::string text;
    double since = 0;                   // when this process first saw `number` and `text`
    std::int64_t finished_before = -1;  // files up to this one do not mark the task as finished
  };
  struct Held {
    std::int64_t number = 0;
    std::uint64_t renewals = 0;
  };
  std::string file(const std::string& name, std::int64_t number) const;
  void look(const std::string& name, Seen& seen) const;
  Answer answer(const std::string& name, Seen& seen) const;
  bool has_run_out(const Seen& seen) const;
  std::string text_of_ours(const std::string& state, std::uint64_t renewals) const;
  void rewrite(const std::string& name, const Held& lease, const std::string& state) const;

  const std::string path_;
  const Settings settings_;
  mutable std::mutex mutex_;
  std::map<std::string, Seen> seen_;
  std::map<std::string, Held> ours_;
};

/// A lease, for display to users.
struct Lease {
  std::string name;
  std::string state;  ///< "held", "finished", "given back"; empty if the file cannot be read
  ProcessName holder;
};

/// The state of each lease in a folder, according to its valid file; none if there is no such
/// folder.
std::vector<Lease> leases_in(const std::string& path);

}  // namespace hashlab
