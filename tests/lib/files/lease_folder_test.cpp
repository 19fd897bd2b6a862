#include "lib/files/lease_folder.h"
#include "lib/files/files.h"
#include "lib/files/temporary_file.h"
#include "lib/parallel.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::lease_folder_test {

using hashlab::testing::TemporaryFolder;
using Answer = LeaseFolder::Answer;

namespace {

namespace fs = std::filesystem;

/// Two hosts that see one folder; each has a clock, of which one is an hour ahead.
struct TwoHosts {
  TemporaryFolder folder;
  double time = 0;
  std::string expired;
  LeaseFolder a{folder.path(),
                {.seconds = 60,
                 .holder = {"a", 1, "aaaaaaaaaaaa"},
                 .clock = [this] { return time; },
                 .on_expiry = [this](const ProcessName& p) { expired = p.host; }}};
  LeaseFolder b{folder.path(),
                {.seconds = 60,
                 .holder = {"b", 1, "bbbbbbbbbbbb"},
                 .clock = [this] { return time + 3600; },
                 .on_expiry = [this](const ProcessName& p) { expired = p.host; }}};
};

}  // namespace

TEST_CASE("lease: one has it, others wait, and what is finished is not done again") {
  TwoHosts hosts;
  CHECK(hosts.a.take("work") == Answer::taken);
  CHECK(hosts.a.holds("work"));
  CHECK(hosts.a.take("work") == Answer::held);
  CHECK(hosts.b.take("work") == Answer::held);
  CHECK_FALSE(hosts.b.holds("work"));
  CHECK(hosts.b.take("other") == Answer::taken);
  hosts.a.finish("work");
  CHECK_FALSE(hosts.a.holds("work"));
  CHECK(hosts.b.take("work") == Answer::finished);
  CHECK(hosts.a.take("work") == Answer::finished);
}

TEST_CASE(
    "lease: clocks that differ by an hour do not make it run out, a holder that is silent does") {
  TwoHosts hosts;
  REQUIRE(hosts.a.take("work") == Answer::taken);
  CHECK(hosts.b.take("work") == Answer::held);
  for (int i = 0; i < 10; ++i) {
    hosts.time += 40;
    hosts.a.renew();
    CHECK(hosts.b.take("work") == Answer::held);
  }
  hosts.time += 59;
  CHECK(hosts.b.take("work") == Answer::held);
  CHECK(hosts.expired.empty());
  hosts.time += 2;
  CHECK(hosts.b.take("work") == Answer::taken);
  CHECK(hosts.expired == "a");
  CHECK(hosts.a.holds("work"));  // it does not know yet
  hosts.a.renew();
  CHECK_FALSE(hosts.a.holds("work"));
  hosts.a.finish("work");  // which is no longer for it to say
  CHECK(hosts.a.take("work") == Answer::held);
  hosts.b.finish("work");
  CHECK(hosts.a.take("work") == Answer::finished);
}

TEST_CASE("lease: time that passed before anybody looked does not count") {
  TwoHosts hosts;
  REQUIRE(hosts.a.take("work") == Answer::taken);
  hosts.time += 1e6;
  CHECK(hosts.b.take("work") == Answer::held);
}

TEST_CASE("lease: what is given back can be taken at once") {
  TwoHosts hosts;
  REQUIRE(hosts.a.take("one") == Answer::taken);
  REQUIRE(hosts.a.take("two") == Answer::taken);
  hosts.a.give_back_all();
  CHECK(hosts.b.take("one") == Answer::taken);
  CHECK(hosts.a.take("one") == Answer::held);
  CHECK(hosts.a.take("two") == Answer::taken);
  CHECK(hosts.expired.empty());
}

TEST_CASE("lease: what was finished before can be taken anew, by one of those who say so") {
  TwoHosts hosts;
  REQUIRE(hosts.a.take("work") == Answer::taken);
  hosts.b.reopen("work");  // not finished yet: this changes nothing
  hosts.a.finish("work");
  CHECK(hosts.b.take("work") == Answer::finished);
  hosts.a.reopen("work");
  hosts.b.reopen("work");
  CHECK(hosts.b.take("work") == Answer::taken);
  CHECK(hosts.a.take("work") == Answer::held);
  hosts.b.finish("work");
  CHECK(hosts.a.take("work") == Answer::finished);
}

TEST_CASE("lease: a file that is empty, cut, garbage, huge or from the future runs out like any") {
  TwoHosts hosts;
  REQUIRE(hosts.a.take("work") == Answer::taken);
  const std::string path = hosts.folder / "work.0", text = read_file(path);
  std::string damage;
  SUBCASE("empty") {}
  SUBCASE("cut") {
    damage = text.substr(0, text.size() / 2);
  }
  SUBCASE("garbage") {
    damage = std::string(300, '\xff');
  }
  SUBCASE("huge") {
    damage = std::string(10'000'000, 'x');
  }
  SUBCASE("of a state that nobody knows") {
    damage = "state\tbusy\n";
  }
  SUBCASE("from the future") {
    damage = "state\theld\nrenewals\t99999999999999999999999\n";
  }
  write_file(path, damage);
  CHECK(hosts.b.take("work") == Answer::held);
  hosts.time += 30;
  CHECK(hosts.b.take("work") == Answer::held);
  hosts.time += 31;
  CHECK(hosts.b.take("work") == Answer::taken);
  CHECK(leases_in(hosts.folder.path()).front().holder.host == "b");
}

TEST_CASE("lease: a pipe or a folder in the place of a file is no lease that anybody waits at") {
  TwoHosts hosts;
  fs::create_directory(hosts.folder / "work.0");
  CHECK(hosts.a.take("work") == Answer::held);
  hosts.time += 61;
  CHECK(hosts.a.take("work") == Answer::taken);
}

TEST_CASE("lease: if somebody removes the files they are made again") {
  TwoHosts hosts;
  REQUIRE(hosts.a.take("work") == Answer::taken);
  CHECK(hosts.b.take("work") == Answer::held);
  fs::remove(hosts.folder / "work.0");
  hosts.a.renew();
  CHECK(hosts.b.take("work") == Answer::held);
  fs::remove(hosts.folder / "work.0");
  CHECK(hosts.b.take("work") == Answer::taken);
}

TEST_CASE("lease: of many that take it at the same moment one has it") {
  const TemporaryFolder folder;
  for (const std::string name : {"first", "second", "third"}) {
    std::atomic<int> taken = 0;
    parallel(8, 8, [&](std::size_t i) {
      LeaseFolder one(folder.path(), {.holder = {"h" + std::to_string(i), 1, "000000000000"}});
      if (one.take(name) == Answer::taken) ++taken;
    });
    CHECK(taken == 1);
  }
}

TEST_CASE("lease: people are told the latest of each, damaged ones by their names alone") {
  TwoHosts hosts;
  CHECK(leases_in(hosts.folder / "nowhere").empty());
  REQUIRE(hosts.a.take("one") == Answer::taken);
  REQUIRE(hosts.b.take("two") == Answer::taken);
  hosts.b.finish("two");
  write_file(hosts.folder / "three.0", "no lease");
  write_file(hosts.folder / "notes.txt", "of somebody");
  std::vector<std::string> told;
  for (const Lease& lease : leases_in(hosts.folder.path())) {
    told.push_back(lease.name + " " + lease.state + " " + lease.holder.host);
  }
  CHECK(told == std::vector<std::string>{"one held a", "three  ", "two finished b"});
}

}  // namespace hashlab::lease_folder_test
