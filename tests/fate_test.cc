// Fate: where a value ends up. The cases are the situations in which a wrong
// answer would break training without an error.

#include <gtest/gtest.h>

#include "semantic/flow/graph_sinks.h"
#include "support/model_snippet.h"

namespace mlfix::fate_test {
namespace {

const std::string kImports =
    "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
    "import numpy as np\n";

// The fate of the value that the first definition of `name` gets.
Reach fate_of(const std::string& code, std::string_view name = "v") {
  const ModelSnippet s(kImports + code);
  return s.fate_of(s.def(name));
}

// The fate of `v = model(x)` when `rest` follows it in a function.
Reach local(const std::string& rest) {
  return fate_of("def _f(model, x, y):\n    v = model(x)\n    " + rest + "\n");
}

bool harmless(const Reach& f) {
  return !f.has(GraphSinks::kDifferentiated) && !f.has_any(GraphSinks::kEscapes) &&
         !f.has_any(GraphSinks::kUnseen);
}

TEST(Fate, EndsInNumbersAndText) {
  for (const char* code :
       {"print(v)", "n = v.item()", "n = float(v)", "n = v.detach().cpu().numpy()",
        "n = v.argmax(dim=1)", "n = (v > 0).sum()", "s = f'{v:.3f}'", "s = '%s' % str(v)",
        "n = v.shape[0]", "n = v.size(0)", "if v > 3:\n        pass", "n = torch.argmax(v, 1)",
        "n = v.tolist()", "n = len(v)", "n = np.mean(v.data.numpy())", "w = v.data"}) {
    EXPECT_TRUE(harmless(local(code))) << code;
  }
}

TEST(Fate, RevealedByTextAndFiles) {
  for (const char* code :
       {"print(v)", "print([v, y])", "print('a', v / 2)", "s = str(v)", "s = f'{v}'",
        "s = f'{v!r}'", "s = f'{v=}'", "s = '%s' % v", "s = '%s %.3f' % (v, y)",
        "s = '{} {:.2f}'.format(v, y)", "s = '{a}'.format(a=v)", "log.info('%s: %.1f', v, y)",
        "log.info(v)", "bar.set_postfix(loss=v)", "torch.save(v, 'f')", "s = format(v)",
        "w = {'a': v}\n    print(w)"}) {
    EXPECT_TRUE(local(code).has(GraphSinks::kRevealed)) << code;
    EXPECT_TRUE(harmless(local(code))) << code;
  }
}

TEST(Fate, NumbersRevealNothing) {
  for (const char* code :
       {"print(v.item())", "print(v.detach())", "s = f'{v:.3f}'", "s = '%.3f' % v",
        "s = '%s %.3f' % (y, v)", "s = '%(a).3f %(b)s' % {'a': v, 'b': y}",
        "s = '{} {:.2f}'.format(y, v)", "log.info('%s: %.1f', y, v)", "s = format(v, '.2f')",
        "w = F.cross_entropy(v, y)\n    s = f'{w}'", "print(v.shape)", "w.add_scalar('a', v)",
        "w = 0\n    for i in y:\n        w += F.cross_entropy(v, i)\n    s = f'{w / 3}'"}) {
    EXPECT_FALSE(local(code).has(GraphSinks::kRevealed)) << code;
  }
}

TEST(Fate, Backward) {
  for (const char* code :
       {"v.backward()", "(v * 2 + 1).backward()", "F.cross_entropy(v, y).backward()",
        "torch.autograd.backward([v])", "g = torch.autograd.grad(v, x)", "accelerator.backward(v)",
        "scaler.scale(v).backward()", "self.manual_backward(v)", "w = v.mean()\n    w.backward()",
        "w = {'loss': v}\n    w['loss'].backward()", "a, b = v, y\n    a.backward()",
        "w = v if y else None\n    w.backward()", "v.retain_grad()", "g = v.grad",
        "run = v.backward\n    run()", "getattr(v, 'backward')()",
        "torch.add(v, 1, out=y)\n    y.backward()", "list(map(lambda w: w.backward(), [v]))"}) {
    EXPECT_TRUE(local(code).has(GraphSinks::kDifferentiated)) << code;
  }
}

TEST(Fate, OtherPartsDoNotCount) {
  EXPECT_FALSE(local("w = {'loss': y, 'out': v}\n    w['loss'].backward()")
                   .has(GraphSinks::kDifferentiated));
  EXPECT_FALSE(local("a, b = y, v\n    a.backward()").has(GraphSinks::kDifferentiated));
}

TEST(Fate, AccumulatedAndBackwardedLater) {
  const std::string loop =
      "def _f(model, xs):\n    total = 0\n    for x in xs:\n"
      "        v = model(x)\n        total += v\n";
  EXPECT_TRUE(fate_of(loop + "    total.backward()\n").has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "        if stop:\n            total.backward()\n")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "    (total / 3).backward()\n").has(GraphSinks::kDifferentiated));
  const Reach printed = fate_of(loop + "    print(total / 3)\n");
  EXPECT_TRUE(harmless(printed));
}

