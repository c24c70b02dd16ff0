// A tensor joins the call that saves others, and the unpacking that belongs to it, or
// gets both for itself. What is saved and what is unpacked go by their order, so both
// must be single plain statements.

#include "transforms/gradient/saving/save_for_backward.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "semantic/binding/binding.h"
#include "semantic/semantic_model.h"
#include "torch/module/saved_tensors.h"
#include "torch/tensor/changed_in_place.h"

namespace mlfix {
namespace {

class Saving {
 public:
  Saving(const SemanticModel& model, const Rewriter& edit, const AutogradFunction& f, NodeId store,
         NodeId value, const ContextUses& uses)
      : model_(model),
        tree_(model.tree()),
        edit_(edit),
        f_(f),
        store_(model.statement_of(store)),
        attribute_(tree_.child(store, Field::Left)),
        value_(value),
        uses_(uses),
        named_(tree_.is(value, Kind::Identifier)),
        name_(named_
                  ? std::string(tree_.text(value))
                  : edit.fresh_name(store, tree_.text(tree_.child(attribute_, Field::Attribute)))) {
  }

  std::optional<Intents> edits() {
    if (f_.backward == kNoNode || !uses_.plain || uses_.reads.empty()) return std::nullopt;
    if (!stands_directly_in(model_, store_, f_.forward)) return std::nullopt;
    if (named_ && !uses_.own.empty()) return std::nullopt;
    if (is_changed_in_place_behind(model_, named_ ? value_ : attribute_, store_)) {
      return std::nullopt;
    }
    const SavedTensors saved = saved_tensors_of(model_, f_);
    if (!saved.any) return alone();
    return saved.call == kNoNode ? std::nullopt : joined(saved);
  }

 private:
  std::string local_name() const {
    const NodeId bound = name_taken_for(model_, f_, uses_);
    if (bound != kNoNode) return std::string(tree_.text(bound));
    const NodeId attribute = tree_.child(uses_.reads.front(), Field::Attribute);
    return edit_.fresh_name(uses_.reads.front(), tree_.text(attribute));
  }

  void rename_reads(const std::string& name, Intents& intents) const {
    for (const NodeId read : uses_.reads) append(intents, edit_.replace(read, name));
  }

  // ctx.y = x.clone()  ->  y = x.clone(), and what forward() reads of it.
  Intents name_the_value() const {
    Intents intents = edit_.replace(attribute_, name_);
    for (const NodeId read : uses_.own) append(intents, edit_.replace(read, name_));
    return intents;
  }

  // Saves the value where it was put on the context.
  std::optional<Intents> saved_here() const {
    const std::string save = fmt::format("{}.save_for_backward({})", f_.context, name_);
    if (named_) return edit_.replace(store_, save);
    auto after = edit_.insert_after(store_, save);
    if (after) append(*after, name_the_value());
    return after;
  }

  std::optional<Intents> alone() const {
    auto intents = saved_here();
    if (!intents) return std::nullopt;
    const std::string unpack =
        fmt::format("{}, = {}.saved_tensors", local_name(), first_parameter(tree_, f_.backward));
    const NodeId bound = name_taken_for(model_, f_, uses_);
    if (bound != kNoNode) {
      append(*intents, edit_.replace(tree_.parent(bound), unpack));
      return intents;
    }
    auto inserted = edit_.insert_at_body_start(tree_.child(f_.backward, Field::Body), unpack);
    if (!inserted) return std::nullopt;
    append(*intents, std::move(*inserted));
    rename_reads(local_name(), *intents);
    return intents;
  }

  // What is saved must be bound before the call that saves it.
  bool is_bound_before(NodeId save) const {
    if (!named_) return store_ < save;
    const DefId def = model_.bindings().reaching(value_);
    return def != kNone && (model_.bindings().definition(def).kind == DefKind::Parameter ||
                            model_.bindings().definition(def).node < save);
  }

