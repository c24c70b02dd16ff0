// The knowledge tables: what a library's names mean to the analysis, loaded
// from config/knowledge/*.yml and extended by the user's mlfix.yaml. Names are
// interned to Symbols once, so that rules and the model compare integers.
// Immutable after loading, shared by all threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantic/facts.h"

namespace mlfix {

// An interned dotted name ("torch.no_grad"); 0 means no name.
using Symbol = std::uint32_t;
inline constexpr Symbol kNoSymbol = 0;

// What a call does, as bits; see Effects in semantic_model.h.
using EffectBits = std::uint32_t;

enum class GradSwitch : std::uint8_t {
  None,        // not a grad-mode context
  Disables,    // no_grad, inference_mode
  ByArgument,  // set_grad_enabled(x), inference_mode(mode=x)
  Enables,     // enable_grad
};

struct CallableInfo {
  FactSet result;  // must-facts of what a call returns
  FactSet may_result;
  bool result_keeps_graph = false;  // attached iff an argument is (torch.cat, F.relu)
  EffectBits effects = 0;
  GradSwitch grad_switch = GradSwitch::None;
  bool pure_in_arguments = false;  // reads its arguments only, keeps no reference
  bool is_class = false;
};

struct MethodInfo {
  FactSet receiver;  // the method is this one only for receivers with these facts (may)
  FactSet result;
  FactSet may_result;
  bool result_keeps_graph = false;  // result is attached iff the receiver is
  bool ends_graph = false;          // .detach(), .item(), .tolist(), .numpy(), argmax …
  bool in_place = false;
  EffectBits effects = 0;
};

// Which framework class takes care of what, by base class.
struct FrameworkInfo {
  std::string name;                          // "PyTorch Lightning"
  std::vector<std::string> guarded_methods;  // run without gradients by the framework
  std::vector<std::string> training_methods;
  bool owns_zero_grad = false;
};

class Knowledge {
 public:
  // Interns; the same text always gives the same Symbol. Loading only.
  Symbol intern(std::string_view dotted);
  // Symbol of a name that some table mentions or an import in any file may give;
  // kNoSymbol when no table knows it.
  Symbol find(std::string_view dotted) const;
  std::string_view text(Symbol s) const;
  // Canonical symbol: follows re-exports (torch.autograd.no_grad -> torch.no_grad).
  Symbol canonical(Symbol s) const;

  const CallableInfo* callable(Symbol s) const;
  // Methods are known by name and by the facts of the receiver.
  const MethodInfo* method(std::string_view name, Facts receiver) const;
  // Facts of instances of a class named `s` or derived from it.
  std::optional<FactSet> instance_facts(Symbol s) const;
  const FrameworkInfo* framework(Symbol base_class) const;
  FactSet weak_facts_of_name(std::string_view variable) const;

 private:
  friend class KnowledgeLoader;
  std::vector<std::string> texts_{""};
  std::unordered_map<std::string, Symbol> symbols_;
  std::unordered_map<Symbol, Symbol> aliases_;
  std::unordered_map<Symbol, CallableInfo> callables_;
  std::unordered_map<std::string, std::vector<MethodInfo>> methods_;
  std::unordered_map<Symbol, FactSet> instances_;
  std::unordered_map<Symbol, FrameworkInfo> frameworks_;
  std::unordered_map<std::string, FactSet> weak_names_;
};

}  // namespace mlfix
