// One small reader per key, as in config_file.cc. What the words mean is compiled by
// src/patterns; here they are only told apart, and bounded: a rule file may be a stranger's, in
// a pull request, so it is as limited as a configuration is, and texts that would do something
// where they are printed are refused.

#include "config/rule_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <system_error>

#include "config/config_reach.h"
#include "config/rule_page.h"
#include "config/suggest.h"
#include "config/words.h"
#include "config/yaml_node.h"
#include "patterns/rule.h"
#include "rewrite/fix.h"
#include "text/characters.h"
#include "text/foreign_text.h"
#include "text/regular_file.h"
#include "text/shortened.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;
using patterns::FixDraft;
using patterns::Operation;
using patterns::Phrase;
using patterns::Relation;
using patterns::RuleDraft;
using patterns::Wanted;
using MaybeError = std::optional<Error>;

constexpr std::uint64_t kMostRuleBytes = 1u << 20;  // of all files of a folder
constexpr std::size_t kMostRuleFiles = 100;
constexpr std::size_t kMostRules = 500;
constexpr std::size_t kMostEntries = 100;    // of one list
constexpr std::size_t kMostReasons = 10;     // of one rule
constexpr std::size_t kMostText = 1u << 10;  // bytes of what each finding says
constexpr FileWish kRuleWish = {kMostRuleBytes, "remove it from the folder of rules",
                                "rules are at most 1 MiB"};

// A rule while it is read.
struct Draft {
  RuleDraft rule;
  PageTexts page;
  std::vector<RuleCase> cases;
};

struct RuleReader {
  const fs::path& file;
  Draft& draft;
};

Error at_node(const RuleReader& reader, const YamlNode& node, std::string message,
              std::string remedy = {}) {
  return yaml_error(reader.file, node, std::move(message), std::move(remedy));
}

// A text without characters that nobody sees.
Result<Phrase> read_phrase(const RuleReader& reader, std::string_view what, const YamlNode& node) {
  if (!node.is_scalar()) {
    return tl::unexpected(at_node(reader, node, fmt::format("\"{}\" must be a text", what),
                                  "put it in quotation marks, or in a block after `|`"));
  }
  if (!has_nothing_hidden(node.text())) {
    return tl::unexpected(at_node(reader, node,
                                  fmt::format("\"{}\" has characters that nobody sees", what),
                                  "remove control characters and changes of direction"));
  }
  return Phrase{std::string(node.text()), node.line()};
}

// One text, or a list.
Result<std::vector<Phrase>> read_phrases(const RuleReader& reader, const YamlEntry& entry) {
  std::vector<Phrase> phrases;
  if (!entry.value.is_sequence()) {
    auto phrase = read_phrase(reader, entry.key, entry.value);
    if (!phrase) return tl::unexpected(std::move(phrase.error()));
    phrases.push_back(std::move(*phrase));
    return phrases;
  }
  if (entry.value.size() > kMostEntries) {
    return tl::unexpected(at_node(
        reader, entry.value,
        fmt::format("\"{}\" has more than {} entries", entry.key, kMostEntries), "split the rule"));
  }
  for (std::size_t i = 0; i < entry.value.size(); ++i) {
    auto phrase = read_phrase(reader, entry.key, entry.value.item(i));
    if (!phrase) return tl::unexpected(std::move(phrase.error()));
    phrases.push_back(std::move(*phrase));
  }
  return phrases;
}

MaybeError read_into(RuleReader& reader, const YamlEntry& entry, Phrase& into) {
  auto phrase = read_phrase(reader, entry.key, entry.value);
  if (!phrase) return std::move(phrase.error());
  into = std::move(*phrase);
  return std::nullopt;
}

MaybeError read_into(RuleReader& reader, const YamlEntry& entry, std::vector<Phrase>& into) {
  auto phrases = read_phrases(reader, entry);
  if (!phrases) return std::move(phrases.error());
  into = std::move(*phrases);
  return std::nullopt;
}

