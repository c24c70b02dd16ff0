// Every function makes the text visible first, and what it adds afterwards is
// ours. Forges look for people, issues and commits in what is shown and not in the
// Markdown, where an escape would not disturb them: so such words are parted.

#include "text/foreign_text.h"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <vector>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kPart = "\u200b";  // parts a word, takes no room
constexpr std::size_t kHashLength = 7;        // from which a hexadecimal word may be a commit

// GitHub's parser takes 80 back quotes or more for text, wherever they stand, and counts those
// of a fence up to 255.
constexpr std::size_t kMaxQuotes = 60;

struct CodePoints {
  char32_t first;
  char32_t last;
};

// Those that Unicode calls ignorable or formatting, and a letter without ink.
constexpr std::array<CodePoints, 20> kHidden = {
    {{0x0000, 0x001F}, {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},
     {0x061C, 0x061C}, {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
     {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},   {0x2800, 0x2800},
     {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
     {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}}};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_hex(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool same_letters(std::string_view text, std::string_view lower_word) {
  return text.size() == lower_word.size() &&
         std::equal(text.begin(), text.end(), lower_word.begin(),
                    [](char a, char b) { return lower(a) == b; });
}

std::string escape_of(char32_t c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  const auto number = static_cast<std::uint32_t>(c);
  if (c < 0x100) return fmt::format("\\x{:02x}", number);
  return c < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

constexpr char32_t kInvalid = 0xFFFFFFFF;  // a byte that is part of no character

// The character at `at`, which goes past it; one byte that is part of none.
char32_t decoded(const char*& at, const char* end) {
  const char* const begin = at;
  try {
    return utf8::next(at, end);
  } catch (const utf8::exception&) {
    at = begin + 1;
    return kInvalid;
  }
}

// Calls `take(bytes, code point)` for each character.

template <typename Take>
void for_each_character(std::string_view text, Take take) {
  for (const char* at = text.data(); at != text.data() + text.size();) {
    const char* const begin = at;
    char32_t c = static_cast<unsigned char>(*at);
    if (c < 0x80) {
      ++at;
    } else {
      c = decoded(at, text.data() + text.size());
    }
    take(std::string_view(begin, static_cast<std::size_t>(at - begin)), c);
  }
}

// What .NET, in which GitHub's runner is written, takes off the beginning of a line.
constexpr std::array<CodePoints, 10> kBlanks = {{{0x0009, 0x000D},
                                                 {0x0020, 0x0020},
                                                 {0x0085, 0x0085},
                                                 {0x00A0, 0x00A0},
                                                 {0x1680, 0x1680},
                                                 {0x2000, 0x200A},
                                                 {0x2028, 0x2029},
                                                 {0x202F, 0x202F},
                                                 {0x205F, 0x205F},
                                                 {0x3000, 0x3000}}};

bool is_blank_of_runner(char32_t c) {
  return std::ranges::any_of(kBlanks,
                             [c](CodePoints range) { return range.first <= c && c <= range.last; });
}

// Does `text` start with "##word[", which runners read anywhere in a line?
bool is_command(std::string_view text) {
  if (!text.starts_with("##")) return false;
  std::size_t at = 2;
  while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at < text.size() && text[at] == '[';
}

// GitHub's runner reads a line as a command when its first characters but blanks
// are two colons.
bool is_command_line(std::string_view line) {
  const char* const end = line.data() + line.size();
  const char* at = line.data();
  const char* begin = at;
  while (at != end && is_blank_of_runner(decoded(at, end))) begin = at;
  return std::string_view(begin, static_cast<std::size_t>(end - begin)).starts_with("::");
}

// `line` with `part` in the middle of each "##word[".
std::string without_commands(std::string_view line, std::string_view part) {
  std::string result;
  for (std::size_t at = 0; at < line.size(); ++at) {
    result += line[at];
    if (is_command(line.substr(at))) result += part;
  }
  return result;
}

// Is `at` the place after which a forge's reference, or an address, must be parted?
bool ends_sign(std::string_view text, std::size_t at) {
  constexpr std::string_view kSigns = "@#!$%~&";  // people, issues, and GitLab's own
  const char c = text[at];
  const char next = at + 1 < text.size() ? text[at + 1] : ' ';
  if (kSigns.find(c) != std::string_view::npos) return is_word(next) || next == '"';
  if (c == ':') return text.substr(at).starts_with("://");
  if (c == '-' && at >= 2) return is_digit(next) && same_letters(text.substr(at - 2, 2), "gh");
  return next == '.' && at >= 2 && same_letters(text.substr(at - 2, 3), "www");
}

// The places in `text` after which it must be parted, in order.
std::vector<std::size_t> partings(std::string_view text) {
  std::vector<std::size_t> result;
  std::size_t word = 0;  // where the present one began
  bool hex = true;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && is_word(text[at])) {
      hex = hex && is_hex(text[at]);
    } else {
      if (hex && at - word >= kHashLength) {
        constexpr std::size_t kPartLength = kHashLength - 1;
        for (std::size_t end = word + kPartLength; end < at; end += kPartLength) {
          result.push_back(end - 1);
        }
      }
      word = at + 1;
      hex = true;
    }
    if (at < text.size() && ends_sign(text, at)) result.push_back(at);
  }
  std::ranges::sort(result);
  return result;
}

// `text` through `escape`, character by character, parted where it must be.
template <typename Escape>
std::string parted(std::string_view text, Escape escape) {
  std::string result;
  const std::vector<std::size_t> places = partings(text);
  auto place = places.begin();
  for (std::size_t at = 0; at < text.size(); ++at) {
    result += escape(text[at]);
    if (place == places.end() || *place != at) continue;
    result += kPart;
    while (place != places.end() && *place == at) ++place;
  }
  return result;
}

std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

std::string markdown_character(char c) {
  if (c == '&' || c == '<' || c == '>') return std::string(entity_of(c));
  constexpr std::string_view kMarkup = "\\`*_[]#!|~$";
  return kMarkup.find(c) == std::string_view::npos ? std::string(1, c) : std::string{'\\', c};
}

std::string html_character(char c) {
  if (c == '#') return "&#35;";  // two may begin a runner's command
  const std::string_view entity = entity_of(c);
  return entity.empty() ? std::string(1, c) : std::string(entity);
}

// What only the beginning of a line may be taken for: an item, a heading's line, a
// command of GitLab.
std::size_t opening_of(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits < text.size() && digits > 0 && (text[digits] == '.' || text[digits] == ')')) {
    return digits;
  }
  const bool opens = !text.empty() && std::string_view("-+=/").find(text[0]) != std::string::npos;
  return opens ? 0 : std::string_view::npos;
}

std::string prose_between(std::string_view text, bool at_start) {
  if (at_start && is_command_line(text)) return std::string(kPart) + prose_between(text, false);
  const std::size_t opening = at_start ? opening_of(text) : std::string_view::npos;
  if (opening == std::string_view::npos) return parted(text, markdown_character);
  return parted(text.substr(0, opening), markdown_character) + "\\" +
         parted(text.substr(opening), markdown_character);
}

// Calls `prose` and `code` for the pieces of a visible text in their order.
template <typename Prose, typename Code>
void for_each_piece(std::string_view text, Prose prose, Code code) {
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('`'), text.size());
    const std::size_t close = text.find('`', open + 1);
    const bool has_code = close != std::string_view::npos && close > open + 1;
    if (!has_code) break;
    prose(text.substr(0, open));
    code(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  prose(text);
}

std::string without_margins(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == wanted ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// `text` without a run of back quotes that is too long to be fenced.
std::string fenceable(std::string_view text) {
  std::string result;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    if (run > kMaxQuotes) {
      result += kPart;
      run = 1;
    }
    result += c;
  }
  return result;
}

// Calls `take(line, end)` for each line; `end` is "\n", or empty for the last.
template <typename Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end), text.substr(end, 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// A line of code: tabs stay what they are.
std::string visible_code(std::string_view line) {
  std::string result;
  for (;;) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    result += visible(line.substr(0, tab));
    if (tab == line.size()) return result;
    result += '\t';
    line.remove_prefix(tab + 1);
  }
}

