// Notebooks: reading cells, magics, and writing that changes nothing else.

#include "notebook/notebook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include "notebook/document.h"
#include "notebook/json_string.h"
#include "notebook/magics.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace mlfix::notebook_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Notebook read(const std::string& bytes) {
  Parser parser;
  auto notebook = Notebook::read(make_source_file("n.ipynb", bytes).value(), parser);
  EXPECT_TRUE(notebook) << notebook.error().to_string();
  return std::move(*notebook);
}

// A notebook with these values of "source", given as JSON text.
std::string with_sources(const std::vector<std::string>& sources) {
  std::string text = "{\n \"cells\": [";
  for (const std::string& source : sources) {
    if (!text.ends_with('[')) text += ',';
    text +=
        "\n  {\"cell_type\": \"code\", \"outputs\": [{\"x\": 0.10, \"s\": \"\\u00e9\"}],\n   "
        "\"source\": ";
    text += source + "}";
  }
  return text + "\n ],\n \"nbformat_minor\": 2, \"nbformat\": 4}";
}

// The bytes after replacing `from` in the module by `to`.
std::string edited(const std::string& bytes, std::string_view from, const std::string& to) {
  const Notebook notebook = read(bytes);
  const std::string module = notebook.module().text;
  const auto at = static_cast<Offset>(module.find(from));
  EXPECT_LT(at, module.size()) << module;
  const Edit edit{at, at + static_cast<Offset>(from.size()), to};
  EXPECT_TRUE(notebook.module().cells.allow({edit}));
  return apply_edits(bytes, notebook.edits_of_file({edit}));
}

std::string readable(std::string_view source) {
  const ReadableCell cell = readable_cell(source);
  EXPECT_EQ(cell.kind, CellKind::Python) << source;
  EXPECT_EQ(cell.text.size(), source.size() - cell.begin) << source;
  return cell.text;
}

// ---- reading ----------------------------------------------------------------

TEST(Notebook, JoinsCodeCellsInOrder) {
  const Notebook notebook =
      read(with_sources({R"(["a = 1\n", "b = 2"])", R"("c = 3\n")", R"([])"}));
  EXPECT_EQ(notebook.module().text, "a = 1\nb = 2\n\nc = 3\n\n");
  ASSERT_THAT(notebook.module().cells.all(), SizeIs(2));
  EXPECT_EQ(notebook.module().cells.all()[1].number, 2U);
}

TEST(Notebook, SkipsOnlyTheBrokenCell) {
  const Notebook notebook = read(with_sources({R"("a = (")", R"("b = 2")", R"("  c = 1")"}));
  EXPECT_EQ(notebook.module().text, "_(a)\n\nb = 2\n\n_(c)\n\n");
  EXPECT_THAT(notebook.skipped(), SizeIs(2));
}

TEST(Notebook, CellsOfOtherLanguagesAreLeftOut) {
  EXPECT_EQ(read(with_sources({R"("%%bash\nls")", R"("!!ls")", R"("a = 1")"})).module().text,
            "a = 1\n\n");
  const std::string julia =
      R"({"cells": [{"cell_type": "code", "source": "a = 1"}],
          "metadata": {"language_info": {"name": "julia"}}, "nbformat": 4})";
  EXPECT_EQ(read(julia).module().text, "");
}

TEST(Notebook, ReadsFormat3) {
  const std::string old =
      R"({"worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 1"], "language": "python"}]}],
          "nbformat": 3, "metadata": {"name": ""}})";
  EXPECT_EQ(read(old).module().text, "a = 1\n\n");
}

TEST(Notebook, TheLastOfTwoSourcesCounts) {
  const std::string twice =
      R"({"cells": [{"cell_type": "code", "source": ["a"], "source": ["b"]}], "nbformat": 4})";
  EXPECT_EQ(read(twice).module().text, "b\n\n");
}

TEST(Notebook, RefusesTwoListsOfCells) {
  Parser parser;
  const auto notebook = Notebook::read(
      make_source_file("n.ipynb", R"({"cells": [], "nbformat": 4, "cells": []})").value(), parser);
  ASSERT_FALSE(notebook);
  EXPECT_THAT(notebook.error().message, HasSubstr("has \"cells\" twice"));
}