TEST(Fate, AccumulatedAndReturned) {
  const std::string loop =
      "    total = 0\n    for x in xs:\n        v = model(x)\n"
      "        total += v\n    return total\n";
  EXPECT_TRUE(fate_of("def evaluate(model, xs):\n" + loop).has(Sink::Returned));
  const Reach known = fate_of("def _evaluate(model, xs):\n" + loop + "print(_evaluate(m, d))\n");
  EXPECT_FALSE(known.has(Sink::Returned));
  EXPECT_FALSE(known.has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of("def evaluate(model, xs):\n" + loop + "evaluate(m, d).backward()\n")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, ListOfLosses) {
  const std::string loop =
      "def _f(model, xs):\n    losses = []\n    for x in xs:\n"
      "        v = model(x)\n        losses.append(v)\n";
  EXPECT_TRUE(fate_of(loop + "    torch.stack(losses).mean().backward()\n")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "    sum(losses).backward()\n").has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "    losses[-1].backward()\n").has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "    for l in losses:\n        l.backward()\n")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "    loss = sum(l for l in losses)\n    loss.backward()\n")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(loop + "    return losses\n").has(Sink::InContainer));
  const Reach printed = fate_of(loop + "    print(torch.stack(losses).mean().item())\n");
  EXPECT_TRUE(printed.has(Sink::InContainer));
  EXPECT_TRUE(harmless(printed));
}

