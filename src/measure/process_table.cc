// Everything is read again each time: processes come and go, and their numbers
// are used again.

#include "measure/process_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <map>
#include <string>

#include "text/file_system.h"

namespace mlfix {
namespace {

// Takes a number off the front of `text`, with the blanks before it.
template <typename Number>
std::optional<Number> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<std::string> read_proc(pid_t process, std::string_view name) {
  constexpr std::uint64_t kLimit = 1 << 16;
  auto file = FileHandle::open(system_files(), fmt::format("/proc/{}/{}", process, name), O_RDONLY);
  if (!file) return std::nullopt;
  auto text = file->read_all(kLimit);
  if (!text) return std::nullopt;
  return std::move(*text);
}

// The bytes of a line "Rss:   1616 kB".
std::optional<std::uint64_t> kilobytes_of(std::string_view text, std::string_view name) {
  constexpr std::uint64_t kUnit = 1024;
  const std::string wanted = fmt::format("\n{}:", name);
  const std::size_t at = text.find(wanted);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + wanted.size());
  const auto number = take_number<std::uint64_t>(text);
  return number ? std::optional(*number * kUnit) : std::nullopt;
}

}  // namespace

std::optional<ProcessEntry> parse_stat(std::string_view text) {
  ProcessEntry entry;
  const auto process = take_number<pid_t>(text);
  const std::size_t name_end = text.rfind(") ");
  if (!process || name_end == std::string_view::npos) return std::nullopt;
  text.remove_prefix(name_end + 2);
  if (text.empty()) return std::nullopt;
  entry.process = *process;
  entry.zombie = text.front() == 'Z' || text.front() == 'X';
  text.remove_prefix(1);
  std::array<std::int64_t, 6> numbers{};  // parent, group, session, terminal, its group, flags
  for (std::int64_t& number : numbers) {
    const auto taken = take_number<std::int64_t>(text);
    if (!taken) return std::nullopt;
    number = *taken;
  }
  constexpr std::int64_t kExiting = 0x4;  // PF_EXITING of the kernel
  entry.parent = static_cast<pid_t>(numbers.front());
  entry.exiting = (numbers.back() & kExiting) != 0;
  return entry;
}

std::vector<ProcessEntry> list_processes() {
  std::vector<ProcessEntry> found;
  const auto names = system_files().list("/proc");
  if (!names) return found;
  for (const std::string& name : *names) {
    std::string_view digits = name;
    const auto process = take_number<pid_t>(digits);
    if (!process || !digits.empty()) continue;
    const auto text = read_proc(*process, "stat");
    const auto entry = text ? parse_stat(*text) : std::nullopt;
    if (entry) found.push_back(*entry);
  }
  return found;
}

std::vector<ProcessEntry> descendants(std::span<const ProcessEntry> all, pid_t root,
                                      const std::set<pid_t>& apart) {
  std::multimap<pid_t, ProcessEntry> children;
  for (const ProcessEntry& entry : all) children.emplace(entry.parent, entry);
  std::vector<ProcessEntry> found;
  std::vector<pid_t> parents = {root};
  while (!parents.empty()) {
    const auto [first, last] = children.equal_range(parents.back());
    parents.pop_back();
    for (auto at = first; at != last; ++at) {
      if (apart.contains(at->second.process)) continue;
      found.push_back(at->second);
      parents.push_back(at->second.process);
    }
  }
  return found;
}

std::optional<MemoryUse> parse_smaps_rollup(std::string_view text) {
  const auto rss = kilobytes_of(text, "Rss");
  const auto pss = kilobytes_of(text, "Pss");
  if (!rss || !pss) return std::nullopt;
  return MemoryUse{*rss, *pss};
}

std::optional<std::uint64_t> parse_statm(std::string_view text, std::uint64_t page_size) {
  if (!take_number<std::uint64_t>(text)) return std::nullopt;
  const auto pages = take_number<std::uint64_t>(text);
  return pages ? std::optional(*pages * page_size) : std::nullopt;
}

std::optional<std::uint64_t> resident_bytes(pid_t process) {
  const auto text = read_proc(process, "statm");
  if (!text) return std::nullopt;
  return parse_statm(*text, static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
}

std::optional<MemoryUse> memory_use(pid_t process) {
  const auto text = read_proc(process, "smaps_rollup");
  return text ? parse_smaps_rollup(*text) : std::nullopt;
}

}  // namespace mlfix
