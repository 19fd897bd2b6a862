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

/// Seconds of a clock that nobody sets.
double steady_seconds();

/// Who works at what, among processes on any hosts that see one folder. A lease is a file NAME.0,
/// which one process alone can make; its holder renews it by writing it anew. A lease that does not
/// change for some time is taken over by NAME.1, which again one alone can make, and so on: the
/// file of the largest number counts.
///
/// How long a lease has not changed is told by the clock of whoever looks, from when he first saw
/// it so. Clocks of hosts are never compared, and what a file says of its age, or whether it can be
/// read at all, does not matter. No locks and no numbers of processes are asked for.
///
/// For several threads. What cannot be written is an io_error; leases that cannot be renewed run
/// out.
class LeaseFolder {
 public:
  struct Settings {
    double seconds = 60;  ///< after so many without a change a lease has run out
    ProcessName holder = this_process();
    std::function<double()> clock = steady_seconds;
    /// Told whose lease was taken over; may be empty.
    std::function<void(const ProcessName&)> on_expiry = {};
  };
  /// The folder is made when it is needed.
  LeaseFolder(std::string path, Settings settings);

  enum class Answer {
    taken,     ///< by this call; asked: free
    held,      ///< by another, or by us
    finished,  ///< what it is for has been done
  };
  Answer take(const std::string& name);
  /// What take() would answer, but takes nothing.
  Answer ask(const std::string& name);
  /// What is finished now may be taken once more: by one of those who have said so.
  void reopen(const std::string& name);
  /// False after another has taken it over.
  bool holds(const std::string& name) const;
  /// To be called several times within `seconds`.
  void renew();
  void finish(const std::string& name);
  /// All that are held, for others to take at once. What cannot be written runs out.
  void give_back_all();

 private:
  struct Seen {
    std::int64_t number = -1;  // of the latest file; none: -1
    std::string text;
    double since = 0;                   // it has been so
    std::int64_t finished_before = -1;  // files up to this one do not tell that it is finished
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

/// A lease as people ask for it.
struct Lease {
  std::string name;
  std::string state;  ///< "held", "finished", "given back"; empty if the file cannot be read
  ProcessName holder;
};

/// The latest file of each name in a folder of leases; none if there is no such folder.
std::vector<Lease> leases_in(const std::string& path);

}  // namespace hashlab
