// Grad mode: every spelling of a guard is seen, and nothing else counts as one.

#include "semantic/effects/grad_mode.h"

#include <gtest/gtest.h>

#include "support/model_snippet.h"

namespace mlfix::grad_mode_test {
namespace {

// The mode at `model(x)` of a snippet that starts with the usual imports.
GradMode mode(const std::string& code, std::string_view node = "model(x)") {
  const ModelSnippet s("import torch\nfrom torch import no_grad as ng, nn\n" + code);
  return s.grad_mode(s.at(node)).mode;
}

TEST(GradMode, IsOnByDefault) {
  EXPECT_EQ(mode("y = model(x)\n"), GradMode::Enabled);
  EXPECT_EQ(mode("def evaluate(model, x):\n    return model(x)\n"), GradMode::Enabled);
  EXPECT_EQ(mode("with open('f') as f:\n    y = model(x)\n"), GradMode::Enabled);
  EXPECT_EQ(mode("with torch.cuda.amp.autocast():\n    y = model(x)\n"), GradMode::Enabled);
}

TEST(GradMode, WithStatements) {
  for (const char* guard :
       {"torch.no_grad()", "ng()", "torch.inference_mode()", "torch.set_grad_enabled(False)",
        "torch.autograd.no_grad()", "torch.autograd.grad_mode.no_grad()",
        "torch.inference_mode(True)", "torch.inference_mode(mode=True)",
        "torch.cuda.amp.autocast(), torch.no_grad()", "torch.no_grad(), open('f') as f"}) {
    EXPECT_EQ(mode("with " + std::string(guard) + ":\n    for x in xs:\n        y = model(x)\n"),
              GradMode::Disabled)
        << guard;
  }
  EXPECT_EQ(mode("with torch.set_grad_enabled(True):\n    y = model(x)\n"), GradMode::Enabled);
  EXPECT_EQ(mode("with torch.inference_mode(False):\n    y = model(x)\n"), GradMode::Enabled);
}

TEST(GradMode, InnermostGuardWins) {
  EXPECT_EQ(mode("with torch.no_grad():\n    with torch.enable_grad():\n        y = model(x)\n"),
            GradMode::Enabled);
  EXPECT_EQ(mode("with torch.no_grad(), torch.enable_grad():\n    y = model(x)\n"),
            GradMode::Enabled);
  EXPECT_EQ(mode("with torch.enable_grad():\n    with torch.no_grad():\n        y = model(x)\n"),
            GradMode::Disabled);
}

TEST(GradMode, ConditionalGuardsAreUnknown) {
  for (const char* guard :
       {"torch.set_grad_enabled(phase == 'train')", "torch.set_grad_enabled(mode=flag)",
        "torch.no_grad() if evaluating else nullcontext()", "inference_context(model)",
        "utils.evaluating(model)", "disable_grads_no_grad()", "torch.inference_mode(flag)"}) {
    EXPECT_EQ(mode("with " + std::string(guard) + ":\n    y = model(x)\n"), GradMode::Unknown)
        << guard;
  }
  EXPECT_EQ(mode("ctx = torch.no_grad() if flag else nullcontext()\n"
                 "with ctx:\n    y = model(x)\n"),
            GradMode::Unknown);
  EXPECT_EQ(mode("ctx = torch.no_grad()\nwith ctx:\n    y = model(x)\n"), GradMode::Disabled);
  EXPECT_EQ(mode("ctx = torch.no_grad\nwith ctx():\n    y = model(x)\n"), GradMode::Disabled);
}

TEST(GradMode, LocalContextManagers) {
  EXPECT_EQ(mode("import contextlib\n@contextlib.contextmanager\n"
                 "def quiet():\n    with torch.no_grad():\n        yield\n"
                 "with quiet():\n    y = model(x)\n"),
            GradMode::Unknown);
  EXPECT_EQ(mode("import contextlib\n@contextlib.contextmanager\n"
                 "def timed():\n    yield\n"
                 "with timed():\n    y = model(x)\n"),
            GradMode::Enabled);
}

TEST(GradMode, SwitchingStatements) {
  EXPECT_EQ(mode("torch.set_grad_enabled(False)\ny = model(x)\n"), GradMode::Disabled);
  EXPECT_EQ(mode("y = model(x)\ntorch.set_grad_enabled(False)\n"), GradMode::Enabled);
  EXPECT_EQ(mode("torch.set_grad_enabled(False)\ntorch.set_grad_enabled(True)\ny = model(x)\n"),
            GradMode::Enabled);
  EXPECT_EQ(mode("if flag:\n    torch.set_grad_enabled(False)\ny = model(x)\n"), GradMode::Unknown);
  EXPECT_EQ(mode("for x in xs:\n    y = model(x)\n    torch.set_grad_enabled(False)\n"),
            GradMode::Unknown);
  EXPECT_EQ(mode("torch.set_grad_enabled(False)\ndef predict(x):\n    return model(x)\n"),
            GradMode::Disabled);
  EXPECT_EQ(mode("def main():\n    torch.set_grad_enabled(False)\n    for x in xs:\n"
                 "        y = model(x)\n"),
            GradMode::Disabled);
}

TEST(GradMode, ExitStack) {
  EXPECT_EQ(mode("from contextlib import ExitStack\nwith ExitStack() as stack:\n"
                 "    stack.enter_context(torch.no_grad())\n    y = model(x)\n"),
            GradMode::Disabled);
  EXPECT_EQ(mode("from contextlib import ExitStack\nwith ExitStack() as stack:\n"
                 "    if flag:\n        stack.enter_context(torch.no_grad())\n    y = model(x)\n"),
            GradMode::Unknown);
}

TEST(GradMode, Decorators) {
  const std::string function = "def evaluate(model, x):\n    return model(x)\n";
  EXPECT_EQ(mode("@torch.no_grad()\n" + function), GradMode::Disabled);
  EXPECT_EQ(mode("@ng()\n" + function), GradMode::Disabled);
  EXPECT_EQ(mode("@torch.inference_mode()\n" + function), GradMode::Disabled);
  EXPECT_EQ(mode("@torch.no_grad\n" + function), GradMode::Disabled);
  EXPECT_EQ(mode("@smart_inference_mode()\n" + function), GradMode::Unknown);
  EXPECT_EQ(mode("@app.command('evaluate')\n" + function), GradMode::Enabled);
  EXPECT_EQ(mode("@torch.enable_grad()\n" + function), GradMode::Enabled);
  EXPECT_EQ(mode("@torch.no_grad()\nasync " + function), GradMode::Unknown);
}

TEST(GradMode, PrivateFunctionTakesTheModeOfItsCallers) {
  const std::string helper = "def _forward(model, x):\n    return model(x)\n";
  EXPECT_EQ(mode(helper + "def a(m, x):\n    with torch.no_grad():\n        _forward(m, x)\n"),
            GradMode::Disabled);
  EXPECT_EQ(mode(helper + "def a(m, x):\n    with torch.no_grad():\n        _forward(m, x)\n"
                          "def b(m, x):\n    _forward(m, x).backward()\n"),
            GradMode::Enabled);
}

TEST(GradMode, TransitiveCallers) {
  EXPECT_EQ(mode("def _inner(model, x):\n    return model(x)\n"
                 "def _middle(m, x):\n    return _inner(m, x)\n"
                 "@torch.no_grad()\ndef evaluate(m, x):\n    return _middle(m, x)\n"),
            GradMode::Disabled);
}

TEST(GradMode, PublicFunctionWithGuardedCallersIsUnknown) {
  EXPECT_EQ(mode("def forward_all(model, x):\n    return model(x)\n"
                 "with torch.no_grad():\n    forward_all(net, data)\n"),
            GradMode::Unknown);
}

TEST(GradMode, RecursionEnds) {
  EXPECT_EQ(mode("def _walk(model, x, n):\n    y = model(x)\n    return _walk(model, y, n - 1)\n"
                 "with torch.no_grad():\n    _walk(net, data, 3)\n"),
            GradMode::Disabled);
  EXPECT_EQ(mode("def _a(model, x):\n    _b(model, x)\n"
                 "def _b(model, x):\n    model(x)\n    _a(model, x)\n"),
            GradMode::Enabled);
}

TEST(GradMode, FrameworkGuardsItsMethods) {
  const std::string head = "import pytorch_lightning as pl\nclass Net(pl.LightningModule):\n";
  EXPECT_EQ(
      mode(head + "    def validation_step(self, x, i):\n        return self(x)\n", "self(x)"),
      GradMode::Disabled);
  EXPECT_EQ(mode(head + "    def training_step(self, x, i):\n        return self(x)\n", "self(x)"),
            GradMode::Enabled);
}

TEST(GradMode, ClosuresRunWhereTheyAreCalled) {
  EXPECT_EQ(mode("with torch.no_grad():\n    f = lambda x: model(x)\n"), GradMode::Unknown);
  EXPECT_EQ(mode("def run(xs):\n    def step(x):\n        return model(x)\n"
                 "    with torch.no_grad():\n        return [step(x) for x in xs]\n"),
            GradMode::Disabled);
  EXPECT_EQ(mode("def run(xs):\n    def step(x):\n        return model(x)\n    return step\n"),
            GradMode::Unknown);
}

TEST(GradMode, GeneratorsRunWhereTheyAreConsumed) {
  EXPECT_EQ(mode("with torch.no_grad():\n    ys = list(model(x) for x in xs)\n"),
            GradMode::Disabled);
  EXPECT_EQ(mode("with torch.no_grad():\n    ys = (model(x) for x in xs)\n"), GradMode::Unknown);
  EXPECT_EQ(mode("with torch.no_grad():\n    ys = [model(x) for x in xs]\n"), GradMode::Disabled);
  EXPECT_EQ(mode("def outputs(xs):\n    with torch.no_grad():\n        for x in xs:\n"
                 "            yield net(x)\n"
                 "for x in outputs(xs):\n    model(x)\n"),
            GradMode::Unknown)
      << "the guard around the yield reaches into the consumer";
}

TEST(GradMode, SaysWhy) {
  const ModelSnippet s("import torch\nwith torch.no_grad():\n    y = model(x)\n");
  EXPECT_EQ(s.grad_mode(s.at("model(x)")).because, s.statement("torch.no_grad()"));
}

}  // namespace
}  // namespace mlfix::grad_mode_test
