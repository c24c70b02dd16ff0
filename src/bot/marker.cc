// Words with "=" between two fixed ends: nothing in it can end an HTML comment,
// and a leading version lets a later format be told from this one.

#include "bot/marker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "text/characters.h"
#include "text/digest.h"

namespace mlfix {
namespace {

constexpr std::string_view kBegin = "<!-- mlfix-bot v=1 ";
constexpr std::string_view kMarkerEnd = " -->";
constexpr std::size_t kMostFindings = 1500;  // in a marker, which has to fit a description

std::string_view value_of(std::string_view words, std::string_view key) {
  const std::string start = fmt::format("{}=", key);
  std::size_t at = words.starts_with(start) ? 0 : words.find(' ' + start);
  if (at == std::string_view::npos) return {};
  if (at > 0) ++at;
  const std::string_view rest = words.substr(at + start.size());
  return rest.substr(0, rest.find(' '));
}

std::set<std::string> split(std::string_view list) {
  std::set<std::string> result;
  while (!list.empty()) result.emplace(take_until(list, ','));
  return result;
}

}  // namespace

std::string marker_line(const Marker& marker) {
  std::vector<std::string> findings(marker.findings.begin(), marker.findings.end());
  if (findings.size() > kMostFindings) findings.resize(kMostFindings);
  return fmt::format("{}fingerprint={} text={} new={} closed-by-bot={} findings={}{}", kBegin,
                     marker.fingerprint, marker.text, marker.is_new ? "yes" : "no",
                     marker.closed_by_bot ? "yes" : "no", fmt::join(findings, ","), kMarkerEnd);
}

std::optional<Marker> find_marker(std::string_view body) {
  const std::size_t at = body.rfind(kBegin);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view words = body.substr(at + kBegin.size());
  const std::size_t end = words.find(kMarkerEnd);
  if (end == std::string_view::npos) return std::nullopt;
  words = words.substr(0, end);
  Marker marker;
  marker.fingerprint = value_of(words, "fingerprint");
  marker.text = value_of(words, "text");
  marker.findings = split(value_of(words, "findings"));
  marker.is_new = value_of(words, "new") == "yes";
  marker.closed_by_bot = value_of(words, "closed-by-bot") == "yes";
  if (marker.fingerprint.empty()) return std::nullopt;
  return marker;
}

std::string hash_of_description(std::string_view text) {
  return digest(text);
}

std::string with_marker(std::string_view text, const Marker& marker) {
  return fmt::format("{}\n\n{}\n", text, marker_line(marker));
}

std::string without_marker(std::string_view body) {
  const std::size_t at = body.rfind(kBegin);
  std::string text(body.substr(0, at));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

std::string fingerprint_of_all(const std::set<std::string>& findings) {
  return digest(fmt::format("{}", fmt::join(findings, ",")));
}

}  // namespace mlfix
