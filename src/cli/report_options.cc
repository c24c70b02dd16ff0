// A report without a file becomes the main one. The exception are GitHub's
// annotations: lines that its runner picks out of any output, so they may follow
// text.

#include "cli/report_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/refusal.h"
#include "config/suggest.h"

namespace mlfix {
namespace {

Result<Format> understand_format(std::string_view option, const std::string& word) {
  if (const auto named = format_named(word)) return *named;
  const auto& names = format_names();
  const std::vector<std::string> known(names.begin(), names.end());
  return tl::unexpected(
      misuse(fmt::format("{} must be one of {}, not \"{}\"", option, fmt::join(names, ", "), word),
             did_you_mean(word, known)));
}

class Chooser {
 public:
  explicit Chooser(const ReportWords& words) : output_taken_by_(words.output_taken_by) {}

  Result<void> set_format(const std::string& word) {
    const auto format = understand_format("--format", word);
    if (!format) return tl::unexpected(format.error());
    choice_.format = *format;
    main_taken_by_ = "--format " + word;
    return {};
  }

  Result<void> add(const std::string& word) {
    const std::size_t equals = word.find('=');
    const auto format = understand_format("--report", word.substr(0, equals));
    if (!format) return tl::unexpected(format.error());
    const std::string file = equals == std::string::npos ? "-" : word.substr(equals + 1);
    if (file.empty()) {
      return tl::unexpected(misuse(fmt::format("--report {} names no file", word),
                                   fmt::format("write --report {}=FILE", format_name(*format))));
    }
    return file == "-" ? add_printed(*format) : add_file({*format, file});
  }

  ReportChoice take() { return std::move(choice_); }

 private:
  static tl::unexpected<Error> no_room(std::string_view taken_by, Format format) {
    const std::string_view name = format_name(format);
    return tl::unexpected(
        misuse(fmt::format("{} and --report {} can't share standard output", taken_by, name),
               fmt::format("give the report a file: --report {}=FILE", name)));
  }

  Result<void> add_printed(Format format) {
    if (!output_taken_by_.empty()) return no_room(output_taken_by_, format);
    if (format == Format::Github && is_for_terminals(choice_.format)) {
      choice_.annotations = true;
      return {};
    }
    if (!main_taken_by_.empty()) return no_room(main_taken_by_, format);
    if (choice_.annotations && !is_for_terminals(format)) return no_room("--report github", format);
    main_taken_by_ = fmt::format("--report {}", format_name(format));
    choice_.format = format;
    return {};
  }

  Result<void> add_file(ReportFile report) {
    const auto same = [&](const ReportFile& other) { return other.file == report.file; };
    if (std::any_of(choice_.files.begin(), choice_.files.end(), same)) {
      return tl::unexpected(
          misuse(fmt::format("two reports are to be written to {}", report.file.string()),
                 "give each its own file"));
    }
    choice_.files.push_back(std::move(report));
    return {};
  }

  ReportChoice choice_;
  std::string output_taken_by_;
  std::string main_taken_by_;
};

}  // namespace

Result<ReportChoice> choose_reports(const ReportWords& words) {
  Chooser chooser(words);
  if (!words.format.empty()) {
    if (const auto set = chooser.set_format(words.format); !set) return tl::unexpected(set.error());
  }
  for (const std::string& report : words.reports) {
    if (const auto added = chooser.add(report); !added) return tl::unexpected(added.error());
  }
  return chooser.take();
}

}  // namespace mlfix