  std::optional<Intents> joined(const SavedTensors& saved) const {
    if (!is_bound_before(saved.call) || uses_.reads.front() < saved.unpacking) return std::nullopt;
    const Offset end = tree_.range(model_.arguments(saved.call).back()).end;
    Intents intents = edit_.insert(end, fmt::format(", {}", name_));
    append(intents, named_ ? edit_.delete_statement(store_) : name_the_value());
    const NodeId left = tree_.child(saved.unpacking, Field::Left);
    std::string names;
    for (const NodeId name : tree_.children(left)) names += fmt::format("{}, ", tree_.text(name));
    append(intents, edit_.replace(left, names + local_name()));
    const NodeId bound = name_taken_for(model_, f_, uses_);
    if (bound != kNoNode) {
      append(intents, edit_.delete_statement(model_.statement_of(bound)));
    } else {
      rename_reads(local_name(), intents);
    }
    return intents;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Rewriter& edit_;
  const AutogradFunction& f_;
  NodeId store_;
  NodeId attribute_;
  NodeId value_;
  const ContextUses& uses_;
  bool named_;        // else the value is an expression
  std::string name_;  // that forward() has for the value, or gets
};

// Saves several values, each of which one statement of backward() takes under its name.
class SavingTogether {
 public:
  SavingTogether(const SemanticModel& model, const Rewriter& edit, const AutogradFunction& f,
                 const TakenTogether& taken, std::span<const NodeId> stores)
      : model_(model), tree_(model.tree()), edit_(edit), f_(f), taken_(taken), stores_(stores) {
    for (const NodeId store : stores) {
      if (store != kNoNode) last_ = last_ == kNoNode ? store : std::max(last_, store);
    }
  }

  std::optional<Intents> edits() const {
    if (last_ == kNoNode) return std::nullopt;
    std::string saved;
    for (const NodeId store : stores_) {
      if (store == kNoNode) continue;
      if (!can_wait(store)) return std::nullopt;
      saved += (saved.empty() ? "" : ", ") + text_of(tree_.child(store, Field::Right));
    }
    Intents intents = edit_.replace(model_.statement_of(last_),
                                    fmt::format("{}.save_for_backward({})", f_.context, saved));
    for (const NodeId store : stores_) {
      if (store == kNoNode || store == last_) continue;
      append(intents, edit_.delete_statement(model_.statement_of(store)));
    }
    auto unpacked = unpack();
    if (!unpacked) return std::nullopt;
    append(intents, std::move(*unpacked));
    return intents;
  }

 private:
  std::string text_of(NodeId n) const { return std::string(tree_.text(n)); }

  // Is the value the same at the last of the stores as at its own?
  bool can_wait(NodeId store) const {
    const NodeId value = tree_.child(store, Field::Right);
    const DefId def =
        tree_.is(value, Kind::Identifier) ? model_.bindings().reaching(value) : DefId{kNone};
    if (def == kNone || tree_.child(store, Field::Type) != kNoNode ||
        model_.block_of(model_.statement_of(store)) !=
            model_.block_of(model_.statement_of(last_)) ||
        model_.loop_of(store) != kNoNode) {
      return false;
    }
    const auto& definitions = model_.bindings().variable_of(def).definitions;
    const bool bound_between = std::ranges::any_of(definitions, [&](DefId other) {
      const NodeId at = model_.bindings().definition(other).node;
      return at > store && at < last_;
    });
    return !bound_between && !is_changed_in_place_behind(model_, value, store);
  }

  // Those places at which a value is saved, or stays.
  std::string listed(const std::vector<NodeId>& nodes, bool saved) const {
    std::string list;
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      if ((stores_[at] != kNoNode) != saved) continue;
      list += (list.empty() ? "" : ", ") + text_of(nodes[at]);
    }
    return list;
  }

  std::optional<Intents> unpack() const {
    const std::string tensors =
        fmt::format("{}.saved_tensors", first_parameter(tree_, f_.backward));
    const auto stay = std::ranges::count(stores_, NodeId{kNoNode});
    if (stay == 0) return edit_.replace(tree_.child(taken_.assignment, Field::Right), tensors);
    const bool one = stores_.size() - static_cast<std::size_t>(stay) == 1;
    const NodeId statement = model_.statement_of(taken_.assignment);
    auto after = edit_.insert_after(statement, fmt::format("{} = {}", listed(taken_.names, false),
                                                           listed(taken_.values, false)));
    if (!after) return std::nullopt;
    append(*after,
           edit_.replace(taken_.assignment, fmt::format("{}{} = {}", listed(taken_.names, true),
                                                        one ? "," : "", tensors)));
    return after;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Rewriter& edit_;
  const AutogradFunction& f_;
  const TakenTogether& taken_;
  std::span<const NodeId> stores_;
  NodeId last_ = kNoNode;
};

// Saves several values that one statement of forward() puts on the context.
class SavingStored {
 public:
  SavingStored(const SemanticModel& model, const Rewriter& edit, const AutogradFunction& f,
               const StoredTogether& stored)
      : model_(model), tree_(model.tree()), edit_(edit), f_(f), stored_(stored) {
    for (const NodeId attribute : stored.attributes) {
      uses_.push_back(context_uses(model, f, attribute));
    }
  }

