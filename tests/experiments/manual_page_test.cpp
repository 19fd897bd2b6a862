#include "experiments/manual/manual_page.h"

#include "experiments/commands/commands.h"
#include "experiments/suite/suite_keys.h"
#include "lib/version.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace hashlab::manual_page_test {

using namespace experiments;
using hashlab::testing::Contains;

TEST_CASE("manual page: there is one for each command, one for all and one for the keys") {
  const auto pages = manual_pages();
  CHECK(pages.size() == all_commands().size() + 2);
  for (const Command& command : all_commands()) {
    CHECK(pages.at("hashlab-" + command.name + ".1") == manual_page(command));
    CHECK(pages.at("hashlab.1") == Contains(command.summary));
  }
  for (const SuiteKey& key : suite_keys()) {
    std::string name = key.name;
    for (std::size_t at = 0; (at = name.find('-', at)) != name.npos; at += 2) name.insert(at, "\\");
    CHECK(pages.at("hashlab-suite.5") == Contains("\\fB" + name + "\\fR"));
  }
}

TEST_CASE("manual page: sections stand in their usual order, with the version") {
  const std::string page = manual_page(run_command());
  std::size_t at = 0;
  for (const char* section :
       {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"}) {
    const std::size_t found = page.find(std::string(".SH ") + section + "\n");
    CAPTURE(section);
    CHECK(found != page.npos);
    CHECK(found > at);
    at = found;
  }
  CHECK(page == Contains(std::string("\"hashlab ") + version() + "\""));
}

TEST_CASE("manual page: every option of every command is explained") {
  for (const Command& command : all_commands()) {
    const std::string page = manual_page(command);
    CAPTURE(command.name);
    CHECK(static_cast<std::size_t>(std::count(page.begin(), page.end(), '\n')) > 20);
    std::size_t entries = 0;
    for (std::size_t at = 0; (at = page.find(".TP\n\\fB\\-\\-", at)) != page.npos; ++at) ++entries;
    CHECK(entries == command.options.size() + 1);
  }
}

TEST_CASE("manual page: no line of text is taken for a request of the typesetter") {
  const Command odd{"odd", "FILE", "a command", ".SH is no section\n\n  'kept' \\n as it is",
                    {},    0,      0,           nullptr};
  const std::string page = manual_page(odd);
  CHECK(page == Contains("\n\\&.SH is no section\n"));
  CHECK(page == Contains("\n.nf\n\\&'kept' \\(rsn as it is\n.fi\n"));
  std::istringstream lines(manual_page(import_command()));
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    if (!line.starts_with('.')) continue;
    const std::string request = line.substr(0, line.find(' '));
    const bool is_known = request == ".TH" || request == ".SH" || request == ".SS" ||
                          request == ".PP" || request == ".TP" || request == ".RS" ||
                          request == ".RE" || request == ".nf" || request == ".fi" ||
                          request == ".\\\"";
    CHECK(is_known);
  }
}

}  // namespace hashlab::manual_page_test
