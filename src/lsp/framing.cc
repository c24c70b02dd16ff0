// Header blocks end with an empty line, which no JSON text has inside: after
// rubbish the reader finds its way back at the next one. Rubbish without a line end, and the
// body of a message that was not understood, stand before the next header's name.

#include "lsp/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "text/characters.h"

namespace mlfix::lsp {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadersEnd = "\r\n\r\n";
constexpr std::size_t kMostHeaderBytes = 8u << 10;

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool ends_with_word(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && same_word(text.substr(text.size() - word.size()), word);
}

constexpr std::string_view kPadding = " \t";

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::size_t> content_length(std::string_view headers) {
  while (!headers.empty()) {
    const std::string_view line = headers.substr(0, headers.find(kLineEnd));
    headers.remove_prefix(std::min(line.size() + kLineEnd.size(), headers.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (ends_with_word(trimmed(line.substr(0, colon), kPadding), "Content-Length")) {
      return number(trimmed(line.substr(colon + 1), kPadding));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Frame> FrameReader::next() {
  if (skipped_ > 0) {
    const std::size_t gone = std::min(skipped_, waiting_.size());
    waiting_.erase(0, gone);
    skipped_ -= gone;
    if (skipped_ > 0) return std::nullopt;
  }
  if (!body_size_) {
    if (auto problem = read_headers()) return problem;
  }
  return body_size_ ? read_body() : std::nullopt;
}

std::optional<Frame> FrameReader::read_headers() {
  const std::size_t end = waiting_.find(kHeadersEnd);
  if (end == std::string::npos) {
    if (waiting_.size() <= kMostHeaderBytes) return std::nullopt;
    // The empty line may have begun already.
    waiting_.erase(0, waiting_.size() - (kHeadersEnd.size() - 1));
    return Frame{{}, "the headers of a message have no end"};
  }
  const auto size = content_length(std::string_view(waiting_).substr(0, end));
  waiting_.erase(0, end + kHeadersEnd.size());
  if (!size) return Frame{{}, "a message has no Content-Length that is a number"};
  if (*size > most_bytes_) {
    skipped_ = *size;
    return Frame{{},
                 fmt::format("a message of {} bytes is longer than the {} that are read", *size,
                             most_bytes_)};
  }
  body_size_ = size;
  return std::nullopt;
}

std::optional<Frame> FrameReader::read_body() {
  if (waiting_.size() < *body_size_) return std::nullopt;
  Frame frame{waiting_.substr(0, *body_size_), {}};
  waiting_.erase(0, *body_size_);
  body_size_.reset();
  return frame;
}

std::string framed(std::string_view body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace mlfix::lsp
