// Reads a file and refuses what later stages would misread without noticing:
// the parser reports no error for invalid UTF-8 inside a string, and a lone
// carriage return after a comment swallows the code after it. A text that
// passes is exactly the file's bytes, byte order mark and line ends included.
#include "text/source_file.h"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "text/characters.h"
#include "text/regular_file.h"
#include "text/source_text.h"

namespace mlfix {
namespace {

constexpr int kMaxEmptyContinuations = 200;

using std::filesystem::path;

constexpr std::string_view kGeneratedRemedy = "generated files are best excluded";

Error refusal(std::string message, std::string remedy, std::uint32_t line = 0) {
  return {ErrorKind::Refused, {}, line, std::move(message), std::move(remedy)};
}

Error too_large() {
  return refusal(fmt::format("larger than {} MiB", kMaxFileSize >> 20),
                 std::string(kGeneratedRemedy));
}

std::uint32_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

// The length of a prefix without bytes above 0x7F, short of the longest one by
// a few bytes at most. Most files have no other bytes, so words are compared.
std::size_t ascii_prefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  std::size_t size = 0;
  std::uint64_t word = 0;
  while (text.size() - size >= sizeof word) {
    std::memcpy(&word, text.data() + size, sizeof word);
    if ((word & kHighBits) != 0) break;
    size += sizeof word;
  }
  return size;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// What a coding cookie (PEP 263) says, as far as mlfix can act on it.
enum class Encoding : std::uint8_t {
  Utf8,
  Ascii,
  AsciiSuperset,  // bytes below 0x80 mean what they mean in ASCII
  Other,
};

struct Cookie {
  std::string name;  // as it is spelled in the file
  std::uint32_t line = 0;
  Encoding encoding = Encoding::Other;
};

Encoding encoding_of(std::string name) {
  constexpr std::array<std::string_view, 5> kUtf8 = {"utf-8", "utf8", "utf", "u8", "utf-8-sig"};
  constexpr std::array<std::string_view, 3> kAscii = {"ascii", "us-ascii", "646"};
  constexpr std::array<std::string_view, 6> kSupersets = {"latin-1", "latin1",       "l1",
                                                          "cp1252",  "windows-1252", "iso-latin-1"};
  for (char& c : name) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto among = [&name](const auto& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  // Editors append line-end variants: utf-8-unix, latin-1-dos.
  if (among(kUtf8) || name.starts_with("utf-8-")) return Encoding::Utf8;
  if (among(kAscii)) return Encoding::Ascii;
  const bool superset = among(kSupersets) || name.starts_with("latin-1-") ||
                        name.starts_with("iso-8859-") || name.starts_with("iso8859-");
  return superset ? Encoding::AsciiSuperset : Encoding::Other;
}

bool is_codec_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

// The name in `coding: name` or `coding=name` within a comment line.
std::optional<std::string> cookie_name(std::string_view line) {
  constexpr std::string_view kWord = "coding";
  const std::size_t start = line.find_first_not_of(" \t\f");
  if (start == std::string_view::npos || line[start] != '#') return std::nullopt;
  for (auto at = line.find(kWord, start); at != std::string_view::npos;
       at = line.find(kWord, at + 1)) {
    std::string_view rest = line.substr(at + kWord.size());
    if (rest.empty() || (rest.front() != ':' && rest.front() != '=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_codec_byte);
    if (end != rest.begin()) return std::string(rest.begin(), end);
  }
  return std::nullopt;
}

bool is_blank_or_comment(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\f\r");
  return start == std::string_view::npos || line[start] == '#';
}

// The cookie stands on the first line, or on the second when the first has no
// code.
std::optional<Cookie> find_cookie(std::string_view text) {
  text.remove_prefix(mark_size(text));
  for (std::uint32_t line = 1; line <= 2; ++line) {
    const std::string_view current = text.substr(0, text.find('\n'));
    if (auto name = cookie_name(current)) return Cookie{*name, line, encoding_of(*name)};
    if (!is_blank_or_comment(current) || current.size() == text.size()) return std::nullopt;
    text.remove_prefix(current.size() + 1);
  }
  return std::nullopt;
}

std::optional<Error> check_cookie(std::string_view text) {
  const std::optional<Cookie> cookie = find_cookie(text);
  if (!cookie || cookie->encoding == Encoding::Utf8) return std::nullopt;
  if (text.starts_with(kByteOrderMark)) {
    return refusal(fmt::format("declares the encoding {} but starts with a UTF-8 byte order mark",
                               cookie->name),
                   "remove one of the two: Python refuses this file too", cookie->line);
  }
  const bool readable = cookie->encoding != Encoding::Other && is_ascii(text);
  if (readable) return std::nullopt;
  if (cookie->encoding == Encoding::Ascii) {
    return refusal(fmt::format("declares the encoding {} but has other characters", cookie->name),
                   "declare utf-8: Python refuses this file too", cookie->line);
  }
  return refusal(fmt::format("declares the encoding {}; mlfix reads UTF-8 only", cookie->name),
                 "convert the file to UTF-8 and remove the declaration", cookie->line);
}

// Where the text stops being UTF-8, or its size. Between runs of ASCII, which most
// texts are, no character is cut in two, so each run of others is judged alone.
std::size_t first_invalid_byte(std::string_view text) {
  const auto is_ascii_byte = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  const auto* const end = text.data() + text.size();
  const auto* at = text.data();
  while (true) {
    at += ascii_prefix({at, static_cast<std::size_t>(end - at)});
    at = std::find_if_not(at, end, is_ascii_byte);
    if (at == end) return text.size();
    const auto* const after = std::find_if(at, end, is_ascii_byte);
    const auto* const invalid = utf8::find_invalid(at, after);
    if (invalid != after) return static_cast<std::size_t>(invalid - text.data());
    at = after;
  }
}

std::optional<Error> check_utf8(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return refusal("encoded as UTF-16", "convert the file to UTF-8");
  }
  const std::size_t offset = first_invalid_byte(text);
  if (offset == text.size()) return std::nullopt;
  const char invalid = text[offset];
  return refusal(fmt::format("invalid UTF-8 (byte 0x{:02X})", static_cast<unsigned char>(invalid)),
                 "convert the file to UTF-8", line_of(text, offset));
}

std::optional<Error> check_bytes(std::string_view text) {
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    return refusal("has a NUL byte", "is this a Python source file?", line_of(text, nul));
  }
  for (auto at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '\n') continue;
    return refusal("has a carriage return without a line feed", "convert its line ends to LF",
                   line_of(text, at));
  }
  return std::nullopt;
}

// Where more continued lines without code stand in a row than anybody writes: the parser reads
// all that follow again at each of them.
std::optional<std::size_t> continued_without_end(std::string_view text) {
  int lines = 0;
  std::size_t line_end = 0;
  for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const std::string_view after = text.substr(at + 1, 2);
    if (!after.starts_with('\n') && after != "\r\n") continue;
    const std::string_view between = text.substr(line_end, at - line_end);
    const bool is_empty = between.find_first_not_of(" \t\f") == std::string_view::npos;
    lines = is_empty ? lines + 1 : 0;
    if (lines > kMaxEmptyContinuations) return at;
    line_end = at + (after.starts_with('\n') ? 2 : 3);
  }
  return std::nullopt;
}

std::optional<Error> validate(std::string_view text) {
  if (text.size() > kMaxFileSize) return too_large();
  if (auto error = check_cookie(text)) return error;
  if (auto error = check_utf8(text)) return error;
  if (const auto at = continued_without_end(text)) {
    return refusal("continues empty lines more than 200 times in a row",
                   "remove the backslashes without code", line_of(text, *at));
  }
  return check_bytes(text);
}

tl::unexpected<Error> with_path(Error error, const path& path) {
  error.path = path.string();
  return tl::unexpected(std::move(error));
}

constexpr FileWish kSourceWish = {kMaxFileSize, "name a Python file", kGeneratedRemedy};

}  // namespace