// Whether brackets hold one of the words that keep a forge from testing a commit.
bool skips_tests(std::string_view inside) {
  std::string text(inside);
  std::ranges::transform(text, text.begin(), lower);
  return text.find("skip") != std::string::npos || text.find("no ci") != std::string::npos;
}

// Rather too often than not: the two lines do no harm.
bool may_hold_commands(std::string_view text) {
  if (text.find("##") != std::string_view::npos) return true;
  for (std::size_t at = text.find("::"); at != std::string_view::npos;
       at = text.find("::", at + 1)) {
    const auto before = static_cast<unsigned char>(at == 0 ? ' ' : text[at - 1]);
    if (std::isspace(before) != 0 || before >= 0x80) return true;
  }
  return false;
}

}  // namespace

bool is_hidden(char32_t c) {
  if (c < 0x7F) return c < 0x20;
  return std::ranges::any_of(kHidden,
                             [c](CodePoints range) { return range.first <= c && c <= range.last; });
}

std::string visible(std::string_view text) {
  std::string result;
  for_each_character(text, [&result](std::string_view bytes, char32_t c) {
    if (c == kInvalid) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes.front()));
    } else if (is_hidden(c)) {
      result += escape_of(c);
    } else {
      result += bytes;
    }
  });
  return result;
}

