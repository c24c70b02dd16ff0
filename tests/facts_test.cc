// Facts: what is certain, what is possible, what a name only suggests.

#include "semantic/knowledge/facts.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "semantic/semantic_model.h"
#include "support/model_snippet.h"

namespace mlfix::facts_test {
namespace {

constexpr const char* kImports =
    "import torch\nimport numpy as np\nfrom torch import nn\nimport torch.nn.functional as F\n";

ModelSnippet snippet(const std::string& text) {
  return ModelSnippet(kImports + text);
}

// The facts of `probe` in the last statement `show(probe)` of the text.
Facts facts_at_end(const std::string& text) {
  const ModelSnippet s = snippet(text + "show(probe)\n");
  const NodeId argument = s->argument(s.at("show(probe)"), 0, "");
  return s->facts(argument);
}

// Memory of its own, which can't be read when it is over.
class Page {
 public:
  explicit Page(std::string_view text)
      : begin_(mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
        size_(text.size()) {
    std::memcpy(begin_, text.data(), text.size());
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  ~Page() { munmap(begin_, kSize); }

  std::string_view text() const { return {static_cast<const char*>(begin_), size_}; }

 private:
  static constexpr std::size_t kSize = 4096;
  void* begin_;
  std::size_t size_;
};

// Other files ask with a name that stands in their own text, and go away.
TEST(Facts, OfAnAttributeOutliveTheNameThatTheyWereAskedBy) {
  const ModelSnippet s =
      snippet("class C:\n    def __init__(self):\n        self.kept = torch.zeros(3)\n");
  NodeId klass = s.at("C");
  while (!s->tree().is(klass, Kind::ClassDefinition)) klass = s->tree().parent(klass);
  auto first = std::make_unique<Page>("kept");
  const Page second("kept");  // elsewhere
  EXPECT_TRUE(s->attribute_facts(klass, first->text()).must_be(Fact::NoGraph));
  first.reset();
  EXPECT_TRUE(s->attribute_facts(klass, second.text()).must_be(Fact::NoGraph));
}

TEST(Facts, TensorsFromNothingHaveNoGraph) {
  const Facts plain = facts_at_end("probe = torch.zeros(3)\n");
  EXPECT_TRUE(plain.must_be(Fact::Tensor));
  EXPECT_TRUE(plain.must_be(Fact::NoGraph));
  const Facts leaf = facts_at_end("probe = torch.zeros(3, requires_grad=True)\n");
  EXPECT_TRUE(leaf.must_be(Fact::GradTensor));
  EXPECT_FALSE(leaf.may_be(Fact::NoGraph));
  const Facts open = facts_at_end("probe = torch.zeros(3, requires_grad=flag)\n");
  EXPECT_TRUE(open.may_be(Fact::GradTensor));
  EXPECT_FALSE(open.must_be(Fact::GradTensor));
}

TEST(Facts, FunctionsKeepTheGraph) {
  const std::string w = "w = nn.Parameter(torch.zeros(3))\nc = torch.ones(3)\n";
  EXPECT_TRUE(facts_at_end(w + "probe = torch.cat([w, c])\n").must_be(Fact::GradTensor));
  EXPECT_FALSE(facts_at_end(w + "probe = F.relu(w)\n").may_be(Fact::NoGraph));
  EXPECT_TRUE(facts_at_end(w + "probe = F.relu(c)\n").must_be(Fact::NoGraph));
  EXPECT_TRUE(facts_at_end(w + "probe = (w * 2).sum()\n").must_be(Fact::GradTensor));
  EXPECT_TRUE(facts_at_end(w + "probe = c + 1\n").must_be(Fact::NoGraph));
  EXPECT_TRUE(facts_at_end(w + "probe = w.argmax()\n").must_be(Fact::IntTensor));
  EXPECT_TRUE(facts_at_end(w + "probe = w > 0\n").must_be(Fact::NoGraph));
  EXPECT_TRUE(facts_at_end(w + "probe = w.detach()\n").must_be(Fact::NoGraph));
  EXPECT_TRUE(facts_at_end(w + "probe = w.sum().item()\n").must_be(Fact::Number));
  EXPECT_TRUE(facts_at_end(w + "probe = np.mean(x)\n").must_be(Fact::NdArray));
  EXPECT_TRUE(facts_at_end(w + "probe = float(w)\n").must_be(Fact::Number));
}

TEST(Facts, WhatMayBeATupleIsNotCertainlyATensor) {
  const std::string x = "x = torch.ones(3)\n";
  EXPECT_FALSE(facts_at_end(x + "probe = torch.median(x, 0)\n").must_be(Fact::Tensor));
  EXPECT_FALSE(
      facts_at_end(x + "probe = F.max_pool2d(x, 2, return_indices=True)\n").must_be(Fact::Tensor));
  EXPECT_FALSE(facts_at_end(x + "probe = x.nonzero(as_tuple=True)\n").must_be(Fact::Tensor));
  EXPECT_FALSE(
      facts_at_end("probe = nn.Parameter(y, requires_grad=False)\n").must_be(Fact::GradTensor));
  EXPECT_FALSE(facts_at_end("probe = torch.as_tensor(y)\n").must_be(Fact::NoGraph));
}

TEST(Facts, SumOfTensorsMayKeepTheGraph) {
  const Facts f = facts_at_end("w = nn.Parameter(torch.zeros(3))\nprobe = sum([w, w])\n");
  EXPECT_TRUE(f.may_be(Fact::GradTensor));
  EXPECT_FALSE(f.must_be(Fact::GradTensor));
}

TEST(Facts, ModulesAndLosses) {
  const std::string made = "net = nn.Linear(3, 1)\ncriterion = nn.MSELoss()\n";
  EXPECT_TRUE(facts_at_end(made + "probe = net(x)\n").must_be(Fact::GradTensor));
  EXPECT_TRUE(facts_at_end(made + "probe = criterion(net(x), y)\n").must_be(Fact::GradTensor));
  EXPECT_FALSE(facts_at_end(made + "probe = criterion(a, b)\n").must_be(Fact::GradTensor));
  EXPECT_TRUE(facts_at_end(made + "probe = net.eval()\n").must_be(Fact::Module));
  EXPECT_TRUE(facts_at_end(made + "probe = net.to('cpu').train()\n").must_be(Fact::Module));
  EXPECT_TRUE(facts_at_end("probe = torch.optim.Adam(p)\n").must_be(Fact::Optimizer));
}

TEST(Facts, GuardedCodeMakesNoGraph) {
  const Facts f =
      facts_at_end("net = nn.Linear(3, 1)\nwith torch.no_grad():\n    probe = net(x)\n");
  EXPECT_TRUE(f.must_be(Fact::Tensor));
  EXPECT_TRUE(f.must_be(Fact::NoGraph));
  EXPECT_FALSE(f.may_be(Fact::GradTensor));
}

TEST(Facts, FrozenModulesAreNotCertainlyAttached) {
  const Facts f =
      facts_at_end("net = nn.Linear(3, 1)\nnet.requires_grad_(False)\nprobe = net(x)\n");
  EXPECT_FALSE(f.must_be(Fact::GradTensor));
}

TEST(Facts, ClassesOfTheFile) {
  const std::string text =
      "class Net(nn.Module):\n"
      "    def __init__(self):\n"
      "        self.fc = nn.Linear(1, 1)\n"
      "        self.count = 0\n"
      "        self.register_buffer('mean', torch.zeros(1))\n"
      "    def forward(self, x):\n"
      "        show(self.fc)\n"
      "        show(self.mean)\n"
      "        show(self.count)\n"
      "        return self.fc(x)\n"
      "net = Net()\n"
      "out = net(x)\n"
      "show(net)\nshow(out)\n";
  const ModelSnippet s = snippet(text);
  EXPECT_TRUE(s->facts(s.at("self.fc", 1)).must_be(Fact::Module));
  EXPECT_TRUE(s->facts(s.at("self.mean")).must_be(Fact::NoGraph));
  EXPECT_TRUE(s->facts(s.at("self.count", 1)).must_be(Fact::Number));
  EXPECT_TRUE(s->facts_of(s.def("net")).must_be(Fact::Module));
  EXPECT_TRUE(s->facts_of(s.def("out")).must_be(Fact::GradTensor));
}

TEST(Facts, BranchesMeetAndLoopsConverge) {
  const Facts branch = facts_at_end("if flag:\n    probe = torch.ones(1)\nelse:\n    probe = 0\n");
  EXPECT_FALSE(branch.must_be(Fact::Tensor));
  EXPECT_TRUE(branch.may_be(Fact::Tensor));
  EXPECT_TRUE(branch.must_be(Fact::NoGraph));
  const Facts tensors =
      facts_at_end("probe = torch.ones(1)\nfor i in range(3):\n    probe = probe + i\n");
  EXPECT_TRUE(tensors.must_be(Fact::Tensor));
  EXPECT_TRUE(tensors.must_be(Fact::NoGraph));
  const Facts total =
      facts_at_end("net = nn.Linear(1, 1)\nprobe = 0\nfor x in data:\n    probe += net(x).sum()\n");
  EXPECT_FALSE(total.must_be(Fact::Tensor));
  EXPECT_TRUE(total.may_be(Fact::GradTensor));
  EXPECT_FALSE(total.must_be(Fact::NoGraph));
}

TEST(Facts, BackwardIsEvidence) {
  const ModelSnippet s = snippet(
      "loss = compute(x)\n"
      "loss.backward()\n"
      "other = compute(x)\n"
      "scaler.scale(other).backward()\n"
      "third = compute(x)\n"
      "if third is not None:\n"
      "    third.backward()\n"
      "fourth = compute(x)\n"
      "accelerator.backward(fourth)\n");
  EXPECT_TRUE(s->facts_of(s.def("loss")).must_be(Fact::GradTensor));
  EXPECT_TRUE(s->facts_of(s.def("other")).must_be(Fact::GradTensor));
  EXPECT_FALSE(s->facts_of(s.def("third")).must_be(Fact::GradTensor));
  EXPECT_TRUE(s->facts_of(s.def("third")).may_be(Fact::GradTensor));
  EXPECT_TRUE(s->facts_of(s.def("fourth")).must_be(Fact::GradTensor));
}

TEST(Facts, NamesAreWeakEvidenceOnly) {
  const ModelSnippet s = snippet(
      "def f(model, criterion, train_loader, n=3):\n"
      "    for x, y in train_loader:\n"
      "        out = model(x)\n"
      "        loss = criterion(out, y)\n"
      "model = 'resnet'\n");
  EXPECT_TRUE(s->facts_of(s.def("model")).weak.has(Fact::Module));
  EXPECT_FALSE(s->facts_of(s.def("model")).may_be(Fact::Module));
  EXPECT_TRUE(s->facts_of(s.def("loss")).could_be(Fact::GradTensor));
  EXPECT_FALSE(s->facts_of(s.def("loss")).must_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("x")).could_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("model", 1)).must_be(Fact::String));
  EXPECT_FALSE(s->facts_of(s.def("model", 1)).could_be(Fact::Module));
}

TEST(Facts, Annotations) {
  const ModelSnippet s = snippet(
      "from typing import Optional\n"
      "def f(a: torch.Tensor, m: nn.Module, o: Optional[torch.Tensor], q: 'nn.Module', n: int,\n"
      "      d: torch.Tensor = None):\n"
      "    pass\n");
  EXPECT_TRUE(s->facts_of(s.def("a")).must_be(Fact::Tensor));
  EXPECT_FALSE(s->facts_of(s.def("a")).must_be(Fact::NoGraph));
  EXPECT_TRUE(s->facts_of(s.def("m")).must_be(Fact::Module));
  EXPECT_TRUE(s->facts_of(s.def("o")).may_be(Fact::Tensor));
  EXPECT_FALSE(s->facts_of(s.def("o")).must_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("q")).must_be(Fact::Module));
  EXPECT_FALSE(s->facts_of(s.def("n")).must_be(Fact::Number));
  EXPECT_FALSE(s->facts_of(s.def("d")).must_be(Fact::Tensor));
}

TEST(Facts, FunctionsOfTheFile) {
  const ModelSnippet s = snippet(
      "def _make():\n"
      "    return torch.ones(1), 3\n"
      "def _use(x):\n"
      "    return x * 2\n"
      "def _maybe(x):\n"
      "    if x:\n"
      "        return torch.ones(1)\n"
      "t, n = _make()\n"
      "u = _use(t)\n"
      "v = _maybe(t)\n"
      "def recursive(x):\n"
      "    return recursive(x)\n"
      "w = recursive(1)\n");
  EXPECT_TRUE(s->facts_of(s.def("t")).must_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("n")).must_be(Fact::Number));
  EXPECT_TRUE(s->facts_of(s.def("u")).must_be(Fact::Tensor));
  EXPECT_FALSE(s->facts_of(s.def("v")).must_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("v")).may_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("w")).may.empty());
}

