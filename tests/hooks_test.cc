// Hooks of PyTorch: what registers one, what its function does, how long it is needed, and who
// removes it.

#include "torch/hooks/hooks.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semantic/binding/binding.h"
#include "support/model_snippet.h"
#include "torch/hooks/hook_effects.h"
#include "torch/hooks/hook_lifetime.h"
#include "torch/hooks/hook_repetition.h"
#include "torch/hooks/hook_silence.h"
#include "torch/hooks/hooking_object.h"
#include "torch/hooks/kept_handles.h"

namespace mlfix::hooks_test {
namespace {

ModelSnippet snippet(const std::string& code) {
  return ModelSnippet("import torch\nfrom torch import nn\nfrom functools import partial\n" + code);
}

// The first call of the code that registers a hook.
NodeId first_hook(const ModelSnippet& s) {
  const std::vector<NodeId>& calls = hook_calls(s.model());
  EXPECT_FALSE(calls.empty()) << s.tree().source();
  return calls.empty() ? NodeId{0} : calls.front();
}

std::string text(const ModelSnippet& s, NodeId n) {
  return n == kNoNode ? "" : std::string(s.tree().text(n));
}

// ---- registrations -------------------------------------------------------------------------

TEST(Hooks, AreRegisteredByMethods) {
  const ModelSnippet s = snippet(
      "def f(m, x):\n"
      "    m.register_forward_hook(f)\n"
      "    m.register_full_backward_hook(f)\n"
      "    x.register_hook(f)\n"
      "    m.register_buffer('a', x)\n\n\n"
      "def g(m):\n    m.register_forward_pre_hook(f)\n");
  ASSERT_EQ(hook_calls(s.model()).size(), 4U);
  EXPECT_FALSE(registers_hook(s.model(), s.at("m.register_buffer('a', x)")));
  EXPECT_EQ(hooks_registered_in(s.model(), s.definition("f")), 3U);
  EXPECT_EQ(hooks_registered_in(s.model(), kNoNode), 0U);
  const NodeId last = s.at("m.register_forward_pre_hook(f)");
  EXPECT_EQ(number_of_hook(s.model(), s.definition("g"), last), 1U);
  EXPECT_EQ(number_of_hook(s.model(), s.tree().root(), last), 4U);
}

TEST(Hooks, HaveAHandleThatGoesSomewhere) {
  const auto place = [](const std::string& statement) {
    const ModelSnippet s =
        snippet("class A:\n    def f(self, m, hs):\n        " + statement + "\n");
    const HandlePlace kept = place_of_handle(s.model(), first_hook(s));
    return std::pair(kept.kept, text(s, kept.place));
  };
  using Place = std::pair<HandleKept, std::string>;
  EXPECT_EQ(place("m.register_forward_hook(print)"), Place(HandleKept::Nowhere, ""));
  EXPECT_EQ(place("h = m.register_forward_hook(print)"), Place(HandleKept::InName, "h"));
  EXPECT_EQ(place("hs.append(m.register_forward_hook(print))"), Place(HandleKept::InList, "hs"));
  EXPECT_EQ(place("all = [k.register_forward_hook(print) for k in m]"),
            Place(HandleKept::InList, "all"));
  for (const std::string object :
       {"self.h = m.register_forward_hook(print)", "self.h['a'] = m.register_forward_hook(print)",
        "self.h.append(m.register_forward_hook(print))",
        "self.h = [k.register_forward_hook(print) for k in m]"}) {
    EXPECT_EQ(place(object), Place(HandleKept::OnObject, "self.h")) << object;
  }
  EXPECT_EQ(place("return m.register_forward_hook(print)").first, HandleKept::Elsewhere);
  EXPECT_EQ(place("m.h = m.register_forward_hook(print)").first, HandleKept::Elsewhere);
}

// Is the handle lost of the hook that a function with this body registers?
bool is_lost(const std::string& body) {
  const ModelSnippet s = snippet("def f(m: nn.Module, x):\n    " + body + "\n");
  return lost_registration(s.model(), first_hook(s)).has_value();
}

TEST(Hooks, AreLostWithTheirHandles) {
  EXPECT_TRUE(is_lost("m.register_forward_hook(print)"));
  EXPECT_TRUE(is_lost("h = m.register_forward_hook(print)\n    m(x)"));
  EXPECT_TRUE(is_lost("hs = []\n    hs.append(m.register_forward_hook(print))"));
  EXPECT_FALSE(is_lost("h = m.register_forward_hook(print)\n    h.remove()"));
  EXPECT_FALSE(is_lost("h = m.register_forward_hook(print)\n    with h:\n        m(x)"));
  EXPECT_FALSE(is_lost("h = m.register_forward_hook(print)\n    return h"));
  EXPECT_FALSE(
      is_lost("hs = []\n    hs.append(m.register_forward_hook(print))\n"
              "    for h in hs:\n        h.remove()"));
  EXPECT_FALSE(is_lost("hs = x\n    hs.append(m.register_forward_hook(print))"));
  EXPECT_FALSE(is_lost("x.h = m.register_forward_hook(print)"));
}

TEST(Hooks, OfTensorsDieWithThem) {
  EXPECT_FALSE(is_lost("m(x).register_hook(print)"));
  EXPECT_TRUE(is_lost("m.weight.register_hook(print)")) << "a parameter stays";
}

// ---- the function of a hook ----------------------------------------------------------------

TEST(HookCode, IsFoundThroughNamesAndFactories) {
  const auto code = [](const std::string& hook) {
    const ModelSnippet s = snippet(
        "def plain(m, i, o):\n    pass\n\n\n"
        "def maker(store):\n    def made(m, i, o):\n        store.append(o)\n    return made\n\n\n"
        "class A:\n    def method(self, m, i, o):\n        pass\n\n"
        "    def f(self, m, unseen):\n        named = lambda m, i, o: None\n"
        "        m.register_forward_hook(" +
        hook + ")\n");
    const HookCode found = code_of_hook(s.model(), s.argument(first_hook(s)));
    const bool is_def = s.tree().is(found.node, Kind::FunctionDefinition);
    return text(s, is_def ? s.tree().child(found.node, Field::Name) : found.node) +
           (found.factory == kNoNode ? "" : " by " + text(s, found.factory));
  };
  EXPECT_EQ(code("plain"), "plain");
  EXPECT_EQ(code("lambda *a: None"), "lambda *a: None");
  EXPECT_EQ(code("named"), "lambda m, i, o: None");
  EXPECT_EQ(code("partial(plain, 1)"), "plain");
  EXPECT_EQ(code("maker([])"), "made by maker([])");
  EXPECT_EQ(code("self.method"), "method");
  EXPECT_EQ(code("unseen.method"), "") << "another object may have another";
  EXPECT_EQ(code("unseen"), "");
}

// What a hook with this body does, which a function registers that then runs `rest`.
HookEffects effects_of(const std::string& body, const std::string& rest = "return None",
                       const std::string& before = "seen = []") {
  const ModelSnippet s =
      snippet("def f(m, x, given):\n    " + before + "\n    def hook(module, i, o):\n        " +
              body + "\n    m.register_forward_hook(hook)\n    m(x)\n    " + rest + "\n");
  const auto hook = lost_registration(s.model(), first_hook(s));
  EXPECT_TRUE(hook.has_value());
  return hook ? hook_effects(s.model(), *hook, s.definition("f")) : HookEffects{};
}

TEST(HookEffects, TellWhatForbidsToLookFurther) {
  const auto fact = [](const std::string& body) { return effects_of(body).fact; };
  EXPECT_EQ(fact("seen.append(o)"), "");
  EXPECT_EQ(fact("return o * 2"), "the hook returns a value, which the module takes over");
  EXPECT_EQ(fact("o += 1"), "the hook changes what it is given");
  EXPECT_EQ(fact("o.mul_(2)"), "the hook changes what it is given");
  EXPECT_EQ(fact("setattr(module, 'seen', o)"), "the hook changes what it is given");
  EXPECT_EQ(fact("module.seen = o"), "the hook changes what it is given");
  EXPECT_EQ(fact("module.all.append(o)"), "the hook keeps what it sees where we can't follow");
  EXPECT_EQ(fact("raise StopIteration"), "the hook steers what runs");
  EXPECT_EQ(fact("given.take(o)"), "the hook calls code that may keep what it saw");
  EXPECT_EQ(fact("mine = [o]\n        mine.append(i)"), "");
}

TEST(HookEffects, TellWhomTheHookTells) {
  EXPECT_FALSE(effects_of("seen.append(o)").observable);
  EXPECT_TRUE(effects_of("print(o.shape)").observable);
  EXPECT_FALSE(effects_of("seen.append(torch.mean(o))").observable);
  EXPECT_EQ(effects_of("seen.append(o)", "print(seen[0])").audience, Audience::Scope);
  EXPECT_EQ(effects_of("seen.append(o)", "return seen").audience, Audience::Callers);
  EXPECT_EQ(effects_of("seen.append(o)", "return seen[0]").audience, Audience::Scope)
      << "what is taken out is not filled any more";
  EXPECT_EQ(effects_of("seen.append(o)", "given.seen = seen").audience, Audience::Everyone);
  EXPECT_EQ(effects_of("given.append(o)").audience, Audience::Everyone);
  EXPECT_EQ(effects_of("given.append(o)").filled, "given");
  EXPECT_EQ(effects_of("seen['a'].append(o)", "return seen['a']", "seen = {'a': []}").audience,
            Audience::Callers)
      << "a part of it is filled";
}

// ---- how long it is needed -----------------------------------------------------------------

// The first hook of the code, with all that is asked about it.
struct Registered {
  explicit Registered(const std::string& code) : s(snippet(code)), call(first_hook(s)) {
    const NodeId function = s.tree().ancestor(call, Kind::FunctionDefinition);
    scope = function == kNoNode ? s.tree().root() : function;
    const auto found = lost_registration(s.model(), call);
    EXPECT_TRUE(found.has_value()) << code;
    if (found) hook = *found;
    uses = uses_of_module(s.model(), hook.receiver, scope, hook.statement);
    life = lifetime_of(s.model(), hook, uses, scope);
  }
  std::string last() const { return life ? text(s, life->last) : ""; }
  bool is_unheard() const {
    const HookEffects effects = hook_effects(s.model(), hook, scope);
    return life && hook_unheard(s.model(), hook, uses, effects, *life, scope).is_proven();
  }

