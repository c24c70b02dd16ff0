// One entry a line and a fixed order make the file easy to review and to merge:
// two branches that add findings conflict only where they touch the same code.

#include "adoption/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <tuple>

#include "text/file_writer.h"
#include "text/foreign_text.h"
#include "text/json_nesting.h"
#include "text/new_file.h"
#include "text/shortened.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;  // to write: it keeps the order
using Document = nlohmann::json;      // to read: finds keys by bisection, however many there are
namespace fs = std::filesystem;

constexpr int kVersion = 1;

Error malformed(const fs::path& path, std::uint32_t line, std::string message) {
  return {ErrorKind::Configuration, path.string(), line, std::move(message),
          "write the file again with --write-baseline"};
}

std::uint32_t line_at(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  return static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n'));
}

std::string word(const Document& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : "";
}

// Does the text of the line that a broken merge leaves tell so?
bool has_conflict_marks(std::string_view text) {
  return text.find("\n<<<<<<< ") != std::string_view::npos;
}

auto order_of(const BaselineEntry& e) {
  return std::tie(e.path, e.rule, e.scope, e.statement, e.fingerprint);
}

}  // namespace

std::set<std::string, std::less<>> Baseline::fingerprints() const {
  std::set<std::string, std::less<>> all;
  for (const BaselineEntry& entry : entries) all.insert(entry.fingerprint);
  return all;
}

std::vector<BaselineEntry> Baseline::stale(
    const std::set<std::string, std::less<>>& met,
    const std::function<bool(const BaselineEntry&)>& in_scope) const {
  std::vector<BaselineEntry> result;
  for (const BaselineEntry& entry : entries) {
    if (!met.contains(entry.fingerprint) && in_scope(entry)) result.push_back(entry);
  }
  return result;
}

BaselineEntry entry_of(const FileFinding& found, std::string_view rule) {
  const Identity& identity = found.identity;
  return {identity.path, std::string(rule), identity.scope, shortened(identity.statement),
          identity.fingerprint};
}

Result<Baseline> parse_baseline(std::string_view text, const fs::path& path) {
  if (json_nesting(text) > kDeepestJson) {
    return tl::unexpected(malformed(path, 0, "is nested too deeply for a baseline"));
  }
  Document document;
  try {
    document = Document::parse(text);
  } catch (const Document::parse_error& error) {
    const bool merge = has_conflict_marks(text);
    return tl::unexpected(malformed(path, line_at(text, error.byte),
                                    merge ? "has unresolved merge conflicts" : "is no valid JSON"));
  } catch (const Document::exception&) {
    return tl::unexpected(malformed(path, 0, "has a number that nothing can hold"));
  }
  const auto version = document.is_object() ? document.find("version") : document.end();
  const auto findings = document.is_object() ? document.find("findings") : document.end();
  if (version == document.end() || !version->is_number_integer() || findings == document.end() ||
      !findings->is_array()) {
    return tl::unexpected(malformed(path, 1, "is no baseline of mlfix"));
  }
  if (*version != kVersion) {
    return tl::unexpected(malformed(path, 1,
                                    fmt::format("is a baseline of version {}, this mlfix reads {}",
                                                version->get<std::int64_t>(), kVersion)));
  }
  Baseline baseline;
  for (const Document& entry : *findings) {
    BaselineEntry& read = baseline.entries.emplace_back();
    if (entry.is_object()) {
      read = {word(entry, "path"), word(entry, "rule"), word(entry, "scope"),
              word(entry, "statement"), word(entry, "fingerprint")};
    }
    if (read.path.empty() || read.rule.empty() || read.fingerprint.empty()) {
      return tl::unexpected(malformed(
          path, 0,
          fmt::format("entry {} lacks its path, rule or fingerprint", baseline.entries.size())));
    }
  }
  return baseline;
}

Result<Baseline> read_baseline(const fs::path& path) {
  const auto file = read_source_file(path);
  if (file) return parse_baseline(file->text, path);
  Error error = file.error();
  error.remedy = "make it with --write-baseline";
  return tl::unexpected(std::move(error));
}

std::string baseline_text(Baseline baseline) {
  std::ranges::sort(baseline.entries, {}, order_of);
  const auto repeated = std::unique(baseline.entries.begin(), baseline.entries.end());
  baseline.entries.erase(repeated, baseline.entries.end());
  std::string text = fmt::format("{{\n  \"version\": {},\n  \"findings\": [", kVersion);
  std::string_view separator = "\n";
  for (const BaselineEntry& entry : baseline.entries) {
    const Json json = {{"path", entry.path},
                       {"rule", entry.rule},
                       {"scope", entry.scope},
                       {"statement", entry.statement},
                       {"fingerprint", entry.fingerprint}};
    text += fmt::format("{}    {}", separator,
                        json_visible(json.dump(-1, ' ', false, Json::error_handler_t::replace)));
    separator = ",\n";
  }
  text += baseline.entries.empty() ? "]\n}\n" : "\n  ]\n}\n";
  return text;
}

Result<void> write_baseline(const fs::path& path, const Baseline& baseline) {
  std::string text = baseline_text(baseline);
  std::error_code unknown;
  if (!fs::exists(path, unknown)) return create_file(path, text);
  const auto old = read_source_file(path);
  if (!old) return tl::unexpected(old.error());
  if (old->text == text) return {};
  FileWriter writer;
  writer.add({path, old->identity, [text = std::move(text)] { return text; }});
  const WriteReport report = writer.commit();
  if (!report.errors.empty()) return tl::unexpected(report.errors.front());
  return {};
}

}  // namespace mlfix
