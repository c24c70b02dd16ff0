// The one place that knows all formats.

#include "report/format.h"

#include <algorithm>

#include "report/github_report.h"
#include "report/gitlab_report.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/junit_report.h"
#include "report/markdown_report.h"
#include "report/rdjson_report.h"
#include "report/sarif_report.h"

namespace mlfix {

const std::vector<std::string_view>& format_names() {
  static const std::vector<std::string_view> names = {"text",  "concise",  "json",   "jsonl",
                                                      "sarif", "github",   "gitlab", "rdjson",
                                                      "junit", "markdown", "html"};
  return names;
}

std::string_view format_name(Format format) {
  return format_names()[static_cast<std::size_t>(format)];
}

std::optional<Format> format_named(std::string_view name) {
  const auto& names = format_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Format>(found - names.begin());
}

bool is_for_terminals(Format format) {
  return format == Format::Text || format == Format::Concise;
}

std::string render(Format format, const RunReport& report, const TextOptions& options) {
  switch (format) {
    case Format::Text:
      return text_report(report, options);
    case Format::Concise:
      return concise_report(report, options);
    case Format::Json:
      return json_report(report, {options.show_abstained});
    case Format::Jsonl:
      return jsonl_report(report, {options.show_abstained});
    case Format::Sarif:
      return sarif_report(report);
    case Format::Github:
      return github_report(report);
    case Format::Gitlab:
      return gitlab_report(report);
    case Format::Rdjson:
      return rdjson_report(report);
    case Format::Junit:
      return junit_report(report);
    case Format::Markdown:
      return markdown_report(report);
    case Format::Html:
      return html_report(report);
  }
  return "";
}

}  // namespace mlfix
