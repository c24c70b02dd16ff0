// Reads the knowledge tables. A table is a list of entries, and an entry says
// one thing about many names, so that the tables stay short:
//
//     functions:
//       - {under: torch, names: cat stack hstack, result: Tensor, keeps-graph: true}
//
// Every value is a flag or a run of words. All keys of an entry are read into a
// list of words first; each table then takes the keys it knows, and what is left
// over is an error with its line.

#include "config/knowledge_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "config/name_rows.h"
#include "config/resources.h"
#include "config/suggest.h"
#include "config/yaml_node.h"
#include "semantic/effects/effects.h"
#include "semantic/knowledge/knowledge.h"

namespace mlfix {

namespace {

using std::filesystem::path;
using Words = std::vector<std::string>;
using MaybeError = std::optional<Error>;

constexpr auto kEffects = std::to_array<std::pair<std::string_view, Effect>>({
    {"Backward", Effect::Backward},
    {"AutogradGrad", Effect::AutogradGrad},
    {"OptimizerStep", Effect::OptimizerStep},
    {"ZeroGrad", Effect::ZeroGrad},
    {"RequiresGrad", Effect::RequiresGrad},
    {"ReadsGradMode", Effect::ReadsGradMode},
    {"TrainMode", Effect::TrainMode},
    {"EvalMode", Effect::EvalMode},
    {"EnablesGrad", Effect::EnablesGrad},
    {"Collective", Effect::Collective},
    {"Frees", Effect::Frees},
    {"ClosesFigure", Effect::ClosesFigure},
    {"OpensFigure", Effect::OpensFigure},
    {"DrawsFigure", Effect::DrawsFigure},
    {"ListsFigures", Effect::ListsFigures},
    {"ClearsFigure", Effect::ClearsFigure},
    {"Interacts", Effect::Interacts},
    {"MeasuresMemory", Effect::MeasuresMemory},
    {"MeasuresTime", Effect::MeasuresTime},
    {"MayNeedGraph", Effect::MayNeedGraph},
    {"Random", Effect::Random},
    {"InputOutput", Effect::InputOutput},
    {"FastPath", Effect::FastPath},
    {"ModuleForward", Effect::ModuleForward},
    {"RegistersHook", Effect::RegistersHook},
    {"MutatesParameters", Effect::MutatesParameters},
});

constexpr std::string_view kFactTable = "facts";

constexpr auto kSwitches = std::to_array<std::pair<std::string_view, GradSwitch>>({
    {"disables", GradSwitch::Disables},
    {"by-argument", GradSwitch::ByArgument},
    {"enables", GradSwitch::Enables},
});

constexpr auto kIndices = std::to_array<std::pair<std::string_view, Indices>>({
    {"always", Indices::Always},
    {"with-dim", Indices::WithDim},
});

// Each name of an entry stands under each of its packages. What that makes may be as much
// as the square of the file, and has a bound for all entries together.
class Room {
 public:
  static constexpr std::size_t kMost = 4u << 20;

  bool takes(const Words& packages, const Words& names) {
    const auto bytes_of = [](const Words& words) {
      return std::accumulate(
          words.begin(), words.end(), std::size_t{0},
          [](std::size_t sum, const std::string& word) { return sum + word.size() + 1; });
    };
    used_ += bytes_of(packages) * names.size() + bytes_of(names) * packages.size();
    return used_ <= kMost;
  }

 private:
  std::size_t used_ = 0;
};

// One entry of a table while its keys are taken.
class LoadedEntry {
 public:
  LoadedEntry(const Knowledge& knowledge, const path& file, std::vector<YamlEntry> keys, Room& room)
      : knowledge_(&knowledge), file_(&file), keys_(std::move(keys)), room_(&room) {}

  // The words of `key`, which is taken; none when it is not there.
  Words words(std::string_view key) {
    known_.emplace_back(key);
    const YamlEntry* entry = find(key);
    if (entry == nullptr) return {};
    if (entry->value.is_scalar()) return split_words(entry->value.text());
    const auto list = read_words(*file_, *entry);
    if (!list) note(list.error());
    return list.value_or(Words{});
  }

  std::string text(std::string_view key) {
    known_.emplace_back(key);
    const YamlEntry* entry = find(key);
    if (entry == nullptr) return "";
    const auto word = read_word(*file_, *entry);
    if (!word) note(word.error());
    return word.value_or("");
  }

  bool flag(std::string_view key) {
    known_.emplace_back(key);
    const YamlEntry* entry = find(key);
    if (entry == nullptr) return false;
    const auto value = read_flag(*file_, *entry);
    if (!value) note(value.error());
    return value.value_or(false);
  }

