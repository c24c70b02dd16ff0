// Objects that are put into containers to stay there, and lists that are read only where somebody
// asks for them.

#include "torch/module/kept_object.h"

#include <gtest/gtest.h>

#include <string>

#include "support/model_snippet.h"
#include "torch/tensor/unasked_list.h"

namespace mlfix::kept_object_test {
namespace {

TEST(KeptObject, IsPutIntoAContainer) {
  const ModelSnippet s(
      "models.append(a)\nself.models[key] = (a, b)\nmodels += [c]\nmodels = [d]\n");
  const auto kept = [&](const std::string& statement) {
    const auto found = kept_object(s.model(), s.at(statement));
    if (!found) return std::string("none");
    std::string text(s.tree().text(found->container));
    for (const NodeId value : found->values) text += " " + std::string(s.tree().text(value));
    return text;
  };
  EXPECT_EQ(kept("models.append(a)"), "models a");
  EXPECT_EQ(kept("self.models[key] = (a, b)"), "self.models a b");
  EXPECT_EQ(kept("models += [c]"), "models c");
  EXPECT_EQ(kept("models = [d]"), "none");
}

// The place that speaks against the container being kept for nothing.
std::string needed(const std::string& before, const std::string& put, const std::string& after) {
  const ModelSnippet s(before + "for x in data:\n    m = make(x)\n    " + put + "\n" + after);
  const auto kept = kept_object(s.model(), s.at(put));
  const Refusal no = why_needed(s.model(), *kept, kept->values.front());
  return no.at == kNoNode ? "" : std::string(no.fact);
}

TEST(KeptObject, IsNotNeededWhereNobodyReadsTheContainer) {
  EXPECT_EQ(needed("ms = []\n", "ms.append(m)", ""), "");
  EXPECT_EQ(needed("ms = []\n", "ms.append(m)", "print(len(ms))\n"), "");
}

TEST(KeptObject, IsNeededWhereItIsReadOrNotOurs) {
  EXPECT_EQ(needed("ms = []\n", "ms.append(m)", "use(ms)\n"), "the container is used here");
  EXPECT_EQ(needed("ms = get()\n", "ms.append(m)", ""),
            "the container may belong to somebody else");
  EXPECT_EQ(needed("ms = []\nmodel = 1\n", "ms.append(model)", ""),
            "it is the same object in every iteration");
}

std::string unasked(const std::string& parameter, const std::string& put, const std::string& read) {
  const ModelSnippet s(
      "import torch\n"
      "@torch.no_grad()\n"
      "def f(data, " +
      parameter + "):\n    kept = []\n    for x in data:\n        y = x + 1\n        " + put +
      "\n    " + read + "\n    return y\n");
  const auto found = unasked_list(s.model(), s.at("kept.append(y)"));
  return found ? found->condition : "none";
}

TEST(UnaskedList, IsReadUnderAFlagAlone) {
  const std::string put = "kept.append(y)";
  EXPECT_EQ(unasked("all=False", put, "if all: return torch.stack(kept)"), "all");
  EXPECT_EQ(unasked("last=True", put, "if not last: return torch.stack(kept)"), "not last");
}

TEST(UnaskedList, IsNoneThatMayBeWanted) {
  const std::string put = "kept.append(y)";
  EXPECT_EQ(unasked("all=True", put, "if all: return torch.stack(kept)"), "none");
  EXPECT_EQ(unasked("all=False", put, "return torch.stack(kept)"), "none");
  EXPECT_EQ(unasked("all=False", put, "if all: return kept"), "none");
  EXPECT_EQ(unasked("all=False", "if all: kept.append(y)", "if all: return torch.stack(kept)"),
            "none");
}

}  // namespace
}  // namespace mlfix::kept_object_test
