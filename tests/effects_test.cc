// Effects: what a region does to gradients, directly and through what it calls.

#include "semantic/effects/effects.h"

#include <gtest/gtest.h>

#include "support/model_snippet.h"

namespace mlfix::effects_test {
namespace {

const std::string kImports =
    "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n";

// Effects of running the body of `def region(...)`.
Effects region(const std::string& code) {
  const ModelSnippet s(kImports + code);
  const NodeId body = s.body("region");
  return s.effects(body);
}

// Effects of one line in a function whose parameters are what their names say.
Effects line(const std::string& code) {
  return region("def region(model, optimizer, criterion, loader, x, y, loss):\n    " + code + "\n");
}

TEST(Effects, BackwardInAnySpelling) {
  EXPECT_TRUE(line("loss.backward()").has(Effect::Backward));
  EXPECT_TRUE(line("(loss / 4).backward(retain_graph=True)").has(Effect::Backward));
  EXPECT_TRUE(line("torch.autograd.backward([loss])").has(Effect::Backward));
  EXPECT_TRUE(line("accelerator.backward(loss)").has(Effect::Backward));
  EXPECT_TRUE(line("self.manual_backward(loss)").has(Effect::Backward));
  EXPECT_FALSE(line("print(loss)").has(Effect::Backward));
}

TEST(Effects, GradientsAskedFor) {
  EXPECT_TRUE(line("g = torch.autograd.grad(loss, x)").has(Effect::AutogradGrad));
  EXPECT_TRUE(line("j = torch.autograd.functional.jacobian(f, x)").has(Effect::AutogradGrad));
  EXPECT_TRUE(line("adv = fgsm_attack(x, y)").has(Effect::AutogradGrad));
  EXPECT_TRUE(line("x.requires_grad = True").has(Effect::RequiresGrad));
  EXPECT_TRUE(line("x.requires_grad_()").has(Effect::RequiresGrad));
  EXPECT_FALSE(line("x.requires_grad_(False)").has(Effect::RequiresGrad));
  EXPECT_TRUE(line("x.retain_grad()").has(Effect::RequiresGrad));
}

TEST(Effects, StepsOfOptimizersOnly) {
  EXPECT_TRUE(line("optimizer.step()").has(Effect::OptimizerStep));
  EXPECT_TRUE(line("scaler.step(optimizer)").has(Effect::OptimizerStep));
  EXPECT_TRUE(line("opt_d.step()").has(Effect::OptimizerStep));
  EXPECT_FALSE(line("state, reward = env.step(action)").has(Effect::OptimizerStep));
  EXPECT_FALSE(line("scheduler.step()").has(Effect::OptimizerStep));
}

TEST(Effects, ZeroGradInAnySpelling) {
  for (const char* code : {"optimizer.zero_grad()", "model.zero_grad(set_to_none=True)",
                           "for p in model.parameters():\n        p.grad = None",
                           "for p in model.parameters():\n        p.grad.zero_()",
                           "for p in model.parameters():\n        p.grad.data.zero_()"}) {
    EXPECT_TRUE(line(code).has(Effect::ZeroGrad)) << code;
  }
}

TEST(Effects, ReadsOfTheGradMode) {
  EXPECT_TRUE(line("a = torch.is_grad_enabled()").has(Effect::ReadsGradMode));
  EXPECT_TRUE(line("a = y.requires_grad").has(Effect::ReadsGradMode));
  EXPECT_TRUE(line("a = y.grad_fn").has(Effect::ReadsGradMode));
  EXPECT_TRUE(line("a = x.grad").has(Effect::ReadsGradMode));
  EXPECT_FALSE(line("a = y.shape").has(Effect::ReadsGradMode));
}

TEST(Effects, ModesOfTheModel) {
  EXPECT_TRUE(line("model.eval()").has(Effect::EvalMode));
  EXPECT_TRUE(line("model.train(False)").has(Effect::EvalMode));
  EXPECT_FALSE(line("model.train(False)").has(Effect::TrainMode));
  EXPECT_TRUE(line("model.train()").has(Effect::TrainMode));
  EXPECT_TRUE(line("with torch.enable_grad():\n        pass").has(Effect::EnablesGrad));
  EXPECT_TRUE(line("torch.set_grad_enabled(flag)").has(Effect::EnablesGrad));
  EXPECT_FALSE(line("torch.set_grad_enabled(False)").has(Effect::EnablesGrad));
}

TEST(Effects, ThroughLocalFunctions) {
  EXPECT_TRUE(region("def helper(l):\n    l.backward()\n"
                     "def middle(l):\n    helper(l)\n"
                     "def region(loss):\n    middle(loss)\n")
                  .has(Effect::Backward));
  EXPECT_TRUE(region("class T:\n    def _update(self, l):\n        l.backward()\n"
                     "    def region(self, l):\n        self._update(l)\n")
                  .has(Effect::Backward));
  EXPECT_FALSE(region("def helper(l):\n    l.backward()\n"
                      "def region(loss):\n    print(loss)\n")
                   .has(Effect::Backward));
}

TEST(Effects, RecursionEnds) {
  const Effects e = region(
      "def region(n):\n    other(n)\n"
      "def other(n):\n    region(n)\n    optimizer.zero_grad()\n");
  EXPECT_TRUE(e.has(Effect::ZeroGrad));
}

TEST(Effects, WitnessIsInTheRegion) {
  const ModelSnippet s(kImports +
                       "def helper(l):\n    l.backward()\n"
                       "def region(loss):\n    helper(loss)\n");
  EXPECT_EQ(s.effects(s.body("region")).witness(Effect::Backward), s.at("helper(loss)"));
  EXPECT_EQ(s.callee_effects(s.definition("helper")).witness(Effect::Backward),
            s.at("l.backward()"));
}

TEST(Effects, DefiningIsNotRunning) {
  EXPECT_FALSE(line("def closure():\n        loss.backward()").has(Effect::Backward));
  EXPECT_FALSE(line("f = lambda: loss.backward()").has(Effect::Backward));
}

TEST(Effects, FunctionsGivenAwayAreRun) {
  EXPECT_TRUE(line("def closure():\n        loss.backward()\n    optimizer.step(closure)")
                  .has(Effect::Backward));
  EXPECT_TRUE(line("apply(lambda: loss.backward())").has(Effect::Backward));
  EXPECT_TRUE(line("f = lambda: loss.backward()\n    f()").has(Effect::Backward));
}

TEST(Effects, OverriddenMethodsAllCount) {
  EXPECT_TRUE(region("class Base:\n    def update(self):\n        pass\n"
                     "    def region(self):\n        self.update()\n"
                     "class Trainer(Base):\n    def update(self):\n        loss.backward()\n")
                  .has(Effect::Backward));
}

TEST(Effects, ModelsGivenToUnseenCode) {
  for (const char* code :
       {"attack(model, x, y)", "explainer.run(model.forward, x)", "run([model], x)",
        "run(model=model)", "train(model, loader, optimizer)", "step_all(optimizer)"}) {
    EXPECT_TRUE(line(code).has(Effect::ModuleToUnknown)) << code;
  }
  for (const char* code : {"acc = accuracy(y, x)", "loss = criterion(x, y)",
                           "n = sum(p.numel() for p in model.parameters())", "print(model)",
                           "torch.save(model.state_dict(), 'm.pt')", "isinstance(model, Net)",
                           "out = model(x)", "losses.append(loss.item())"}) {
    EXPECT_FALSE(line(code).has(Effect::ModuleToUnknown)) << code;
  }
}

TEST(Effects, ObjectsMadeFromAModelHoldIt) {
  EXPECT_TRUE(region("from attacks import PGD\n"
                     "def region(model, x, y):\n    pgd = PGD(model)\n    return pgd(x, y)\n")
                  .has(Effect::ModuleToUnknown));
  EXPECT_TRUE(region("from attacks import PGD\nclass T:\n"
                     "    def __init__(self, model):\n        self.pgd = PGD(model)\n"
                     "    def region(self, x, y):\n        return self.pgd.run(x, y)\n")
                  .has(Effect::ModuleToUnknown));
}

TEST(Effects, PureCodeIsNotUnknown) {
  for (const char* code : {"z = torch.cat([x, y])", "z = F.softmax(x, dim=1)", "n = len(x)",
                           "print(x)", "z = x.mean().item()", "z = [i for i in range(3)]",
                           "names.append('a')", "z = ','.join(str(i) for i in range(3))"}) {
    EXPECT_FALSE(line(code).has(Effect::UnknownCall)) << code;
  }
  EXPECT_TRUE(line("acc = accuracy(y, x)").has(Effect::UnknownCall));
}

TEST(Effects, ForwardCalls) {
  EXPECT_TRUE(line("out = model(x)").has(Effect::ModuleForward));
  EXPECT_TRUE(line("out = nn.Linear(2, 2)(x)").has(Effect::ModuleForward));
  const Effects generate = line("out = model.generate(x)");
  EXPECT_TRUE(generate.has(Effect::ModuleForward));
  EXPECT_TRUE(generate.has(Effect::UnknownCall));
  EXPECT_FALSE(line("n = list(model.parameters())").has(Effect::ModuleForward));
}

TEST(Effects, ForwardOfTheFileIsIncluded) {
  const std::string energy =
      "class Energy(nn.Module):\n    def forward(self, x):\n"
      "        e = self.net(x)\n        return torch.autograd.grad(e.sum(), x)[0]\n";
  EXPECT_TRUE(region(energy + "def region(x):\n    m = Energy()\n    return m(x)\n")
                  .has(Effect::AutogradGrad));
  EXPECT_TRUE(
      region(energy + "def region(model, x):\n    return model(x)\n").has(Effect::AutogradGrad))
      << "the model may be an Energy";
}

TEST(Effects, FastPath) {
  const std::string use = "def region(model, x):\n    return model(x)\n";
  EXPECT_TRUE(region("enc = nn.TransformerEncoder(layer, 2)\n" + use).has(Effect::FastPath));
  EXPECT_TRUE(region("a = nn.MultiheadAttention(8, 2)\n" + use).has(Effect::FastPath));
  EXPECT_FALSE(region(use).has(Effect::FastPath));
  EXPECT_FALSE(region("class Transformer(nn.Module):\n    pass\nt = Transformer()\n" + use)
                   .has(Effect::FastPath));
}

TEST(Effects, SuspensionStaysInTheCallee) {
  EXPECT_TRUE(line("yield x").has(Effect::Yields));
  EXPECT_FALSE(region("def batches():\n    yield 1\ndef region():\n    return list(batches())\n")
                   .has(Effect::Yields));
  EXPECT_TRUE(region("async def region(s):\n    await s.send()\n").has(Effect::Awaits));
  EXPECT_TRUE(
      region("async def region(s):\n    async for x in s:\n        pass\n").has(Effect::Awaits));
}

}  // namespace
}  // namespace mlfix::effects_test
