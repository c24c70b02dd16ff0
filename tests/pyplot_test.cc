// What code does to the figures that pyplot keeps: calls, scopes, and the life of one figure.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "pyplot/figure_lifetime.h"
#include "support/model_snippet.h"

namespace mlfix::pyplot_test {
namespace {

const std::string kImports = "import matplotlib.pyplot as plt\nfrom out import unseen\n";

ModelSnippet snippet(const std::string& code) {
  return ModelSnippet(kImports + code);
}

// ---- what a call does ----------------------------------------------------------------------

unsigned acts_of_library(std::string_view call) {
  const ModelSnippet s = snippet("for i in range(3):\n    " + std::string(call) + "\n");
  return library_acts(s.model(), s.at(call));
}

TEST(FigureActs, FollowTheTables) {
  EXPECT_EQ(acts_of_library("plt.figure()"), kOpensFigure);
  EXPECT_EQ(acts_of_library("plt.subplots(2, 2)"), kOpensFigure);
  EXPECT_EQ(acts_of_library("plt.plot(i)"), kDrawsFigure);
  EXPECT_EQ(acts_of_library("plt.savefig('a')"), kDrawsFigure | kSavesFigure);
  EXPECT_EQ(acts_of_library("plt.close()"), kClosesFigure);
  EXPECT_EQ(acts_of_library("plt.clf()"), kClearsFigure);
  EXPECT_EQ(acts_of_library("plt.ion()"), kInteracts);
  EXPECT_TRUE(acts_of_library("plt.show()") & kShowsFigures);
  EXPECT_TRUE(acts_of_library("plt.get_fignums()") & kListsFigures);
  EXPECT_TRUE(acts_of_library("plt.show(block=False)") & kInteracts);
  EXPECT_EQ(acts_of_library("unseen(i)"), 0U);
}

TEST(FigureActs, OfANumberedFigureMayFindOneThatIsOpen) {
  EXPECT_EQ(acts_of_library("plt.figure(3)"), kSwitchesFigure | kDrawsFigure);
  EXPECT_EQ(acts_of_library("plt.subplots(num='loss')"), kSwitchesFigure | kDrawsFigure);
  EXPECT_EQ(acts_of_library("plt.figure(i)"), kOpensFigure) << "the number of the iteration";
  for (const std::string call : {"plt.figure(i)", "plt.subplots(**unseen)"}) {
    const ModelSnippet s = snippet("for i in range(3):\n    " + call + "\n");
    EXPECT_TRUE(may_be_numbered(s.model(), s.at(call))) << call;
  }
  const ModelSnippet s = snippet("plt.figure(figsize=(3, 3))\n");
  EXPECT_FALSE(may_be_numbered(s.model(), s.at("plt.figure(figsize=(3, 3))")));
}

TEST(FigureActs, OfUnseenCodeAreGuessedByItsName) {
  const ModelSnippet s = snippet("unseen.plot_all(1)\nunseen.load(1)\nunseen.plot(1, ax=2)\n");
  EXPECT_EQ(acts_of_outside_code(s.model(), s.at("unseen.plot_all(1)")),
            kDrawsFigure | kSwitchesFigure | kMightPlot);
  EXPECT_EQ(acts_of_outside_code(s.model(), s.at("unseen.load(1)")), 0U);
  EXPECT_EQ(acts_of_outside_code(s.model(), s.at("unseen.plot(1, ax=2)")), 0U);
}

// ---- the calls of a scope ------------------------------------------------------------------

TEST(Figures, FunctionsStandForWhatTheyDo) {
  const ModelSnippet s = snippet(
      "def draw():\n    plt.plot([1])\n\n\n"
      "def make():\n    plt.figure()\n    plt.plot([1])\n\n\n"
      "def both():\n    make()\n    draw()\n\n\n"
      "draw()\nmake()\n");
  Figures figures(s.model());
  EXPECT_EQ(figures.summary(s.definition("draw")), kDrawsFigure);
  EXPECT_EQ(figures.summary(s.definition("make")), kSwitchesFigure) << "it draws in its own";
  EXPECT_EQ(figures.summary(s.definition("both")), kSwitchesFigure | kDrawsFigure);
  EXPECT_EQ(figures.drawing_functions(),
            (std::vector<NodeId>{s.definition("draw"), s.definition("both")}));
  const std::vector<FigureEvent>& events = figures.events(s.tree().root());
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].acts, kDrawsFigure);
  EXPECT_EQ(events[1].acts, kSwitchesFigure);
  EXPECT_TRUE(any_does(events, kSwitchesFigure));
  EXPECT_FALSE(any_does(events, kClosesFigure));
}