  std::optional<Intents> edits() const {
    const NodeId statement = model_.statement_of(stored_.assignment);
    if (f_.backward == kNoNode || !stands_directly_in(model_, statement, f_.forward) ||
        saved_tensors_of(model_, f_).any) {
      return std::nullopt;
    }
    for (std::size_t at = 0; at < uses_.size(); ++at) {
      if (!can_be_saved(stored_.values[at], uses_[at])) return std::nullopt;
    }
    std::vector<std::size_t> order = order_taken();
    const bool taken = !order.empty();
    if (!taken) {
      for (std::size_t at = 0; at < uses_.size(); ++at) order.push_back(at);
    }
    std::string saved;
    for (const std::size_t at : order) {
      saved += (saved.empty() ? "" : ", ") + std::string(tree_.text(stored_.values[at]));
    }
    Intents intents =
        edit_.replace(statement, fmt::format("{}.save_for_backward({})", f_.context, saved));
    auto unpacked = taken ? std::optional(take_in_place()) : unpack_in_front();
    if (!unpacked) return std::nullopt;
    append(intents, std::move(*unpacked));
    return intents;
  }

 private:
  bool can_be_saved(NodeId value, const ContextUses& uses) const {
    return tree_.is(value, Kind::Identifier) && uses.plain && !uses.released && uses.own.empty() &&
           !uses.reads.empty() &&
           (is_known_tensor(model_, f_, value, uses) ||
            made_tensor(model_, f_, value) == MadeTensor::Certain) &&
           !is_changed_in_place_behind(model_, value, model_.statement_of(stored_.assignment));
  }

  const TakenTogether& taken() const {
    return taken_together(model_, f_, uses_.front().reads.front());
  }

  // The places of the values as one statement of backward() takes all of them; else empty.
  std::vector<std::size_t> order_taken() const {
    std::vector<std::size_t> order;
    for (const NodeId read : taken().values) {
      const auto found = std::ranges::find_if(uses_, [&](const ContextUses& uses) {
        return uses.reads.size() == 1 && uses.reads.front() == read;
      });
      if (found == uses_.end()) return {};
      order.push_back(static_cast<std::size_t>(found - uses_.begin()));
    }
    return order.size() == uses_.size() ? order : std::vector<std::size_t>();
  }

  std::string tensors() const {
    return fmt::format("{}.saved_tensors", first_parameter(tree_, f_.backward));
  }

  Intents take_in_place() const {
    return edit_.replace(tree_.child(taken().assignment, Field::Right), tensors());
  }

  std::optional<Intents> unpack_in_front() const {
    std::string names;
    Intents renamed;
    for (const ContextUses& uses : uses_) {
      const NodeId first = uses.reads.front();
      const std::string name =
          edit_.fresh_name(first, tree_.text(tree_.child(first, Field::Attribute)));
      names += (names.empty() ? "" : ", ") + name;
      for (const NodeId read : uses.reads) append(renamed, edit_.replace(read, name));
    }
    auto intents = edit_.insert_at_body_start(tree_.child(f_.backward, Field::Body),
                                              fmt::format("{} = {}", names, tensors()));
    if (intents) append(*intents, std::move(renamed));
    return intents;
  }

  const SemanticModel& model_;
  const SyntaxTree& tree_;
  const Rewriter& edit_;
  const AutogradFunction& f_;
  const StoredTogether& stored_;
  std::vector<ContextUses> uses_;  // by the places of the values
};

}  // namespace

std::optional<Intents> save_together(const SemanticModel& model, const Rewriter& edit,
                                     const AutogradFunction& f, const TakenTogether& taken,
                                     std::span<const NodeId> stores) {
  return SavingTogether(model, edit, f, taken, stores).edits();
}

std::optional<Intents> save_for_backward(const SemanticModel& model, const Rewriter& edit,
                                         const AutogradFunction& f, NodeId store, NodeId value,
                                         const ContextUses& uses) {
  return Saving(model, edit, f, store, value, uses).edits();
}

std::optional<Intents> save_stored_together(const SemanticModel& model, const Rewriter& edit,
                                            const AutogradFunction& f,
                                            const StoredTogether& stored) {
  return SavingStored(model, edit, f, stored).edits();
}

}  // namespace mlfix