// Of `out['n']` and the like at the end of a function that has run `lines`.
Facts facts_of_entry(const std::string& lines, const std::string& read) {
  return facts_at_end("def f(x, other):\n    out = {'t': torch.ones(1), 'n': 3}\n" + lines +
                      "    probe = " + read + "\n    ");
}

TEST(Facts, EntriesAreToldApartByConstantKeys) {
  EXPECT_TRUE(facts_of_entry("", "out['t']").must_be(Fact::Tensor));
  const Facts number = facts_of_entry("", "out['n']");
  EXPECT_TRUE(number.must_be(Fact::Number));
  EXPECT_FALSE(number.may_be(Fact::Tensor));
  EXPECT_TRUE(facts_of_entry("    out = [torch.ones(1), 3]\n", "out[1]").must_be(Fact::Number));
  EXPECT_TRUE(facts_of_entry("    out['k'] = torch.ones(2)\n", "out['k']").must_be(Fact::Tensor));
  EXPECT_TRUE(facts_of_entry("    out['k'] = torch.ones(2)\n", "out['n']").must_be(Fact::Number));
  EXPECT_TRUE(facts_of_entry("    def made():\n        return {'n': 3, 't': x}\n    out = made()\n",
                             "out['n']")
                  .must_be(Fact::Number));
  // Each key that is not told may be any.
  EXPECT_FALSE(facts_of_entry("", "out[x]").must_be(Fact::Number));
  EXPECT_TRUE(facts_of_entry("", "out[x]").may_be(Fact::Tensor));
}