TEST(Fate, OtherWaysIntoAContainer) {
  for (const char* store : {"losses += [v]", "losses.extend([v])", "losses[0] = v",
                            "losses.insert(0, v)", "losses = losses + [v]"}) {
    EXPECT_TRUE(fate_of("def _f(model, losses_):\n    losses = []\n    for x in xs:\n"
                        "        v = model(x)\n        " +
                        std::string(store) + "\n    sum(losses).backward()\n")
                    .has(GraphSinks::kDifferentiated))
        << store;
  }
  EXPECT_TRUE(fate_of("def _f(model, xs):\n    d = {}\n    v = model(x)\n    d['a'] = v\n"
                      "    d['a'].backward()\n")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_FALSE(fate_of("def _f(model, xs):\n    d = {}\n    v = model(x)\n    d['a'] = v\n"
                       "    d['b'].backward()\n")
                   .has(GraphSinks::kDifferentiated));
}

TEST(Fate, ContainerThatIsAParameter) {
  EXPECT_TRUE(fate_of("def _collect(model, x, out):\n    v = model(x)\n    out.append(v)\n"
                      "def train(model, xs):\n    losses = []\n    _collect(model, xs, losses)\n"
                      "    sum(losses).backward()\n")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of("def collect(model, x, out):\n    v = model(x)\n    out.append(v)\n")
                  .has(Sink::Returned));
}

TEST(Fate, ReinforceKeepsItsLogProbabilities) {
  EXPECT_TRUE(fate_of("class Policy(nn.Module):\n    def __init__(self):\n"
                      "        self.saved_log_probs = []\n"
                      "policy = Policy()\n"
                      "def select_action(state):\n    m = policy(state)\n"
                      "    v = m.log_prob(action)\n    policy.saved_log_probs.append(v)\n"
                      "    return action.item()\n"
                      "def finish_episode():\n    policy_loss = []\n"
                      "    for log_prob, R in zip(policy.saved_log_probs, returns):\n"
                      "        policy_loss.append(-log_prob * R)\n"
                      "    torch.cat(policy_loss).sum().backward()\n")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, AuxiliaryLossOnAnAttribute) {
  const std::string net =
      "class Net(nn.Module):\n    def forward(self, x):\n"
      "        v = self.gate(x).mean()\n        self.aux_loss = v\n"
      "        return self.fc(x)\n";
  const Reach kept = fate_of(net);
  EXPECT_TRUE(kept.has(Sink::OnAttribute));
  EXPECT_FALSE(kept.has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of(net + "def train(net, x, y):\n    loss = F.mse_loss(net(x), y)\n"
                            "    (loss + net.aux_loss).backward()\n")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, AnotherMethodSumsTheLosses) {
  EXPECT_TRUE(fate_of("class T:\n    def step(self, x):\n        v = self.model(x)\n"
                      "        self.losses.append(v)\n"
                      "    def finish(self):\n        sum(self.losses).backward()\n")
                  .has(GraphSinks::kDifferentiated));
  const Reach elsewhere = fate_of(
      "class T:\n    def step(self, x):\n        v = self.model(x)\n"
      "        self.losses.append(v)\n"
      "class Other:\n    def finish(self):\n"
      "        sum(self.losses).backward()\n");
  EXPECT_FALSE(elsewhere.has(GraphSinks::kDifferentiated)) << "the self of another class";
  EXPECT_TRUE(elsewhere.has(Sink::OnAttribute));
}

TEST(Fate, ThroughLocalFunctions) {
  EXPECT_TRUE(local("_mean(v).backward()\ndef _mean(t):\n    return t.mean()")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(
      local("_step(v)\ndef _step(loss):\n    loss.backward()").has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(local("_step(y, loss=v)\ndef _step(y, loss):\n    loss.backward()")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(harmless(local("n = mean(v).item()\ndef mean(t):\n    return t.mean()")));
  EXPECT_TRUE(
      harmless(local("n = acc(v, y)\n    return n\ndef acc(t, y):\n"
                     "    return (t.argmax(1) == y).float().mean()")));
}

TEST(Fate, MeterThatSums) {
  const std::string meter =
      "class Meter:\n    def __init__(self):\n        self._sum = 0\n"
      "    def update(self, val, n=1):\n        self._sum += val * n\n"
      "    def avg(self):\n        return self._sum.item()\n";
  const Reach kept = fate_of(meter +
                             "def _f(model, x):\n    m = Meter()\n    v = model(x)\n"
                             "    m.update(v)\n");
  EXPECT_TRUE(kept.has(Sink::OnAttribute));
  EXPECT_FALSE(kept.has(GraphSinks::kDifferentiated));
  EXPECT_FALSE(kept.has_any(GraphSinks::kUnseen));
}

TEST(Fate, RecursionEnds) {
  EXPECT_TRUE(local("_walk(v, 3)\ndef _walk(t, n):\n    if n:\n        return _walk(t * 2, n - 1)\n"
                    "    t.backward()")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(local("_a(v)\ndef _a(t):\n    _b(t)\ndef _b(t):\n    _a(t)\n    t.backward()")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, UnseenCode) {
  const Reach seen = local("keep(v)");
  EXPECT_TRUE(seen.has_any(GraphSinks::kUnseen));
  EXPECT_FALSE(seen.has(Sink::Lost));
  EXPECT_TRUE(local("memory.push(x, v)").has_any(GraphSinks::kUnseen));
  EXPECT_TRUE(local("w = get_loss(v)\n    w.backward()").has(GraphSinks::kDifferentiated));
  EXPECT_FALSE(local("logger.info('loss %s', v)").has_any(GraphSinks::kUnseen));
  EXPECT_FALSE(local("writer.add_scalar('loss', v, 1)").has_any(GraphSinks::kUnseen));
  EXPECT_FALSE(local("pbar.set_postfix(loss=v)").has_any(GraphSinks::kUnseen));
}

TEST(Fate, Escapes) {
  EXPECT_TRUE(fate_of("def f(model, x):\n    v = model(x)\n    return v\n").has(Sink::Returned));
  EXPECT_TRUE(
      fate_of("def f(model, x):\n    v = model(x)\n    return {'out': v}\n").has(Sink::Returned));
  EXPECT_TRUE(fate_of("def f(model, x):\n    v = model(x)\n    yield v\n").has(Sink::Yielded));
  EXPECT_TRUE(fate_of("def f(model, x):\n    v = model(x)\n    def g():\n        return v\n"
                      "    return g\n")
                  .has(Sink::Captured));
  EXPECT_TRUE(fate_of("class N(nn.Module):\n    def forward(self, x):\n        v = self.a(x)\n"
                      "        return self.b(v)\n")
                  .has(GraphSinks::kForwardOutput));
}

TEST(Fate, ClosureGivenToStep) {
  EXPECT_TRUE(fate_of("def train(model, optimizer, x, y):\n    def closure():\n"
                      "        v = F.mse_loss(model(x), y)\n        v.backward()\n"
                      "        return v\n    optimizer.step(closure)\n")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, BackpropagationThroughTime) {
  EXPECT_TRUE(fate_of("def train(rnn, xs):\n    h = None\n    total = 0\n    for x in xs:\n"
                      "        v, h = rnn(x, h)\n        total = total + F.mse_loss(v, x)\n"
                      "    total.backward()\n",
                      "h")
                  .has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(fate_of("def train(rnn, xs):\n    h = None\n    for x in xs:\n"
                      "        v, h = rnn(x, h)\n        v.sum().backward()\n",
                      "h")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, Distillation) {
  EXPECT_TRUE(fate_of("def train(teacher, student, x):\n    v = teacher(x)\n"
                      "    loss = F.kl_div(student(x), v)\n    loss.backward()\n")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, EvaluateActionsOfPpo) {
  EXPECT_TRUE(fate_of("class Policy(nn.Module):\n    def evaluate_actions(self, x, a):\n"
                      "        v = self.dist(x).log_prob(a)\n        return v, 1\n"
                      "class Agent:\n    def update(self, x, a):\n"
                      "        logp, ent = self.policy.evaluate_actions(x, a)\n"
                      "        (-logp).mean().backward()\n")
                  .has(Sink::Returned));
}

TEST(Fate, TupleOfAResult) {
  const std::string f = "def _f(model, x):\n    v = model(x)\n    w = x * 2\n    return v, w\n";
  EXPECT_TRUE(fate_of(f + "a, b = _f(m, d)\na.backward()\n").has(GraphSinks::kDifferentiated));
  EXPECT_FALSE(fate_of(f + "a, b = _f(m, d)\nb.backward()\n").has(GraphSinks::kDifferentiated));
  EXPECT_FALSE(fate_of(f + "_f(m, d)[1].backward()\n").has(GraphSinks::kDifferentiated));
}

TEST(Fate, WithItemOfApex) {
  EXPECT_TRUE(local("with amp.scale_loss(v, optimizer) as scaled:\n        scaled.backward()")
                  .has(GraphSinks::kDifferentiated));
}

TEST(Fate, LoopsOfAssignmentsEnd) {
  EXPECT_TRUE(
      harmless(local("for i in range(3):\n        v = v * 2\n        w = v\n        v = w")));
}

TEST(Fate, CopiedIntoANewTensorIsFree) {
  EXPECT_TRUE(harmless(local("w = torch.tensor([v])\n    keep(w)")));
  EXPECT_TRUE(local("w = torch.as_tensor(v)\n    w.backward()").has(GraphSinks::kDifferentiated));
}

TEST(Fate, OfAnExpression) {
  const ModelSnippet s(kImports +
                       "def _f(model, x):\n    print(model(x).mean())\n"
                       "    model(x * 2).backward()\n");
  EXPECT_FALSE(s.fate(s.at("model(x)")).has(GraphSinks::kDifferentiated));
  EXPECT_TRUE(s.fate(s.at("model(x * 2)")).has(GraphSinks::kDifferentiated));
}

TEST(Fate, OfCallsThatGiveIndicesBesideValues) {
  const ModelSnippet s(kImports +
                       "def f(x, w: torch.Tensor):\n    v = w * x\n    a, b = v.max(1)\n"
                       "    c, d = torch.topk(v, 3)\n    return b, c\n");
  EXPECT_FALSE(s.fate(s.at("v.max(1)")).has(Sink::Returned));
  EXPECT_TRUE(s.fate(s.at("torch.topk(v, 3)")).has(Sink::Returned));
}

}  // namespace
}  // namespace mlfix::fate_test