TEST(Figures, KnowTheFigureThatIsCertainlyCurrent) {
  const ModelSnippet s = snippet(
      "plt.plot(0)\nplt.figure()\nplt.plot(1)\n"
      "if unseen:\n    plt.figure()\n    plt.plot(2)\nplt.plot(3)\n");
  Figures figures(s.model());
  const auto renewed_by = [&](std::string_view call) {
    const FigureScene& scene = figures.scene(s.tree().root());
    return scene.events[scene.index_of(s.at(call))].renewed_by;
  };
  EXPECT_EQ(renewed_by("plt.plot(0)"), 0U);
  EXPECT_EQ(renewed_by("plt.plot(1)"), s.at("plt.figure()", 0));
  EXPECT_EQ(renewed_by("plt.plot(2)"), s.at("plt.figure()", 1));
  EXPECT_EQ(renewed_by("plt.plot(3)"), s.at("plt.figure()", 0)) << "the second may not be open";
}

TEST(Figures, KnowWhatIsClosed) {
  const ModelSnippet s =
      snippet("fig = plt.figure()\nother = plt.figure()\nplt.close(fig)\nplt.close(unseen)\n");
  Figures figures(s.model());
  const FigureScene& scene = figures.scene(s.tree().root());
  EXPECT_TRUE(scene.closed_names.contains(s.def("fig")));
  EXPECT_FALSE(scene.closed_names.contains(s.def("other")));
  EXPECT_EQ(scene.closers, std::vector<NodeId>{s.at("plt.close(unseen)")});
  EXPECT_TRUE(scene.opened_names.contains(s.def("other")));
}

TEST(Figures, KnowWhetherSomebodyLooks) {
  const auto looks = [](const std::string& code) {
    const ModelSnippet s = snippet(code);
    return Figures(s.model()).interactive();
  };
  EXPECT_FALSE(looks("plt.plot([1])\nplt.show()\n"));
  EXPECT_TRUE(looks("plt.ion()\n"));
  EXPECT_TRUE(looks("plt.show(block=False)\n"));
  EXPECT_TRUE(looks("# %%\nplt.plot([1])\n"));
}

TEST(Figures, FollowControlWithinAnIteration) {
  const auto follows = [](const std::string& code) {
    const ModelSnippet s = snippet("for i in unseen:\n" + code);
    return may_follow(s.model(), s.at("plt.figure()"), s.at("plt.plot(i)"));
  };
  EXPECT_TRUE(follows("    plt.figure()\n    plt.plot(i)\n"));
  EXPECT_TRUE(follows("    if i:\n        plt.figure()\n    plt.plot(i)\n"));
  EXPECT_FALSE(follows("    if i:\n        plt.figure()\n    else:\n        plt.plot(i)\n"));
  EXPECT_FALSE(follows("    if i:\n        plt.figure()\n        continue\n    plt.plot(i)\n"));
  EXPECT_FALSE(follows("    if i:\n        plt.figure()\n        break\n    plt.plot(i)\n"));
  EXPECT_TRUE(follows("    if i:\n        plt.figure()\n        break\nplt.plot(i)\n"));
  EXPECT_FALSE(follows("    if i:\n        plt.figure()\n        raise i\nplt.plot(i)\n"));
}

// ---- the life of a figure ------------------------------------------------------------------

// The figure that the first plt.figure() or plt.subplots() of the code opens.
class Life {
 public:
  explicit Life(const std::string& code, std::string_view call = "plt.figure()",
                FigureOrigin origin = FigureOrigin::Opened)
      : s(snippet(code)), figures(s.model()), life(s.model(), figures, s.at(call), origin) {}

