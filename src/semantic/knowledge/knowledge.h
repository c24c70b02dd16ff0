// The knowledge tables: what a library's names mean to the analysis, loaded
// from config/knowledge/*.yml and extended by the user's mlfix.yaml. Names are
// interned to Symbols once, so that rules and the model compare integers.
// Immutable after loading, shared by all threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/knowledge/effect.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/knowledge/name_set.h"
#include "semantic/knowledge/symbol.h"

namespace mlfix {

enum class GradSwitch : std::uint8_t {
  None,        // not a grad-mode context
  Disables,    // no_grad, inference_mode
  ByArgument,  // set_grad_enabled(x), inference_mode(mode=x)
  Enables,     // enable_grad
};

// When the result is a pair of values and their indices, of which only the first is in the
// graph.
enum class Indices : std::uint8_t {
  None,
  Always,   // topk, sort
  WithDim,  // max, min: where a dimension is given
};

struct CallableInfo {
  FactSet result;  // must-facts of what a call returns
  FactSet may_result;
  bool result_keeps_graph = false;  // attached iff an argument is (torch.cat, F.relu)
  Indices indices = Indices::None;
  EffectBits effects = 0;
  GradSwitch grad_switch = GradSwitch::None;
  bool pure_in_arguments = false;  // reads its arguments only, keeps no reference
  bool is_class = false;
  bool leaf_constructor = false;  // makes a tensor without graph, unless requires_grad=True
  bool returns_argument =
      false;  // the result stands for the first argument (tqdm(loader), DDP(model))
};

struct MethodInfo {
  FactSet receiver;  // the method is this one only for receivers with these facts (may)
  FactSet result;
  FactSet may_result;
  bool result_keeps_graph = false;  // result is attached iff the receiver is
  Indices indices = Indices::None;
  bool returns_receiver = false;  // the result is the receiver, or stands for it (.eval(), .to())
  bool ends_graph = false;        // .detach(), .item(), .tolist(), .numpy(), argmax …
  bool in_place = false;
  EffectBits effects = 0;
};

// Which framework class takes care of what, by base class.
struct FrameworkInfo {
  std::string name;         // "PyTorch Lightning"
  NameSet guarded_methods;  // run without gradients by the framework
  NameSet training_methods;
  NameSet evaluating_methods;  // run with gradients on: they switch them off themselves, or should
  bool owns_zero_grad = false;
  std::string trains;  // the attribute whose weights alone its optimizer takes; "": not said
};

// What has to be given back, by the function or class that it comes from.
struct ResourceInfo {
  std::string holds;      // what it holds on to until then, for messages
  std::string release;    // what gives it back, for fixes: a method, or a dotted function
  NameSet released_by;    // all methods and dotted functions that give it back
  std::string keyword;    // comes only from calls with this keyword argument …
  std::string value;      // … and this value; "": from all
  std::string attribute;  // what a function that gives it back is given: an attribute, "": itself
  bool is_path = false;   // it is the name of what is held: who is given it does not own that
};

class Knowledge {
 public:
  // Interns; the same text always gives the same Symbol. Loading only.
  Symbol intern(std::string_view dotted);
  // Canonical symbol of a name that some table mentions; kNoSymbol when no table
  // knows it. A name that only a pattern of a table covers ("captum.*") gives
  // the symbol of the pattern.
  Symbol find(std::string_view dotted) const;
  std::string_view text(Symbol s) const;
  // Canonical symbol: follows re-exports (torch.autograd.no_grad -> torch.no_grad).
  Symbol canonical(Symbol s) const;
  // The same for text, also for names no table knows: re-exported packages are
  // renamed (tensorflow.keras.Foo -> keras.Foo).
  std::string canonical_text(std::string_view dotted) const;

