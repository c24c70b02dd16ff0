// Lookups in the knowledge tables. Exact names are one hash lookup; patterns
// ("captum.*") are filed under their first word and tried only when the exact
// name is unknown, the longest first, so that a table can state the rule for a
// whole package and the exceptions by name.

#include "semantic/knowledge/knowledge.h"

#include <algorithm>
#include <utility>

namespace mlfix {
namespace {

std::string_view head_of(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

// The entry that fits the receiver best; see Knowledge::method.
const MethodInfo* best_of(const std::vector<MethodInfo>& entries, const Facts& receiver) {
  const MethodInfo* may = nullptr;
  const MethodInfo* weak = nullptr;
  const MethodInfo* any = nullptr;
  for (const MethodInfo& entry : entries) {
    if (receiver.must.has_any(entry.receiver)) return &entry;
    if (may == nullptr && receiver.may.has_any(entry.receiver)) may = &entry;
    if (weak == nullptr && receiver.weak.has_any(entry.receiver)) weak = &entry;
    if (any == nullptr && entry.receiver.empty()) any = &entry;
  }
  if (may != nullptr) return may;
  return weak != nullptr ? weak : any;
}

}  // namespace

bool matches_wildcard(std::string_view text, std::string_view pattern) {
  // Most of what doesn't match differs where it begins or ends.
  const auto differs = [](char wanted, char actual) { return wanted != '*' && wanted != actual; };
  if (!pattern.empty() && !text.empty() &&
      (differs(pattern.front(), text.front()) || differs(pattern.back(), text.back()))) {
    return false;
  }
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;  // last `*` seen, where to come back to
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

Symbol Knowledge::intern(std::string_view dotted) {
  const auto found = symbols_.find(dotted);
  if (found != symbols_.end()) return found->second;
  const auto symbol = static_cast<Symbol>(texts_.size());
  texts_.emplace_back(dotted);
  symbols_.emplace(dotted, symbol);
  return symbol;
}

Symbol Knowledge::find(std::string_view dotted) const {
  const auto exact = symbols_.find(dotted);
  if (exact != symbols_.end()) return canonical(exact->second);
  const std::string renamed = canonical_text(dotted);
  if (const auto found = symbols_.find(renamed); found != symbols_.end()) {
    return canonical(found->second);
  }
  for (const std::string_view head : {head_of(renamed), std::string_view("*")}) {
    const auto patterns = patterns_.find(head);
    if (patterns == patterns_.end()) continue;
    for (const Pattern& pattern : patterns->second) {
      if (matches_wildcard(renamed, pattern.text)) return canonical(pattern.symbol);
    }
  }
  return kNoSymbol;
}

std::string_view Knowledge::text(Symbol s) const {
  return texts_[s];
}

Symbol Knowledge::canonical(Symbol s) const {
  const auto found = aliases_.find(s);
  return found == aliases_.end() ? s : found->second;
}

std::string Knowledge::canonical_text(std::string_view dotted) const {
  if (const auto exact = symbols_.find(dotted); exact != symbols_.end()) {
    return texts_[canonical(exact->second)];
  }
  for (std::size_t end = dotted.size(); end != std::string_view::npos && end != 0;
       end = dotted.rfind('.', end - 1)) {
    const auto package = packages_.find(dotted.substr(0, end));
    if (package != packages_.end()) {
      return canonical_text(package->second + std::string(dotted.substr(end)));
    }
  }
  return std::string(dotted);
}

void Knowledge::for_each_described(const std::function<void(std::string_view)>& visit) const {
  for (const auto& [symbol, info] : callables_) visit(text(symbol));
  for (const auto& [symbol, info] : instance_calls_) visit(text(symbol));
  for (const auto& [symbol, facts] : instances_) visit(text(symbol));
  for (const auto& [name, methods] : methods_) visit(name);
}

const CallableInfo* Knowledge::callable(Symbol s) const {
  const auto found = callables_.find(s);
  return found == callables_.end() ? nullptr : &found->second;
}

const CallableInfo* Knowledge::instance_call(Symbol s) const {
  const auto found = instance_calls_.find(s);
  return found == instance_calls_.end() ? nullptr : &found->second;
}

const MethodInfo* Knowledge::method(std::string_view name, const Facts& receiver) const {
  const auto found = methods_.find(name);
  return found == methods_.end() ? nullptr : best_of(found->second, receiver);
}

const MethodInfo* Knowledge::attribute(std::string_view name, const Facts& receiver) const {
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? nullptr : best_of(found->second, receiver);
}

std::optional<FactSet> Knowledge::instance_facts(Symbol s) const {
  const auto found = instances_.find(s);
  if (found == instances_.end()) return std::nullopt;
  return found->second;
}

bool Knowledge::derives(Symbol s, Symbol base) const {
  while (s != kNoSymbol && s != base) {
    const auto found = bases_.find(s);
    s = found == bases_.end() ? kNoSymbol : found->second;
  }
  return s != kNoSymbol;
}

const ResourceInfo* Knowledge::resource(std::string_view dotted) const {
  const auto found = resources_.find(dotted);
  return found == resources_.end() ? nullptr : &found->second;
}

const FrameworkInfo* Knowledge::framework(Symbol base_class) const {
  const auto found = frameworks_.find(base_class);
  return found == frameworks_.end() ? nullptr : found->second.get();
}

HintedFacts Knowledge::weak_facts_of_name(std::string_view variable) const {
  while (!variable.empty() && variable.front() == '_') variable.remove_prefix(1);
  if (const auto found = weak_names_.find(variable); found != weak_names_.end()) {
    return HintedFacts(found->second);
  }
  for (const NamePattern& pattern : weak_patterns_) {
    if (matches_wildcard(variable, pattern.text)) return HintedFacts(pattern.facts);
  }
  return {};
}

bool Knowledge::means(Meaning meaning, std::string_view method, const Facts& receiver) const {
  if (means(meaning, method)) return true;
  return std::ranges::any_of(typed_meanings_[static_cast<std::size_t>(meaning)],
                             [&](const TypedRow& row) {
                               return row.method == method && receiver.must.has_any(row.receiver);
                             });
}

bool Knowledge::depends_on_receiver(Meaning meaning, std::string_view method) const {
  return !means(meaning, method) &&
         std::ranges::any_of(typed_meanings_[static_cast<std::size_t>(meaning)],
                             [&](const TypedRow& row) { return row.method == method; });
}

bool Knowledge::covers(Meaning package, std::string_view dotted) const {
  const NameSet& all = names(package);
  for (std::size_t end = dotted.find('.'); end != std::string_view::npos;
       end = dotted.find('.', end + 1)) {
    if (all.contains(dotted.substr(0, end))) return true;
  }
  return all.contains(dotted);
}

void Knowledge::add_name(Meaning meaning, std::string name) {
  meanings_[static_cast<std::size_t>(meaning)].add(std::move(name));
}

void Knowledge::add_method(Meaning meaning, std::string method, FactSet receiver) {
  typed_meanings_[static_cast<std::size_t>(meaning)].push_back({std::move(method), receiver});
}

bool Knowledge::declare_fact(std::string name, FactSet implied) {
  const std::size_t number = kFacts + declared_facts_.size();
  if (number == kMostFacts) return false;
  declared_facts_.push_back({std::move(name), FactSet(FactBits{1} << number), implied});
  return true;
}

FactSet Knowledge::fact_named(std::string_view name) const {
  for (const DeclaredFact& declared : declared_facts_) {
    if (declared.name == name) return declared.fact;
  }
  return fact_from_name(name);
}

std::vector<std::string> Knowledge::fact_names() const {
  std::vector<std::string> names;
  for (std::size_t bit = 0; bit < kFacts; ++bit) {
    names.emplace_back(fact_name(static_cast<Fact>(FactBits{1} << bit)));
  }
  for (const DeclaredFact& declared : declared_facts_) names.push_back(declared.name);
  return names;
}

FactSet Knowledge::with_all_implied(FactSet facts) const {
  for (const DeclaredFact& declared : declared_facts_) {
    if (facts.has_any(declared.fact)) facts |= declared.implied;
  }
  return with_implied(facts);
}

}  // namespace mlfix
