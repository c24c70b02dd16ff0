// A table of rows is a mapping:
//
//     meanings:
//       logs_only: record ProjectBoard.push
//
// The key is checked against the closed list, each word against the form that the key asks
// for, so that no row is read and then never asked for.

#include "config/name_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "config/suggest.h"
#include "semantic/knowledge/knowledge.h"
#include "text/shortened.h"

namespace mlfix {

namespace {

using std::filesystem::path;
using MaybeError = std::optional<Error>;

struct Row {
  std::string key;
  std::vector<std::string> words;
  YamlEntry entry;
};

// The rows of a table. A word that stands twice in a row is an error.
Result<std::vector<Row>> rows_of(const path& file, const YamlEntry& table) {
  const auto entries = read_mapping(file, table.value, fmt::format("\"{}\"", table.key));
  if (!entries) return tl::unexpected(entries.error());
  std::vector<Row> rows;
  for (const YamlEntry& entry : *entries) {
    Row row{entry.key, {}, entry};
    if (entry.value.is_scalar()) {
      row.words = split_words(entry.value.text());
    } else if (!entry.value.is_null()) {
      auto words = read_words(file, entry);
      if (!words) return tl::unexpected(words.error());
      row.words = std::move(*words);
    }
    std::set<std::string_view> seen;
    for (const std::string& word : row.words) {
      if (seen.insert(word).second) continue;
      return tl::unexpected(yaml_error(
          file, entry.key_node,
          fmt::format("\"{}\" stands twice under \"{}\"", shortened(word), shortened(row.key)),
          "remove one of the two"));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// `what` is a meaning or a hint; `known` are the names of all.
Error unknown_row(const path& file, const Row& row, std::string_view what,
                  const std::vector<std::string>& known) {
  return yaml_error(file, row.entry.key_node,
                    fmt::format("unknown {} \"{}\"", what, shortened(row.key)),
                    did_you_mean(row.key, known, "docs/knowledge.md lists them all"));
}

template <typename Id>
std::vector<std::string> names_of_all(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(info_of(static_cast<Id>(i)).name);
  return names;
}

bool takes_dots(Subject subject) {
  return subject == Subject::Function || subject == Subject::Package;
}

Error wrong_form(const path& file, const Row& row, const std::string& word, Subject subject) {
  const std::string last = word.substr(word.rfind('.') + 1);
  return yaml_error(
      file, row.entry.key_node,
      fmt::format("\"{}\" under \"{}\" is not {}", shortened(word), row.key, form_of(subject)),
      last.empty() ? "remove the dot" : fmt::format("write \"{}\"", shortened(last)));
}

// "Recorder.push": the method and the fact that its receiver has.
MaybeError add_typed_method(Knowledge& knowledge, const path& file, const Row& row, Meaning meaning,
                            const std::string& word) {
  const std::size_t dot = word.find('.');
  const std::string fact = word.substr(0, dot);
  const std::string method = word.substr(dot + 1);
  if (method.empty() || method.find('.') != std::string::npos) {
    return wrong_form(file, row, word, info_of(meaning).subject);
  }
  const FactSet receiver = knowledge.fact_named(fact);
  if (receiver.empty()) {
    return yaml_error(
        file, row.entry.key_node,
        fmt::format("unknown receiver \"{}\" in \"{}\"", shortened(fact), shortened(word)),
        did_you_mean(fact, knowledge.fact_names(),
                     fmt::format("declare it under \"facts\", or write \"{}\" for any receiver",
                                 shortened(method))));
  }
  knowledge.add_method(meaning, method, receiver);
  return std::nullopt;
}

MaybeError add_row(Knowledge& knowledge, const path& file, const Row& row, Meaning meaning) {
  const Subject subject = info_of(meaning).subject;
  for (const std::string& word : row.words) {
    const bool dotted = word.find('.') != std::string::npos;
    if (dotted && subject == Subject::TypedMethod) {
      if (auto error = add_typed_method(knowledge, file, row, meaning, word)) return error;
    } else if (dotted && !takes_dots(subject)) {
      return wrong_form(file, row, word, subject);
    } else {
      knowledge.add_name(meaning, word);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

MaybeError read_meanings(Knowledge& knowledge, const path& file, const YamlEntry& table) {
  const auto rows = rows_of(file, table);
  if (!rows) return rows.error();
  for (const Row& row : *rows) {
    const auto meaning = meaning_named(row.key);
    if (!meaning) return unknown_row(file, row, "meaning", names_of_all<Meaning>(kMeanings));
    if (auto error = add_row(knowledge, file, row, *meaning)) return error;
  }
  return std::nullopt;
}

MaybeError read_hints(Knowledge& knowledge, const path& file, const YamlEntry& table) {
  const auto rows = rows_of(file, table);
  if (!rows) return rows.error();
  for (const Row& row : *rows) {
    const auto hint = hint_named(row.key);
    if (!hint) return unknown_row(file, row, "hint", names_of_all<Hint>(kHints));
    for (const std::string& word : row.words) knowledge.add_hint(*hint, word);
  }
  return std::nullopt;
}

MaybeError read_declared_facts(Knowledge& knowledge, const path& file, const YamlEntry& table) {
  const auto rows = rows_of(file, table);
  if (!rows) return rows.error();
  for (const Row& row : *rows) {
    FactSet implied;
    for (const std::string& word : row.words) {
      const FactSet fact = knowledge.fact_named(word);
      if (fact.empty()) {
        return yaml_error(file, row.entry.key_node,
                          fmt::format("unknown fact \"{}\"", shortened(word)),
                          did_you_mean(word, knowledge.fact_names()));
      }
      implied |= knowledge.with_all_implied(fact);
    }
    if (!knowledge.fact_named(row.key).empty()) {
      return yaml_error(file, row.entry.key_node,
                        fmt::format("there is a fact \"{}\" already", shortened(row.key)),
                        "choose another name");
    }
    if (!knowledge.declare_fact(row.key, implied)) {
      return yaml_error(file, row.entry.key_node,
                        fmt::format("more than {} facts are declared", kMostFacts - kFacts),
                        "let one fact stand for several types that are used alike");
    }
  }
  return std::nullopt;
}

}  // namespace mlfix
