#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/python_sample.h"

namespace mlfix::testing::rewrite_import_test {
namespace {

// How `dotted` is written at the call `here()`: the text, "+" when it needs an
// import, or "nothing".
std::string spelled(const std::string& text, std::string_view dotted) {
  const PythonSample s(text);
  const auto spelling = s.rewriter().spell(s.node("here()"), dotted);
  if (!spelling) return kNothing;
  EXPECT_EQ(spelling->imports.empty(), !spelling->guards.empty()) << text;
  return (spelling->imports.empty() ? "" : "+") + spelling->text;
}

struct Case {
  std::string text, dotted, expected;
};

TEST(SpellTest, UsesTheImportThatIsThere) {
  const std::vector<Case> cases = {
      {"import torch\nhere()\n", "torch.no_grad", "torch.no_grad"},
      {"import torch as th\nhere()\n", "torch.no_grad", "th.no_grad"},
      {"import torch.nn as nn, torch\nhere()\n", "torch.no_grad", "torch.no_grad"},
      {"import torch.nn\nhere()\n", "torch.no_grad", "torch.no_grad"},
      {"from torch import no_grad\nhere()\n", "torch.no_grad", "no_grad"},
      {"from torch import no_grad as ng\nhere()\n", "torch.no_grad", "ng"},
      {"from torch import (\n  nn,\n  no_grad,\n)\nhere()\n", "torch.no_grad", "no_grad"},
      {"from torch import no_grad\nimport torch\nhere()\n", "torch.no_grad", "torch.no_grad"},
      {"from torch import cuda\nhere()\n", "torch.cuda.empty_cache", "cuda.empty_cache"},
      {"import torch.cuda as c\nhere()\n", "torch.cuda.empty_cache", "c.empty_cache"},
      {"import matplotlib.pyplot as plt\nhere()\n", "matplotlib.pyplot.close", "plt.close"},
      {"from matplotlib import pyplot\nhere()\n", "matplotlib.pyplot.close", "pyplot.close"},
      {"import matplotlib.pyplot\nhere()\n", "matplotlib.pyplot.close", "matplotlib.pyplot.close"},
      {"import torch\ndef f():\n    here()\n", "torch.no_grad", "torch.no_grad"},
      {"import torch\nclass A:\n    def f(self):\n        return [here() for x in y]\n",
       "torch.no_grad", "torch.no_grad"},
      {"def f():\n    import torch\n    here()\n", "torch.no_grad", "torch.no_grad"},
      {"def f():\n    import torch\n    def g():\n        here()\n", "torch.no_grad",
       "torch.no_grad"},
      {"import torch\nimport torch\nhere()\n", "torch.no_grad", "torch.no_grad"},
  };
  for (const Case& c : cases) EXPECT_EQ(spelled(c.text, c.dotted), c.expected) << c.text;
}

TEST(SpellTest, AddsAnImportWhereNoneServes) {
  const std::vector<Case> cases = {
      {"here()\n", "torch.no_grad", "+torch.no_grad"},
      {"here()\n", "gc.collect", "+gc.collect"},
      {"here()\n", "matplotlib.pyplot.close", "+plt.close"},
      {"here()\n", "os.path.join", "+os.path.join"},
      {"import torch.nn as nn\nhere()\n", "torch.no_grad", "+torch.no_grad"},
      {"import torchvision\nhere()\n", "torch.no_grad", "+torch.no_grad"},
      {"def g():\n    import gc\ndef f():\n    here()\n", "gc.collect", "+gc.collect"},
      {"def f():\n    from torch import nn\n    here()\n", "torch.no_grad", "+torch.no_grad"},
      {"import matplotlib\nhere()\n", "matplotlib.pyplot.close", "+plt.close"},
      {"from .torch import no_grad\nhere()\n", "torch.no_grad", "+torch.no_grad"},
  };
  for (const Case& c : cases) EXPECT_EQ(spelled(c.text, c.dotted), c.expected) << c.text;
}

TEST(SpellTest, RefusesWhenTheNameIsNotCertain) {
  const std::vector<Case> cases = {
      {"import torch\ntorch = f()\nhere()\n", "torch.no_grad", kNothing},
      {"import torch\ndef f(torch):\n    here()\n", "torch.no_grad", kNothing},
      {"import torch\ndef f():\n    here()\n    torch = 1\n", "torch.no_grad", kNothing},
      {"here()\nimport torch\n", "torch.no_grad", kNothing},
      {"if TYPE_CHECKING:\n    import torch\nhere()\n", "torch.no_grad", kNothing},
      {"try:\n    import torch\nexcept ImportError:\n    torch = None\nhere()\n", "torch.no_grad",
       kNothing},
      {"def f(a):\n    if a:\n        import torch\n    here()\n", "torch.no_grad", kNothing},
      {"def f(a):\n    here()\n    import torch\n", "torch.no_grad", kNothing},
      {"import torch\ndel torch\nhere()\n", "torch.no_grad", kNothing},
      {"def torch(): pass\nhere()\n", "torch.no_grad", kNothing},
      // The file can be loaded without the package, which an import at its top would change.
      {"def g():\n    import torch\ndef f():\n    here()\n", "torch.no_grad", kNothing},
  };
  for (const Case& c : cases) EXPECT_EQ(spelled(c.text, c.dotted), c.expected) << c.text;
}

TEST(ImportTest, GoesWhereItIsValidAndReadsWell) {
  struct Placed {
    std::string name, before, after;
  };
  const std::vector<Placed> cases = {
      {"empty of imports", "x = 1\n", "import gc\n\nx = 1\n"},
      {"after the imports", "import os\nimport sys\n\nx = 1\n",
       "import os\nimport sys\nimport gc\n\nx = 1\n"},
      {"the first block only", "import os\n\nx = 1\nimport sys\n",
       "import os\nimport gc\n\nx = 1\nimport sys\n"},
      {"blocks with blank lines and comments", "import os\n\n# third party\nimport torch\n\n\nx\n",
       "import os\n\n# third party\nimport torch\nimport gc\n\n\nx\n"},
      {"docstring", "'''doc'''\n\nx = 1\n", "'''doc'''\n\nimport gc\n\nx = 1\n"},
      {"docstring right above code", "'''doc'''\nx = 1\n", "'''doc'''\n\nimport gc\n\nx = 1\n"},
      {"docstring alone", "'''doc'''\n", "'''doc'''\n\nimport gc\n"},
      {"future", "from __future__ import annotations\nfrom __future__ import division\n\nx = 1\n",
       "from __future__ import annotations\nfrom __future__ import division\n\nimport gc\n\nx = "
       "1\n"},
      {"docstring, future, imports",
       "'''doc'''\nfrom __future__ import annotations\nimport os\nx\n",
       "'''doc'''\nfrom __future__ import annotations\nimport os\nimport gc\nx\n"},
      {"shebang and cookie", "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nx = 1\n",
       "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nimport gc\n\nx = 1\n"},
      {"licence", "# Copyright\n\n# about x\nx = 1\n",
       "# Copyright\n\nimport gc\n\n# about x\nx = 1\n"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "x = 1\n",
       "\xEF\xBB\xBF"
       "import gc\n\nx = 1\n"},
      {"CRLF", "import os\r\nx = 1\r\n", "import os\r\nimport gc\r\nx = 1\r\n"},
      {"docstring, CRLF", "'doc'\r\nx = 1\r\n", "'doc'\r\n\r\nimport gc\r\n\r\nx = 1\r\n"},
      {"no final newline", "import os", "import os\nimport gc"},
      {"in parentheses", "from a import (\n    b,\n)\nx\n",
       "from a import (\n    b,\n)\nimport gc\nx\n"},
      {"on a shared line", "import os; x = 1\ny\n", "import os; x = 1\nimport gc\ny\n"},
      {"shared with a long statement", "import os; x = [\n1]\ny\n",
       "import os; x = [\n1]\nimport gc\ny\n"},
      {"guarded imports", "import os\ntry:\n    import a\nexcept E:\n    a = 1\n",
       "import os\nimport gc\ntry:\n    import a\nexcept E:\n    a = 1\n"},
      {"comment after", "import os  # c\nx\n", "import os  # c\nimport gc\nx\n"},
      {"continued", "from a import b, \\\n  c\nx\n", "from a import b, \\\n  c\nimport gc\nx\n"},
  };
  for (const Placed& c : cases) {
    const PythonSample s(c.before);
    Intents intents;
    intents.emplace_back(AddImport{"gc", "", ""});
    EXPECT_EQ(s.apply(intents), c.after) << c.name;
  }
}

TEST(ImportTest, FixesShareTheirImports) {
  const PythonSample s("import os\na()\nb()\n");
  Fix one, two, three;
  one.intents = {AddImport{"torch", "", ""}, Replace{{10, 13, "torch.a()"}}};
  two.intents = {AddImport{"torch", "", ""}, Replace{{14, 17, "torch.b()"}}};
  three.intents = {AddImport{"contextlib", "closing", ""}, AddImport{"gc", "", "g"}};
  const Plan plan = s.planner().plan({{&one, 0, 0}, {&two, 1, 0}, {&three, 2, 0}});
  EXPECT_EQ(plan.accepted.size(), 3u);
  EXPECT_EQ(apply_edits(s.text(), plan.edits),
            "import os\nimport gc as g\nimport torch\nfrom contextlib import closing\n"
            "torch.a()\ntorch.b()\n");
}

TEST(ImportTest, ReplacesAStatementAtTheEndOfTheText) {
  const PythonSample s("import os\r\na()");
  Intents intents = s.rewriter().delete_statement(s.node("a()"));
  append(intents, {AddImport{"gc", "", ""}});
  EXPECT_EQ(s.apply(intents), "import os\r\nimport gc\r\n");
}

TEST(ImportTest, ComesBeforeAHeaderAtItsPlace) {
  const PythonSample s("import os\na()\n");
  Fix fix;
  fix.intents = *s.rewriter().wrap(s.node("a()"), s.node("a()"), "with torch.no_grad():");
  append(fix.intents, {AddImport{"torch", "", ""}});
  const Plan plan = s.planner().plan({{&fix, 0, 0}});
  EXPECT_EQ(apply_edits(s.text(), plan.edits),
            "import os\nimport torch\nwith torch.no_grad():\n    a()\n");
}

TEST(ImportTest, StaysOutOfAWrappedRegion) {
  const PythonSample s("import os\nimport sys\na()\n");
  Fix wrap, import;
  wrap.intents = *s.rewriter().wrap(s.node("import sys"), s.node("a()"), "with c:");
  import.intents = {AddImport { "gc", "", "" }};
  for (int first : {0, 1}) {
    const Plan plan = s.planner().plan({{&wrap, 0, first}, {&import, 1, 1 - first}});
    EXPECT_EQ(plan.accepted.size(), 1u) << first;
    EXPECT_EQ(plan.deferred.size(), 1u) << first;
  }
}

}  // namespace
}  // namespace mlfix::testing::rewrite_import_test
