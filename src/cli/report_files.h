// The reports of --report that go to files.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "cli/session.h"
#include "report/text_report.h"

namespace mlfix {

// What the options say to the formats that print text.
TextOptions text_options(const Options& options, const Paint& paint);

// A file that the user named for us to write, and that a link in the repository or the
// current folder leads out of it: whoever wrote the repository would choose the file.
std::optional<Error> problem_of_links(const std::filesystem::path& file);

// Writes `file` as a whole: a reader sees the old one or the new one. A link that leads
// nowhere is replaced; what is not an ordinary file, such as /dev/stderr, is written to.
Result<void> write_output(const std::filesystem::path& file, std::string_view text);

// A report file that can't be written because its folder is not there, or because of a
// link, found before a long run and not after it.
std::optional<Error> report_file_problem(const Options& options);

// Writes each of them with write_output(). False when one could not be written; the user
// was told why.
bool write_report_files(Session& session, const RunReport& report);

}  // namespace mlfix
