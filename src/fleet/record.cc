// Enumerations are written as numbers: a record is read by the version that wrote it. Bytes
// of names that are no UTF-8, which JSON can't carry, are written in hexadecimal.

#include "fleet/record.h"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/settled_verdict.h"
#include "semantic/knowledge/meanings.h"
#include "text/digest.h"
#include "text/json_nesting.h"
#include "text/source_file.h"

namespace mlfix {
namespace {

using SortedJson = nlohmann::json;
namespace fs = std::filesystem;

// kRecordBegin, 0123456789abcdef", and then the rest.
constexpr std::size_t kDigits = 16;
constexpr std::string_view kAfterCheck = "\",";

// A line with the right checksum that says what cannot be.
class Malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void require(bool holds, const char* what) {
  if (!holds) throw Malformed(what);
}

// ---- writing ----

SortedJson text_json(std::string_view text) {
  if (utf8::is_valid(text.begin(), text.end())) return text;
  std::string digits;
  for (const unsigned char c : text) digits += fmt::format("{:02x}", c);
  return {{"hex", std::move(digits)}};
}

SortedJson path_json(const fs::path& path) {
  return text_json(path.string());
}

template <typename Values, typename Write>
SortedJson list_json(const Values& values, Write write) {
  SortedJson list = SortedJson::array();
  for (const auto& value : values) list.push_back(write(value));
  return list;
}

template <typename T>
SortedJson number_json(T value) {
  return static_cast<unsigned>(value);
}

SortedJson range_json(TextRange range) {
  return SortedJson::array({range.begin, range.end});
}

SortedJson edit_json(const Edit& edit) {
  return SortedJson::array({edit.begin, edit.end, edit.text});
}

SortedJson error_record(const Error& error) {
  return SortedJson::array({number_json(error.kind), text_json(error.path), error.line,
                            text_json(error.message), text_json(error.remedy)});
}

SortedJson reason_json(const Reason& reason) {
  return SortedJson::array({reason.range.begin, reason.range.end, text_json(reason.text)});
}

SortedJson step_json(const WayStep& step) {
  if (!step.is_elsewhere()) return reason_json({step.range, step.text});
  return SortedJson::array(
      {text_json(step.path), step.position.line, step.position.column, text_json(step.text)});
}

SortedJson assumption_json(const Assumption& assumption) {
  return SortedJson::array({info_of(assumption.kind).name, text_json(assumption.text)});
}

SortedJson identity_json(const Identity& identity) {
  return SortedJson::array({text_json(identity.path), identity.scope, identity.statement,
                            identity.ordinal, identity.fingerprint});
}

SortedJson finding_json(const FileFinding& found, const Registry& registry) {
  const Finding& finding = found.finding;
  SortedJson json = {{"rule", registry.rules()[finding.rule].name},
                     {"severity", number_json(finding.severity)},
                     {"confidence", number_json(finding.confidence)},
                     {"growth", number_json(finding.growth)},
                     {"range", range_json(finding.range)},
                     {"message", text_json(finding.message)},
                     {"why", list_json(finding.why, reason_json)},
                     {"way", list_json(finding.way.steps(), step_json)},
                     {"identity", identity_json(found.identity)},
                     {"applied", found.applied},
                     {"remains", found.remains},
                     {"suppressed", found.suppressed},
                     {"later", found.later},
                     {"withheld", found.withheld},
                     {"edits", list_json(found.edits, edit_json)}};
  if (!finding.fix) return json;
  const Verdict& verdict = finding.fix->verdict();
  json["fix"] = SortedJson::array({number_json(verdict.applicability()), finding.fix->title,
                                   list_json(verdict.assumptions(), assumption_json)});
  return json;
}

SortedJson abstention_json(const Abstention& abstention, const Registry& registry) {
  return {{"rule", registry.rules()[abstention.rule].name},
          {"range", range_json(abstention.range)},
          {"fact", text_json(abstention.fact)},
          {"because", abstention.because ? range_json(*abstention.because) : SortedJson(nullptr)}};
}

SortedJson report_json(const FileReport& report, const Registry& registry) {
  const FileResult& result = report.result;
  return {{"notebook", report.wrapping.has_value()},
          {"changed", result.changed},
          {"edits", list_json(result.fixed_edits, edit_json)},
          {"findings",
           list_json(result.findings, [&](const auto& f) { return finding_json(f, registry); })},
          {"abstained", list_json(result.abstentions,
                                  [&](const auto& a) { return abstention_json(a, registry); })},
          {"unknown", list_json(result.unknown_suppressions, [](const auto& unknown) {
             return SortedJson::array({unknown.line, unknown.name});
           })}};
}

SortedJson outcome_json(const FileOutcome& outcome, const Registry& registry) {
  SortedJson json = {{"read", outcome.read},
                     {"analysed", outcome.analysed},
                     {"elsewhere", outcome.elsewhere},
                     {"errors", list_json(outcome.errors, error_record)},
                     {"known", outcome.known},
                     {"skipped", list_json(outcome.skipped, [](const SkippedCell& cell) {
                        return SortedJson::array({cell.number, text_json(cell.reason)});
                      })}};
  if (outcome.report) json["report"] = report_json(*outcome.report, registry);
  return json;
}

SortedJson run_json(const RunIdentity& run) {
  return {{"version", run.version},
          {"settings", run.settings},
          {"baseline", run.baseline},
          {"files", run.files},
          {"paths", list_json(run.paths, path_json)},
          {"count", run.count},
          {"errors", list_json(run.errors, error_record)},
          {"action", number_json(run.action)},
          {"show_abstained", run.show_abstained},
          {"add_ignore", run.add_ignore},
          {"staged", run.staged},
          {"changed_lines", run.changed_lines},
          {"folder", path_json(run.folder)},
          {"project", path_json(run.project)}};
}

std::string tagged_line(std::string_view kind, SortedJson json) {
  const std::string body = SortedJson{{std::string(kind), std::move(json)}}.dump();
  const std::string_view rest = std::string_view(body).substr(1);  // without the brace
  return fmt::format("{}{}{}{}\n", kRecordBegin, digest(rest), kAfterCheck, rest);
}

// ---- reading ----

std::string text_of(const SortedJson& json) {
  if (json.is_string()) return json.get<std::string>();
  const std::string digits = json.at("hex").get<std::string>();
  std::string text;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned byte = 0;
    const char* begin = digits.data() + i;
    require(std::from_chars(begin, begin + 2, byte, 16).ptr == begin + 2, "odd bytes");
    text += static_cast<char>(byte);
  }
  return text;
}

template <typename Read>
auto list_of(const SortedJson& json, Read read) {
  std::vector<decltype(read(json))> values;
  require(json.is_array(), "no list");
  values.reserve(json.size());
  for (const SortedJson& value : json) values.push_back(read(value));
  return values;
}

template <typename T>
T number_of(const SortedJson& json, T last) {
  const auto number = json.get<unsigned>();
  require(number <= static_cast<unsigned>(last), "unknown word");
  return static_cast<T>(number);
}

// Ranges are read against the analysed text that they are of, which outlives the reader.
class RangeReader {
 public:
  explicit RangeReader(const SourceFile& file) : file_(file) {}

