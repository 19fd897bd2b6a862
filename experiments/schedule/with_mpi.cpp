// The only file that includes MPI. It uses the C interface of MPI 3.0.
#include "experiments/schedule/mpi.h"

#include "experiments/program/command.h"
#include "lib/error.h"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

/// Thrown on all ranks when meet() has found that one of them failed.
struct RankFailed {
  int rank;
};

/// Ranks synchronise before data is exchanged, and detect there whether one has failed. A failed
/// rank takes part in one more synchronisation, whichever the other ranks have reached, and in no
/// other communication except for problem_of(). It also sends each rank a message (ring), so that
/// they notice the failure in look_around(), before long work ends.
class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &on_this_host_);
    MPI_Comm_free(&host);
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      MPI_Irecv(nullptr, 0, MPI_BYTE, other, ring_tag, MPI_COMM_WORLD, &rings_.emplace_back());
    }
  }
  ~MpiRanks() override {
    for (MPI_Request& ring : rings_) {
      if (ring == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&ring);
      MPI_Wait(&ring, MPI_STATUS_IGNORE);
    }
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }
  std::size_t on_this_host() const override { return static_cast<std::size_t>(on_this_host_); }

  void sum(std::span<std::uint32_t> counts) const override {
    meet();
    in_slices(counts.size(), [&](std::size_t first, int count) {
      MPI_Allreduce(MPI_IN_PLACE, counts.data() + first, count, MPI_UINT32_T, MPI_SUM,
                    MPI_COMM_WORLD);
    });
  }

  void collect(const std::vector<std::uint64_t>& words,
               const std::function<void(std::vector<std::uint64_t>)>& take) const override {
    for (int from = 1; from < size_; ++from) {
      std::uint64_t size = words.size();
      std::vector<std::uint64_t> received;
      if (rank_ == from) MPI_Send(&size, 1, MPI_UINT64_T, 0, words_tag, MPI_COMM_WORLD);
      if (rank_ == 0) {
        MPI_Recv(&size, 1, MPI_UINT64_T, from, words_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        received.resize(size);  // may fail; then meet() throws before any rank sends words
      }
      meet();
      in_slices(size, [&](std::size_t first, int count) {
        if (rank_ == from) {
          MPI_Send(words.data() + first, count, MPI_UINT64_T, 0, words_tag, MPI_COMM_WORLD);
        } else if (rank_ == 0) {
          MPI_Recv(received.data() + first, count, MPI_UINT64_T, from, words_tag, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
        }
      });
      if (rank_ == 0) take(std::move(received));
    }
  }

  void look_around() const override {
    int index = 0, rung = 0;
    MPI_Testany(static_cast<int>(rings_.size()), rings_.data(), &index, &rung, MPI_STATUS_IGNORE);
    if (rung != 0 && index != MPI_UNDEFINED) meet();
  }

  void ring() const {
    for (int other = 0; other < size_; ++other) {
      if (other != rank_) MPI_Send(nullptr, 0, MPI_BYTE, other, ring_tag, MPI_COMM_WORLD);
    }
  }

  void meet(bool failed = false) const {
    const int mine = failed ? rank_ : size_;
    int first = size_;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first < size_) throw RankFailed{first};
  }

  /// The problem of the failed rank, at rank 0, and empty at all others. All ranks call it.
  std::string problem_of(int failed, const std::string& own) const {
    std::string problem = rank_ == 0 ? own : "";
    if (failed == 0) return problem;
    if (rank_ == failed) {
      MPI_Send(own.data(), static_cast<int>(own.size()), MPI_CHAR, 0, words_tag, MPI_COMM_WORLD);
    } else if (rank_ == 0) {
      MPI_Status status;
      int size = 0;
      MPI_Probe(failed, words_tag, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_CHAR, &size);
      problem.resize(static_cast<std::size_t>(size));
      MPI_Recv(problem.data(), size, MPI_CHAR, failed, words_tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    }
    return problem;
  }

 private:
  static constexpr int ring_tag = 1, words_tag = 2;

  /// Calls `call` for slices of n elements, because counts are int in MPI, and because its buffers
  /// stay small with slices of this size.
  template <typename Call>
  static void in_slices(std::size_t n, Call call) {
    constexpr std::size_t most = std::size_t{1} << 18;
    for (std::size_t first = 0; first < n; first += most) {
      call(first, static_cast<int>(std::min(most, n - first)));
    }
  }

  int rank_ = 0, size_ = 1, on_this_host_ = 1;
  mutable std::vector<MPI_Request> rings_;
};

struct Ending {
  int status = exit_done;
  std::optional<int> failed;  ///< the lowest rank that failed
  std::string problem;        ///< at rank 0
};

Ending run_to_end(const MpiRanks& ranks, const std::function<int(const Ranks&)>& work) {
  Ending ending;
  std::string own;
  const auto fail = [&](const std::string& what) {
    own = what;
    ranks.ring();
    try {
      ranks.meet(true);
    } catch (const RankFailed& first) {
      ending.failed = first.rank;
    }
  };
  try {
    ending.status = work(ranks);
    ranks.meet();
  } catch (const RankFailed& first) {
    ending.failed = first.rank;
  } catch (const std::bad_alloc&) {
    fail("out of memory");
  } catch (const std::exception& error) {
    fail(error.what());
  }
  if (ending.failed) ending.problem = ranks.problem_of(*ending.failed, own);
  return ending;
}

}  // namespace

bool has_mpi() {
  return true;
}

namespace {

/// Open MPI searches networks for 0.2 s even if all ranks are on one host. In that case the
/// component ob1 avoids the search, unless the user has chosen another component.
void spare_networks_on_one_host() {
  const char* all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  constexpr int if_not_set = 0;
  if (all != nullptr && here != nullptr && std::string_view(all) == here) {
    setenv("OMPI_MCA_pml", "ob1", if_not_set);
  }
}

}  // namespace

int run_on_mpi(const Launch& launch, const std::function<int(const Ranks&)>& work) {
  spare_networks_on_one_host();
  int threads = 0, seen = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
  MPI_Comm_size(MPI_COMM_WORLD, &seen);
  Ending ending;
  const bool agreed = static_cast<std::size_t>(seen) == launch.size;
  if (agreed) ending = run_to_end(MpiRanks(), work);
  MPI_Finalize();
  if (launch.rank != 0) return exit_done;
  if (!agreed) {
    refuse(
        fmt::format("was started as {} processes, of which MPI sees {}: use the launcher of the "
                    "MPI that this program is built with",
                    launch.size, seen));
  }
  if (ending.failed) refuse(ending.problem);
  return ending.status;
}

}  // namespace hashlab::experiments