MaybeError read_into(RuleReader& reader, const YamlEntry& entry, std::string& into) {
  auto phrase = read_phrase(reader, entry.key, entry.value);
  if (!phrase) return std::move(phrase.error());
  into = std::move(phrase->text);
  return std::nullopt;
}

// A text that every finding of the rule has.
MaybeError read_sentence(RuleReader& reader, const YamlEntry& entry, Phrase& into) {
  if (auto error = read_into(reader, entry, into)) return error;
  if (into.text.size() <= kMostText) return std::nullopt;
  return at_node(reader, entry.value,
                 fmt::format("\"{}\" is longer than {} bytes", shortened(entry.key), kMostText),
                 "say it in a sentence, and the rest in \"why\"");
}

MaybeError read_message(RuleReader& reader, const YamlEntry& entry) {
  return read_sentence(reader, entry, reader.draft.rule.message);
}

MaybeError read_summary(RuleReader& reader, const YamlEntry& entry) {
  return read_into(reader, entry, reader.draft.page.summary);
}

MaybeError read_why(RuleReader& reader, const YamlEntry& entry) {
  return read_into(reader, entry, reader.draft.page.why);
}

// What is found: by `pattern`, or by the row of a resource or a sink.
MaybeError read_pattern(RuleReader& reader, const YamlEntry& entry) {
  if (reader.draft.rule.patterns.empty()) {
    return read_into(reader, entry, reader.draft.rule.patterns);
  }
  return at_node(reader, entry.key_node, "the rule says twice what is found",
                 "\"pattern\", \"resource\" and \"sink\" each say it: keep one");
}

MaybeError read_imports(RuleReader& reader, const YamlEntry& entry) {
  return read_into(reader, entry, reader.draft.rule.modules);
}

MaybeError read_at(RuleReader& reader, const YamlEntry& entry) {
  return read_into(reader, entry, reader.draft.rule.at);
}

MaybeError read_because(RuleReader& reader, const YamlEntry& entry) {
  const auto reasons = read_mapping(reader.file, entry.value, "\"because\"");
  if (!reasons) return reasons.error();
  if (reasons->size() > kMostReasons) {
    return at_node(reader, entry.value, fmt::format("more than {} reasons", kMostReasons));
  }
  for (const YamlEntry& reason : *reasons) {
    Phrase text;
    if (auto error = read_sentence(reader, reason, text)) return error;
    reader.draft.rule.reasons.emplace_back(Phrase{reason.key, reason.key_node.line()},
                                           std::move(text));
  }
  return std::nullopt;
}

MaybeError read_conditions(RuleReader& reader, const YamlEntry& entry,
                           std::vector<patterns::ConditionDraft>& into) {
  const auto subjects = read_mapping(reader.file, entry.value, "\"where\"");
  if (!subjects) return subjects.error();
  for (const YamlEntry& subject : *subjects) {
    const auto words = read_mapping(reader.file, subject.value, fmt::format("\"{}\"", subject.key));
    if (!words) return words.error();
    for (const YamlEntry& word : *words) {
      patterns::ConditionDraft condition;
      condition.subject = {subject.key, subject.key_node.line()};
      condition.word = {word.key, word.key_node.line()};
      if (auto error = read_into(reader, word, condition.values)) return error;
      into.push_back(std::move(condition));
    }
  }
  return std::nullopt;
}

MaybeError read_where(RuleReader& reader, const YamlEntry& entry) {
  return read_conditions(reader, entry, reader.draft.rule.conditions);
}

// A row of names for what patterns and conditions say at more length.
struct RowKey {
  std::string_view name;
  MaybeError (*read)(RuleReader&, const YamlEntry&);
};

