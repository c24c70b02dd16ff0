// What `mlfix measure` can be told, besides what all commands can.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlfix {

struct MeasureOptions {
  std::vector<std::string> command;  // never empty for Command::Measure
  std::chrono::milliseconds interval{200};
  std::optional<std::chrono::milliseconds> limit;
  bool tensors = false;
  bool show_output = false;
  std::optional<std::filesystem::path> html;
  std::vector<std::filesystem::path> links;
};

// "200ms", "1.5s", "10m", "2h", or seconds without a unit; nothing unless more
// than zero and at most a year.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

}  // namespace mlfix
