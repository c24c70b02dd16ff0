// Keeps a history from growing beyond what is read of it.
//
//     self.norms.append(norm)    ->   self.norms.append(norm)
//                                     del self.norms[:-self.norm_window]
//
// Where the constructor makes the list and is given the limit, the list becomes a deque of that
// length.
//
//     images.append(grid)        ->
//
// Fires when    a method that does not set its object up adds to a list of it that
//               nobody trims, and the class names a window that nobody reads, or
//               only the last entries are read, or nothing at all; or a list that gets an
//               entry beside it has a maximum length; or all that is done with the entries
//               is to end them (`for h in self.hooks: h.remove()`) or to join them
//               (torch.cat(self.outputs)), and they stay; or a loop of a training fills a
//               variable with new tensors, copies of all weights and the like, and nobody reads it.
//               With `minor` also one of anything else, and a variable that a loop fills for as
//               long as the run goes on, to average all of it each time.
// Stays silent  when the whole is read, stored, sorted or returned, unless the limit is a
//               parameter of the constructor, or a list beside it has one, so that nobody
//               else can keep to it; when it is trimmed or set again, when it has a maximum length,
//               when another file mentions an attribute of its name, and where the method that
//               uses it up ends its object or gives something back; a list of a script that
//               others import, or of a notebook, or that keeps things alive by its name. With
//               `minor` off also where the entries are numbers or texts, or losses that
//               detach-stored-tensor makes numbers of, of which no limit is named, or nothing
//               shows that they are large.
// Safe when     never: somebody outside the file may read the whole. Without a
//               window, or a place behind which all is used up, there is no fix; a variable that
//               nobody reads is no longer filled, where it may be told that what is added there
//               does nothing else.

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/diagnostic.h"
#include "engine/transform.h"
#include "semantic/binding/binding.h"
#include "semantic/control/consumer.h"
#include "semantic/flow/history_window.h"
#include "semantic/flow/long_lived.h"
#include "semantic/flow/object_phase.h"
#include "semantic/flow/reflection.h"
#include "semantic/flow/repetition_way.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/knowledge/meanings.h"
#include "semantic/names/access_path.h"
#include "semantic/semantic_model.h"
#include "torch/graph/attachment.h"
#include "torch/graph/value_sources.h"
#include "torch/tensor/copying_cost.h"
#include "torch/training/training.h"
#include "transforms/fixes/minor.h"
#include "transforms/retention/filling/filled_variable.h"
#include "transforms/retention/filling/limiting.h"
#include "transforms/retention/filling/used_up.h"