MaybeError read_row(RuleReader& reader, const YamlEntry& entry, std::span<const RowKey> wanted) {
  const auto keys = read_mapping(reader.file, entry.value, fmt::format("\"{}\"", entry.key));
  if (!keys) return keys.error();
  std::vector<std::string> names;
  for (const RowKey& one : wanted) names.emplace_back(one.name);
  for (const YamlEntry& key : *keys) {
    const auto found = std::ranges::find(wanted, key.key, &RowKey::name);
    if (found == wanted.end()) {
      return unknown_key(reader.file, key, fmt::format("\"{}\"", entry.key), names);
    }
    if (auto error = found->read(reader, key)) return error;
  }
  for (const std::string& name : names) {
    if (std::ranges::find(*keys, name, &YamlEntry::key) != keys->end()) continue;
    return at_node(reader, entry.value, fmt::format("\"{}\" has no \"{}\"", entry.key, name),
                   fmt::format("it takes {}", fmt::join(names, ", ")));
  }
  return std::nullopt;
}

// `resource: {acquire: open($F), release: [close]}`: what is acquired is never released.
MaybeError read_release(RuleReader& reader, const YamlEntry& entry) {
  patterns::ConditionDraft condition;
  condition.subject = {"here", entry.key_node.line()};
  condition.word = {"never-calls", entry.key_node.line()};
  if (auto error = read_into(reader, entry, condition.values)) return error;
  reader.draft.rule.conditions.push_back(std::move(condition));
  return std::nullopt;
}

MaybeError read_resource(RuleReader& reader, const YamlEntry& entry) {
  constexpr auto kKeys =
      std::to_array<RowKey>({{"acquire", read_pattern}, {"release", read_release}});
  return read_row(reader, entry, kKeys);
}

// `sink: {code: log($X), takes: {$X: GradTensor}}`: a value that is certainly that gets there.
MaybeError read_takes(RuleReader& reader, const YamlEntry& entry) {
  const auto labels = read_mapping(reader.file, entry.value, "\"takes\"");
  if (!labels) return labels.error();
  if (labels->empty()) return at_node(reader, entry.value, "\"takes\" names no metavariable");
  for (const YamlEntry& label : *labels) {
    patterns::ConditionDraft condition;
    condition.subject = {label.key, label.key_node.line()};
    condition.word = {"is", label.key_node.line()};
    if (auto error = read_into(reader, label, condition.values)) return error;
    reader.draft.rule.conditions.push_back(std::move(condition));
  }
  return std::nullopt;
}

MaybeError read_sink(RuleReader& reader, const YamlEntry& entry) {
  constexpr auto kKeys = std::to_array<RowKey>({{"code", read_pattern}, {"takes", read_takes}});
  return read_row(reader, entry, kKeys);
}

// `inside: PATTERN`, or a mapping with conditions of its own.
MaybeError read_relation(RuleReader& reader, const YamlEntry& entry,
                         patterns::RelationDraft relation) {
  if (!entry.value.is_mapping()) {
    if (auto error = read_into(reader, entry, relation.patterns)) return error;
    reader.draft.rule.relations.push_back(std::move(relation));
    return std::nullopt;
  }
  const auto keys = read_mapping(reader.file, entry.value, fmt::format("\"{}\"", entry.key));
  if (!keys) return keys.error();
  for (const YamlEntry& key : *keys) {
    MaybeError error;
    if (key.key == "pattern") {
      error = read_into(reader, key, relation.patterns);
    } else if (key.key == "where") {
      error = read_conditions(reader, key, relation.conditions);
    } else {
      const std::vector<std::string> known = {"pattern", "where"};
      error = unknown_key(reader.file, key, fmt::format("\"{}\"", entry.key), known);
    }
    if (error) return error;
  }
  if (relation.patterns.empty()) {
    return at_node(reader, entry.value, fmt::format("\"{}\" has no pattern", entry.key));
  }
  reader.draft.rule.relations.push_back(std::move(relation));
  return std::nullopt;
}

