// What one file may cost: no input ends the run, whatever it is made of; a file
// that is too deep, too expensive or too large is refused, and the others go on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory_gate.h"
#include "engine/scheduler.h"
#include "engine/worker_thread.h"
#include "semantic/knowledge/knowledge.h"
#include "semantic/project/project.h"
#include "semantic/project_entity.h"
#include "semantic/semantic_model.h"
#include "support/leaky_program.h"
#include "support/pipeline.h"
#include "support/process.h"
#include "support/shipped.h"
#include "support/temporary_folder.h"
#include "syntax/parser.h"
#include "syntax/syntax_guard.h"
#include "syntax/work_budget.h"

namespace mlfix::bounds_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Level;
using testing::ProcessOptions;
using testing::ProcessResult;
using testing::RunningMlfix;
using testing::Shipped;
using ::testing::SizeIs;
using testing::TemporaryFolder;

std::string times(std::size_t count, std::string_view text) {
  std::string all;
  all.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

// `line(i)` for each number below `count`.
std::string lines(std::size_t count, const std::function<std::string(std::string)>& line) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += line(std::to_string(i));
  return all;
}

std::string next(const std::string& number) {
  return std::to_string(std::stoul(number) + 1);
}

constexpr std::string_view kImports =
    "import torch\nimport torch.nn as nn\nimport matplotlib.pyplot as plt\n";

// A training loop in whose body `statement` stands.
std::string in_training(const std::string& statement) {
  return std::string(kImports) +
         "model = nn.Linear(3, 3)\ncriterion = nn.MSELoss()\n"
         "opt = torch.optim.SGD(model.parameters(), lr=0.1)\nkept = []\n"
         "for x, y in loader:\n    loss = criterion(model(x), y)\n    loss.backward()\n"
         "    opt.step()\n    " +
         statement + "\n";
}

struct Shape {
  std::string name;
  std::string text;
};

// Each far beyond what any stack holds if it were followed by recursion.
std::vector<Shape> hostile_shapes() {
  const std::string imports(kImports);
  std::vector<Shape> all;
  const auto kept = [&](std::string name, const std::string& value) {
    all.push_back({std::move(name), in_training("kept.append(" + value + ")")});
  };
  constexpr std::size_t kMany = 60'000;
  kept("nested lists", times(kMany, "[") + "loss" + times(kMany, "]"));
  kept("parentheses", times(kMany, "(") + "loss" + times(kMany, ")"));
  kept("a sum", times(2 * kMany, "loss + ") + "loss");
  kept("or", times(kMany, "loss or ") + "loss");
  kept("conditionals", times(kMany, "loss if x else ") + "loss");
  kept("walrus in walrus", times(kMany, "(a := ") + "loss" + times(kMany, ")"));
  kept("methods in a row", "loss" + times(kMany, ".a()"));
  kept("calls in calls", times(kMany, "f(") + "loss" + times(kMany, ")"));
  kept("attributes", "loss" + times(kMany, ".a"));
  kept("lambdas", times(kMany, "lambda: ") + "loss");
  kept("minus", times(kMany, "-") + "loss");
  kept("comprehensions", times(kMany, "[") + "loss" + times(kMany, " for a in b]"));
  all.push_back({"a sum of numbers", imports + "for i in range(9):\n    y = torch.zeros(" +
                                         times(2 * kMany, "1+") + "1)\n"});
  all.push_back({"blocks", imports +
                               lines(900,
                                     [](const std::string& i) {
                                       return std::string(std::stoul(i), ' ') + "if x:\n";
                                     }) +
                               std::string(900, ' ') + "y = torch.zeros(3)\n"});
  constexpr std::size_t kLinks = 20'000;
  all.push_back({"aliases of a figure",
                 imports + "v0 = plt.figure()\n" + lines(kLinks, [](const std::string& i) {
                   return "v" + next(i) + " = v" + i + "\n";
                 }) + "plt.show()\n"});
  all.push_back({"branches", imports + "x = torch.zeros(3)\n" +
                                 times(kLinks, "if c: x = torch.ones(3)\n") + "x.detach()\n"});
  all.push_back({"additions", imports + "total = torch.zeros(3)\n" + times(kLinks, "total += 1\n") +
                                  "kept = [total]\ntotal.detach()\n"});
  all.push_back({"functions", imports + "import gc\ndef f0():\n    gc.collect()\n" +
                                  lines(kLinks / 4,
                                        [](const std::string& i) {
                                          return "def f" + next(i) + "(): f" + i + "()\n";
                                        }) +
                                  "for x in loader:\n    f5000()\n"});
  all.push_back(
      {"classes",
       imports + "class C0(nn.Module):\n    pass\n" + lines(kLinks / 4, [](const std::string& i) {
         return "class C" + next(i) + "(C" + i + "): pass\n";
       }) + "m = C5000()\nfor x in loader:\n    m(x)\n"});
  return all;
}