  FactSet facts(std::string_view key) { return knowledge_->with_all_implied(plain_facts(key)); }

  FactSet plain_facts(std::string_view key) {
    FactSet result;
    for (const std::string& word : words(key)) {
      const FactSet fact = knowledge_->fact_named(word);
      if (fact.empty()) unknown(key, word, "fact", knowledge_->fact_names());
      result |= fact;
    }
    return result;
  }

  EffectBits effects(std::string_view key) {
    EffectBits bits = 0;
    for (const std::string& word : words(key)) {
      bits |= static_cast<EffectBits>(look_up(kEffects, key, word, "effect", Effect{}));
    }
    return bits;
  }

  GradSwitch grad_switch(std::string_view key) {
    GradSwitch result = GradSwitch::None;
    for (const std::string& word : words(key)) {
      result = look_up(kSwitches, key, word, "grad switch", GradSwitch::None);
    }
    return result;
  }

  Indices indices(std::string_view key) {
    Indices result = Indices::None;
    for (const std::string& word : words(key)) {
      result = look_up(kIndices, key, word, "kind of indices", Indices::None);
    }
    return result;
  }

  // Every name of `names`, under every package of `under`.
  Words names() {
    const Words packages = words("under");
    Words last = words("names");
    if (packages.empty()) return last;
    if (!room_->takes(packages, last)) {
      note(yaml_error(*file_, find("under")->value,
                      fmt::format("names under packages take more than {} MiB", Room::kMost >> 20),
                      "name the packages that have these functions"));
      return {};
    }
    Words result;
    for (const std::string& package : packages) {
      for (const std::string& name : last) result.push_back(fmt::format("{}.{}", package, name));
    }
    return result;
  }

  // Says that the key has to be there; of a row without any key nothing is asked.
  void require(std::string_view key) {
    if (keys_.empty()) return;
    note(yaml_error(*file_, keys_.front().value, fmt::format("a row without \"{}\"", key)));
  }

  // The first thing that is wrong, unknown keys included.
  MaybeError finish(std::string_view table) const {
    if (error_) return error_;
    for (const YamlEntry& entry : keys_) {
      if (std::find(known_.begin(), known_.end(), entry.key) == known_.end()) {
        return unknown_key(*file_, entry, fmt::format("an entry of \"{}\"", table), known_);
      }
    }
    return std::nullopt;
  }

 private:
  const YamlEntry* find(std::string_view key) const {
    const auto found = std::find_if(keys_.begin(), keys_.end(),
                                    [&](const YamlEntry& entry) { return entry.key == key; });
    return found == keys_.end() ? nullptr : &*found;
  }

  void note(Error error) {
    if (!error_) error_ = std::move(error);
  }

  void unknown(std::string_view key, const std::string& word, std::string_view what,
               const Words& candidates) {
    if (error_) return;
    note(yaml_error(*file_, find(key)->value, fmt::format("unknown {} \"{}\"", what, word),
                    did_you_mean(word, candidates)));
  }

  template <typename Table, typename Value>
  Value look_up(const Table& table, std::string_view key, const std::string& word,
                std::string_view what, Value otherwise) {
    Words candidates;
    for (const auto& [name, value] : table) {
      if (name == word) return value;
      candidates.emplace_back(name);
    }
    unknown(key, word, what, candidates);
    return otherwise;
  }

  const Knowledge* knowledge_;
  const path* file_;
  std::vector<YamlEntry> keys_;
  Room* room_;
  Words known_;
  MaybeError error_;
};

}  // namespace

class KnowledgeLoader {
 public:
  KnowledgeLoader(Knowledge& knowledge, const path& file) : into_(knowledge), file_(file) {}

  MaybeError load(const YamlNode& document) {
    const auto tables = read_mapping(file_, document, "the knowledge tables");
    if (!tables) return tables.error();
    // Other tables, and those above it, may name a fact that a table declares.
    for (const YamlEntry& table : *tables) {
      if (table.key != kFactTable) continue;
      if (MaybeError error = read_declared_facts(into_, file_, table)) return error;
    }
    for (const YamlEntry& table : *tables) {
      if (table.key == kFactTable) continue;
      if (MaybeError error = load_table(table)) return error;
    }
    return std::nullopt;
  }

 private:
  using AddEntry = void (KnowledgeLoader::*)(LoadedEntry&);
  using AddPair = void (KnowledgeLoader::*)(const std::string& key, const Words& words);

