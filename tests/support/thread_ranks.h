#pragma once

#include "lib/ranks.h"

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace hashlab::testing {

/// What ranks have in common, where each is a thread of this process.
struct ThreadJob {
  explicit ThreadJob(std::size_t n)
      : counts(n), words(n), meeting(static_cast<std::ptrdiff_t>(n)) {}
  std::vector<std::vector<std::uint32_t>> counts;
  std::vector<std::vector<std::uint64_t>> words;
  std::barrier<> meeting;
};

class ThreadRank final : public Ranks {
 public:
  ThreadRank(ThreadJob& job, std::size_t rank) : job_(job), rank_(rank) {}
  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return job_.counts.size(); }
  std::size_t on_this_host() const override { return size(); }
  void sum(std::span<std::uint32_t> counts) const override {
    job_.counts[rank_].assign(counts.begin(), counts.end());
    job_.meeting.arrive_and_wait();
    for (std::size_t other = 0; other < size(); ++other) {
      for (std::size_t i = 0; other != rank_ && i < counts.size(); ++i) {
        counts[i] += job_.counts[other][i];
      }
    }
    job_.meeting.arrive_and_wait();
  }
  void collect(const std::vector<std::uint64_t>& words,
               const std::function<void(std::vector<std::uint64_t>)>& take) const override {
    job_.words[rank_] = words;
    job_.meeting.arrive_and_wait();
    for (std::size_t other = 1; rank_ == 0 && other < size(); ++other) take(job_.words[other]);
    job_.meeting.arrive_and_wait();
  }
  void look_around() const override {}

 private:
  ThreadJob& job_;
  std::size_t rank_;
};

/// Runs work on n ranks; it may not throw.
inline void on_thread_ranks(std::size_t n, const std::function<void(const Ranks&)>& work) {
  ThreadJob job(n);
  std::vector<std::jthread> threads;
  for (std::size_t rank = 0; rank < n; ++rank) {
    threads.emplace_back([&job, &work, rank] { work(ThreadRank(job, rank)); });
  }
}

}  // namespace hashlab::testing