bool has_nothing_hidden(std::string_view text) {
  while (!text.empty()) {
    std::string line(take_until(text, '\n'));
    std::erase(line, '\t');
    if (visible(line) != line) return false;
  }
  return true;
}

std::string visible_path(std::string_view path) {
  std::string line = visible(path);
  if (is_command_line(line)) line.insert(0, "./");
  std::string result;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_second = at > 0 && is_command(std::string_view(line).substr(at - 1));
    result += is_second ? std::string("\\x23") : std::string(1, line[at]);
  }
  return result;
}

std::string markdown_prose(std::string_view text) {
  const std::string line = without_margins(visible(text));
  std::string result;
  for_each_piece(
      line, [&](std::string_view prose) { result += prose_between(prose, result.empty()); },
      [&](std::string_view code) { result += markdown_code(code); });
  return result;
}

std::string markdown_code(std::string_view text) {
  const std::string line = without_commands(fenceable(visible(text)), kPart);
  if (line.find_first_not_of(' ') == std::string::npos) return "` `";
  const std::string fence(longest_run(line, '`') + 1, '`');
  const bool touches = line.front() == '`' || line.back() == '`';
  return fmt::format("{0}{1}{2}{1}{0}", fence, touches ? " " : "", line);
}

// At the beginning of a paragraph `[label]: address` defines what other links lead to, and
// code does not keep a parser from reading it so.
std::string markdown_code_link(std::string_view text, std::string_view address) {
  const std::string code = markdown_code(text);
  const bool defines = code.find("]:") != std::string::npos;
  return fmt::format("{}[{}]({})", defines ? kPart : "", code, address);
}

std::string markdown_block(std::string_view text, std::string_view language) {
  constexpr std::size_t kShortest = 3;
  const std::string fence(std::max(kShortest, std::min(longest_run(text, '`'), kMaxQuotes) + 1),
                          '`');
  std::string result = fmt::format("{}{}\n", fence, language);
  for_each_line(fenceable(text), [&](std::string_view line, std::string_view /*end*/) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_command_line(line)) result += kPart;
    result += without_commands(visible_code(line), kPart) + "\n";
  });
  return result + fence + "\n";
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  char32_t last = 0;
  for_each_character(text, [&](std::string_view bytes, char32_t c) {
    // No log takes a document for commands: see json_visible() and log_lines().
    const bool command = (c == '#' || c == ':') && last == c;
    last = c;
    if (command) {
      result += c == '#' ? "&#35;" : "&#58;";
      return;
    }
    const bool blank = c == '\t' || c == '\n' || c == '\r';
    const bool lost = c == kInvalid || c == 0xFFFE || c == 0xFFFF || (is_hidden(c) && !blank);
    const std::string_view entity = lost ? kReplacement : entity_of(bytes.front());
    result += entity.empty() ? bytes : entity;
  });
  return result;
}