  std::string last_statement() const {
    const NodeId last = life.end().extent.last;
    return last == kNoNode ? "" : std::string(s.tree().text(last));
  }

  const ModelSnippet s;
  Figures figures;
  FigureLifetime life;
};

// … in a loop that does `rest` with it.
std::string in_loop(const std::string& rest) {
  return "kept = []\nfor i in range(3):\n    fig = plt.figure()\n    " + rest + "\n";
}

TEST(FigureLifetime, EndsBehindItsLastUse) {
  const Life plain(in_loop("plt.plot(i)\n    fig.savefig('a')\n    print(i)"));
  EXPECT_EQ(plain.last_statement(), "fig.savefig('a')");
  EXPECT_EQ(plain.life.end().argument, "fig");
  EXPECT_TRUE(plain.life.is_saved());
  const Life current("for i in range(3):\n    plt.figure()\n    plt.savefig('a')\n    print(i)\n");
  EXPECT_EQ(current.last_statement(), "plt.savefig('a')");
  EXPECT_EQ(current.life.end().argument, "") << "no name holds it, and it is still current";
  const Life after(
      "for i in range(3):\n    plt.figure()\n    plt.savefig('a')\n"
      "    plt.figure()\n    plt.savefig('b')\n");
  EXPECT_EQ(after.last_statement(), "plt.savefig('a')");
}

TEST(FigureLifetime, HasNoEndWhereTheFigureMayNotExist) {
  EXPECT_EQ(Life("fig = None\nif unseen:\n    fig = plt.figure()\nif fig:\n    print(fig)\n")
                .last_statement(),
            "");
  const Life both(
      "if unseen:\n    fig = plt.figure()\nelse:\n    fig = plt.figure()\n"
      "fig.savefig('a')\n");
  EXPECT_EQ(both.last_statement(), "fig.savefig('a')");
  EXPECT_TRUE(both.life.end().is_first);
  EXPECT_FALSE(both.life.may_come_from_elsewhere());
}

TEST(FigureLifetime, OfTheCurrentFigureNeedsNoName) {
  const Life life("for i in range(3):\n    if i:\n        plt.plot(i)\n    plt.savefig('a')\n",
                  "plt.plot(i)", FigureOrigin::Current);
  EXPECT_EQ(life.last_statement(), "plt.savefig('a')");
  EXPECT_EQ(life.life.end().argument, "");
}

TEST(FigureLifetime, KnowsWhoElseMayNeedTheFigure) {
  const auto why = [](const std::string& code) {
    return why_needed_later(Life(code).life.reach());
  };
  EXPECT_EQ(why(in_loop("fig.savefig('a')")), "");
  EXPECT_EQ(why(in_loop("kept.append(fig)")), "the figure is kept in a container");
  EXPECT_EQ(why(in_loop("unseen.fig = fig")), "the figure is kept on an object");
  EXPECT_EQ(why(in_loop("fig.show()")), "somebody looks at the figure in a window");
  EXPECT_EQ(why(in_loop("fig.clf()")), "");
  EXPECT_EQ(why("def make():\n    fig = plt.figure()\n    return fig\n"), "the figure is returned");
  EXPECT_TRUE(
      Life("fig = None\ndef f():\n    global fig\n    fig = plt.figure()\n").life.is_global());
}

TEST(FigureLifetime, KnowsWhatMayCloseIt) {
  EXPECT_FALSE(Life(in_loop("fig.savefig('a')")).life.may_be_closed());
  EXPECT_TRUE(Life(in_loop("plt.close(fig)")).life.may_be_closed());
  EXPECT_TRUE(Life(in_loop("plt.close()")).life.may_be_closed());
  EXPECT_TRUE(Life(in_loop("plt.close(unseen)")).life.may_be_closed());
  EXPECT_FALSE(Life(in_loop("plt.figure()\n    plt.close()")).life.may_be_closed())
      << "another one is current by then";
}