// The results of `files` with the shipped rules, on so many threads.
std::vector<FileResult> run_all(const std::vector<Shape>& files, unsigned threads,
                                const PipelineOptions& options) {
  const Shipped& shipped = Shipped::get();
  std::vector<std::uint64_t> sizes;
  for (const Shape& file : files) sizes.push_back(file.text.size());
  std::vector<FileResult> results(files.size());
  const auto make_work = [&] {
    const auto pipeline =
        std::make_shared<FilePipeline>(shipped.registry(), shipped.knowledge(), options);
    return [&files, pipeline](std::size_t i) {
      return pipeline->run(*make_source_file(files[i].name, files[i].text));
    };
  };
  const auto deliver = [&](std::size_t i, FileResult result) { results[i] = std::move(result); };
  ScheduleOptions schedule;
  schedule.threads = threads;
  map_in_order<FileResult>(sizes, make_work, deliver, schedule);
  return results;
}

std::vector<std::string> said_of(const FileResult& result) {
  std::vector<std::string> all;
  for (const Error& error : result.errors) all.push_back(error.to_string());
  for (const FileFinding& found : result.findings) all.push_back(found.finding.message);
  return all;
}

TEST(Bounds, NoShapeOverflowsTheStack) {
  const std::vector<Shape> shapes = hostile_shapes();
  const PipelineOptions options = Shipped::get().options(Level::Unsafe, std::nullopt);
  const std::vector<FileResult> one = run_all(shapes, 1, options);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (const Error& error : one[i].errors) {
      EXPECT_EQ(error.kind, ErrorKind::Refused) << shapes[i].name << ": " << error.to_string();
    }
  }
  const std::vector<FileResult> several = run_all(shapes, 3, options);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_EQ(said_of(several[i]), said_of(one[i])) << shapes[i].name;
  }
}