namespace mlfix::unbounded_history {
namespace {

constexpr std::string_view kNoOlder =
    "nobody reads or counts older entries, in this file or in others";
constexpr std::size_t kMaxAccesses = 200;  // in one file, of an attribute by its name

bool is_number(const Context& c, NodeId value) {
  return c.model.facts(value).must_be(Fact::Number) ||
         c.model.receiver_of_call(value, "item") != kNoNode;
}

// Also what is joined with a text, or put into one: "step " + name, "%d" % step.
bool is_text(const Context& c, NodeId value) {
  for (NodeId n = value; n != kNoNode; n = c.tree.child(n, Field::Left)) {
    if (c.model.facts(n).must_be(Fact::String)) return true;
    if (!c.tree.is(n, Kind::BinaryOperator)) return false;
    if (c.model.facts(c.tree.child(n, Field::Right)).must_be(Fact::String)) return true;
  }
  return false;
}

// Is every slice that is read averaged, or the like, as a sequence of numbers is? An average of
// tensors would say so by its name or by what is known of the entries.
bool is_averaged(const Context& c, NodeId value, const std::vector<ContainerAccess>& accesses) {
  if (c.model.facts(value).could_be(Fact::Tensor)) return false;
  return std::ranges::all_of(accesses, [&](const ContainerAccess& access) {
    if (access.use != ContainerUse::Tail) return true;
    const Consumer consumer = c.model.consumer_of(access.detail);
    if (consumer.role != Role::Argument) return false;
    const NodeId called = c.tree.child(consumer.node, Field::Function);
    return c.model.means(Meaning::AggregatesInLibrary, last_name(c.tree, called)) ||
           c.model.means(Meaning::Aggregates, last_name(c.tree, called));
  });
}

bool is_summed_up(const Context& c, const std::vector<ContainerAccess>& accesses) {
  return std::ranges::any_of(
      accesses, [&](const ContainerAccess& access) { return asks_for_figure(c.model, access); });
}

// Has the entry a graph, which detach-stored-tensor cuts here?
bool is_cut_here(const Context& c, NodeId value) {
  return !attached_among(c.model, {value}).empty() && judge_detaching(c.model, value).has_value();
}

bool is_single(const Context& c, NodeId value) {
  return c.model.facts(value).may_be(Fact::ScalarTensor) || is_called_loss(c.model, value);
}

// What is wanted of the list, in words and as a number.
struct Need {
  std::string message;  // empty: as it is
  std::optional<HistoryWindow> window;
  bool names_limit = false;  // the class does
  NodeId emptied = kNoNode;  // the last of the lists beside it that are emptied together
};

// Why a list is not worth a word of which only the last entries are read, or one figure, or "".
std::string_view why_minor_history(const Context& c, NodeId value, const Need& need,
                                   const std::vector<ContainerAccess>& accesses) {
  if (is_cut_here(c, value)) {
    if (is_single(c, value)) return "the fix of its graph leaves a number of each entry";
    if (!need.window && need.emptied == kNoNode) return "a finding beside it cuts its graph";
  }
  if (is_summed_up(c, accesses)) {
    return "the entries are numbers: a million of them take 40 MB";
  }
  if (first_use(accesses, ContainerUse::Tail) == nullptr && !need.names_limit) return "";
  if (is_text(c, value)) {
    return "the entries are texts: a million lines of a log take 100 MB";
  }
  return is_number(c, value) || is_averaged(c, value, accesses)
             ? "the entries are numbers: a million of them take 40 MB"
             : "";
}

// What an entry costs decides how much it matters.
void weigh(const Context& c, NodeId value, Diagnostic finding) {
  const Facts facts = c.model.facts(value);
  if (is_number(c, value)) {
    finding.at_most(Severity::Info).because(value, "an entry is a number: about 40 bytes");
  } else if (facts.may_be(Fact::GradTensor) && attachment_of(c.model, value) != Attachment::None) {
    finding.at_least(Severity::Medium).because(value, "an entry is a tensor with its graph");
  }
}

// Nothing in the file reads it: is that the whole story? Numbers are a curve for
// others to plot; a class of another file may read what its heir appends.
bool is_forgotten(const Context& c, NodeId n, NodeId klass, std::string_view name, NodeId value) {
  if (const NodeId base = unseen_base(c.model, klass); base != kNoNode) {
    return c.abstain(n, "a base class that is not in this file may read the list", base);
  }
  const Facts facts = c.model.facts(value);
  if (is_number(c, value) || facts.must_be(Fact::String)) {
    return c.abstain(n, "the list is a curve of numbers, which other files may read", value);
  }
  if (facts.may_be(Fact::Tensor) || name.starts_with('_') || c.model.suggests(Hint::History, name))
    return true;
  if (sees_readers(c.model, klass)) {
    const bool large = holds_new_tensors(c.model, value);
    return !is_too_minor(c, n, large ? "" : "the entries are not seen to be large", value);
  }
  return c.abstain(n, "the list is public, and may be read by other files", value);
}

// How much of the list is wanted, by what its class says and does not keep to.
struct Limit {
  std::optional<HistoryWindow> window;
  bool of_sibling = false;  // of a list that gets an entry whenever this one does

