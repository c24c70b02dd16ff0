#include "torch/tensor/return_to_device.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/knowledge/facts.h"
#include "semantic/knowledge/hints.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/semantic_model.h"

namespace mlfix {
namespace {

// By the text: "cuda", self.device, torch.device("cuda:0"). What x.device is of a tensor x, nobody
// says.
bool names_device(const SemanticModel& model, NodeId expr) {
  const SyntaxTree& tree = model.tree();
  const bool of_tensor = tree.is(expr, Kind::Attribute) &&
                         model.facts(tree.child(expr, Field::Object)).could_be(Fact::Tensor);
  const std::string_view text = tree.text(expr);
  return !of_tensor && text.find("cpu") == text.npos && model.suggests(Hint::Device, text);
}

// Follows what was moved to the CPU as a whole, by its names, to where it goes to a device again.
class ReturnToDevice {
 public:
  explicit ReturnToDevice(const SemanticModel& model) : model_(model) {}

  bool follows_whole(NodeId expr) {
    while (true) {
      model_.work().spend();
      const Consumer consumer = model_.consumer_of(expr);
      if (goes_to_device(consumer)) return true;
      if (consumer.role == Role::Assigned) return follows_target(consumer.node);
      if (!gives_whole(consumer)) return false;
      expr = consumer.node;
    }
  }

  // Of a part, which `expr` is: into an array that all parts are written to?
  bool follows_part(NodeId expr) {
    Consumer consumer = model_.consumer_of(expr);
    while (gives_whole(consumer)) consumer = model_.consumer_of(consumer.node);
    if (consumer.role != Role::Assigned) return false;
    const SyntaxTree& tree = model_.tree();
    const NodeId target = tree.child(consumer.node, Field::Left);
    return tree.is(target, Kind::Subscript) && follows_name(tree.child(target, Field::Value));
  }

 private:
  // x.to(device), x.cuda(), torch.tensor(x, device=device)
  bool goes_to_device(const Consumer& consumer) const {
    if (consumer.role == Role::MethodReceiver) {
      const NodeId device = model_.argument(consumer.node, 0, "device");
      return consumer.name == "cuda" ||
             (consumer.name == "to" && device != kNoNode && names_device(model_, device));
    }
    if (!is_data(consumer)) return false;
    const NodeId device = model_.argument(consumer.node, -1, "device");
    return device != kNoNode && names_device(model_, device);
  }

  bool is_data(const Consumer& consumer) const {
    return consumer.role == Role::Argument && consumer.position == 0 &&
           model_.is_call_to(consumer.node, Meaning::MakesByData);
  }

  bool gives_whole(const Consumer& consumer) const {
    if (consumer.role == Role::MethodReceiver) {
      return consumer.name == "numpy" || model_.means(Meaning::KeepsSize, consumer.name);
    }
    return is_data(consumer) || (consumer.role == Role::Argument && consumer.position == 0 &&
                                 model_.is_call_to(consumer.node, Meaning::JoinsTensors));
  }

  bool follows_target(NodeId assignment) {
    const SyntaxTree& tree = model_.tree();
    return tree.is(assignment, Kind::Assignment) &&
           follows_name(tree.child(assignment, Field::Left));
  }

  // Each name is followed once: from what is bound there, or read.
  bool follows_name(NodeId name) {
    const SyntaxTree& tree = model_.tree();
    if (!tree.is(name, Kind::Identifier)) return false;
    const Bindings& bindings = model_.bindings();
    DefId def = bindings.definition_at(name);
    if (def == kNone) def = bindings.reaching(name);
    if (def == kNone || std::ranges::find(seen_, def) != seen_.end() || seen_.size() == kMaxNames) {
      return false;
    }
    seen_.push_back(def);
    return std::ranges::any_of(bindings.variable_of(def).uses, [&](UseId u) {
      model_.work().spend();
      return bindings.use(u).def == def && follows_whole(bindings.use(u).node);
    });
  }

  static constexpr std::size_t kMaxNames = 8;
  const SemanticModel& model_;
  std::vector<DefId> seen_;
};

}  // namespace

bool returns_to_device(const SemanticModel& model, NodeId expr) {
  return ReturnToDevice(model).follows_whole(expr);
}

bool returns_in_array(const SemanticModel& model, NodeId part) {
  return ReturnToDevice(model).follows_part(part);
}

}  // namespace mlfix
