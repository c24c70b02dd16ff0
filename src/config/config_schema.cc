// A key of the configuration is one entry here and one reader in config_file.cc; a
// test holds the two lists together. Of `knowledge` the rows of names are described; the
// entries of the other tables have a grammar of their own that JSON schema can't say.

#include "config/config_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"

namespace mlfix {
namespace {

using Json = nlohmann::ordered_json;

Json described(Json schema, std::string_view description) {
  schema["description"] = description;
  return schema;
}

Json of_type(std::string_view type) {
  return {{"type", type}};
}

Json reference(std::string_view name) {
  return {{"$ref", "#/definitions/" + std::string(name)}};
}

Json one_or_list(const Json& item) {
  return {{"anyOf", {item, {{"type", "array"}, {"items", item}}}}};
}

Json closed(Json properties) {
  return {
      {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

Json selector(const Registry& registry) {
  Json names = {"all"};
  for (const Rule& rule : registry.rules()) {
    names.push_back(rule.name);
    if (std::ranges::find(names, Json(rule.group)) == names.end()) names.push_back(rule.group);
  }
  return {{"anyOf", {{{"enum", names}}, {{"type", "string"}, {"pattern", "[*?\\[]"}}}},
          {"description", "A rule, a group, a glob over the names of rules, or all."}};
}

Json option(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value))
    return {{"type", "boolean"}, {"default", *flag}};
  if (const std::int64_t* number = std::get_if<std::int64_t>(&value)) {
    return {{"type", "integer"}, {"default", *number}};
  }
  return {{"type", {"string", "number", "boolean"}}, {"default", std::get<std::string>(value)}};
}

Json rule_schema(const Rule& rule, const RuleDefaults& defaults) {
  Json properties;
  properties["enabled"] = {{"type", "boolean"}, {"default", rule.on_by_default}};
  properties["severity"] = {{"enum", {"info", "low", "medium", "high"}}};
  for (const auto& [name, value] : defaults.options) properties[name] = option(value);
  return described(closed(std::move(properties)), rule.summary);
}

Json rules_schema(const Registry& registry, const DefaultTable& defaults) {
  Json properties = Json::object();
  for (const Rule& rule : registry.rules()) {
    const auto found = defaults.find(rule.name);
    properties[rule.name] =
        rule_schema(rule, found == defaults.end() ? RuleDefaults{} : found->second);
  }
  return described(closed(std::move(properties)), "One rule at a time.");
}

Json bot_schema() {
  Json properties;
  for (const char* name : {"base", "remote", "repository", "branch-prefix", "author"}) {
    properties[name] = of_type("string");
  }
  for (const char* name : {"unsafe", "sign-off", "blame-ignore-revs"}) {
    properties[name] = of_type("boolean");
  }
  for (const char* name : {"labels", "reviewers", "measure"}) {
    properties[name] = one_or_list(of_type("string"));
  }
  properties["max-open"] = {{"type", "integer"}, {"minimum", 0}};
  return described(closed(std::move(properties)), "How `mlfix bot` opens pull requests.");
}

Json override_schema() {
  Json properties;
  properties["paths"] = described(one_or_list(of_type("string")), "Globs, read as in .gitignore.");
  properties["select"] = reference("selectors");
  properties["ignore"] = reference("selectors");
  properties["rules"] = reference("rules");
  Json schema = closed(std::move(properties));
  schema["required"] = {"paths"};
  return schema;
}

// Words between blanks, or a list of words.
Json words_schema() {
  return {{"anyOf",
           {of_type("string"),
            {{"type", "array"}, {"items", of_type("string")}, {"uniqueItems", true}},
            of_type("null")}}};
}

Json words() {
  return reference("words");
}

Json meanings_schema() {
  Json properties;
  for (std::size_t i = 0; i < kMeanings; ++i) {
    const MeaningInfo& info = info_of(static_cast<Meaning>(i));
    properties[std::string(info.name)] =
        described(words(), fmt::format("Each is {}: {}.", form_of(info.subject), info.sentence));
  }
  return closed(std::move(properties));
}

std::string_view verb_of(Match match) {
  switch (match) {
    case Match::Is:
      return "is";
    case Match::Ends:
      return "ends with";
    case Match::Contains:
      return "contains";
    case Match::ContainsAnyCase:
      return "contains, in any case,";
  }
  return "";
}

Json hints_schema() {
  Json properties;
  for (std::size_t i = 0; i < kHints; ++i) {
    const HintInfo& info = info_of(static_cast<Hint>(i));
    properties[std::string(info.name)] = described(
        words(),
        fmt::format("A name that {} one of them suggests {}.", verb_of(info.match), info.sentence));
  }
  return closed(std::move(properties));
}

Json knowledge_schema() {
  const Json entries = {{"type", {"array", "null"}}, {"items", of_type("object")}};
  const Json names = {{"type", {"object", "null"}}, {"additionalProperties", of_type("string")}};
  Json properties;
  properties["functions"] = described(entries, "What functions return and do.");
  properties["classes"] = described(entries, "What classes make, and what calling that does.");
  properties["methods"] = described(entries, "What methods return and do.");
  properties["attributes"] = described(entries, "What attributes are.");
  properties["frameworks"] = described(entries, "What base classes take care of.");
  properties["resources"] = described(entries, "What has to be given back, and by what.");
  properties["names"] = described(entries, "Facts that the names of variables suggest.");
  properties["aliases"] = described(names, "Other names of a name.");
  properties["packages"] = described(names, "Other names of a package.");
  properties["facts"] =
      described({{"type", {"object", "null"}}, {"additionalProperties", words()}},
                "Types of values of the project's own, and the facts that each implies.");
  properties["meanings"] = described(meanings_schema(), "What names mean to the analysis.");
  properties["hints"] = described(hints_schema(), "What words in names suggest; never proof.");
  return closed(std::move(properties));
}

Json properties_of_file() {
  Json properties;
  properties["extends"] = described(
      one_or_list(of_type("string")),
      "Settings to start from: profiles (strict, ci, notebook) or files, the later winning.");
  properties["select"] = described(reference("selectors"), "Rules to run.");
  properties["ignore"] = described(reference("selectors"), "Rules not to run.");
  properties["unsafe"] = described(of_type("boolean"), "Include fixes that rest on an assumption.");
  properties["baseline"] =
      described(of_type("string"), "The file that lists findings to leave out.");
  properties["per-path-ignores"] =
      described({{"type", "object"}, {"additionalProperties", reference("selectors")}},
                "Rules that are not wanted in the paths of a glob.");
  properties["overrides"] =
      described({{"type", "array"}, {"items", override_schema()}}, "Settings for some paths.");
  properties["rules"] = reference("rules");
  properties["knowledge"] =
      described(knowledge_schema(), "What the project's own functions and classes mean.");
  properties["bot"] = bot_schema();
  return properties;
}

}  // namespace

std::string config_schema(const Registry& registry, const DefaultTable& defaults) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "Settings of mlfix: mlfix.yaml, or [tool.mlfix] of pyproject.toml"}};
  schema.update(closed(properties_of_file()));
  schema["definitions"] = {{"selector", selector(registry)},
                           {"selectors", one_or_list(reference("selector"))},
                           {"rules", rules_schema(registry, defaults)},
                           {"words", words_schema()}};
  return schema.dump(2) + "\n";
}

}  // namespace mlfix