  // Can nobody but the constructor know it, so that nobody can keep to it elsewhere?
  bool is_private() const { return window && window->text.empty(); }
};

Limit limit_of(const Context& c, NodeId n, NodeId klass, std::string_view name) {
  if (auto window = unread_window(c.model, klass, name)) return {std::move(window), false};
  return {window_of_sibling(c.model, klass, n), true};
}

// Does a library compute something of the list: torch.stack(self.losses)?
bool is_computed_from(const Context& c, const ContainerAccess& access) {
  const Consumer consumer = c.model.consumer_of(access.place);
  if (consumer.role != Role::Argument) return false;
  const std::string name = c.model.qualified_text(c.tree.child(consumer.node, Field::Function));
  return name.starts_with("torch.") || c.model.knowledge().covers(Meaning::ArrayPackage, name);
}

// The first read of all entries, of more than the limit allows; or nullptr.
const ContainerAccess* read_of_all(const Context& c, const std::vector<ContainerAccess>& accesses,
                                   const Limit& limit) {
  if (limit.is_private()) return nullptr;
  const auto found = std::ranges::find_if(accesses, [&](const ContainerAccess& access) {
    return access.use == ContainerUse::Read && !(limit.window && is_computed_from(c, access));
  });
  return found == accesses.end() ? nullptr : &*found;
}

// Why the list may grow, or nothing when somebody reads or trims it.
bool is_left_to_grow(const Context& c, NodeId n, const std::vector<ContainerAccess>& accesses,
                     std::string_view name, NodeId made, const Limit& limit) {
  if (has_maximum_length(c.model, made)) {
    return c.abstain(n, "the container has a maximum length", made);
  }
  if (const ContainerAccess* trimmed = trim_after_setup(c.model, accesses)) {
    return c.abstain(n, "the list is trimmed or set anew", trimmed->place);
  }
  if (const ContainerAccess* read = read_of_all(c, accesses, limit)) {
    return c.abstain(n, "the whole of the list is read", read->place);
  }
  if (!limit.is_private() && (named_in_string(c.model, name) || c.model.mentions("__dict__"))) {
    return c.abstain(n, "the list may be read by its name");
  }
  if (is_mentioned_by_kin(c.model, name)) {
    return c.abstain(n, "another file mentions an attribute of that name");
  }
  return true;
}

Need need_for(const Context& c, NodeId n, const std::vector<ContainerAccess>& accesses,
              NodeId klass, const Growing& growing, const Limit& limit) {
  const std::string_view name = last_name(c.tree, growing.place);
  if (auto window = limit.window; window && limit.of_sibling) {
    return {"the list grows with every call although the one beside it has a maximum length",
            std::move(window), true};
  }
  if (auto window = limit.window) {
    // What the last entries are read by may be more than a limit that nobody reads.
    auto read = first_use(accesses, ContainerUse::Tail) == nullptr
                    ? std::nullopt
                    : read_window(c.model, klass, accesses);
    const bool by_name = read && read->text.find_first_not_of("0123456789") != std::string::npos;
    if (by_name) window->text = std::move(read->text);
    return {"the list grows with every call although `" + std::string(c.tree.text(window->at)) +
                "` names a limit, which nobody reads",
            std::move(window), true};
  }
  if (const ContainerAccess* summed = first_use(accesses, ContainerUse::Aggregate)) {
    if (is_number(c, growing.value) && is_summed_up(c, accesses)) {
      return {
          "the list grows with every call, and all that is asked of it is a figure of the whole",
          {},
          false};
    }
    c.abstain(n, "the list is counted or summed", summed->place);
    return {};
  }
  if (first_use(accesses, ContainerUse::Tail) != nullptr) {
    return {"the list grows with every call, and only its last entries are read",
            read_window(c.model, klass, accesses), false};
  }
  if (const NodeId emptied = emptied_beside(c.model, n); emptied != kNoNode) {
    return {"the list grows with every call, and is left out where those beside it are emptied",
            {},
            false,
            emptied};
  }
  if (!is_forgotten(c, n, klass, name, growing.value)) return {};
  return {"the list grows with every call, and nothing in this file reads or trims it", {}, false};
}

// But for those of `self` in other classes.
std::vector<ContainerAccess> without_other_classes(const Context& c,
                                                   const std::vector<ContainerAccess>& accesses,
                                                   NodeId klass) {
  std::vector<ContainerAccess> own;
  std::ranges::copy_if(accesses, std::back_inserter(own), [&](const ContainerAccess& access) {
    const bool of_self = c.tree.is(access.place, Kind::Attribute) &&
                         c.tree.text(c.tree.child(access.place, Field::Object)) == "self";
    return !of_self || c.model.class_of(access.place) == klass;
  });
  return own;
}

// Is it the work of a lambda in the function, as of a hook?
bool is_run_later(const Context& c, NodeId n, NodeId function) {
  const NodeId lambda = c.tree.ancestor(n, Kind::Lambda);
  return lambda != kNoNode && c.tree.contains(function, lambda);
}

// The class whose method, what its constructor itself does excluded, appends to its own list.
NodeId appending_class(const Context& c, NodeId n, const Growing& growing) {
  if (!c.tree.is(growing.place, Kind::Attribute)) return kNoNode;
  if (c.tree.text(c.tree.child(growing.place, Field::Object)) != "self") return kNoNode;
  if (c.model.method_name(n) == "add") return kNoNode;
  const NodeId function = c.model.function_of(n);
  if (function == kNoNode) return kNoNode;
  if (sets_up(c.model, function) && !is_run_later(c, n, function)) {
    c.abstain(n, "the list is filled while its object is set up", function);
    return kNoNode;
  }
  return c.model.class_of(function);
}

void check(const Context& c, NodeId n, Findings& out) {
  const Growing growing = growth_of(c.model, n);
  if (c.tree.is(growing.place, Kind::Identifier))
    return check_filled_variable(c, n, growing.value, out);
  const NodeId klass = appending_class(c, n, growing);
  if (klass == kNoNode) return;
  const std::string_view name = last_name(c.tree, growing.place);
  if (c.model.attribute_accesses(name).size() > kMaxAccesses) {
    c.work.leave_unanswered("uses of one attribute");
    c.abstain(n, "the list is used in too many places to follow");
    return;
  }
  const auto accesses = attribute_uses(c.model, name);
  const auto own = without_other_classes(c, accesses, klass);
  const ContainerAccess* made = creation_in_setup(c.model, own);
  if (made == nullptr) return;
  if (const auto used = where_left_used_up(c, n, klass, name, accesses, made->detail)) {
    return report_used_up(c, n, klass, growing, *used, out);
  }
  const Limit limit = limit_of(c, n, klass, name);
  if (!is_left_to_grow(c, n, accesses, name, made->detail, limit)) return;
  if (is_test_double(c.model, klass)) {
    c.abstain(n, "the class belongs to a test", klass);
    return;
  }
  if (const NodeId test = phase_test_at(c.model, n); test != kNoNode) {
    c.abstain(n, "the list grows in a phase of its object", test);
    return;
  }
  Need need = need_for(c, n, accesses, klass, growing, limit);
  if (need.message.empty()) return;
  const bool asks_cost = !need.names_limit || (limit.of_sibling && is_number(c, growing.value));
  if (asks_cost && is_too_minor(c, n, why_minor_history(c, growing.value, need, accesses))) return;
  Diagnostic finding = c.diagnose(out, n, std::move(need.message))
                           .grows(Growth::Linear)
                           .confidence(need.window ? Confidence::Medium : Confidence::Low)
                           .by_way(way_from_loop(c.model, n, "adds one more entry"));
  if (need.window) finding.because(need.window->at, "this many entries are wanted");
  weigh(c, growing.value, finding);
  if (need.emptied != kNoNode) {
    finding.because(need.emptied, "the lists beside it are emptied here")
        .fix(
            "Empty it with them",
            c.edit.insert_after(need.emptied, std::string(c.tree.text(growing.place)) + ".clear()"),
            Verdict::assuming(AssumptionKind::NotReadElsewhere, std::string(kNoOlder)));
    return;
  }
  if (!need.window) {
    finding.unfixed("nothing says how many entries are wanted");
    return;
  }
  if (c.tree.ancestor(n, Kind::Lambda) != kNoNode && !need.window->text.empty()) {
    finding.unfixed("a lambda has no room for another statement");
    return;
  }
  if (const NodeId counted = counting(c, accesses); counted != kNoNode) {
    finding.because(counted, "the length counts the calls here")
        .unfixed("a limited list has another length, which counts the calls");
    return;
  }
  const bool from_start = need.window->text.empty();
  finding.fix("Keep the last " +
                  (from_start ? std::string(c.tree.text(need.window->at)) : need.window->text) +
                  " entries",
              from_start ? limited_from_start(c, klass, name, own, need.window->at)
                         : trim(c, n, growing, made->detail, *need.window),
              Verdict::assuming(AssumptionKind::NotReadElsewhere, std::string(kNoOlder)));
}

}  // namespace

MLFIX_DEFINE_TRANSFORM(unbounded_history, check,
                       {.kinds = {Kind::Call, Kind::AugmentedAssignment, Kind::Assignment},
                        .triggers = {"self.|.append("}});

}  // namespace mlfix::unbounded_history