TEST(Notebook, NamesThePlaceOfMalformedJson) {
  for (const std::string bytes : {"{\n \"cells\": [", "", "{\n\"a\": \"x", "{]", "version https"}) {
    Parser parser;
    const auto notebook = Notebook::read(make_source_file("n.ipynb", bytes).value(), parser);
    ASSERT_FALSE(notebook) << bytes;
    EXPECT_EQ(notebook.error().kind, ErrorKind::Unreadable);
    EXPECT_EQ(notebook.error().path, "n.ipynb");
    EXPECT_GE(notebook.error().line, 1U);
    EXPECT_THAT(notebook.error().message, HasSubstr("not valid JSON at column"));
  }
}

TEST(Notebook, RefusesOtherJson) {
  for (const std::string bytes : {"[]", "{}", "3", R"({"cells": [], "nbformat": 9})",
                                  R"({"cells": [], "nbformat": 2})", R"({"cells": []})"}) {
    Parser parser;
    EXPECT_FALSE(Notebook::read(make_source_file("n.ipynb", bytes).value(), parser)) << bytes;
  }
}

// ---- magics -----------------------------------------------------------------

TEST(Magics, AreReplacedByPythonOfTheSameLength) {
  EXPECT_EQ(readable("%matplotlib inline\nx = 1"), "0                 \nx = 1");
  EXPECT_EQ(readable("if x:\n    !ls\n"), "if x:\n    0  \n");
  EXPECT_EQ(readable("x = !ls -l\n"), "x = _()   \n");
  EXPECT_EQ(readable("x = %timeit -o f(a)"), "x = _(o,f,a)       ");
  EXPECT_EQ(readable("%time y = f(x)"), "pass; y = f(x)");
  EXPECT_EQ(readable("%timeit f(x)"), "_(f,x)      ");
  EXPECT_EQ(readable("model?"), "0     ");
  EXPECT_EQ(readable("?model"), "0     ");
  EXPECT_EQ(readable("np.random??"), "0          ");
  EXPECT_EQ(readable("!pip install \\\n  torch\nx = 1"), "0             \n       \nx = 1");
}

TEST(Magics, AreNotSeenInsideStringsAndBrackets) {
  for (const std::string source :
       {"x = '''\n%time\n!ls\n'''\n", "x = (a\n  % b)\n", "x = a \\\n  % b\n", "y = '?'\n",
        "a != b\n", "x = f(a=1)\n", "d = {\n'%a': 1}\n"}) {
    EXPECT_EQ(readable(source), source);
    EXPECT_THAT(readable_cell(source).opaque, IsEmpty());
  }
}

TEST(Magics, OfACellDecideWhatItIs) {
  EXPECT_EQ(readable_cell("%%bash\nls").kind, CellKind::Foreign);
  EXPECT_EQ(readable_cell("\n%%html\n<b>").kind, CellKind::Foreign);
  EXPECT_EQ(readable_cell("%%timeit\nf(x)").kind, CellKind::Opaque);
  EXPECT_EQ(readable_cell("%%cython\nf(x)").kind, CellKind::Binding);
  EXPECT_EQ(readable_cell("%%time\nf(x)").text, "f(x)");
  EXPECT_EQ(readable_cell("%%time\n").kind, CellKind::Empty);
  EXPECT_EQ(readable_cell(" \n\n").kind, CellKind::Empty);
  EXPECT_EQ(readable_cell("from __future__ import annotations\nx = 1").text, "x = 1");
  EXPECT_EQ(opaque_statement("for x in total: # note\n  f(x)", false), "_(x,total,f)");
}

// ---- writing ----------------------------------------------------------------

TEST(NotebookSplice, NoEditsAreNoChange) {
  const std::string bytes = with_sources({R"(["a = 1\n", "b = 2"])"});
  EXPECT_THAT(read(bytes).edits_of_file({}), IsEmpty());
}

