// The texts that the client has open: files, and notebooks as lists of cells.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lsp/checked.h"
#include "lsp/protocol.h"

namespace mlfix::lsp {

using Clock = std::chrono::steady_clock;

// A document of the client: a file, or a cell.
struct OpenText {
  std::string uri;
  std::string language;
  std::int64_t version = 0;
  std::shared_ptr<const TextDocument> text;
};

// What is analysed as one, with what is known of it.
struct Subject {
  std::string uri;  // of the file or the notebook
  std::filesystem::path path;
  bool on_disk = true;  // the address is that of a file
  bool is_notebook = false;
  std::vector<OpenText> texts;  // one, or the cells that the client tells of

  // Of these texts, at that revision of its folder. Nothing when not worked out.
  CheckedPtr checked;
  CheckedPtr fixed;  // with all safe fixes applied
  std::uint64_t revision = 0;
  std::optional<Clock::time_point> due;  // when its diagnostics are to be sent
  std::map<std::string, Json> sent;      // the diagnostics that the client has, by document
};

// Applies what the client tells. Throws a Json::exception for parameters that are not
// what the protocol says; the documents may then be half changed.
class Documents {
 public:
  // Each gives the subject that is another one now; nothing when it is not known.
  Subject* open(const Json& params);
  Subject* change(const Json& params, Encoding encoding);
  Subject* open_notebook(const Json& params);
  // Adds the addresses of cells that are gone to `closed`.
  Subject* change_notebook(const Json& params, Encoding encoding, std::vector<std::string>& closed);
  // Takes the subject out.
  std::optional<Subject> close(const std::string& uri);

  // By the address of a file, a notebook or a cell.
  Subject* find(const std::string& uri);
  OpenText* text(const std::string& uri);
  // The text of an open module.
  const std::string* text_of(const std::filesystem::path& path) const;

  std::map<std::string, Subject>& all() { return subjects_; }

 private:
  std::map<std::string, Subject> subjects_;
  std::map<std::string, std::string> notebook_of_;  // by cell
};

}  // namespace mlfix::lsp