  MaybeError load_table(const YamlEntry& table) {
    static const std::vector<std::pair<std::string, AddEntry>> kLists = {
        {"functions", &KnowledgeLoader::add_functions},
        {"classes", &KnowledgeLoader::add_classes},
        {"methods", &KnowledgeLoader::add_methods},
        {"attributes", &KnowledgeLoader::add_attributes},
        {"frameworks", &KnowledgeLoader::add_framework},
        {"names", &KnowledgeLoader::add_weak_names},
        {"resources", &KnowledgeLoader::add_resource},
    };
    static const std::vector<std::pair<std::string, AddPair>> kMappings = {
        {"aliases", &KnowledgeLoader::add_aliases},
        {"packages", &KnowledgeLoader::add_packages},
    };
    if (table.key == "meanings") return read_meanings(into_, file_, table);
    if (table.key == "hints") return read_hints(into_, file_, table);
    Words known{std::string(kFactTable), "meanings", "hints"};
    for (const auto& [name, add] : kLists) {
      if (name == table.key) return load_list(table, add);
      known.push_back(name);
    }
    for (const auto& [name, add] : kMappings) {
      if (name == table.key) return load_mapping(table, add);
      known.push_back(name);
    }
    return unknown_key(file_, table, "the knowledge tables", known);
  }

  MaybeError load_list(const YamlEntry& table, AddEntry add) {
    if (table.value.is_null()) return std::nullopt;
    if (!table.value.is_sequence()) {
      return yaml_error(file_, table.value, fmt::format("\"{}\" must be a list", table.key));
    }
    for (std::size_t i = 0; i < table.value.size(); ++i) {
      auto keys =
          read_mapping(file_, table.value.item(i), fmt::format("an entry of \"{}\"", table.key));
      if (!keys) return keys.error();
      LoadedEntry entry(into_, file_, std::move(*keys), room_);
      (this->*add)(entry);
      if (MaybeError error = entry.finish(table.key)) return error;
    }
    return std::nullopt;
  }

  MaybeError load_mapping(const YamlEntry& table, AddPair add) {
    const auto pairs = read_mapping(file_, table.value, fmt::format("\"{}\"", table.key));
    if (!pairs) return pairs.error();
    for (const YamlEntry& pair : *pairs) {
      if (!pair.value.is_scalar()) {
        return yaml_error(file_, pair.value, fmt::format("\"{}\" must be words", pair.key));
      }
      (this->*add)(pair.key, split_words(pair.value.text()));
    }
    return std::nullopt;
  }

  // The symbol of a name of a table; a name with `*` is filed as a pattern too.
  Symbol declare(const std::string& name) {
    const bool is_new = !into_.symbols_.contains(name);
    const Symbol symbol = into_.intern(name);
    if (is_new && name.find('*') != std::string::npos) {
      std::vector<Knowledge::Pattern>& patterns = into_.patterns_[name.substr(0, name.find('.'))];
      const auto place = std::find_if(patterns.begin(), patterns.end(), [&](const auto& other) {
        return other.text.size() < name.size();
      });
      patterns.insert(place, {name, symbol});
    }
    return symbol;
  }

  static CallableInfo callable_info(LoadedEntry& entry) {
    CallableInfo info;
    info.result = entry.facts("result");
    info.may_result = entry.facts("may") | info.result;
    info.result_keeps_graph = entry.flag("keeps-graph");
    info.effects = entry.effects("effects");
    info.grad_switch = entry.grad_switch("grad-switch");
    info.pure_in_arguments = entry.flag("pure");
    info.leaf_constructor = entry.flag("leaf");
    info.returns_argument = entry.flag("returns-argument");
    info.indices = entry.indices("indices");
    return info;
  }

  void add_functions(LoadedEntry& entry) {
    const CallableInfo info = callable_info(entry);
    for (const std::string& name : entry.names()) {
      into_.callables_.insert_or_assign(declare(name), info);
    }
  }

  void add_classes(LoadedEntry& entry) {
    CallableInfo made = callable_info(entry);
    made.is_class = true;
    CallableInfo called;
    called.result = entry.facts("call");
    called.may_result = entry.facts("may-call") | called.result;
    called.result_keeps_graph = entry.flag("call-keeps-graph");
    called.effects = entry.effects("call-effects");
    const std::string base = entry.text("base");
    for (const std::string& name : entry.names()) {
      const Symbol symbol = declare(name);
      into_.callables_.insert_or_assign(symbol, made);
      into_.instances_.insert_or_assign(symbol, made.result);
      into_.instance_calls_.insert_or_assign(symbol, called);
      if (!base.empty() && base != name) into_.bases_.insert_or_assign(symbol, declare(base));
    }
  }

