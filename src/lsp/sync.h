// Follows what the client tells of its documents, files and folders, and sends the
// diagnostics that follow from it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/answers.h"
#include "lsp/client.h"
#include "lsp/surface.h"
#include "lsp/workspace.h"

namespace mlfix::lsp {

class Sync {
 public:
  // All must outlive this object.
  Sync(Workspace& workspace, const Client& client, const Surface& surface);

  // How long a text must be left alone before its diagnostics are sent.
  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }

  // Takes a notification; false for one that is about something else. Throws a
  // Json::exception for parameters that are not what the protocol says.
  bool take(const std::string& method, const Json& params, Clock::time_point now);
  void add_roots(const Json& params);
  // Were configurations read that others than the client's documents rest on?
  bool take_reloaded() { return std::exchange(reloaded_, false); }

  std::optional<Clock::time_point> next_work() const;
  // Sends the diagnostics of the subject that is due first; false when none is.
  bool work(Clock::time_point now);
  // Sends the diagnostics of a file that is not open.
  void publish(const std::string& uri, std::optional<std::int64_t> version, const Json& list);

 private:
  using Handler = void (Sync::*)(const Json& params);

  void opened(const Json& params);
  void changed(const Json& params);
  void saved(const Json& params);
  void closed(const Json& params);
  void notebook_opened(const Json& params);
  void notebook_changed(const Json& params);
  void notebook_saved(const Json& params);
  void notebook_closed(const Json& params);
  void files_changed(const Json& params);
  void folders_changed(const Json& params);
  void configuration_changed(const Json& params);

  void file_event(const Json& event);
  void text_changed(Subject& subject, std::chrono::milliseconds patience);
  void look_at_all(std::chrono::milliseconds patience);
  void look_at_others(const Subject& subject);
  void file_is_on_disk(const std::filesystem::path& path);
  void left(const std::string& uri);
  void reload(const std::vector<Folder*>& folders);
  void send_diagnostics(Subject& subject);

  Workspace& workspace_;
  const Client& client_;
  const Surface& surface_;
  std::chrono::milliseconds patience_{100};
  Clock::time_point now_;
  bool reloaded_ = false;
};

}  // namespace mlfix::lsp
