#pragma once

#include "tests/support/program.h"

#include <sys/types.h>
#include <string>

namespace hashlab::testing {

/// A port of this machine that nobody listens to.
int free_port();

/// A web server on this machine for the files of a folder, a folder of recipes, and a folder for
/// scripts/fetch_datasets to fetch into.
class FetchStudy {
 public:
  FetchStudy();
  ~FetchStudy();
  FetchStudy(const FetchStudy&) = delete;
  FetchStudy& operator=(const FetchStudy&) = delete;

  std::string at(const std::string& name) const { return folder_ / name; }
  /// The address of a file that is served.
  std::string url(const std::string& name) const;
  /// How the server answered so far: "200 206 404 ".
  std::string answers_given() const;
  void serve(const std::string& name, const std::string& bytes) const;
  /// A page cgi-bin/NAME of the server that a shell script makes.
  void serve_script(const std::string& name, const std::string& text) const;
  /// What runs in place of hashlab; at first, a script that says what it was asked and copies its
  /// first source to the file it should write.
  void program(const std::string& text) const;
  /// A recipe of one file that is imported as it is; `more` are its size, checksum and addresses.
  void recipe(const std::string& name, const std::string& file, const std::string& more) const;
  /// `what` after the script's name; the data folder and the program are given.
  Outcome fetch(const std::string& what, const std::string& environment = "") const;
  /// Where a download for the recipe "toy" is kept.
  std::string download(const std::string& name) const { return at("data/downloads/toy/" + name); }

 private:
  void script(const std::string& name, const std::string& text) const;

  TemporaryFolder folder_;
  int port_;
  pid_t server_ = 0;
};

}  // namespace hashlab::testing
