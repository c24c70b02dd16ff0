// std::thread takes no size of a stack, and the default follows `ulimit -s`.

#include "engine/worker_thread.h"

#include <utility>

namespace mlfix {
namespace {

void* run(void* work) {
  (*static_cast<std::function<void()>*>(work))();
  return nullptr;
}

}  // namespace

std::optional<WorkerThread> WorkerThread::start(std::function<void()> work) {
  auto kept = std::make_unique<std::function<void()>>(std::move(work));
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return std::nullopt;
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, kStackSize) == 0 &&
                       pthread_create(&thread, &attributes, run, kept.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return std::nullopt;
  return WorkerThread(thread, std::move(kept));
}

WorkerThread::~WorkerThread() {
  if (work_ != nullptr) pthread_join(thread_, nullptr);
}

}  // namespace mlfix