  const CallableInfo* callable(Symbol s) const;
  // The names of all functions and classes that the tables describe, dotted, and those of methods.
  void for_each_described(const std::function<void(std::string_view)>& visit) const;
  // What calling an instance of the class `s` does and gives (a module, a loss).
  const CallableInfo* instance_call(Symbol s) const;
  // Methods are known by name and by the facts of the receiver: the entry whose
  // receiver facts must hold, else one whose may, else one whose weak facts
  // agree, else the entry for any receiver. nullptr when there is none.
  const MethodInfo* method(std::string_view name, const Facts& receiver) const;
  // The same for attributes that are read (`x.data`, `x.shape`).
  const MethodInfo* attribute(std::string_view name, const Facts& receiver) const;
  // Facts of instances of a class named `s` or derived from it.
  std::optional<FactSet> instance_facts(Symbol s) const;
  // Is the class `s` known to be `base` or derived from it?
  bool derives(Symbol s, Symbol base) const;
  const FrameworkInfo* framework(Symbol base_class) const;
  // The resource that a call of the function or class gives; nullptr when it gives none.
  const ResourceInfo* resource(std::string_view dotted) const;
  // The last words of the names that give resources.
  const NameSet& resource_words() const { return resource_words_; }
  HintedFacts weak_facts_of_name(std::string_view variable) const;

  // Has the name the meaning, whatever the receiver of a method is?
  bool means(Meaning meaning, std::string_view name) const { return names(meaning).contains(name); }
  // The same for a method of a receiver with these facts: a row for a fact holds for receivers
  // that must have it.
  bool means(Meaning meaning, std::string_view method, const Facts& receiver) const;
  // Is there a row for receivers with a fact? Only then does it matter what the receiver is.
  bool depends_on_receiver(Meaning meaning, std::string_view method) const;
  // Is the dotted name, or a package that it lies in, one that has the meaning?
  bool covers(Meaning package, std::string_view dotted) const;
  // All names that have the meaning for any receiver.
  const NameSet& names(Meaning meaning) const {
    return meanings_[static_cast<std::size_t>(meaning)];
  }
  const Hints& hints() const { return hints_; }
  // The fact of that name, the program's own or one that a table declares; else the empty set.
  FactSet fact_named(std::string_view name) const;
  // Loading only, as intern() is: a row of a meaning, for any receiver or for those with one
  // of the facts; a word of a hint; a fact that a table declares, false when there is no room.
  void add_name(Meaning meaning, std::string name);
  void add_method(Meaning meaning, std::string method, FactSet receiver);
  void add_hint(Hint hint, std::string word) { hints_.add(hint, std::move(word)); }
  bool declare_fact(std::string name, FactSet implied);
  // The names of all facts.
  std::vector<std::string> fact_names() const;
  // The set with all that its members imply.
  FactSet with_all_implied(FactSet facts) const;

 private:
  friend class KnowledgeLoader;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  template <typename T>
  using Table = std::unordered_map<std::string, T, Hash, std::equal_to<>>;
  // A name with `*` in it, filed under its text before the first dot.
  struct Pattern {
    std::string text;
    Symbol symbol;
  };
  struct NamePattern {
    std::string text;
    FactSet facts;
  };

  // A method that has a meaning for receivers with one of the facts.
  struct TypedRow {
    std::string method;
    FactSet receiver;
  };
  // A fact that a table declares.
  struct DeclaredFact {
    std::string name;
    FactSet fact;
    FactSet implied;
  };

  std::vector<std::string> texts_{""};
  Table<Symbol> symbols_;
  Table<std::vector<Pattern>> patterns_;
  Table<std::string> packages_;  // re-exported package -> its canonical name
  std::unordered_map<Symbol, Symbol> aliases_;
  std::unordered_map<Symbol, CallableInfo> callables_;
  std::unordered_map<Symbol, CallableInfo> instance_calls_;
  Table<std::vector<MethodInfo>> methods_;
  Table<std::vector<MethodInfo>> attributes_;
  std::unordered_map<Symbol, FactSet> instances_;
  std::unordered_map<Symbol, Symbol> bases_;  // class -> its base class
  std::unordered_map<Symbol, std::shared_ptr<const FrameworkInfo>> frameworks_;
  Table<ResourceInfo> resources_;
  NameSet resource_words_;
  Table<FactSet> weak_names_;
  std::vector<NamePattern> weak_patterns_;
  std::array<NameSet, kMeanings> meanings_;
  std::array<std::vector<TypedRow>, kMeanings> typed_meanings_;
  Hints hints_;
  std::vector<DeclaredFact> declared_facts_;
};

// Does `text` match a pattern in which `*` stands for any characters?
bool matches_wildcard(std::string_view text, std::string_view pattern);

}  // namespace mlfix
