// The thread that reads stops at `exit`, for the client may keep its end open.

#include "lsp/serve.h"

#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/worker_thread.h"
#include "lsp/inbox.h"
#include "lsp/server.h"
#include "text/file_system.h"

namespace mlfix::lsp {
namespace {

// False when nobody reads any more.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = system_files().write(descriptor, bytes);
    if (!written) return false;
    bytes.remove_prefix(*written);
  }
  return true;
}

int answer(Inbox& inbox, int out, const Registry& registry, const LoadSurroundings& load,
           std::atomic<bool>& gone) {
  Surface surface;
  surface.send = [&](const Json& message) {
    // Names of files may have bytes that are no UTF-8.
    const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!write_all(out, framed(body))) gone = true;
  };
  surface.outdated = [&] { return gone || inbox.outdates(); };
  surface.cancelled = [&](const Json& id) { return inbox.has_cancelled(id); };
  Server server(registry, load, surface);
  while (!server.ended() && !gone && !inbox.is_at_end()) {
    const auto next = server.next_work();
    if (const auto frame = inbox.pop(next)) {
      if (frame->problem.empty()) {
        server.receive(frame->body, Clock::now());
      } else {
        server.complain_of_input(frame->problem);
      }
    } else if (next) {
      server.work(Clock::now());
    }
  }
  return server.status();
}

bool is_exit(const Frame& frame) {
  const Json json = frame.body.size() > 200 ? Json() : Json::parse(frame.body, nullptr, false);
  return json.is_object() && json.value("method", Json()) == "exit";
}

void read_frames(int in, Inbox& inbox, const std::atomic<bool>& gone) {
  FrameReader reader;
  std::array<char, 1 << 16> buffer;
  while (!gone) {
    const auto count = system_files().read(in, buffer.data(), buffer.size());
    if (!count || *count == 0) return;
    reader.feed({buffer.data(), *count});
    while (auto frame = reader.next()) {
      const bool is_last = is_exit(*frame);
      inbox.push(std::move(*frame));
      if (is_last) return;
    }
  }
}

}  // namespace

int serve(int in, int out, const Registry& registry, const LoadSurroundings& load) {
  Inbox inbox;
  std::atomic<bool> gone = false;
  int status = 1;
  auto worker = WorkerThread::start([&] { status = answer(inbox, out, registry, load, gone); });
  if (!worker) throw std::runtime_error("the system has no thread to give");
  read_frames(in, inbox, gone);
  inbox.close();
  worker.reset();  // waits for its end
  return status;
}

}  // namespace mlfix::lsp