TEST(Facts, EntriesThatOthersMayChangeAreNotCertain) {
  for (const char* line :
       {"    out['n'] = x\n", "    out[x] = x\n", "    out.update(other)\n", "    other(out)\n",
        "    same = out\n", "    out['n'], y = other\n", "    out['n'] += x\n",
        "    for out['n'] in other: pass\n", "    other.append(out)\n", "    exec(x)\n",
        "    def change():\n        out['n'] = x\n", "    if x:\n        out = other\n"}) {
    EXPECT_FALSE(facts_of_entry(line, "out['n']").must_be(Fact::Number)) << line;
  }
  EXPECT_TRUE(facts_of_entry("    out['n'] = torch.ones(1)\n", "out['n']").may_be(Fact::Tensor));
  EXPECT_TRUE(facts_of_entry("    out['n'] = torch.ones(1)\n", "out['n']").may_be(Fact::Number));
}

TEST(Facts, LoopsOverLoaders) {
  const ModelSnippet s = snippet(
      "from tqdm import tqdm\n"
      "from torch.utils.data import DataLoader\n"
      "batches = DataLoader(d)\n"
      "for i, (x, y) in enumerate(tqdm(batches)):\n"
      "    pass\n"
      "lstm = nn.LSTM(1, 1)\n"
      "out, hidden = lstm(x)\n"
      "for name, p in lstm.named_parameters():\n"
      "    pass\n");
  EXPECT_TRUE(s->facts_of(s.def("i")).must_be(Fact::Number));
  EXPECT_TRUE(s->facts_of(s.def("x")).may_be(Fact::Tensor));
  EXPECT_TRUE(s->facts_of(s.def("x")).must_be(Fact::NoGraph));
  EXPECT_TRUE(s->facts_of(s.def("out")).may_be(Fact::GradTensor));
  EXPECT_TRUE(s->facts_of(s.def("p")).must_be(Fact::Parameter));
}

TEST(Facts, LongChainsNeedNoDeepStack) {
  std::string text = "a0 = torch.ones(1)\n";
  for (int i = 1; i <= 20000; ++i) {
    text += "a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " + 1\n";
  }
  EXPECT_TRUE(facts_at_end(text + "probe = a20000\n").must_be(Fact::Tensor));
}

TEST(Facts, DeepExpressionsAreKnown) {
  std::string text = "probe = 1";
  for (int i = 0; i < 500; ++i) text += " + 1";
  EXPECT_TRUE(facts_at_end(text + "\n").must_be(Fact::Number));
}

// A call asks for its receiver more than once: this must not multiply.
TEST(Facts, LongChainsOfUnknownCallsEnd) {
  std::string text = "probe = nn.Linear(1, 1)(x)";
  for (int i = 0; i < 60; ++i) text += ".unheard_of()";
  EXPECT_TRUE(facts_at_end(text + "\n").must.empty());
}

}  // namespace
}  // namespace mlfix::facts_test