MaybeError read_severity_of(RuleReader& reader, const YamlEntry& entry) {
  const auto severity = read_severity(reader.file, entry);
  if (!severity) return severity.error();
  reader.draft.rule.severity = *severity;
  return std::nullopt;
}

MaybeError read_grows(RuleReader& reader, const YamlEntry& entry) {
  constexpr auto kWords =
      std::to_array<std::pair<std::string_view, Growth>>({{"nothing", Growth::None},
                                                          {"peak", Growth::Peak},
                                                          {"linear", Growth::Linear},
                                                          {"quadratic", Growth::Quadratic}});
  const auto word = read_word(reader.file, entry);
  if (!word) return word.error();
  for (const auto& [name, growth] : kWords) {
    if (*word == name) {
      reader.draft.rule.growth = growth;
      return std::nullopt;
    }
  }
  return at_node(reader, entry.value, fmt::format("\"grows\" can't be \"{}\"", shortened(*word)),
                 "write nothing, peak, linear or quadratic");
}

// ---- fixes ----

struct OperationName {
  std::string_view name;
  Operation operation;
};

constexpr auto kOperations = std::to_array<OperationName>({
    {"replace", Operation::Replace},
    {"delete", Operation::Delete},
    {"insert-before", Operation::InsertBefore},
    {"insert-after", Operation::InsertAfter},
    {"wrap", Operation::Wrap},
    {"add-argument", Operation::AddArgument},
    {"remove-argument", Operation::RemoveArgument},
});

// `add-argument: {weights_only: "True"}`
MaybeError read_added_argument(RuleReader& reader, const YamlEntry& entry, FixDraft& fix) {
  const auto arguments = read_mapping(reader.file, entry.value, "\"add-argument\"");
  if (!arguments) return arguments.error();
  if (arguments->size() != 1) {
    return at_node(reader, entry.value, "\"add-argument\" adds one argument",
                   "write its name and its value, as in `{weights_only: \"True\"}`");
  }
  const YamlEntry& argument = arguments->front();
  fix.argument = {argument.key, argument.key_node.line()};
  const auto is_name_letter = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  if (argument.key.empty() || !std::ranges::all_of(argument.key, is_name_letter)) {
    return at_node(reader, argument.key_node, "the name of an argument is letters and `_`");
  }
  return read_into(reader, argument, fix.code);
}

MaybeError read_operation(RuleReader& reader, const YamlEntry& entry, Operation operation,
                          FixDraft& fix) {
  fix.operation = operation;
  switch (operation) {
    case Operation::Delete: {
      const auto flag = read_flag(reader.file, entry);
      if (!flag) return flag.error();
      if (!*flag) return at_node(reader, entry.value, "\"delete\" is true, or left out");
      return std::nullopt;
    }
    case Operation::AddArgument:
      return read_added_argument(reader, entry, fix);
    case Operation::RemoveArgument:
      return read_into(reader, entry, fix.argument);
    default:
      return read_into(reader, entry, fix.code);
  }
}

MaybeError read_fix_level(RuleReader& reader, const YamlEntry& entry, FixDraft& fix) {
  const auto level = read_level(reader.file, entry);
  if (!level) return level.error();
  if (*level == Applicability::Safe) {
    return at_node(reader, entry.value, "a rule can't declare its fix safe: that has to be proven",
                   "write unsafe, and what it assumes, or suggestion");
  }
  fix.is_suggestion = *level == Applicability::Suggestion;
  return std::nullopt;
}