TEST(FigureLifetime, KnowsWhatRunsLater) {
  EXPECT_FALSE(Life(in_loop("fig.savefig('a')")).life.is_needed_later());
  EXPECT_TRUE(Life(in_loop("fig.savefig('a')\nplt.show()")).life.is_needed_later());
  EXPECT_TRUE(Life(in_loop("fig.savefig('a')\nplt.plot(1)")).life.is_needed_later());
  EXPECT_FALSE(Life(in_loop("fig.savefig('a')\nplt.figure()\nplt.plot(1)")).life.is_needed_later());
  EXPECT_TRUE(Life("last = None\nfor i in range(3):\n    print(last)\n    fig = plt.figure()\n"
                   "    last = fig\n")
                  .life.is_needed_later());
}

// ---- other code that may meet it -----------------------------------------------------------

const std::string kHelper = "def save(i):\n    fig = plt.figure()\n    fig.savefig('a')\n\n\n";

TEST(FigureMeetings, LookAtTheCallers) {
  EXPECT_FALSE(Life(kHelper + "for i in range(3):\n    save(i)\n").life.is_needed_later());
  EXPECT_TRUE(Life(kHelper + "save(1)\nplt.show()\n").life.is_needed_later());
  EXPECT_TRUE(Life(kHelper + "save(1)\nplt.close('all')\n").life.is_needed_later());
  EXPECT_TRUE(
      Life(kHelper + "def all():\n    save(1)\n\n\nall()\nplt.plot(1)\n").life.is_needed_later());
  const std::string draw = "def draw(i):\n    plt.plot(i)\n    plt.savefig('a')\n\n\n";
  const auto may_be_a_callers = [&](const std::string& calls) {
    return Life(draw + calls, "plt.plot(i)", FigureOrigin::Current).life.may_be_a_callers();
  };
  EXPECT_FALSE(may_be_a_callers("for i in range(3):\n    draw(i)\n"));
  EXPECT_TRUE(may_be_a_callers("plt.figure()\ndraw(1)\n"));
}

TEST(FigureMeetings, ProveThatNobodyElseDraws) {
  const auto undrawn = [](const std::string& code) {
    Life life(code);
    return life.life.undrawn(life.life.end()).is_proven();
  };
  EXPECT_TRUE(undrawn(kHelper));
  EXPECT_FALSE(undrawn(kHelper + "def other():\n    plt.plot(1)\n"));
  EXPECT_FALSE(undrawn(kHelper + "def other():\n    plt.show()\n"));
  EXPECT_TRUE(undrawn(kHelper + "def other():\n    plt.figure()\n    plt.plot(1)\n"));
}

TEST(FigureLifetime, ProvesThatNobodyTellsOneFromAnother) {
  EXPECT_TRUE(Life(kHelper).life.unnumbered().is_proven());
  EXPECT_FALSE(Life(kHelper + "print(unseen.number)\n").life.unnumbered().is_proven());
  EXPECT_FALSE(Life("plt.figure(unseen)\n", "plt.figure(unseen)").life.unnumbered().is_proven());
  EXPECT_TRUE(Life(kHelper).life.not_kept().is_proven());
  EXPECT_FALSE(Life(in_loop("unseen(fig)")).life.not_kept().is_proven());
}

std::size_t first_by_scan(const std::vector<NodeId>& met_before, std::size_t from, std::size_t to,
                          NodeId place) {
  for (std::size_t i = from; i < to; ++i) {
    if (met_before[i] <= place) return i;
  }
  return to;
}

TEST(OldFigures, FindsWhatAScanFinds) {
  std::mt19937 random(1);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n)(random);
  };
  for (int round = 0; round < 500; ++round) {
    std::vector<NodeId> met_before(pick(20));
    for (NodeId& one : met_before) {
      one = pick(3) == 0 ? NodeId{kNoNode} : static_cast<NodeId>(pick(30));
    }
    const OldFigures figures(met_before);
    const std::size_t to = pick(met_before.size());
    const std::size_t from = pick(to);
    const auto place = static_cast<NodeId>(pick(30));
    EXPECT_EQ(figures.first(from, to, place), first_by_scan(met_before, from, to, place));
  }
}

}  // namespace
}  // namespace mlfix::pyplot_test