std::uint64_t hash_text(std::string_view text) {
  constexpr std::uint64_t kOffsetBasis = 0xcbf29ce484222325u;
  constexpr std::uint64_t kPrime = 0x100000001b3u;
  std::uint64_t hash = kOffsetBasis;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

std::uint64_t size_on_disk(const path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : size;
}

Result<SourceFile> make_source_file(path shown_path, std::string text) {
  if (auto error = validate(text)) return with_path(std::move(*error), shown_path);
  LineTable lines(text);
  return SourceFile{std::move(shown_path), std::move(text), std::move(lines), {}, {}};
}

Result<SourceFile> read_source_file(const path& path) {
  return read_source_file(path, system_files());
}

Result<SourceFile> read_source_file(const path& path, FileSystem& files) {
  auto read = read_regular_file(files, path, kSourceWish);
  if (!read) return tl::unexpected(std::move(read.error()));
  auto file = make_source_file(path, std::move(read->bytes));
  if (!file) return file;
  const FileStatus& status = read->status;
  file->identity = {status.device, status.inode, status.size, status.mtime_ns,
                    hash_text(file->text)};
  return file;
}

Result<std::string> read_source_text(const path& path) {
  auto read = read_regular_file(system_files(), path, kSourceWish);
  if (!read) return tl::unexpected(std::move(read.error()));
  if (auto error = validate(read->bytes)) return with_path(std::move(*error), path);
  return std::move(read->bytes);
}

}  // namespace mlfix