TEST(Bounds, TheDeepestCodeThatCPythonCompilesIsAnalysed) {
  // 3.13 compiles 9,996 additions in a row, and 4,998 calls of methods.
  const std::vector<Shape> deep = {
      {"sum", in_training("kept.append(" + times(9'990, "loss + ") + "loss)")},
      {"calls", in_training("kept.append(loss" + times(4'990, ".abs()") + ")")}};
  for (const FileResult& result :
       run_all(deep, 2, Shipped::get().options(Level::Safe, std::nullopt))) {
    EXPECT_TRUE(result.analysed);
    EXPECT_THAT(result.errors, IsEmpty());
  }
}

TEST(Bounds, CodeThatIsTooDeepIsRefusedWithItsLine) {
  const FileResult result = Shipped::get().run(
      in_training("kept.append(" + times(20'000, "[") + "loss" + times(20'000, "]") + ")"),
      Shipped::get().options(Level::Safe, std::nullopt));
  ASSERT_THAT(result.errors, SizeIs(1));
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Refused);
  EXPECT_EQ(result.errors[0].line, 12u);
  EXPECT_THAT(result.errors[0].message, HasSubstr("levels deep; mlfix follows 12000"));
  EXPECT_EQ(result.errors[0].remedy, "it is left alone");
  EXPECT_FALSE(result.analysed);
}

TEST(Bounds, ANameOfThousandsOfLettersIsRefusedWithItsLine) {
  for (const std::string& text : {"import torch\nimport " + times(4097, "m") + " as m\nm.f()\n",
                                  "import torch\n" + times(4097, "m") + " = 1\n",
                                  "import torch\nimport " + times(2049, "m.") + "m\n"}) {
    const FileResult result =
        Shipped::get().run(text, Shipped::get().options(Level::Safe, std::nullopt));
    ASSERT_THAT(result.errors, SizeIs(1)) << text.substr(0, 30);
    EXPECT_EQ(result.errors[0].line, 2u);
    EXPECT_THAT(result.errors[0].message, HasSubstr("bytes; mlfix follows 4096"));
    EXPECT_FALSE(result.analysed);
  }
  const FileResult result =
      Shipped::get().run("import torch\n" + times(4096, "m") + " = torch.ones(1)\n",
                         Shipped::get().options(Level::Safe, std::nullopt));
  EXPECT_THAT(result.errors, IsEmpty());
}

TEST(Bounds, DepthIsThatOfTheInnermostNode) {
  const std::string text = "x\ny = f(1, [2])\n";
  const SyntaxTree tree = Parser().parse(text);
  // Module, statement, assignment, call, arguments, list, integer.
  EXPECT_EQ(tree.depth(), 6u);
  EXPECT_EQ(tree.deepest(), text.find('2'));
}

// ---- work ------------------------------------------------------------------

void report_calls(const Context& c, NodeId n, Findings& out) {
  c.model.facts(n);
  out.report(n, "a call");
}

const std::vector<Rule>& call_rule() {
  static const std::vector<Rule> rules = {testing::make_test_rule("a", {Kind::Call}, report_calls)};
  return rules;
}

TEST(Bounds, AFileThatTakesTooMuchWorkIsRefused) {
  PipelineOptions options;
  options.work_limit = 5'000;
  EXPECT_THAT(testing::run_pipeline(call_rule(), "f()\n", options).findings, SizeIs(1));
  const FileResult dear = testing::run_pipeline(call_rule(), times(5'000, "f()\n"), options);
  EXPECT_THAT(dear.findings, IsEmpty());
  EXPECT_FALSE(dear.analysed);
  ASSERT_THAT(dear.errors, SizeIs(1));
  EXPECT_EQ(dear.errors[0].kind, ErrorKind::Refused);
  EXPECT_EQ(dear.errors[0].message, "takes more work to analyse than a file of its size may");
  EXPECT_THAT(dear.errors[0].remedy, HasSubstr("left alone"));
}

TEST(Bounds, CommentsBuyLittleWork) {
  constexpr std::size_t kModule = 32u << 10;
  EXPECT_LT(WorkBudget::limit_for(20 * kModule), 2 * WorkBudget::limit_for(kModule));
  EXPECT_LT(WorkBudget::limit_for(kMaxAnalysedSize), 1'000'000'000u);
}

TEST(Bounds, WorkIsCountedTheSameWayEachTime) {
  const auto spent = [](const std::string& text) {
    const SyntaxTree tree = Parser().parse(text);
    WorkBudget work;
    const SemanticModel model(tree, Shipped::get().knowledge(), {}, {}, &work);
    for (NodeId n = 0; n < tree.size(); ++n) model.facts(n);
    return work.spent();
  };
  const std::string text = in_training("kept.append(loss + loss)");
  EXPECT_GT(spent(text), 100u);
  EXPECT_EQ(spent(text), spent(text));
}

TEST(Bounds, AStopEndsTheAnalysisOfAFile) {
  int asked = 0;
  PipelineOptions options;
  options.stop = [&] { return ++asked > 2; };
  const FileResult result = testing::run_pipeline(call_rule(), times(50'000, "f()\n"), options);
  EXPECT_FALSE(result.analysed);
  EXPECT_THAT(result.findings, IsEmpty());
  EXPECT_THAT(result.errors, IsEmpty());  // about the run, not about the file
  EXPECT_EQ(asked, 3);
}

TEST(Bounds, AStopEndsTheParser) {
  Parser parser([] { return true; });
  const std::string text = times(1'000, "f(a, b)\n");
  try {
    parser.parse(text);
    FAIL() << "it went on";
  } catch (const GaveUp& reason) {
    EXPECT_EQ(reason.reason, GaveUp::Reason::Stopped);
  }
}

// What the parser copies once more for each token after an error.
std::vector<std::string> texts_that_are_dear_to_recover() {
  return {"x = " + times(48'000, "."), times(20'000, "def f("), times(20'000, "def f(:"),
          times(5'000, "f(a, [b)\n")};  // in one step, at the end of the text
}

TEST(Bounds, AFileThatIsTooDearToParseIsRefused) {
  for (const std::string& text : texts_that_are_dear_to_recover()) {
    const FileResult dear = testing::run_pipeline(call_rule(), text);
    EXPECT_FALSE(dear.analysed);
    ASSERT_THAT(dear.errors, SizeIs(1)) << text.substr(0, 10);
    EXPECT_EQ(dear.errors[0].kind, ErrorKind::Refused);
    EXPECT_EQ(dear.errors[0].message, "takes more work to analyse than a file of its size may");
  }
}

TEST(Bounds, ATextThatIsMerelyDamagedIsParsed) {
  const std::string text = "x = " + times(2'000, ".") + "\n" + times(500, "f(a, [b)\n");
  EXPECT_FALSE(Parser().parse(text).errors().empty());
}

TEST(Bounds, ATextThatBecomesTooDearIsNotParsedAnew) {
  Parser parser;
  const std::string text = times(100, "f()\n");
  const SyntaxTree tree = parser.parse(text);
  for (const std::string& dear : texts_that_are_dear_to_recover()) {
    const auto end = static_cast<Offset>(text.size());
    EXPECT_THROW(parser.reparse(tree, {{end, end, dear}}, text + dear), GaveUp);
  }
}

TEST(Bounds, AParserGoesOnBehindATextThatWasTooDear) {
  Parser parser;
  const SyntaxTree before = parser.parse("f()\n");
  for (const std::string& dear : texts_that_are_dear_to_recover()) {
    EXPECT_THROW(parser.parse(dear), GaveUp);
    EXPECT_EQ(parser.reparse(before, {{2, 2, "a"}}, "f(a)\n").size(),
              parser.parse("f(a)\n").size());
  }
}

TEST(Bounds, AFileThatIsTooLargeIsRefused) {
  const std::string text = "f()\n" + times(kMaxAnalysedSize / 16, "# 4567890 234567\n");
  const FileResult result = testing::run_pipeline(call_rule(), text);
  ASSERT_THAT(result.errors, SizeIs(1));
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Refused);
  EXPECT_EQ(result.errors[0].message, "4.3 MiB of Python, more than the 4 MiB that are analysed");
}

TEST(Bounds, AFileOfTooManyWordsIsRefused) {
  const FileResult result = testing::run_pipeline(call_rule(), "f()\n" + times(500'000, "a;"));
  ASSERT_THAT(result.errors, SizeIs(1));
  EXPECT_EQ(result.errors[0].kind, ErrorKind::Refused);
  EXPECT_EQ(result.errors[0].message,
            "1000004 words and signs of Python, more than the 1000000 that are analysed");
}

TEST(Bounds, AHierarchyOfClassesIsFollowedHoweverDeep) {
  const TemporaryFolder folder;
  folder.write("a.py", "class C0: pass\n" + lines(50'000, [](const std::string& i) {
                         return "class C" + next(i) + "(C" + i + "): pass\n";
                       }));
  const Project project({folder.path() / "a.py"}, Shipped::get().knowledge());
  const ProjectEntity first = project.lookup(0, "C0");
  const ProjectEntity last = project.lookup(0, "C50000");
  EXPECT_TRUE(project.derives(last, first));
  EXPECT_FALSE(project.derives(first, last));
}

// ---- threads ---------------------------------------------------------------

std::size_t descend(std::size_t levels) {
  volatile char frame[1024] = {};
  frame[levels % sizeof frame] = 1;
  return levels == 0 ? 0 : 1 + descend(levels - 1) + frame[0] * 0u;
}

TEST(Bounds, AWorkerHasALargeStack) {
  constexpr std::size_t kLevels = WorkerThread::kStackSize / 2048;
  std::size_t reached = 0;
  {
    const auto worker = WorkerThread::start([&] { reached = descend(kLevels); });
    ASSERT_TRUE(worker);
  }
  EXPECT_EQ(reached, kLevels);
}

TEST(Bounds, SpendingOnAFullStackGivesUp) {
  std::optional<GaveUp::Reason> reason;
  {
    const auto worker = WorkerThread::start([&] {
      WorkBudget work;
      const std::function<void()> dive = [&] {
        volatile char frame[4096] = {};
        frame[0] = 1;
        work.spend();
        dive();
        frame[0] = frame[1];
      };
      try {
        dive();
      } catch (const GaveUp& gave_up) {
        reason = gave_up.reason;
      }
    });
    ASSERT_TRUE(worker);
  }
  EXPECT_EQ(reason, GaveUp::Reason::Depth);
}

TEST(Bounds, TheGateLetsInWhatFitsAndALargeOneAlone) {
  MemoryGate gate(10);
  std::mutex mutex;
  std::uint64_t inside = 0;
  std::vector<std::string> broken;
  const std::vector<std::uint64_t> sizes = {4, 25, 3, 7, 10, 1, 1, 25, 6, 5, 5, 2};
  const auto make_work = [&] {
    return [&](std::size_t i) {
      const MemoryGate::Pass pass(gate, sizes[i]);
      {
        const std::lock_guard lock(mutex);
        inside += sizes[i];
        if (inside > 10 && inside != sizes[i]) broken.push_back(std::to_string(inside));
      }
      const std::string work = times(10'000, "x");
      const std::lock_guard lock(mutex);
      inside -= sizes[i];
      return work.size();
    };
  };
  ScheduleOptions options;
  options.threads = 6;
  EXPECT_EQ(map_in_order<std::size_t>(
                sizes, make_work, [](std::size_t, std::size_t) {}, options),
            sizes.size());
  EXPECT_THAT(broken, IsEmpty());
  EXPECT_EQ(inside, 0u);
}

// ---- the program -----------------------------------------------------------

// What the file has besides is reported, and the others are done.
TEST(Bounds, WhatABoundLeavesUnansweredIsSaid) {
  const TemporaryFolder folder;
  const std::string evaluation =
      "\n\ndef evaluate(model, loader):\n    model.eval()\n    for x in loader:\n"
      "        print(model(x).argmax())\n";
  const std::string hooks = "import torch\n\n\ndef watch(model):\n    for x in batches:\n" +
                            times(300, "        model.register_forward_hook(save)\n");
  folder.write("many.py", hooks + evaluation);
  folder.write("few.py", "import torch\n" + evaluation);
  ProcessOptions options;
  options.folder = folder.path();
  const ProcessResult result = testing::run_mlfix({"--format", "concise", "."}, options);
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_THAT(result.err, HasSubstr("many.py: has too many hooks that one function registers"));
  EXPECT_THAT(result.out, HasSubstr("many.py:310:5: no-grad-eval"));
  EXPECT_THAT(result.out, HasSubstr("few.py:"));
  EXPECT_THAT(result.err, ::testing::Not(HasSubstr("few.py")));
}

TEST(Bounds, AHostileFileCostsThatFileOnly) {
  const TemporaryFolder folder;
  for (const Shape& shape : hostile_shapes()) folder.write(shape.name + ".py", shape.text);
  folder.write("good.py",
               "import torch\n\n\ndef evaluate(model, loader):\n    model.eval()\n"
               "    for x in loader:\n        print(model(x).argmax())\n");
  ProcessOptions options;
  options.folder = folder.path();
  const ProcessResult alone = testing::run_mlfix({"good.py"}, options);
  const ProcessResult result = testing::run_command(
      {"sh", "-c", "ulimit -s 1024; exec \"$0\" \"$@\"", MLFIX_BINARY, "."}, options);
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_THAT(result.err, HasSubstr("nested lists.py:12: code nested"));
  EXPECT_THAT(result.out, HasSubstr("good.py:"));
  EXPECT_THAT(alone.out, HasSubstr("good.py:"));
}

// Bytes of memory at the peak of a run over the folder with sixteen threads.
std::uint64_t peak_of_sixteen_threads(const TemporaryFolder& folder) {
  ProcessOptions options;
  options.folder = folder.path();
  const ProcessResult result = testing::run_command(
      {"python3", "-c",
       "import resource, subprocess, sys\n"
       "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
       "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
       MLFIX_BINARY, "-j16", "--unsafe", "--diff", "."},
      options);
  EXPECT_EQ(result.status, 0) << result.err;
  return std::stoull("0" + result.out) * 1024;
}

// Each takes 250 MB alone.
TEST(Bounds, LargeNotebooksShareTheMemory) {
  const TemporaryFolder folder;
  for (int i = 0; i < 8; ++i) {
    folder.write(std::to_string(i) + ".ipynb",
                 R"({"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, )"
                 R"("outputs": [{"data": {"image/png": ")" +
                     std::string(30u << 20, 'A') +
                     R"("}, "metadata": {}, "output_type": "display_data"}], "source": )"
                     R"(["import torch\n", "def t(m, l, c):\n", "    s = []\n", )"
                     R"("    for x in l:\n", "        loss = c(m(x))\n", )"
                     R"("        loss.backward()\n", "        s.append(loss)\n"]}], )"
                     R"("metadata": {}, "nbformat": 4, "nbformat_minor": 5})");
  }
  EXPECT_LT(peak_of_sixteen_threads(folder), 1'100'000'000u);
}

// They took 1.7 GB when each thread parsed on its own.
TEST(Bounds, TextsThatAreDearToParseTakeTurns) {
  const TemporaryFolder folder;
  const std::string text = "import torch\nloss.backward()\n" + times(10'000, "f(a, [b)\n");
  for (int i = 0; i < 8; ++i) folder.write(std::to_string(i) + ".py", text);
  EXPECT_LT(peak_of_sixteen_threads(folder), 700'000'000u);
}

TEST(Bounds, ARunIsStoppedInTheMiddleOfAFile) {
  using Clock = std::chrono::steady_clock;
  const TemporaryFolder folder;
  for (const Shape& shape : hostile_shapes()) folder.write(shape.name + ".py", shape.text);
  folder.write("a.py", testing::kLeaky);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Clock::duration shortest = Clock::duration::max();  // other programs may have kept it waiting
    for (int attempt = 0; attempt < 3 && shortest > std::chrono::seconds(1); ++attempt) {
      ProcessOptions options;
      options.folder = folder.path();
      RunningMlfix running({"--write", "--verbose", "-j1"}, options);
      ASSERT_TRUE(running.wait_for("files"));  // how many there are: the first has begun
      const Clock::time_point sent = Clock::now();
      running.send(signal);
      const ProcessResult result = running.finish();
      shortest = std::min(shortest, Clock::now() - sent);
      EXPECT_EQ(result.status, 128 + signal);
      EXPECT_THAT(result.err, HasSubstr("mlfix: interrupted; no file was changed"));
      EXPECT_EQ(testing::read_bytes(folder.path() / "a.py"), testing::kLeaky);
    }
    EXPECT_LT(shortest, std::chrono::seconds(1));
  }
}

TEST(Bounds, AStopEndsARunThatNobodyReads) {
  const TemporaryFolder folder;
  folder.write("a.py", testing::kLeaky);
  ProcessOptions options;
  options.folder = folder.path();
  // Nobody opens the pipe, so the report waits.
  const ProcessResult result = testing::run_command(
      {"sh", "-c",
       "mkfifo p && timeout -s TERM -k 20 2 \"$0\" --report json=p a.py > /dev/null; echo $?",
       MLFIX_BINARY},
      options);
  EXPECT_EQ(result.out, "124\n") << result.err;  // 137 had it to be killed
  EXPECT_THAT(result.err, HasSubstr("interrupted while reporting"));
}

}  // namespace
}  // namespace mlfix::bounds_test
