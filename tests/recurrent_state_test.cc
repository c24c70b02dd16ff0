// States that a module is given in every iteration: which they are, of what kind, and who takes
// them out of the graph.

#include "torch/training/recurrent_state.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/model_snippet.h"
#include "torch/graph/detaching_helper.h"
#include "torch/training/recurrent_layer.h"

namespace mlfix::recurrent_state_test {
namespace {

const std::string kImports = "import torch\nfrom torch import nn\nrnn = nn.GRU(2, 2)\n";

// The states that the first call of `rnn` carries.
struct Carried {
  explicit Carried(const std::string& code) : snippet(kImports + code) {
    const SyntaxTree& tree = snippet.tree();
    for (NodeId n = 0; n < tree.size() && call == kNoNode; ++n) {
      if (!tree.is(n, Kind::Call) || !tree.text(n).starts_with("rnn(")) continue;
      call = n;
      states = carried_states(snippet.model(), tree.parent(n), n);
    }
  }
  std::string detached() const {
    if (states.empty()) return "not carried";
    const CarriedState& state = states.front();
    const NodeId at = detached_in(snippet.model(), state.loop, state.argument, call);
    return at == kNoNode ? "" : std::string(snippet.tree().text(at));
  }

  ModelSnippet snippet;
  NodeId call = kNoNode;
  std::vector<CarriedState> states;
};

std::string loop(const std::string& start, const std::string& body) {
  return start + "for x in data:\n" + body + "    out.sum().backward()\n";
}

TEST(RecurrentState, IsCarriedByItsNameOrANewOne) {
  const Carried plain(loop("h = None\n", "    out, h = rnn(x, h)\n"));
  ASSERT_EQ(plain.states.size(), 1U);
  EXPECT_EQ(plain.states[0].loop, plain.snippet.loop());
  EXPECT_TRUE(plain.states[0].starts_as_none);
  EXPECT_FALSE(plain.states[0].starts_attached);
  EXPECT_EQ(Carried(loop("h = None\n", "    out, new = rnn(x, h)\n    h = new\n")).states.size(),
            1U);
}

TEST(RecurrentState, IsNotCarriedWithoutABackwardPassOrAHandover) {
  EXPECT_TRUE(Carried("h = None\nfor x in data:\n    out, h = rnn(x, h)\n").states.empty());
  EXPECT_TRUE(Carried(loop("h = None\n", "    out, other = rnn(x, h)\n")).states.empty());
}

TEST(RecurrentState, MayStartAttached) {
  const Carried learned(loop("h = nn.Parameter(torch.zeros(2))\n", "    out, h = rnn(x, h)\n"));
  ASSERT_EQ(learned.states.size(), 1U);
  EXPECT_TRUE(learned.states[0].starts_attached);
}

TEST(RecurrentState, IsDetachedByAssignmentsAndCalls) {
  const auto detached = [](const std::string& line) {
    return Carried(loop("h = None\n", "    out, h = rnn(x, h)\n    " + line)).detached();
  };
  EXPECT_EQ(detached("pass\n"), "");
  EXPECT_EQ(detached("if x: h = h.detach()\n"), "h = h.detach()");
  EXPECT_EQ(detached("h.detach_()\n"), "h.detach_()");
  EXPECT_EQ(detached("cut(h)\n"), "cut(h)");
  EXPECT_EQ(detached("if h is None: h = start()\n"), "");
}

StateKind kind(const std::string& layer, const std::string& more = "") {
  const ModelSnippet s("import torch\nfrom torch import nn\nlayer = " + layer +
                       "\nfor x in data:\n    out, h = layer(x, h)\n" + more);
  const NodeId call = s.at("layer(x, h)");
  return kind_of_state(s.model(), call, s.argument(call, 1));
}

TEST(RecurrentLayer, SaysWhatItsStateIs) {
  EXPECT_EQ(kind("nn.LSTM(2, 2)"), StateKind::Tuple);
  EXPECT_EQ(kind("nn.GRU(2, 2)"), StateKind::Tensor);
  EXPECT_EQ(kind("build()"), StateKind::Either);
  EXPECT_EQ(kind("build()", "    y = h - 1\n"), StateKind::Tensor);
}

const std::string kHelper =
    "def repackage(h):\n"
    "    if isinstance(h, torch.Tensor):\n        return h.detach()\n"
    "    return tuple(repackage(v) for v in h)\n";

TEST(DetachingHelper, DetachesPartsOfPartsAsWell) {
  const ModelSnippet s(kImports + kHelper + "run(rnn)\n");
  EXPECT_EQ(detaching_helper(s.model(), s.at("run(rnn)")), s.definition("repackage"));
  const ModelSnippet flat(kImports + "def cut(h):\n    return h.detach()\nrun(rnn)\n");
  EXPECT_EQ(detaching_helper(flat.model(), flat.at("run(rnn)")), kNoNode);
}

TEST(DetachingHelper, IsMeantWhereItsNameIsNotBoundAgain) {
  const ModelSnippet s(kImports + kHelper + "def f(repackage):\n    run(rnn)\n");
  EXPECT_EQ(detaching_helper(s.model(), s.at("run(rnn)")), kNoNode);
  const ModelSnippet early(kImports + "run(rnn)\n" + kHelper);
  EXPECT_EQ(detaching_helper(early.model(), early.at("run(rnn)")), kNoNode);
}

TEST(DetachingHelper, MayBeOneOfOthersThatSaysSo) {
  const ModelSnippet s(kImports +
                       "from utils import repackage_hidden, move\n"
                       "h = repackage_hidden(h)\nc = move(c)\nrun(rnn)\n");
  const NodeId call = s.at("run(rnn)");
  EXPECT_EQ(detaching_helper_of_others(s.model(), handed_through(s.model(), "h"), call),
            "repackage_hidden");
  EXPECT_EQ(detaching_helper_of_others(s.model(), handed_through(s.model(), "c"), call), "");
  EXPECT_EQ(handed_through(s.model(), "x"), kNoNode);
}

}  // namespace
}  // namespace mlfix::recurrent_state_test