MaybeError read_fix(RuleReader& reader, const YamlEntry& entry) {
  FixDraft fix;
  std::string operation;
  if (entry.value.is_scalar()) {
    operation = "replace";
    if (auto error = read_into(reader, entry, fix.code)) return error;
    reader.draft.rule.fix = std::move(fix);
    return std::nullopt;
  }
  const auto keys = read_mapping(reader.file, entry.value, "\"fix\"");
  if (!keys) return keys.error();
  for (const YamlEntry& key : *keys) {
    const auto* found = std::ranges::find(kOperations, key.key, &OperationName::name);
    MaybeError error;
    if (found != kOperations.end()) {
      if (!operation.empty()) {
        return at_node(reader, key.key_node,
                       fmt::format("a fix is one edit: \"{}\" or \"{}\"", operation, key.key));
      }
      operation = key.key;
      error = read_operation(reader, key, found->operation, fix);
    } else if (key.key == "title") {
      error = read_sentence(reader, key, fix.title);
    } else if (key.key == "assumes") {
      error = read_sentence(reader, key, fix.assumes);
    } else if (key.key == "level") {
      error = read_fix_level(reader, key, fix);
    } else {
      std::vector<std::string> known = {"title", "assumes", "level"};
      for (const OperationName& one : kOperations) known.emplace_back(one.name);
      return unknown_key(reader.file, key, "a fix", known);
    }
    if (error) return error;
  }
  if (operation.empty()) {
    return at_node(reader, entry.value, "the fix has no edit", "add `replace: CODE`");
  }
  reader.draft.rule.fix = std::move(fix);
  return std::nullopt;
}

// ---- cases ----

MaybeError read_case(RuleReader& reader, const YamlNode& node) {
  const auto keys = read_mapping(reader.file, node, "a case");
  if (!keys) return keys.error();
  RuleCase result;
  result.file = reader.file;
  result.line = node.line();
  std::optional<std::uint32_t> findings;
  bool is_found = false;
  bool is_silent = false;
  for (const YamlEntry& key : *keys) {
    if (key.key == "found" || key.key == "silent") {
      (key.key == "found" ? is_found : is_silent) = true;
      if (auto error = read_into(reader, key, result.code)) return error;
    } else if (key.key == "fixed") {
      std::string fixed;
      if (auto error = read_into(reader, key, fixed)) return error;
      result.fixed = std::move(fixed);
    } else if (key.key == "times") {
      const auto number = read_number(reader.file, key);
      if (!number) return number.error();
      if (*number < 1 || *number > 1000) return at_node(reader, key.value, "from 1 to 1000 times");
      findings = static_cast<std::uint32_t>(*number);
    } else {
      const std::vector<std::string> known = {"found", "silent", "fixed", "times"};
      return unknown_key(reader.file, key, "a case", known);
    }
  }
  if (is_found == is_silent) {
    return at_node(reader, node, "a case has either \"found\" or \"silent\" code");
  }
  if (is_silent && (findings || result.fixed)) {
    return at_node(reader, node, "\"fixed\" and \"times\" belong to \"found\" code");
  }
  result.findings = is_silent ? 0 : findings.value_or(1);
  reader.draft.cases.push_back(std::move(result));
  return std::nullopt;
}

MaybeError read_cases(RuleReader& reader, const YamlEntry& entry) {
  if (!entry.value.is_sequence()) {
    return at_node(reader, entry.value, "\"cases\" must be a list",
                   "begin each with `- found: |` or `- silent: |`");
  }
  for (std::size_t i = 0; i < entry.value.size(); ++i) {
    if (auto error = read_case(reader, entry.value.item(i))) return error;
  }
  return std::nullopt;
}

// ---- rules ----

struct RuleKey {
  std::string_view name;
  MaybeError (*read)(RuleReader&, const YamlEntry&);
};

constexpr auto kRuleKeys = std::to_array<RuleKey>({
    {"message", read_message},
    {"summary", read_summary},
    {"why", read_why},
    {"pattern", read_pattern},
    {"resource", read_resource},
    {"sink", read_sink},
    {"imports", read_imports},
    {"where", read_where},
    {"at", read_at},
    {"because", read_because},
    {"severity", read_severity_of},
    {"grows", read_grows},
    {"fix", read_fix},
    {"cases", read_cases},
});

