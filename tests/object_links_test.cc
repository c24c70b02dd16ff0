// Which objects refer to each other, and what bounds the containers that they keep.

#include "semantic/flow/object_links.h"

#include <gtest/gtest.h>

#include <string>

#include "semantic/flow/history_window.h"
#include "support/model_snippet.h"

namespace mlfix::object_links_test {
namespace {

// The link back of the assignment, as the text of its place.
std::string back_of(const std::string& code, const std::string& assignment) {
  const ModelSnippet s(code);
  const ObjectLink link = link_of_assignment(s.model(), s.at(assignment));
  if (link.at == kNoNode) return "no link";
  const ObjectLink back = link_back(s.model(), link);
  return back.at == kNoNode ? "" : std::string(s.tree().text(back.at));
}

TEST(ObjectLinks, LeadFromAnObjectToANameThatItKeeps) {
  const ModelSnippet s("parent.child = child\nself.n = 3\nx = y\n");
  const ObjectLink link = link_of_assignment(s.model(), s.at("parent.child = child"));
  EXPECT_EQ(s.tree().text(link.holder), "parent");
  EXPECT_EQ(s.tree().text(link.held), "child");
  EXPECT_EQ(link.name, "child");
  EXPECT_EQ(link_of_assignment(s.model(), s.at("self.n = 3")).at, kNoNode);
  EXPECT_EQ(link_of_assignment(s.model(), s.at("x = y")).at, kNoNode);
}

TEST(ObjectLinks, LeadBackInOneFunction) {
  const std::string def = "def f(parent, child):\n    child.parent = parent\n";
  EXPECT_EQ(back_of(def + "    parent.child = child\n", "child.parent = parent"),
            "parent.child = child");
  EXPECT_EQ(back_of(def + "    parent.children.append(child)\n", "child.parent = parent"),
            "parent.children.append(child)");
  EXPECT_EQ(back_of(def + "    parent.child = other\n", "child.parent = parent"), "");
  EXPECT_EQ(back_of(def + "    parent = g()\n    parent.child = child\n", "child.parent = parent"),
            "");
}

TEST(ObjectLinks, LeadBackThroughAConstructorThatIsGivenSelf) {
  EXPECT_EQ(back_of("class Part:\n    def __init__(self, owner):\n        self.owner = owner\n"
                    "class Whole:\n    def __init__(self):\n        self.part = Part(self)\n",
                    "self.owner = owner"),
            "Part(self)");
}

TEST(ObjectLinks, KnowTheClassOfAnObject) {
  const ModelSnippet s(
      "class A:\n    def f(self):\n        use(self)\n"
      "a = A()\nuse(a)\nuse(b)\n");
  const auto given = [&](const std::string& call) {
    return class_of_object(s.model(), s.argument(s.at(call)));
  };
  EXPECT_EQ(given("use(self)"), s.definition("A"));
  EXPECT_EQ(given("use(a)"), s.definition("A"));
  EXPECT_EQ(given("use(b)"), kNoNode);
}

std::string unread(const std::string& constructor, const std::string& before = "") {
  const ModelSnippet s(before + "class A:\n    def __init__(self):\n        self.norms = []\n" +
                       constructor +
                       "    def add(self, x):\n        self.norms.append(x)\n"
                       "        self.steps.append(x)\n");
  const auto window = unread_window(s.model(), s.definition("A"), "norms");
  return window ? window->text : "none";
}

TEST(HistoryWindow, IsALimitThatNobodyReads) {
  EXPECT_EQ(unread("        self.norm_window = 100\n"), "self.norm_window");
  EXPECT_EQ(unread("        pass\n", "NORM_WINDOW = 100\n"), "NORM_WINDOW");
  EXPECT_EQ(unread("        self.step_window = 100\n"), "none");
  EXPECT_EQ(unread("        self.norm_window = 100\n        print(self.norm_window)\n"), "none");
}

TEST(HistoryWindow, IsTheMaximumLengthOfASibling) {
  const ModelSnippet s(
      "from collections import deque\n"
      "class A:\n    def __init__(self, n):\n        self.seen = deque(maxlen=n)\n"
      "        self.all = []\n"
      "    def add(self, x):\n        self.seen.append(x)\n        self.all.append(x)\n");
  const auto window = window_of_sibling(s.model(), s.definition("A"), s.at("self.all.append(x)"));
  ASSERT_TRUE(window);
  EXPECT_EQ(s.tree().text(window->at), "n");
  EXPECT_FALSE(window_of_sibling(s.model(), s.definition("A"), s.at("self.seen.append(x)")));
}

TEST(HistoryWindow, IsHowFarBackReadsReach) {
  const auto read = [](const std::string& reads) {
    const ModelSnippet s(
        "class A:\n    def __init__(self):\n        self.xs = []\n"
        "        self.n = 4\n    def last(self):\n" +
        reads);
    const auto window = read_window(s.model(), s.definition("A"), attribute_uses(s.model(), "xs"));
    return window ? window->text : "none";
  };
  EXPECT_EQ(read("        return self.xs[-2], self.xs[-5:]\n"), "5");
  EXPECT_EQ(read("        return self.xs[-self.n:]\n"), "self.n");
  EXPECT_EQ(read("        return self.xs[-self.n:], self.xs[-k:]\n"), "none");
}

}  // namespace
}  // namespace mlfix::object_links_test