TEST(NotebookSplice, ChangesOnlyTheString) {
  EXPECT_EQ(edited(with_sources({R"(["a = 1\n",    "b = \"2\"  # \u00e9"])"}), "\"2\"", "\"3\""),
            with_sources({R"(["a = 1\n",    "b = \"3\"  # \u00e9"])"}));
}

TEST(NotebookSplice, ANewLineIsANewString) {
  const std::string list = "[\n    \"a = 1\\n\",\n    \"b = 2\"\n   ]";
  EXPECT_EQ(edited(with_sources({list}), "b = 2", "x = 3\nb = 2"),
            with_sources({"[\n    \"a = 1\\n\",\n    \"x = 3\\n\",\n    \"b = 2\"\n   ]"}));
  EXPECT_EQ(edited(with_sources({list}), "b = 2\n", "b = 2\nx = 3\n"),
            with_sources({"[\n    \"a = 1\\n\",\n    \"b = 2\\n\",\n    \"x = 3\"\n   ]"}));
  EXPECT_EQ(edited(with_sources({R"(["a = 1"])"}), "a = 1\n", "a = 1\nb = 2\n"),
            with_sources({R"(["a = 1\n","b = 2"])"}));
}

TEST(NotebookSplice, ALineThatGoesTakesItsString) {
  const std::string list = R"(["a = 1\n", "b = 2\n", "c = 3"])";
  EXPECT_EQ(edited(with_sources({list}), "b = 2\n", ""), with_sources({R"(["a = 1\n", "c = 3"])"}));
  EXPECT_EQ(edited(with_sources({list}), "a = 1\n", ""), with_sources({R"(["b = 2\n", "c = 3"])"}));
  EXPECT_EQ(edited(with_sources({list}), "c = 3\n", ""), with_sources({R"(["a = 1\n", "b = 2"])"}));
}

TEST(NotebookSplice, OneStringStaysOne) {
  EXPECT_EQ(edited(with_sources({R"("a = 1\r\nb = 2")"}), "b = 2\r\n", "b = 2\r\nx = 3\r\n"),
            with_sources({R"("a = 1\r\nb = 2\r\nx = 3")"}));
}

TEST(NotebookSplice, WritesAsTheFileDoes) {
  EXPECT_EQ(edited(with_sources({R"("a = 1")"}), "1", "'\xF0\x9F\x98\x80\xC3\xA9'"),
            with_sources({R"("a = '\ud83d\ude00\u00e9'")"}));
  const std::string raw =
      "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"a = '\xC3\xA9'\"}], \"nbformat\": 4}";
  EXPECT_THAT(edited(raw, "a", "\xC3\xBC"), HasSubstr("\"\xC3\xBC = '\xC3\xA9'\""));
}

// What Python's rules say a source with an edit is, whatever its form.
RC_GTEST_PROP(NotebookSplice, GivesTheEditedSourceAndKeepsTheRest, ()) {
  const auto lines =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
          "x = 1", "y = '\xC3\xA9'", "", "# \xF0\x9F\x98\x80", "f(\"q\\\\\")")));
  std::string source = "x = 0";
  for (const std::string& line : lines) source += "\n" + line;
  if (*rc::gen::arbitrary<bool>()) source += "\n";
  nlohmann::ordered_json form = source;
  if (*rc::gen::arbitrary<bool>()) {
    form = nlohmann::ordered_json::array();
    for (std::string_view rest = source; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
      form.push_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
  }
  const int indent = *rc::gen::element(-1, 0, 1, 2);
  const std::string bytes = with_sources({form.dump(indent, ' ', *rc::gen::arbitrary<bool>())});
  const Notebook notebook = read(bytes);
  const std::string module = notebook.module().text;
  std::vector<Offset> starts;  // of lines, the end of the cell included
  for (Offset i = 0; i < module.size(); ++i) {
    if (i == 0 || module[i - 1] == '\n') starts.push_back(i);
  }
  const auto first = *rc::gen::inRange<std::size_t>(0, starts.size());
  const auto last = *rc::gen::inRange<std::size_t>(first, starts.size());
  const auto text = *rc::gen::element<std::string>("", "new = 1\n", "a\nb\n");
  RC_PRE(!(first == 0 && last + 1 == starts.size() && text.empty()));
  const std::vector<Edit> edits{{starts[first], starts[last], text}};
  RC_PRE(notebook.module().cells.allow(edits));
  const std::string after = apply_edits(bytes, notebook.edits_of_file(edits));
  auto expected = nlohmann::ordered_json::parse(bytes);
  auto actual = nlohmann::ordered_json::parse(after);
  std::string joined;
  const auto& written = actual["cells"][0]["source"];
  if (written.is_string()) joined = written.get<std::string>();
  for (std::size_t i = 0; written.is_array() && i < written.size(); ++i) {
    const auto part = written[i].get<std::string>();
    RC_ASSERT(i + 1 == written.size() || part.ends_with('\n'));
    joined += part;
  }
  std::string cell = apply_edits(module, edits);
  cell.pop_back();  // what separates cells
  if (!source.ends_with('\n') && cell.ends_with('\n')) cell.pop_back();
  RC_ASSERT(joined == cell);
  expected["cells"][0].erase("source");
  actual["cells"][0].erase("source");
  RC_ASSERT(actual.dump() == expected.dump());
}