struct RelationKey {
  std::string_view name;
  Relation relation;
  Wanted wanted;
};

constexpr auto kRelationKeys = std::to_array<RelationKey>({
    {"also", Relation::Is, Wanted::Present},
    {"not", Relation::Is, Wanted::Absent},
    {"inside", Relation::Inside, Wanted::Present},
    {"not-inside", Relation::Inside, Wanted::Absent},
    {"has", Relation::Has, Wanted::Present},
    {"not-has", Relation::Has, Wanted::Absent},
    {"follows", Relation::Follows, Wanted::Present},
    {"not-follows", Relation::Follows, Wanted::Absent},
    {"precedes", Relation::Precedes, Wanted::Present},
    {"not-precedes", Relation::Precedes, Wanted::Absent},
    {"in-file", Relation::InFile, Wanted::Present},
    {"not-in-file", Relation::InFile, Wanted::Absent},
});

MaybeError read_rule_entry(RuleReader& reader, const YamlEntry& entry) {
  for (const RuleKey& key : kRuleKeys) {
    if (entry.key == key.name) return key.read(reader, entry);
  }
  for (const RelationKey& key : kRelationKeys) {
    if (entry.key != key.name) continue;
    return read_relation(reader, entry, {key.relation, key.wanted, {}, {}});
  }
  std::vector<std::string> known;
  for (const RuleKey& key : kRuleKeys) known.emplace_back(key.name);
  for (const RelationKey& key : kRelationKeys) known.emplace_back(key.name);
  return unknown_key(reader.file, entry, "a rule", known);
}

bool is_rule_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  return !name.empty() && name.size() <= 60 && name.front() >= 'a' && name.front() <= 'z' &&
         std::ranges::all_of(name, is_letter);
}

MaybeError read_rule_into(const fs::path& file, const YamlEntry& entry, RuleFile& result) {
  Draft draft;
  RuleReader reader{file, draft};
  if (!is_rule_name(entry.key)) {
    return yaml_error(file, entry.key_node,
                      fmt::format("\"{}\" can't name a rule", shortened(entry.key)),
                      "use small letters, digits and hyphens");
  }
  draft.rule.name = {entry.key, entry.key_node.line()};
  draft.rule.file = file.generic_string();
  const auto keys = read_mapping(file, entry.value, fmt::format("\"{}\"", entry.key));
  if (!keys) return keys.error();
  for (const YamlEntry& key : *keys) {
    if (auto error = read_rule_entry(reader, key)) return error;
  }
  if (draft.rule.patterns.empty() || draft.rule.message.text.empty()) {
    return yaml_error(
        file, entry.key_node,
        fmt::format("the rule \"{}\" has no {}", entry.key,
                    draft.rule.message.text.empty() ? "message" : "pattern"),
        "every rule says what to find (`pattern:`, `resource:` or `sink:`), and what to say "
        "(`message:`)");
  }
  draft.page.name = entry.key;
  draft.page.message = draft.rule.message.text;
  draft.page.file = draft.rule.file;
  if (draft.rule.fix) {
    draft.page.assumes = draft.rule.fix->assumes.text;
    draft.page.fix =
        draft.rule.fix->is_suggestion ? PageTexts::Fix::Suggested : PageTexts::Fix::Unsafe;
  }
  for (RuleCase& one : draft.cases) {
    one.rule = entry.key;
    auto& texts = one.findings > 0 ? draft.page.found : draft.page.silent;
    texts.push_back(one.code);
  }
  draft.rule.page = [texts = draft.page](Applicability best) {
    PageTexts page = texts;
    if (best == Applicability::Safe) page.fix = PageTexts::Fix::SafeWhereProven;
    return rule_page(page);
  };
  draft.rule.summary = rule_summary(draft.page);
  auto rule = patterns::compile_rule(std::move(draft.rule));
  if (!rule) {
    Error error = std::move(rule.error());
    error.path = file.string();
    if (error.line == 0) error.line = entry.key_node.line();
    return error;
  }
  result.rules.push_back(std::move(*rule));
  std::ranges::move(draft.cases, std::back_inserter(result.cases));
  return std::nullopt;
}

}  // namespace