  void add_members(LoadedEntry& entry, Knowledge::Table<std::vector<MethodInfo>>& table) {
    MethodInfo info;
    info.receiver = entry.plain_facts("on");
    info.result = entry.facts("result");
    info.may_result = entry.facts("may") | info.result;
    info.result_keeps_graph = entry.flag("keeps-graph");
    info.returns_receiver = entry.flag("returns-receiver");
    info.ends_graph = entry.flag("ends-graph");
    info.in_place = entry.flag("in-place");
    info.indices = entry.indices("indices");
    info.effects = entry.effects("effects");
    for (const std::string& name : entry.words("names")) {
      std::vector<MethodInfo>& entries = table[name];
      const auto same = std::find_if(entries.begin(), entries.end(), [&](const MethodInfo& other) {
        return other.receiver == info.receiver;
      });
      if (same != entries.end()) {
        *same = info;
      } else {
        entries.push_back(info);
      }
    }
  }

  void add_methods(LoadedEntry& entry) { add_members(entry, into_.methods_); }
  void add_attributes(LoadedEntry& entry) { add_members(entry, into_.attributes_); }

  void add_framework(LoadedEntry& entry) {
    auto info = std::make_shared<FrameworkInfo>();
    info->name = entry.text("name");
    for (std::string& word : entry.words("guarded")) info->guarded_methods.add(std::move(word));
    for (std::string& word : entry.words("training")) info->training_methods.add(std::move(word));
    for (std::string& word : entry.words("evaluating")) {
      info->evaluating_methods.add(std::move(word));
    }
    info->owns_zero_grad = entry.flag("owns-zero-grad");
    info->trains = entry.text("trains");
    for (const std::string& base : entry.words("bases")) {
      into_.frameworks_.insert_or_assign(declare(base), info);
    }
  }

  void add_resource(LoadedEntry& entry) {
    ResourceInfo info;
    info.holds = entry.text("holds");
    for (std::string& word : entry.words("release")) {
      if (info.release.empty()) info.release = word;
      info.released_by.add(std::move(word));
    }
    if (info.holds.empty()) entry.require("holds");
    if (info.release.empty()) entry.require("release");
    const std::string where = entry.text("where");
    const std::size_t equals = std::min(where.find('='), where.size());
    info.keyword = where.substr(0, equals);
    info.value = where.substr(std::min(equals + 1, where.size()));
    info.attribute = entry.text("attribute");
    info.is_path = entry.flag("path");
    for (const std::string& name : entry.words("acquire")) {
      into_.resources_.insert_or_assign(into_.canonical_text(name), info);
      into_.resource_words_.add(name.substr(name.rfind('.') + 1));
    }
  }

  void add_weak_names(LoadedEntry& entry) {
    const FactSet facts = entry.facts("facts");
    for (const std::string& name : entry.words("names")) {
      if (name.find('*') == std::string::npos) {
        into_.weak_names_.insert_or_assign(name, facts);
      } else {
        into_.weak_patterns_.push_back({name, facts});
      }
    }
  }

  void add_aliases(const std::string& canonical, const Words& aliases) {
    for (const std::string& alias : aliases) {
      into_.aliases_.insert_or_assign(declare(alias), declare(canonical));
    }
  }

  void add_packages(const std::string& canonical, const Words& packages) {
    for (const std::string& package : packages) {
      into_.packages_.insert_or_assign(package, canonical);
    }
  }

  Knowledge& into_;
  const path& file_;
  Room room_;
};

Result<void> extend_knowledge(Knowledge& knowledge, const YamlNode& tables, const path& path) {
  if (MaybeError error = KnowledgeLoader(knowledge, path).load(tables)) {
    return tl::unexpected(std::move(*error));
  }
  return {};
}

Result<Knowledge> shipped_knowledge() {
  constexpr std::string_view kFolder = "config/knowledge/";
  Knowledge knowledge;
  for (const Resource& resource : resources()) {
    if (resource.path.substr(0, kFolder.size()) != kFolder) continue;
    const path file(resource.path);
    auto loaded = extend_knowledge(knowledge, YamlNode(resource.document, nullptr), file);
    if (!loaded) {
      loaded.error().kind = ErrorKind::Internal;
      return tl::unexpected(std::move(loaded.error()));
    }
  }
  return knowledge;
}

}  // namespace mlfix
