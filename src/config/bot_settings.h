// What the configuration says of `mlfix bot`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlfix {

struct BotSettings {
  std::string base;  // the branch to propose changes to; empty: the remote's default one
  std::string remote = "origin";
  std::string repository;  // "owner/name" or "host/owner/name"; empty: from the remote's address
  std::string branch_prefix = "mlfix/";
  std::int64_t max_open = 3;  // pull requests at a time
  bool unsafe = false;        // also propose unsafe fixes, in pull requests of their own
  std::vector<std::string> labels;
  std::vector<std::string> reviewers;              // users, and teams as "organisation/team"
  std::string author = "mlfix <mlfix@localhost>";  // "Name <address>"
  bool sign_off = false;
  bool blame_ignore_revs = false;    // list the commits in .git-blame-ignore-revs
  std::vector<std::string> measure;  // a command whose memory is measured; empty: none
};

}  // namespace mlfix