Result<RuleFile> parse_rule_file(std::string_view text, const fs::path& path) {
  const auto document = parse_yaml(text, path);
  if (!document) return tl::unexpected(document.error());
  const auto rules = read_mapping(path, *document, "a file of rules");
  if (!rules) return tl::unexpected(rules.error());
  RuleFile result;
  if (rules->size() > kMostRules) {
    return tl::unexpected(
        yaml_error(path, *document, fmt::format("more than {} rules", kMostRules)));
  }
  const auto whole = std::make_shared<const std::string>(text);
  for (const YamlEntry& rule : *rules) {
    if (auto error = read_rule_into(path, rule, result)) return tl::unexpected(std::move(*error));
    result.rules.back().definition->text = whole;
  }
  return result;
}

std::optional<fs::path> find_rule_folder(const fs::path& folder) {
  const fs::path reach = reach_of(folder);
  std::error_code error;
  fs::path real = fs::weakly_canonical(folder, error);
  if (error) return std::nullopt;
  while (true) {
    fs::path rules = real / ".mlfix" / "rules";
    if (fs::is_directory(rules, error) && is_within_reach(reach, rules)) return rules;
    if (real == reach || !real.has_relative_path()) return std::nullopt;
    real = real.parent_path();
  }
}

Result<RuleFile> read_rule_folder(const fs::path& folder) {
  std::error_code failure;
  std::set<fs::path> files;  // in the order of their names
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    const fs::path extension = at->path().extension();
    if (extension == ".yaml" || extension == ".yml") files.insert(at->path());
    if (files.size() > kMostRuleFiles) {
      return tl::unexpected(Error{ErrorKind::Configuration, folder.string(), 0,
                                  fmt::format("more than {} files of rules", kMostRuleFiles),
                                  "put them together"});
    }
  }
  if (failure) {
    return tl::unexpected(Error{ErrorKind::Unreadable, folder.string(), 0, failure.message(), {}});
  }
  const fs::path reach = reach_of(folder);
  RuleFile all;
  std::uint64_t bytes = 0;
  for (const fs::path& file : files) {
    if (!is_within_reach(reach, file)) {
      return tl::unexpected(Error{ErrorKind::Configuration, file.string(), 0,
                                  "leads out of the repository", "copy the file there"});
    }
    FileWish wish = kRuleWish;
    wish.most_bytes -= bytes;
    auto text = read_regular_file(system_files(), file, wish);
    if (!text) return tl::unexpected(std::move(text.error()));
    bytes += text->bytes.size();
    auto read = parse_rule_file(text->bytes, file);
    if (!read) return read;
    std::ranges::move(read->rules, std::back_inserter(all.rules));
    std::ranges::move(read->cases, std::back_inserter(all.cases));
  }
  return all;
}

Result<Registry> with_rules(const Registry& registry, std::vector<Rule> rules) {
  std::vector<Rule> all = registry.rules();
  std::set<std::string, std::less<>> names;
  for (const Rule& rule : all) {
    names.insert(rule.name);
    names.insert(rule.group);
  }
  names.insert({"all", std::string(patterns::kCustomGroup)});
  for (Rule& rule : rules) {
    if (!names.insert(rule.name).second) {
      return tl::unexpected(Error{ErrorKind::Configuration, rule.definition->file,
                                  rule.definition->line,
                                  fmt::format("there is a rule or group \"{}\" already", rule.name),
                                  "give the rule another name"});
    }
    all.push_back(std::move(rule));
  }
  return Registry(std::move(all));
}

}  // namespace mlfix
