// GitHub drops what a step prints beyond ten annotations of a level without a
// word, so the choice is made here and the rest is told.

#include "report/github_report.h"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "report/entries.h"
#include "report/file_text.h"
#include "report/labels.h"
#include "report/messages.h"
#include "report/paths.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

// For each level and step; three levels stay below the 50 that a run may have.
constexpr std::size_t kPerLevel = 10;

// The runner reads a command to the end of its line, and its properties up to
// commas and colons.
std::string escaped(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    const bool special =
        c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    if (special) {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result;
}

std::string_view command_of(Severity severity) {
  if (severity == Severity::High) return "error";
  return severity == Severity::Medium ? "warning" : "notice";
}

// Columns mean something within one line only.
std::string place_properties(const Region& region) {
  std::string text = fmt::format("line={},endLine={}", region.begin.line, region.end.line);
  if (region.begin.line == region.end.line) {
    text += fmt::format(",col={},endColumn={}", region.begin.column, region.end.column);
  }
  return text;
}

std::string annotation(const Entry& entry) {
  const FileText text(*entry.file);
  const std::string path = path_in_project(*entry.report, entry.file->file.path);
  return fmt::format(
      "::{} file={},{},title={}::{}\n", command_of(entry.finding().severity),
      escaped(visible(path), true), place_properties(text.region(text.finding(entry.index))),
      escaped("mlfix " + entry.rule().name, true), escaped(long_message(entry), false));
}

std::string error_annotation(const Error& error) {
  std::string properties = "title=mlfix";
  if (!error.path.empty()) properties += ",file=" + escaped(visible(error.path), true);
  if (error.line > 0) properties += fmt::format(",line={}", error.line);
  const std::string remedy = error.remedy.empty() ? "" : " (" + error.remedy + ")";
  return fmt::format("::error {}::{}\n", properties,
                     escaped(visible(error.message + remedy), false));
}

std::string rest_line(std::size_t rest) {
  if (rest == 0) return "";
  return fmt::format("::notice title=mlfix::{} without an annotation; the report lists them\n",
                     counted(rest, "more finding"));
}

}  // namespace

std::string github_report(const RunReport& report) {
  std::vector<Entry> entries = remaining_entries(report);
  sort_by_cost(entries);
  // One notice is kept for the line that counts the rest.
  std::map<std::string_view, std::size_t> room = {
      {"error", kPerLevel}, {"warning", kPerLevel}, {"notice", kPerLevel - 1}};
  std::string text;
  std::size_t rest = 0;
  // An annotation takes a pass over its file, so those that are left out are not made.
  const auto add = [&](std::string_view level, const auto& make_line) {
    if (room[level] == 0) {
      ++rest;
    } else {
      --room[level];
      text += make_line();
    }
  };
  for (const Error& error : report.errors) add("error", [&] { return error_annotation(error); });
  for (const Entry& entry : entries) {
    add(command_of(entry.finding().severity), [&] { return annotation(entry); });
  }
  return text + rest_line(rest);
}

}  // namespace mlfix
