// Two texts, split at the first zero byte: the printed hunks, applied strictly to
// the first, must give the second. Half of the mutations make the second text of
// the first, by changes of whole lines.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>

#include "fuzz/lines.h"
#include "text/unified_diff.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

// Takes the next line off `text`, with its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == text.npos ? end : end + 1);
  text.remove_prefix(line.size());
  return line;
}

void require(bool holds) {
  if (!holds) std::abort();
}

// Copies the lines of `before` before the hunk that `header` announces.
void copy_to_hunk(std::string_view header, std::string_view& before, std::size_t& at,
                  std::string& result) {
  const std::string numbers(header.substr(header.find('-') + 1));
  std::size_t start = std::strtoul(numbers.c_str(), nullptr, 10);
  const std::size_t comma = numbers.find_first_of(", ");
  const bool inserts = numbers.compare(comma, 3, ",0 ") == 0;
  if (inserts) ++start;  // "-3,0" stands after line 3
  while (at < start) {
    result += take_line(before);
    ++at;
  }
}

std::string apply(std::string_view before, std::string_view hunks) {
  std::string result;
  std::size_t at = 1;  // the line of `before` that comes next
  while (!hunks.empty()) {
    std::string_view line = take_line(hunks);
    if (line.starts_with("@@")) {
      copy_to_hunk(line, before, at, result);
      continue;
    }
    const bool unterminated = hunks.starts_with("\\ No newline");
    if (unterminated) take_line(hunks);
    const char kind = line.front();
    line = line.substr(1, line.size() - (unterminated ? 2 : 1));
    require(kind == ' ' || kind == '-' || kind == '+');
    if (kind != '+') {
      require(take_line(before) == line);
      ++at;
    }
    if (kind != '-') result += line;
  }
  return result.append(before);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = bytes.find('\0');
  if (middle == bytes.npos) return 0;
  const std::string_view before = bytes.substr(0, middle);
  const std::string_view after = bytes.substr(middle + 1);
  if (after.find('\0') != after.npos) return 0;
  require(apply(before, mlfix::diff_hunks(before, after, 3)) == after);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string before(bytes.substr(0, bytes.find('\0')));
  const std::string both = before + '\0' + mlfix::fuzz::with_changed_lines(before, random);
  const std::size_t kept = std::min(both.size(), max_size);
  std::memcpy(data, both.data(), kept);
  return kept;
}
