// Only what the schema of Jenkins' xUnit plugin and GitLab's reader both know:
// the place is part of a case's name, for names must differ within a suite.

#include "report/junit_report.h"

#include <fmt/format.h>

#include <vector>

#include "report/entries.h"
#include "report/messages.h"
#include "report/paths.h"
#include "report/place.h"
#include "text/foreign_text.h"

namespace mlfix {
namespace {

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
};

std::string counts_text(const Counts& counts) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", counts.tests, counts.failures,
                     counts.errors);
}

std::string suite(const std::string& name, const Counts& counts, const std::string& cases) {
  return fmt::format("  <testsuite name=\"{}\" {} skipped=\"0\" time=\"0\">\n{}  </testsuite>\n",
                     html_text(name), counts_text(counts), cases);
}

std::string failed_case(const Entry& entry, const std::string& path) {
  const Finding& finding = entry.finding();
  const Place at = place_of(entry.file->file, finding.range.begin);
  const std::string name =
      fmt::format("{} ({}, column {})", entry.rule().name,
                  place_text(entry.file->file, finding.range.begin), at.position.column);
  return fmt::format(
      "    <testcase name=\"{}\" classname=\"{}\" time=\"0\">\n"
      "      <failure message=\"{}\" type=\"{}\">{}:{}: {}</failure>\n"
      "    </testcase>\n",
      html_text(name), html_text(path), html_text(finding.message), entry.rule().name,
      html_text(path), at.position.line, xml_escaped(long_message(entry)));
}

std::string error_suite(const std::vector<Error>& errors) {
  std::string cases;
  std::size_t number = 0;
  for (const Error& error : errors) {
    const std::string text = html_text(error.to_string());
    cases += fmt::format(
        "    <testcase name=\"{} {}\" classname=\"mlfix\" time=\"0\">\n"
        "      <error message=\"{}\" type=\"error\">{}</error>\n"
        "    </testcase>\n",
        error.path.empty() ? "run" : html_text(error.path), ++number, text, text);
  }
  return suite("mlfix: errors", {errors.size(), 0, errors.size()}, cases);
}

}  // namespace

std::string junit_report(const RunReport& report) {
  Counts all;
  std::string suites;
  for (const FileReport& file : report.files) {
    const std::string path = path_in_project(report, file.file.path);
    std::string cases;
    Counts counts;
    for (std::size_t i = 0; i < file.result.findings.size(); ++i) {
      const Entry entry{&report, &file, i};
      if (!entry.remains()) continue;
      cases += failed_case(entry, path);
      ++counts.tests;
      ++counts.failures;
    }
    if (counts.tests == 0) continue;
    suites += suite(path, counts, cases);
    all.tests += counts.tests;
    all.failures += counts.failures;
  }
  if (!report.errors.empty()) suites += error_suite(report.errors);
  all.tests += report.errors.size();
  all.errors = report.errors.size();
  if (all.tests == 0) {
    suites = suite("mlfix", {1, 0, 0},
                   "    <testcase name=\"no findings\" classname=\"mlfix\" time=\"0\"/>\n");
    all.tests = 1;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mlfix\" {} "
      "time=\"0\">\n{}</testsuites>\n",
      counts_text(all), suites);
}

}  // namespace mlfix