  TextRange operator()(const SortedJson& json) const {
    const TextRange range{json.at(0).get<Offset>(), json.at(1).get<Offset>()};
    require(range.begin <= range.end && range.end <= file_.text.size(), "a place beyond the text");
    return range;
  }

  Edit edit(const SortedJson& json) const {
    const TextRange range = (*this)(json);
    return {range.begin, range.end, json.at(2).get<std::string>()};
  }

  // As apply_edits wants them.
  std::vector<Edit> edits(const SortedJson& json) const {
    auto edits = list_of(json, [&](const SortedJson& value) { return edit(value); });
    Offset end = 0;
    for (const Edit& one : edits) {
      require(one.begin >= end, "edits that overlap");
      end = one.end;
    }
    require(file_.cells.empty() || file_.cells.allow(edits), "edits across cells");
    return edits;
  }

 private:
  const SourceFile& file_;
};

Error error_of(const SortedJson& json) {
  return {number_of(json.at(0), ErrorKind::Internal), text_of(json.at(1)),
          json.at(2).get<std::uint32_t>(), text_of(json.at(3)), text_of(json.at(4))};
}

Identity identity_of(const SortedJson& json) {
  return {text_of(json.at(0)), json.at(1).get<std::string>(), json.at(2).get<std::string>(),
          json.at(3).get<std::uint32_t>(), json.at(4).get<std::string>()};
}

std::uint32_t rule_of(const SortedJson& json, const Registry& registry) {
  const auto rule = registry.find(json.get<std::string>());
  require(rule.has_value(), "unknown rule");
  return *rule;
}

Assumption assumption_of(const SortedJson& json) {
  const AssumptionInfo* kind = assumption_named(json.at(0).get<std::string>());
  require(kind != nullptr, "unknown assumption");
  return {kind->kind, text_of(json.at(1))};
}

Verdict verdict_of(const SortedJson& fix) {
  const Applicability level = number_of(fix.at(0), Applicability::Suggestion);
  Verdict verdict = recorded_verdict(level, list_of(fix.at(2), assumption_of));
  require(verdict.applicability() == level, "a level without its reasons");
  return verdict;
}

// A step in another file has one entry more.
WayStep step_of(const SortedJson& json, const RangeReader& ranges) {
  if (json.size() == 3) return {ranges(json), {}, {}, text_of(json.at(2))};
  WayStep step{{},
               text_of(json.at(0)),
               {json.at(1).get<std::uint32_t>(), json.at(2).get<std::uint32_t>()},
               text_of(json.at(3))};
  require(step.is_elsewhere(), "a step in no file");
  return step;
}

FileFinding finding_of(const SortedJson& json, const Registry& registry,
                       const RangeReader& ranges) {
  FileFinding found;
  Finding& finding = found.finding;
  finding.rule = rule_of(json.at("rule"), registry);
  finding.severity = number_of(json.at("severity"), Severity::High);
  finding.confidence = number_of(json.at("confidence"), Confidence::High);
  finding.growth = number_of(json.at("growth"), Growth::Quadratic);
  finding.range = ranges(json.at("range"));
  finding.message = text_of(json.at("message"));
  finding.why = list_of(json.at("why"), [&](const SortedJson& why) {
    return Reason{ranges(why), text_of(why.at(2))};
  });
  finding.way =
      Way(list_of(json.at("way"), [&](const SortedJson& step) { return step_of(step, ranges); }));
  if (json.contains("fix")) {
    const SortedJson& fix = json["fix"];
    finding.fix = Fix(fix.at(1).get<std::string>(), {}, verdict_of(fix));
  }
  found.identity = identity_of(json.at("identity"));
  found.applied = json.at("applied").get<bool>();
  found.remains = json.at("remains").get<bool>();
  found.suppressed = json.at("suppressed").get<bool>();
  found.later = json.at("later").get<bool>();
  found.withheld = json.at("withheld").get<std::string>();
  found.edits = ranges.edits(json.at("edits"));
  return found;
}

Abstention abstention_of(const SortedJson& json, const Registry& registry,
                         const RangeReader& ranges) {
  Abstention abstention{rule_of(json.at("rule"), registry), ranges(json.at("range")),
                        text_of(json.at("fact")), std::nullopt};
  if (!json.at("because").is_null()) abstention.because = ranges(json["because"]);
  return abstention;
}

FileResult result_of(const SortedJson& json, const Registry& registry, const SourceFile& analysed) {
  const RangeReader ranges(analysed);
  FileResult result;
  result.findings = list_of(json.at("findings"), [&](const SortedJson& finding) {
    return finding_of(finding, registry, ranges);
  });
  result.abstentions = list_of(json.at("abstained"), [&](const SortedJson& abstention) {
    return abstention_of(abstention, registry, ranges);
  });
  result.unknown_suppressions = list_of(json.at("unknown"), [&](const SortedJson& unknown) {
    const auto line = unknown.at(0).get<std::uint32_t>();
    require(line >= 1 && line <= analysed.lines.line_count(), "a line beyond the text");
    return UnknownSuppression{line, unknown.at(1).get<std::string>()};
  });
  result.changed = json.at("changed").get<bool>();
  result.fixed_edits = ranges.edits(json.at("edits"));
  result.analysed = true;
  return result;
}

FileReport report_of(const SortedJson& json, SourceFile file, const Registry& registry,
                     Parser& parser) {
  if (json.at("notebook").get<bool>()) {
    const auto notebook = Notebook::read(file, parser);
    require(notebook.has_value(), "a text that is no notebook");
    FileResult result = result_of(json, registry, notebook->module());
    return report_of_notebook(*notebook, std::move(file), std::move(result));
  }
  FileResult result = result_of(json, registry, file);
  return report_of_module(std::move(file), std::move(result));
}

// All of it but the report, which needs the text.
FileOutcome outcome_of(const SortedJson& json) {
  FileOutcome outcome;
  outcome.read = json.at("read").get<bool>();
  outcome.analysed = json.at("analysed").get<bool>();
  outcome.elsewhere = json.at("elsewhere").get<std::size_t>();
  outcome.errors = list_of(json.at("errors"), error_of);
  outcome.known =
      list_of(json.at("known"), [](const SortedJson& known) { return known.get<std::string>(); });
  outcome.skipped = list_of(json.at("skipped"), [](const SortedJson& cell) {
    return SkippedCell{cell.at(0).get<std::uint32_t>(), text_of(cell.at(1))};
  });
  return outcome;
}

RunIdentity run_identity_of(const SortedJson& json) {
  RunIdentity run;
  run.version = json.at("version").get<std::string>();
  run.settings = json.at("settings").get<std::string>();
  run.baseline = json.at("baseline").get<std::string>();
  run.files = json.at("files").get<std::string>();
  run.paths =
      list_of(json.at("paths"), [](const SortedJson& path) { return fs::path(text_of(path)); });
  run.count = json.at("count").get<std::size_t>();
  run.errors = list_of(json.at("errors"), error_of);
  run.action = number_of(json.at("action"), Action::Diff);  // no shard writes files
  run.show_abstained = json.at("show_abstained").get<bool>();
  run.add_ignore = json.at("add_ignore").get<bool>();
  run.staged = json.at("staged").get<bool>();
  run.changed_lines = json.at("changed_lines").get<bool>();
  run.folder = text_of(json.at("folder"));
  run.project = text_of(json.at("project"));
  return run;
}

RecordHead head_of(const SortedJson& json) {
  const auto shard = parse_shard(json.at("shard").get<std::string>());
  require(shard.has_value(), "no shard");
  return {run_identity_of(json.at("run")), *shard};
}

RecordedFile file_of(const SortedJson& json, const Registry& registry, Parser& parser) {
  RecordedFile file;
  file.index = json.at("index").get<std::size_t>();
  file.path = text_of(json.at("path"));
  file.outcome = outcome_of(json);
  if (json.contains("report")) {
    auto source = make_source_file(file.path, json.at("text").get<std::string>());
    require(source.has_value(), "a text that is no source");
    file.outcome.report = report_of(json["report"], std::move(*source), registry, parser);
  }
  return file;
}

tl::unexpected<Error> refused(std::string why) {
  return tl::unexpected(Error{ErrorKind::Refused, {}, 0, std::move(why), {}});
}

bool has_right_digest(std::string_view line) {
  const std::size_t begin = kRecordBegin.size() + kDigits;
  if (line.size() < begin + kAfterCheck.size() || !line.starts_with(kRecordBegin)) return false;
  if (line.substr(begin, kAfterCheck.size()) != kAfterCheck) return false;
  return digest(line.substr(begin + kAfterCheck.size())) ==
         line.substr(kRecordBegin.size(), kDigits);
}

}  // namespace