  ModelSnippet s;
  NodeId call;
  NodeId scope = kNoNode;
  HookRegistration hook;
  ModuleUses uses;
  std::optional<HookLifetime> life;
};

std::string in_function(const std::string& body) {
  return "def f(model: nn.Module, x, batches, other: nn.Module):\n    seen = []\n    " + body +
         "\n";
}
const std::string kRegister =
    "model.fc.register_forward_hook(lambda m, i, o: seen.append(o))\n    ";

TEST(HookLifetime, EndsWithTheLastUseOfTheModule) {
  EXPECT_EQ(Registered(in_function(kRegister + "model(x)\n    return seen[0]")).last(), "model(x)");
  EXPECT_EQ(
      Registered(in_function(kRegister + "print(x)\n    model(x)\n    y = model(x)\n    print(y)"))
          .last(),
      "y = model(x)");
  EXPECT_EQ(Registered(in_function(kRegister + "return seen")).last(), "") << "an installer";
  const std::string backward =
      "model.fc.register_full_backward_hook(lambda m, i, o: seen.append(o))\n    y = model(x)\n   "
      " ";
  EXPECT_EQ(Registered(in_function(backward + "y.sum().backward()\n    print(seen)")).last(),
            "y.sum().backward()");
  EXPECT_EQ(Registered(in_function(backward + "return y")).last(), "")
      << "the caller goes backward";
}

TEST(HookLifetime, IsThatOfAnIterationWhereEachRegisters) {
  const auto in_loop = [](const std::string& body) {
    return Registered(in_function("for b in batches:\n        " + body));
  };
  const Registered again =
      in_loop("model.register_forward_hook(lambda m, i, o: seen.append(o))\n        model(b)");
  ASSERT_TRUE(again.life.has_value());
  EXPECT_TRUE(again.life->in_loop);
  EXPECT_FALSE(in_loop("own = nn.Linear(1, 1)\n        own.register_forward_hook(lambda m, i, o: "
                       "seen.append(o))\n        own(b)")
                   .life.has_value())
      << "each iteration has a module of its own";
  EXPECT_FALSE(in_loop("if b:\n            model.register_forward_hook(lambda m, i, o: "
                       "seen.append(o))\n        model(b)")
                   .life.has_value())
      << "only some iterations register";
}

TEST(HookLifetime, OfAMethodEndsWithWhatMayRunItsModules) {
  const auto last = [](const std::string& body) {
    const ModelSnippet s = snippet("class A:\n    def f(self, x):\n        " + body + "\n");
    const auto hook = lost_registration(s.model(), first_hook(s));
    const auto life = lifetime_in_call(s.model(), *hook);
    return life ? text(s, life->last) : "";
  };
  const std::string register_it = "self.layer.register_forward_hook(print)\n        ";
  EXPECT_EQ(last(register_it + "y = self.model(x)\n        return y"), "y = self.model(x)");
  EXPECT_EQ(last(register_it + "return x"), "");
  EXPECT_EQ(last(register_it + "yield self.model(x)"), "") << "a generator";
  EXPECT_EQ(last("if x:\n            " + register_it + "self.model(x)"), "");
}

TEST(HookLifetime, ModulesThatAreGivenOn) {
  const auto given_on = [](const std::string& rest) {
    const Registered r(in_function(kRegister + "model(x)\n    " + rest));
    return is_given_on(r.s.model(), r.uses);
  };
  EXPECT_FALSE(given_on("return seen"));
  EXPECT_TRUE(given_on("return model"));
  EXPECT_TRUE(given_on("return [seen, model]"));
  EXPECT_FALSE(given_on("return lambda: model(x)")) << "captured, which the uses say themselves";
}

TEST(HookSilence, NobodyHearsOfAHookThatTellsItsFunctionOnly) {
  const std::string own =
      "def f(x):\n    seen = []\n    model = nn.Linear(1, 1)\n    "
      "model.register_forward_hook(lambda m, i, o: seen.append(o))\n    model(x)\n    ";
  EXPECT_TRUE(Registered(own + "return seen\n").is_unheard()) << "the module goes, too";
  EXPECT_TRUE(Registered(in_function(kRegister + "model(x)\n    return seen[0]")).is_unheard());
  EXPECT_FALSE(Registered(in_function(kRegister + "model(x)\n    return seen")).is_unheard());
  EXPECT_FALSE(Registered(in_function(kRegister + "model(x)\n    other(x)\n    return seen[0]"))
                   .is_unheard())
      << "another module may contain this one";
  EXPECT_FALSE(Registered(in_function("model.register_forward_hook(lambda m, i, o: print(o))\n"
                                      "    model(x)"))
                   .is_unheard());
}

// ---- registered again and again ------------------------------------------------------------

TEST(HookRepetition, IsSeenInTheFile) {
  const auto repetition = [](const std::string& code) {
    const ModelSnippet s = snippet(code);
    return repetition_of_hook(s.model(), *lost_registration(s.model(), first_hook(s)));
  };
  const std::string install = "def install(m):\n    m.register_forward_hook(print)\n\n\n";
  const std::string loop = "def run(model: nn.Module, xs):\n    for x in xs:\n        install(";
  EXPECT_EQ(repetition(install + loop + "model)\n"), HookRepeated::InLoop);
  EXPECT_EQ(repetition(install + loop + "nn.Linear(1, 1))\n"), std::nullopt);
  EXPECT_EQ(repetition(install + "install(nn.Linear(1, 1))\n"), std::nullopt);
  EXPECT_EQ(
      repetition("class A:\n    def __init__(self):\n        self.model = nn.Linear(1, 1)\n\n"
                 "    def f(self, x):\n        def keep(m, i, o):\n            self.seen = o\n"
                 "        self.model.register_forward_hook(keep)\n        self.model(x)\n"
                 "        return self.seen\n"),
      HookRepeated::ByEachCall);
}

const std::string kProbe =
    "class Probe:\n    def __init__(self, model):\n"
    "        model.register_forward_hook(self.keep)\n\n"
    "    def keep(self, m, i, o):\n        self.seen = o\n\n\n";

TEST(HookingObject, IsDoneWithItsIteration) {
  const auto registrations = [](const std::string& code) {
    const ModelSnippet s = snippet(code);
    const auto hook = lost_registration(s.model(), first_hook(s));
    const auto object = object_of_iteration(s.model(), *hook, repeating_call(s.model(), *hook));
    return object ? text(s, object->name) + " " + std::to_string(object->registrations.size()) : "";
  };
  const auto each = [](const std::string& body) {
    return "def run(model: nn.Module, xs):\n    for x in xs:\n        " + body + "\n";
  };
  const std::string use = "probe = Probe(model)\n        model(x)\n        ";
  EXPECT_EQ(registrations(kProbe + each(use + "print(probe.seen)")), "probe 1");
  EXPECT_EQ(registrations(kProbe + each(use + "xs.append(probe)")), "") << "it may be needed later";
  EXPECT_EQ(registrations(kProbe + each(use + "print(probe.seen)") + "    return probe.seen\n"),
            "");
  EXPECT_EQ(registrations(kProbe + each("Probe(model)")), "");
  EXPECT_EQ(registrations(kProbe + each(use) + "    for x in xs:\n        " + use + "\n"), "")
      << "another loop makes such objects";
}

// ---- handles that an object keeps ----------------------------------------------------------

TEST(KeptHandles, AreForgottenWithTheHooksOn) {
  const auto given_up = [](const std::string& method, const std::string& rest = "") {
    const ModelSnippet s = snippet(
        "class A:\n    def __init__(self, model):\n        self.model = model\n"
        "        self.hs = []\n        self.other = None\n\n"
        "    def add(self):\n        self.hs.append(self.model.register_forward_hook(print))\n"
        "        self.other = self.model.register_forward_hook(print)\n\n"
        "    def end(self):\n        " +
        method + "\n" + rest);
    const auto kept = forgotten_handles(s.model(), first_hook(s));
    return kept ? (kept->how == GivenUp::Dropped ? "drops by " : "removes others by ") +
                      text(s, kept->given_up)
                : "";
  };
  EXPECT_EQ(given_up("self.hs = []"), "drops by self.hs = []");
  EXPECT_EQ(given_up("self.hs.clear()"), "drops by self.hs.clear()");
  EXPECT_EQ(given_up("self.other.remove()"), "removes others by self.other.remove()");
  EXPECT_EQ(given_up("pass"), "") << "the hooks may be meant to stay";
  EXPECT_EQ(given_up("for h in self.hs:\n            h.remove()\n        self.hs = []"), "");
  EXPECT_EQ(given_up("self.hs = []", "\n\ndef f(a):\n    return a.hs\n"), "")
      << "somebody has them";
  EXPECT_EQ(given_up("self.hs = []\n        self.model._forward_hooks.clear()"), "");
}

}  // namespace
}  // namespace mlfix::hooks_test
