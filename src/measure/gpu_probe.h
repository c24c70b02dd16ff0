// GPU memory by process, through NVML, where there is one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "process/spawn.h"

namespace mlfix {

// One line of gpu_memory.py: bytes by process. Nothing when it is malformed.
std::optional<std::map<pid_t, std::uint64_t>> parse_gpu_line(std::string_view line);

// A helper program that watches all devices as long as this lives.
class GpuProbe {
 public:
  // `python` is an interpreter, `script` the text of gpu_memory.py. When one of
  // them does not work there is just no GPU.
  GpuProbe(const std::string& python, const std::string& script,
           std::chrono::milliseconds interval);
  ~GpuProbe();
  GpuProbe(const GpuProbe&) = delete;
  GpuProbe& operator=(const GpuProbe&) = delete;

  // The helper, -1 when there is none; it is no part of what is measured.
  pid_t process() const { return helper_; }

  // Bytes that `processes` use, by the helper's last word; nothing without NVML.
  std::optional<std::uint64_t> bytes_of(std::span<const pid_t> processes);

 private:
  void take_news();

  Pipe lines_;
  pid_t helper_ = -1;
  std::string unread_;
  std::optional<std::map<pid_t, std::uint64_t>> last_;
};

}  // namespace mlfix