RC_GTEST_PROP(JsonString, DecodingUndoesEncoding, ()) {
  const auto points = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "\n", "\"", "\\", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\t", "\x01", "\x7F"));
  std::string text;
  for (const std::string& point : points) text += point;
  for (const bool ascii : {false, true}) {
    const std::string raw = encode_json_string(text, ascii);
    RC_ASSERT(decode_json_string(raw, 0).text == text);
    RC_ASSERT(nlohmann::json::parse('"' + raw + '"').get<std::string>() == text);
  }
}

TEST(JsonString, KnowsTheOriginOfEveryByte) {
  const DecodedString decoded = decode_json_string(R"(a\n\u00e9\ud83d\ude00b)", 10);
  EXPECT_EQ(decoded.text,
            "a\n\xC3\xA9\xF0\x9F\x98\x80"
            "b");
  EXPECT_THAT(decoded.origin, ElementsAre(10, 11, 13, 13, 19, 19, 19, 19, 31, 32));
}

// ---- the program --------------------------------------------------------------

constexpr std::string_view kLeak =
    R"json({"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["x"]},
  {"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [],
   "source": ["%matplotlib inline\n", "import torch\n", "model = torch.nn.Linear(2, 2)\n", "x = torch.ones(1, 2)"]
},
  {"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [],
   "source": ["for i in (1, 2):\n", "    t = torch.jit.trace(model, x)@\n", "    print(t(x))"]}
 ], "metadata": {}, "nbformat": 4, "nbformat_minor": 4
})json";

std::string leak(std::string_view comment) {
  std::string text(kLeak);
  return text.replace(text.find('@'), 1, comment);
}

class NotebookCli : public ::testing::Test {
 protected:
  testing::ProcessResult run(std::vector<std::string> arguments, const std::string& input = {}) {
    testing::ProcessOptions options;
    options.folder = folder_.path();
    options.input = input;
    arguments.insert(arguments.begin(), "--no-config");
    return testing::run_mlfix(std::move(arguments), options);
  }
  const testing::TemporaryFolder folder_;
};

TEST_F(NotebookCli, NamesCellAndLine) {
  folder_.write("n.ipynb", leak(""));
  const auto result = run({"--format", "concise"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("n.ipynb:cell 3:2:9: "));
  const auto json = nlohmann::json::parse(run({"--format", "json"}).out);
  EXPECT_EQ(json["findings"][0]["cell"], 3);
  EXPECT_EQ(json["findings"][0]["line"], 2);
}

TEST_F(NotebookCli, WritesAndThenFindsNothing) {
  const auto path = folder_.write("n.ipynb", leak(""));
  ASSERT_EQ(run({"--write", "n.ipynb"}).status, 0);
  constexpr std::string_view kFixed =
      R"json(["t = torch.jit.trace(model, x)\n", "for i in (1, 2):\n", "    print(t(x))"])json";
  EXPECT_THAT(testing::read_bytes(path), HasSubstr(kFixed));
  EXPECT_EQ(run({"--diff"}).out, "");
  const std::string check =
      "import sys, nbformat; nbformat.validate(nbformat.read(sys.argv[1], as_version=4))";
  testing::ProcessOptions options;
  options.folder = folder_.path();
  const auto valid = testing::run_command({"/usr/bin/python3", "-c", check, "n.ipynb"}, options);
  EXPECT_EQ(valid.status, 0) << valid.err;
}

TEST_F(NotebookCli, ReadsStandardInput) {
  const auto result = run({"--write", "--stdin-filename", "n.ipynb", "-"}, leak(""));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(R"(["t = torch.jit.trace(model, x)\n")"));
}

TEST_F(NotebookCli, CommentsSuppress) {
  folder_.write("n.ipynb", leak("  # mlfix: ignore[jit-trace-in-loop]"));
  EXPECT_EQ(run({}).status, 0);
  folder_.write("n.ipynb", leak("  # mlfix: ignore-file"));
  EXPECT_EQ(run({}).status, 0);
}

TEST_F(NotebookCli, LeavesMalformedFilesAlone) {
  const std::string broken = leak("").substr(0, 400);
  const auto path = folder_.write("n.ipynb", broken + "torch.jit.trace");
  const auto result = run({"--write"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("n.ipynb:"));
  EXPECT_EQ(testing::read_bytes(path), broken + "torch.jit.trace");
}

}  // namespace
}  // namespace mlfix::notebook_test