std::string difference(const RunIdentity& a, const RunIdentity& b) {
  if (a.version != b.version) return "versions of mlfix";
  if (a.paths != b.paths) return "paths";
  if (a.settings != b.settings) return "settings";
  if (a.baseline != b.baseline) return "baselines";
  if (a.files != b.files || a.count != b.count) return "files";
  if (a.errors != b.errors) return "errors";
  const bool same_options = a.action == b.action && a.show_abstained == b.show_abstained &&
                            a.add_ignore == b.add_ignore && a.staged == b.staged &&
                            a.changed_lines == b.changed_lines;
  return same_options ? "" : "options";
}

std::string record_line(const RecordHead& head) {
  return tagged_line("mlfix", {{"shard", to_string(head.shard)}, {"run", run_json(head.run)}});
}

std::string record_line(const RecordedFile& file, const Registry& registry) {
  SortedJson json = outcome_json(file.outcome, registry);
  json["index"] = file.index;
  json["path"] = path_json(file.path);
  if (file.outcome.report) json["text"] = file.outcome.report->text();
  return tagged_line("file", std::move(json));
}

std::string record_line(const RecordEnd& end) {
  return tagged_line("end", {{"files", end.files}});
}

Result<RecordLine> parse_record_line(std::string_view line, const Registry& registry,
                                     Parser& parser) {
  if (!has_right_digest(line) || json_nesting(line) > kDeepestJson) {
    return refused("is no whole line of a record");
  }
  try {
    const SortedJson json = SortedJson::parse(line);
    if (json.contains("mlfix")) return head_of(json["mlfix"]);
    if (json.contains("file")) return file_of(json["file"], registry, parser);
    return RecordEnd{json.at("end").at("files").get<std::size_t>()};
  } catch (const Malformed& malformed) {
    return refused(fmt::format("holds {}", malformed.what()));
  } catch (const SortedJson::exception&) {
    return refused("is no line of a record of this version");
  }
}

std::string outcome_text(const FileOutcome& outcome, const Registry& registry) {
  return outcome_json(outcome, registry).dump();
}

std::optional<FileOutcome> parse_outcome(std::string_view text, const SourceFile& file,
                                         const Registry& registry, Parser& parser) {
  if (json_nesting(text) > kDeepestJson) return std::nullopt;
  try {
    const SortedJson json = SortedJson::parse(text);
    FileOutcome outcome = outcome_of(json);
    if (json.contains("report")) {
      outcome.report = report_of(json["report"], file, registry, parser);
    }
    return outcome;
  } catch (const Malformed&) {
    return std::nullopt;
  } catch (const SortedJson::exception&) {
    return std::nullopt;
  }
}

}  // namespace mlfix