std::string html_text(std::string_view text) {
  return xml_escaped(visible(text));
}

std::string html_prose(std::string_view text) {
  const std::string line = visible(text);
  std::string result;
  for_each_piece(
      line, [&](std::string_view prose) { result += parted(prose, html_character); },
      [&](std::string_view code) { result += fmt::format("<code>{}</code>", xml_escaped(code)); });
  return result;
}

std::string sarif_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '(' && result.ends_with(']')) result.insert(result.size() - 1, 1, '\\');
    result += c;
  }
  return result;
}

std::string json_visible(std::string_view json) {
  std::string result;
  for_each_character(json, [&result](std::string_view bytes, char32_t c) {
    constexpr char32_t kPlane = 0x10000;
    if (c == kInvalid || c < 0x7F || !is_hidden(c)) {
      // In JSON a number sign stands in strings only.
      const bool command = c == '#' && result.ends_with('#');
      result += command ? std::string_view("\\u0023") : bytes;
    } else if (c < kPlane) {
      result += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
    } else {
      const auto rest = static_cast<std::uint32_t>(c - kPlane);
      result +=
          fmt::format("\\u{:04x}\\u{:04x}", 0xD800u + (rest >> 10), 0xDC00u + (rest & 0x3FFu));
    }
  });
  return result;
}

std::string commit_prose(std::string_view text) {
  const std::string line = visible(text);
  std::string result;
  std::size_t closing = std::string::npos;  // the bracket that closes a skipping word
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const char next = at + 1 < line.size() ? line[at + 1] : ' ';
    const bool free = at == 0 || !is_word(line[at - 1]);
    if ((c == '@' && free && is_word(next)) || (c == '#' && is_word(next))) continue;
    if (c == '[') {
      const std::size_t end = std::min(line.find(']', at), line.size());
      if (skips_tests(std::string_view(line).substr(at, end - at))) closing = end;
      result += closing == end ? '(' : '[';
    } else if (c == ']' && at == closing) {
      result += ')';
    } else if (c == '*' && next == '*') {
      result += "* ";
    } else if ((c == ':' || c == '-') && ends_sign(line, at)) {
      result += c == ':' ? ": " : " ";
    } else {
      result += c;
    }
  }
  return result;
}

std::string commit_path(std::string_view path) {
  const std::string line = visible(path);
  const auto is_plain = [](char c) {
    return is_word(c) || static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view("./-+").find(c) != std::string_view::npos;
  };
  std::string result;
  bool plain = !line.empty();
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const bool odd = std::string_view("@#:[]*\"").find(c) != std::string_view::npos ||
                     (c == '-' && ends_sign(line, at));
    plain = plain && is_plain(c) && !odd;
    result += odd ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return plain ? result : fmt::format("\"{}\"", result);
}

std::string log_lines(std::string_view text) {
  std::string result;
  for_each_line(text, [&](std::string_view line, std::string_view end) {
    if (is_command_line(line)) result += "| ";
    result += without_commands(line, " ");
    result += end;
  });
  return result;
}

std::string log_verbatim(std::string_view text) {
  if (!may_hold_commands(text)) return std::string(text);
  // Not in the text, which has no such run: the runner takes small letters for capitals.
  std::string folded(text);
  std::ranges::transform(folded, folded.begin(), lower);
  const std::string token = "mlfi" + std::string(longest_run(folded, 'x') + 1, 'x');
  const std::string_view end = text.ends_with('\n') ? "" : "\n";
  return fmt::format("::stop-commands::{0}\n{1}{2}::{0}::\n", token, text, end);
}

}  // namespace mlfix
