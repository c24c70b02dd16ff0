// Accesses are told apart by the class of the `self` that they go through. See attribute_readers.h.

#include "torch/module/attribute_readers.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/flow/graph_sinks.h"
#include "semantic/names/attribute_access.h"
#include "semantic/semantic_model.h"

namespace mlfix {

namespace {

// More ancestors, or classes that derive from one, nobody writes in a file: such classes are
// taken for related to all others.
constexpr std::size_t kMaxRelatives = 200;

// Each class of the file with those that it derives from.
class Ancestries {
 public:
  explicit Ancestries(const SemanticModel& model) {
    for (NodeId n = 0; n < model.tree().size(); ++n) {
      if (!model.tree().is(n, Kind::ClassDefinition)) continue;
      std::vector<NodeId> line = line_of(model, n);
      if (line.size() > kMaxRelatives) endless_.insert(n);
      for (const NodeId member : line) lines_with_[member].push_back(lines_.size());
      lines_.push_back(std::move(line));
    }
    for (const auto& [klass, lines] : lines_with_) {
      if (lines.size() > kMaxRelatives) endless_.insert(klass);
    }
    if (!endless_.empty()) model.work().leave_unanswered("classes that derive from one");
  }

  bool is_related_to_all(NodeId klass) const { return endless_.contains(klass); }

  // The classes that one object may be of together with `klass`, which is not related to all.
  std::set<NodeId> relatives_of(const SemanticModel& model, NodeId klass) const {
    std::set<NodeId> relatives = endless_;
    relatives.insert(klass);
    const auto with = lines_with_.find(klass);
    if (with == lines_with_.end()) return relatives;
    for (const std::size_t line : with->second) {
      model.work().spend(lines_[line].size());
      relatives.insert(lines_[line].begin(), lines_[line].end());
    }
    return relatives;
  }

 private:
  static std::vector<NodeId> line_of(const SemanticModel& model, NodeId klass) {
    std::vector<NodeId> line{klass};
    for (std::size_t i = 0; i < line.size() && line.size() <= kMaxRelatives; ++i) {
      model.work().spend();
      const NodeId bases = model.tree().child(line[i], Field::Superclasses);
      if (bases == kNoNode) continue;
      for (const NodeId base : model.tree().children(bases)) {
        const NodeId known = class_named(model, base);
        if (known != kNoNode && std::ranges::find(line, known) == line.end()) line.push_back(known);
      }
    }
    return line;
  }

  static NodeId class_named(const SemanticModel& model, NodeId name) {
    if (!model.tree().is(name, Kind::Identifier)) return kNoNode;
    const DefId def = model.bindings().reaching(name);
    const bool known = def != kNone && model.bindings().definition(def).kind == DefKind::Class;
    return known ? model.tree().parent(model.bindings().definition(def).node) : NodeId{kNoNode};
  }

  std::vector<std::vector<NodeId>> lines_;
  std::set<NodeId> endless_;  // that derive from too many, or have too many that derive from them
  std::unordered_map<NodeId, std::vector<std::size_t>> lines_with_;
};

// By the class of the `self` that is accessed, kNoNode for other objects.
using NodesByClass = std::map<NodeId, std::vector<NodeId>>;

struct OwnAccesses {
  NodesByClass reads, stores;
};

struct AttributeAccesses {
  std::unordered_map<std::string_view, OwnAccesses> own;  // by name
  // By class, kNoNode for all, and name: the reads of the class and its relatives.
  std::map<std::pair<NodeId, std::string_view>, std::vector<NodeId>> reads;
};

const OwnAccesses& accesses_by_class(const SemanticModel& model, std::string_view name) {
  const auto [known, is_new] = model.notes<AttributeAccesses>().own.try_emplace(name);
  if (!is_new) return known->second;
  for (const AttributeAccess& access : model.attribute_accesses(name)) {
    if (access.is_load) known->second.reads[access.klass].push_back(access.node);
    if (access.is_store) known->second.stores[access.klass].push_back(access.node);
  }
  return known->second;
}

std::vector<NodeId> find_reads(const SemanticModel& model, NodeId klass, std::string_view name) {
  const NodesByClass& by_class = accesses_by_class(model, name).reads;
  std::vector<NodeId> reads;
  const auto add = [&](const std::vector<NodeId>& some) {
    reads.insert(reads.end(), some.begin(), some.end());
  };
  if (klass == kNoNode) {
    for (const auto& [owner, own] : by_class) add(own);
  } else {
    std::set<NodeId> owners = model.notes<Ancestries>(model).relatives_of(model, klass);
    owners.insert(kNoNode);
    for (const NodeId owner : owners) {
      if (const auto own = by_class.find(owner); own != by_class.end()) add(own->second);
    }
  }
  std::ranges::sort(reads);
  return reads;
}

}  // namespace

const std::vector<NodeId>& reads_of_attribute(const SemanticModel& model, NodeId store) {
  NodeId klass = model.class_of(store);
  if (model.notes<Ancestries>(model).is_related_to_all(klass)) klass = kNoNode;
  const std::string_view name = model.tree().text(model.tree().child(store, Field::Attribute));
  const auto [known, is_new] = model.notes<AttributeAccesses>().reads.try_emplace({klass, name});
  if (is_new) known->second = find_reads(model, klass, name);
  return known->second;
}

std::vector<NodeId> stores_of_attribute(const SemanticModel& model, NodeId store) {
  const std::string_view name = model.tree().text(model.tree().child(store, Field::Attribute));
  const NodesByClass& stores = accesses_by_class(model, name).stores;
  std::vector<NodeId> found;
  for (const NodeId klass : std::set<NodeId>{model.class_of(store), kNoNode}) {
    const auto own = stores.find(klass);
    if (own != stores.end()) found.insert(found.end(), own->second.begin(), own->second.end());
  }
  return found;
}

Need graph_need_of(const SemanticModel& model, NodeId read) {
  if (model.has_gradients_off(read)) return Need::None;
  const Reach fate = model.fate(read);
  if (fate.has_any({GraphSinks::kDifferentiated, GraphSinks::kForwardOutput})) return Need::Certain;
  return fate.has_any(GraphSinks::kEscapes) ? Need::Possible : Need::None;
}

}  // namespace mlfix
