// Which files a file runs, and what code does to the names of others.

#include "semantic/project/meddling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"
#include "syntax/outline.h"

namespace mlfix::meddling_test {
namespace {

namespace fs = std::filesystem;
using testing::Shipped;

std::vector<std::string> imported(const std::string& text) {
  std::vector<std::string> result;
  for (const OutlineImport& one : outline_of(text).imported) {
    result.push_back(one.module + (one.name.empty() ? "" : ":" + one.name));
  }
  return result;
}

TEST(Outline, ListsImportsWhereverTheyStand) {
  using ::testing::ElementsAre;
  EXPECT_THAT(imported("import a.b, c as d\nfrom .e import f, g as h\nfrom i import *\n"),
              ElementsAre(".e:f", ".e:g", "a.b", "c", "i"));
  EXPECT_THAT(imported("def f():\n    if x:\n        from a import (\n            b,\n        )\n"),
              ElementsAre("a:b"));
  EXPECT_THAT(imported("if TYPE_CHECKING: import a\ntry: import b; import c\nexcept E: pass\n"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(imported("m = importlib.import_module('a.b')\nn = __import__( \"c\" )\n"),
              ElementsAre("a.b", "c"));
  EXPECT_THAT(imported("'''\nimport a\n'''\n# import b\nx = yield from c\nimport_module(name)\n"),
              ElementsAre());
}

Meddling alone(const std::string& text) {
  return meddling_of(Shipped::get().knowledge(), outline_of(text)).how;
}

TEST(Meddling, KnowsCodeThatIsReplaced) {
  for (const char* text : {
           "import torch\ntorch.cat = f\n",
           "import torch as t\nif x:\n    t.Tensor.detach = f\n",
           "import torch\nsetattr(torch.Tensor, 'item', f)\n",
           "import torch\nsetattr(torch.Tensor, name, f)\n",
           "from torch import nn\nnn.Linear.forward = f\n",
           "from unittest.mock import patch\nwith patch('torch.cat'):\n    pass\n",
           "import torch\nfrom unittest import mock\n@mock.patch.object(torch, 'cat')\ndef f(): "
           "pass\n",
           "class A:\n    def step(self): pass\nA.step = f\n",
           "class A:\n    def step(self): pass\nsetattr(A, name, f)\n",
           "nets[0].forward = f\n",
           "self.forward = self.plain\n",
           "type(net).step = f\n",
           "net.__class__.step = f\n",
           "import sys\nsys.modules['torch'] = fake\n",
           "import sys\nsys.modules.update({'torch': fake})\n",
           "import sys\nsys.modules |= {'torch': fake}\n",
           "import sys\ntable = sys.modules\n",
           "import sys\nput(sys.modules)\n",
           "from sys import modules as known\n",
           "import torch\ntorch.__dict__['cat'] = f\n",
           "import torch\ntorch.__dict__.update(cat=f)\n",
           "import torch\ntorch.__setattr__('cat', f)\n",
           "import torch\nobject.__setattr__(torch, 'cat', f)\n",
           "import torch\nlibrary = torch\n",
           "import torch\nput(torch, 'cat')\n",
           "def g():\n    from torch import nn\n    return nn\n",
           "import torch\nfor module in [torch]:\n    pass\n",
           "import torch\nvars(torch)['cat'] = f\n",
           "import torch\ntorch.cat, other = f, 1\n",
           "import torch\nother, torch.cat = 1, f\n",
           "import torch\nnew = torch.cat = f\n",
           "import torch\ntorch.cat: object = f\n",
           "import torch\nif x: torch.cat = f\n",
           "import torch\nx = 1; torch.cat = f\n",
           "import torch\nfor torch.cat in [f]:\n    pass\n",
           "def g():\n    import torch\n    torch.cat = f\n",
           "def f(x): pass\nimport_module('torch').cat = f\n",
           "def f(x): pass\nself.library.cat = f\n",
           "tensor.detach = lambda: 0\n",
           "optimizer.step = timed(optimizer.step)\n",
       }) {
    EXPECT_EQ(alone(text), Meddling::ReplacesCode) << text;
  }
  for (const char* text : {
           "import torch\ntorch.backends.cudnn.benchmark = True\n",
           "self.cat = f\n",
           "args.lr = 3\nnet.forward == f\n",
           "import torch\nx: torch.Tensor = torch.cat(y)\n",
           "class A:\n    count = 0\nA.count = 1\n",
           "setattr(args, 'lr', 3)\nsetattr(self, name, 3)\n",
           "import sys\nif 'torch' in sys.modules:\n    f(sys.modules['torch'])\n",
           "import sys\nm = sys.modules.get('torch')\n",
           "from torchvision import models\nnet = models.__dict__[name]()\n",
           "import torch\nif hasattr(torch, 'compile') and getattr(torch, name):\n    pass\n",
           "try:\n    import torch\nexcept ImportError:\n    torch = None\nx = torch is None\n",
           "from torch.utils import data\nfor data in loader:\n    f(data)\n",
           "def f(np):\n    import numpy as np\n",
           "def f(x): pass\nx.cat = 1 + f(x)\n",
           "p.grad = g.clone()\nargs.device = device\nself.mean = mean\n",
           "self.__dict__.update(given)\n",
       }) {
    EXPECT_EQ(alone(text), Meddling::None) << text;
  }
}

TEST(Meddling, KnowsCodeThatReadsNamesOrRunsBeside) {
  EXPECT_EQ(alone("import __main__\n"), Meddling::ReadsNames);
  EXPECT_EQ(alone("import sys\nsys._getframe(1)\n"), Meddling::ReadsNames);
  EXPECT_EQ(alone("def f(frame):\n    return frame.f_locals\n"), Meddling::ReadsNames);
  EXPECT_EQ(alone("threading.Thread(target=f).start()\n"), Meddling::RunsBeside);
  EXPECT_EQ(alone("class A(threading.Thread): pass\n"), Meddling::RunsBeside);
  EXPECT_EQ(alone("from threading import Thread\nclass A(Thread): pass\n"), Meddling::RunsBeside);
  EXPECT_EQ(alone("with torch.autograd.graph.saved_tensors_hooks(f, g): pass\n"),
            Meddling::RunsBeside);
  EXPECT_EQ(alone("class A(T):\n    def __torch_function__(self): pass\n"), Meddling::RunsBeside);
  EXPECT_EQ(alone("import threading\nlock = threading.Lock()\n"), Meddling::None);
}

// What nobody shows may replace anything.
TEST(Meddling, KnowsImportsOfWhatIsNotSeen) {
  const auto unseen = [](const std::string& text) {
    const Meddler found = meddling_of(Shipped::get().knowledge(), outline_of(text));
    return found.how == Meddling::BringsUnseen ? found.import : std::string("-");
  };
  EXPECT_EQ(unseen("import torch, fastcat\n"), "fastcat");
  EXPECT_EQ(unseen("try:\n    from fastcat.core import cat\nexcept ImportError:\n    pass\n"),
            "fastcat.core");
  EXPECT_EQ(unseen("def f():\n    import fastcat\n"), "fastcat");
  EXPECT_EQ(unseen("import importlib\nimportlib.import_module('fastcat')\n"), "fastcat");
  EXPECT_EQ(unseen("from .layers import Net\n"), ".layers");
  EXPECT_EQ(unseen("import os.path\nimport numpy as np\nfrom torch import nn\nimport yaml\n"), "-");
}

// A file of the run is seen, in whatever way it is imported.
TEST(Meddling, KnowsFilesOfTheRun) {
  const testing::TemporaryFolder folder;
  std::vector<fs::path> files;
  const auto write = [&](const std::string& name, const std::string& text) {
    folder.write(name, text);
    files.push_back(folder.path() / name);
  };
  write("pkg/__init__.py", "");
  write("pkg/parts.py", "from . import deep\nfrom .deep import f\n");
  write("pkg/deep.py", "def f(): pass\n");
  write("bare/inner.py", "x = 1\n");
  write("main.py",
        "import pkg\nfrom pkg.parts import deep\nimport bare.inner\nfrom bare import inner\n");
  write("apart.py", "import gone\n");
  const Project project(files, Shipped::get().knowledge());
  const auto around = [&](const char* name) {
    return project.meddling_around(project.file_of(folder.path() / name));
  };
  EXPECT_EQ(around("main.py").how, Meddling::None);
  EXPECT_EQ(around("pkg/deep.py").how, Meddling::None);
  EXPECT_EQ(around("apart.py").import, "gone");
}

// What a file of a program does counts for all of its files, and for no other program.
TEST(Meddling, IsOfTheWholeProgram) {
  const testing::TemporaryFolder folder;
  std::vector<fs::path> files;
  const auto write = [&](const std::string& name, const std::string& text) {
    folder.write(name, text);
    files.push_back(folder.path() / name);
  };
  write("model.py", "class Net:\n    def step(self): pass\n");
  write("changes.py", "from model import Net\ndef install(f):\n    Net.step = f\n");
  write("main.py", "from model import Net\ndef main():\n    import changes\n");
  write("other.py", "x = 1\n");
  const Project project(files, Shipped::get().knowledge());
  const auto around = [&](const char* name) {
    return project.meddling_around(project.file_of(folder.path() / name)).how;
  };
  EXPECT_EQ(around("model.py"), Meddling::ReplacesCode);
  EXPECT_EQ(around("main.py"), Meddling::ReplacesCode);
  EXPECT_EQ(around("other.py"), Meddling::None);
}

TEST(Project, FollowsImportsOfValuesPackagesAndModules) {
  const testing::TemporaryFolder folder;
  std::vector<fs::path> files;
  const auto write = [&](const std::string& name, const std::string& text) {
    folder.write(name, text);
    files.push_back(folder.path() / name);
  };
  write("values.py", "net = make()\n");
  write("pkg/__init__.py", "");
  write("pkg/deep.py", "def f(): pass\n");
  write("main.py", "from values import net\ndef g():\n    import pkg.deep\n");
  const Project project(files, Shipped::get().knowledge());
  const FileIndex main = project.file_of(folder.path() / "main.py");
  for (const char* name : {"values.py", "pkg/__init__.py", "pkg/deep.py"}) {
    EXPECT_TRUE(project.imports_from(main, project.file_of(folder.path() / name))) << name;
  }
}

}  // namespace
}  // namespace mlfix::meddling_test
