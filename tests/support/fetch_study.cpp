#include "tests/support/fetch_study.h"

#include "lib/files/files.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace hashlab::testing {
namespace {

namespace fs = std::filesystem;

bool answers(int port) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool yes = connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  close(s);
  return yes;
}

}  // namespace

int free_port() {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(bind(s, reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(getsockname(s, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  close(s);
  return ntohs(address.sin_port);
}

FetchStudy::FetchStudy() : port_(free_port()) {
  for (const char* folder : {"www/cgi-bin", "recipes", "data"}) fs::create_directories(at(folder));
  // Ends by itself should the test die.
  const Outcome started = shell(
      fmt::format("timeout 300 busybox httpd -f -vv -p 127.0.0.1:{} -h '{}' 2> '{}' & echo $!",
                  port_, at("www"), at("log")));
  server_ = std::atoi(started.out.c_str());
  for (int i = 0; i < 400 && !answers(port_); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  REQUIRE_MESSAGE(answers(port_), "busybox httpd does not run; scripts/setup installs it");
  program(
      "printf 'asked:'; printf ' %s' \"$@\"; echo\n"
      "for out; do :; done\n"
      "cat \"$2\" > \"$out\"\n");
}

FetchStudy::~FetchStudy() {
  if (server_ > 0) kill(server_, SIGTERM);
}

std::string FetchStudy::url(const std::string& name) const {
  return fmt::format("http://127.0.0.1:{}/{}", port_, name);
}

std::string FetchStudy::answers_given() const {
  std::string text;
  for (const std::string& line : lines_of(read_file(at("log")))) {
    const std::size_t where = line.find("response:");
    if (where != std::string::npos) text += line.substr(where + 9) + " ";
  }
  return text;
}

void FetchStudy::serve(const std::string& name, const std::string& bytes) const {
  fs::create_directories(fs::path(at("www/" + name)).parent_path());
  write_file(at("www/" + name), bytes);
}

void FetchStudy::serve_script(const std::string& name, const std::string& text) const {
  script("www/cgi-bin/" + name, text);
}

void FetchStudy::program(const std::string& text) const {
  script("program", text);
}

void FetchStudy::recipe(const std::string& name, const std::string& file,
                        const std::string& more) const {
  write_file(at("recipes/" + name + ".recipe"),
             fmt::format("# a comment\ntitle = A stand-in\noutput = {}.h5\nterms = Free\n"
                         "cite = Nobody, 1999\npage = none\nfile = {}\n{}import = {}\n",
                         name, file, more, file));
}

Outcome FetchStudy::fetch(const std::string& what, const std::string& environment) const {
  return shell(
      fmt::format("HASHLAB_RECIPES='{}' HASHLAB='{}' {} '{}/scripts/fetch_datasets' --into '{}' {}",
                  at("recipes"), at("program"), environment, HASHLAB_SOURCE_DIR, at("data"), what));
}

void FetchStudy::script(const std::string& name, const std::string& text) const {
  write_file(at(name), "#!/bin/sh\n" + text);
  fs::permissions(at(name), fs::perms::owner_all);
}

}  // namespace hashlab::testing
