// What the direct parser reads is what tree-sitter would have read, to the byte; and what it
// should leave to tree-sitter it leaves.
#include "syntax/direct/direct_parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "support/temporary_folder.h"
#include "syntax/parser.h"

namespace mlfix {
namespace direct_parser_test {
namespace {

namespace fs = std::filesystem;

bool same_ranges(std::span<const TextRange> left, std::span<const TextRange> right) {
  return std::ranges::equal(left, right);
}

// Where the two trees of a text differ; "" where they don't, nothing where one of them is not
// there.
std::optional<std::string> difference(const std::string& text, Parser& parser) {
  std::vector<Node> nodes;
  FlatTree flat;
  if (!read_directly(text, nodes, flat)) return std::nullopt;
  const SyntaxTree tree = parser.parse_by_grammar(text);
  if (tree.has_errors()) return "it has errors";
  for (NodeId n = 0; n < std::min<std::size_t>(tree.size(), nodes.size()); ++n) {
    const Node& a = tree[n];
    const Node& b = nodes[n];
    if (a.kind != b.kind || a.field != b.field || a.begin != b.begin || a.end != b.end ||
        a.parent != b.parent || a.subtree_end != b.subtree_end) {
      return std::string(kind_name(a.kind)) + " is read as " + std::string(kind_name(b.kind)) +
             " at " + std::to_string(b.begin);
    }
  }
  if (tree.size() != nodes.size()) return "one has more nodes";
  if (!same_ranges(tree.comments(), flat.comments)) return "comments";
  if (!same_ranges(tree.continuations(), flat.continuations)) return "continuations";
  if (!same_ranges(tree.strings(), flat.strings)) return "strings";
  if (tree.depth() != flat.depth || tree.deepest() != flat.deepest) return "depth";
  return "";
}

std::vector<std::string> programs_of_testdata() {
  std::vector<std::string> programs;
  for (const auto& entry : fs::recursive_directory_iterator(MLFIX_SOURCE_DIR "/testdata")) {
    if (entry.path().extension() == ".py") programs.push_back(testing::read_bytes(entry.path()));
  }
  std::ranges::sort(programs);
  return programs;
}

TEST(DirectParser, ReadsTheProgramsOfTestdata) {
  Parser parser;
  std::size_t read = 0;
  const std::vector<std::string> programs = programs_of_testdata();
  for (const std::string& program : programs) {
    const auto differs = difference(program, parser);
    if (!differs) continue;
    ++read;
    EXPECT_EQ(*differs, "") << program;
  }
  EXPECT_GT(read, programs.size() * 9 / 10);
}

// Damaged at random: most are no Python any more, and some are other Python.
class Damage {
 public:
  explicit Damage(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return random_() % count; }

  std::string of(std::string text) {
    for (std::size_t i = 1 + below(3); i > 0 && !text.empty(); --i) damage(text);
    return text;
  }

 private:
  void damage(std::string& text) {
    static const std::vector<std::string> kPieces = {" ",
                                                     "\n",
                                                     "    ",
                                                     "\t",
                                                     ",",
                                                     ":",
                                                     "(",
                                                     ")",
                                                     "[",
                                                     "]",
                                                     "{",
                                                     "}",
                                                     "=",
                                                     "==",
                                                     ".",
                                                     "*",
                                                     "**",
                                                     "-",
                                                     "~",
                                                     "not ",
                                                     "in ",
                                                     "is ",
                                                     "if ",
                                                     "else ",
                                                     "elif x:\n",
                                                     "else:\n",
                                                     "for x in y",
                                                     "lambda x: ",
                                                     "yield ",
                                                     "await ",
                                                     "async ",
                                                     "with ",
                                                     "as ",
                                                     "except:\n",
                                                     "try:\n",
                                                     "finally:\n",
                                                     "def f(x):\n",
                                                     "class A:\n",
                                                     "@d\n",
                                                     "return ",
                                                     "del ",
                                                     "raise ",
                                                     "from ",
                                                     "import ",
                                                     "global x\n",
                                                     "# c",
                                                     "#c\n",
                                                     "\\\n",
                                                     "\"s\"",
                                                     "f'{x}'",
                                                     "f\"{x!r:>{w}}\"",
                                                     "\"\"\"a\nb\"\"\"",
                                                     "r'\\d'",
                                                     "b'\\x00'",
                                                     "'\\N{DASH}'",
                                                     "1",
                                                     "1.5",
                                                     "0x1f",
                                                     "1e5",
                                                     "1j",
                                                     "x",
                                                     "print ",
                                                     "print(x)",
                                                     "exec ",
                                                     "match ",
                                                     "type ",
                                                     "x: int",
                                                     "x := 1",
                                                     "-> int",
                                                     ";",
                                                     "...",
                                                     "None",
                                                     "!r",
                                                     "!=",
                                                     "<<=",
                                                     "//",
                                                     "@",
                                                     "|",
                                                     "x[1:2]",
                                                     "*args",
                                                     "**kw",
                                                     "a.b",
                                                     "f(x)",
                                                     "[x for x in y if z]",
                                                     "{a: b}",
                                                     "{*a, b}",
                                                     "(yield)",
                                                     "\xC3\xA9",
                                                     "`",
                                                     "'",
                                                     "\"",
                                                     "{{",
                                                     "}}",
                                                     "list[int] | None",
                                                     "(*a.b, c)",
                                                     "{*a(b)}",
                                                     "with (a as b, c):\n",
                                                     " if a else b as c",
                                                     "x: int  # c\n"};
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text.erase(at, 1 + below(6));
        break;
      case 1:
        text.insert(at, text.substr(below(text.size()), 1 + below(20)));
        break;
      default:
        text.insert(at, kPieces[below(kPieces.size())]);
    }
  }

  std::mt19937 random_;
};

TEST(DirectParser, LeavesDamageToTheGrammar) {
  const std::vector<std::string> programs = programs_of_testdata();
  Damage damage(20261125);
  Parser parser;
  std::size_t read = 0;
  for (int i = 0; i < 6'000; ++i) {
    const std::string& program = programs[damage.below(programs.size())];
    if (program.size() > 3'000) continue;
    const std::string text = damage.of(program);
    const auto differs = difference(text, parser);
    if (!differs) continue;
    ++read;
    ASSERT_EQ(*differs, "") << text;
  }
  EXPECT_GT(read, 500u) << "most of them are no test";
}

struct Snippet {
  std::string name;
  std::string text;
};

class DirectSnippet : public ::testing::TestWithParam<Snippet> {};

TEST_P(DirectSnippet, IsReadAsTheGrammarReadsIt) {
  Parser parser;
  const auto differs = difference(GetParam().text, parser);
  ASSERT_TRUE(differs) << "it is not read";
  EXPECT_EQ(*differs, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, DirectSnippet,
    ::testing::Values(
        Snippet{"CommentsOfBlocks", "def f():\n    a\n    # of f\n  # of nobody\n# of nobody\nb\n"},
        Snippet{"CommentBehindAHeader", "if a:  # why\n    # what\n    b\n# c\nelse:\n    d\n"},
        Snippet{"OneLineSuites", "if a: b; c  # d\nwhile e: break\n"},
        Snippet{"NoLineEnd", "if a:\n    b  # c"}, Snippet{"CommentInFront", "# a\n\n\nb = 1\n"},
        Snippet{"Decorators", "@a.b(c)  # d\n# e\n@f\nasync def g(): pass\n"},
        Snippet{"Precedence", "a or b and not c < d | e ^ f & g << h + i * -j ** -k ** l\n"},
        Snippet{"Comparisons", "a < b is not c not in d == e\n"},
        Snippet{"Conditional", "a = b if c else lambda x, *y, z=1, **k: d if e else f\n"},
        Snippet{"Targets", "(a, [b, *c]), d.e, f[0] = g = h, i\n"},
        Snippet{"Types",
                "def f(a: list[int] | None, *b: x.y, c: int | None = 1) -> d[e]:\n    f\n"},
        Snippet{"Slices", "a[1:2, ::3, :, b, c:d:e]\n"},
        Snippet{"Comprehensions",
                "{a: b async for a, b in c if d if e for f in g}, {*a, b}, (x for x in y)\n"},
        Snippet{"Calls", "f(a, *b.c, d=e, **g)(x for x in y)[0].h(i := 1)\n"},
        Snippet{"Strings", "a = rb'x\\'' '\\x41\\q' \"\"\"b\n{c}\\\nd\"\"\" \\\n    'e'\n"},
        Snippet{"FormatStrings", "f'{a!r:>{b}.{c}}{{}}{d=}{e[\"f\"]:%H:%M}' rf'\\d{g}'\n"},
        Snippet{"Imports", "from ...a.b import (c as d, e,)\nfrom . import *\nimport f.g as h\n"},
        Snippet{"Exceptions",
                "try:\n    a\nexcept (B, C) as d:\n    raise E from d\nelse:\n    f\nfinally:\n"
                "    g\n"},
        Snippet{"With", "with a() as b, c.d as (e, f), g:\n    pass\n"},
        Snippet{"WithInParentheses",
                "with (a() as b, c,):\n    d\nwith (e() as f):\n    g\nwith (h):\n    i\n"},
        Snippet{"WithConditional", "with a() if b else c() as d, e if f else g:\n    h\n"},
        Snippet{"SplatsOfParts", "a = [*b.c, d], {*e(f), *g[h], i}, (*j.k,)\n"},
        Snippet{"Nothing", ""}, Snippet{"OnlyBlanks", " \n\t\n"},
        Snippet{"OnlyComments", "\n# a\n\n  # b"},
        Snippet{"OldNames", "print(a)\ntype: int = 1\nmatch.b()\nexec = type(c)\n"},
        Snippet{"ContinuedBeforeAComment", "a = [b, \\\n  # c\n    'd', \\\n    'e']\n"},
        Snippet{"Continued", "a = b + \\\n    c\nassert d, \\\n    e\n"},
        Snippet{"Numbers", "0xFF_f, 0b1, 0o17, 1_0.5e-3j, .5, 1., 2j\n"},
        Snippet{"Yields", "def f():\n    a = yield\n    yield from b\n    c = (yield d, e)\n"}),
    [](const auto& tested) { return tested.param.name; });

class LeftSnippet : public ::testing::TestWithParam<Snippet> {};

TEST_P(LeftSnippet, IsLeftToTheGrammar) {
  std::vector<Node> nodes;
  FlatTree flat;
  EXPECT_FALSE(read_directly(GetParam().text, nodes, flat));
  // All the same it has a tree.
  EXPECT_GT(Parser().parse(GetParam().text).size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    All, LeftSnippet,
    ::testing::Values(Snippet{"Match", "match a:\n    case b: c\n"},
                      Snippet{"OldPrint", "print a\n"}, Snippet{"PrintAndMore", "print(a), b\n"},
                      Snippet{"Exec", "exec a in b\n"}, Snippet{"TypeAlias", "type A = int\n"},
                      Snippet{"CarriageReturn", "a\r\nb\r\n"}, Snippet{"FormFeed", "a\n\f\nb\n"},
                      Snippet{"Mark",
                              "\xEF\xBB\xBF"
                              "a\n"},
                      Snippet{"Null", std::string("a\0b\n", 4)},
                      Snippet{"NameBeyondAscii", "\xC3\xA9 = 1\n"}, Snippet{"OpenBracket", "f(a\n"},
                      Snippet{"OpenString", "'a\nb'\n"},
                      Snippet{"WrongIndent", "if a:\n    b\n  c\n"}, Snippet{"NoBody", "if a:\n"},
                      Snippet{"NoOperand", "a = b +\n"}, Snippet{"Backquotes", "`a`\n"},
                      Snippet{"ItemAndMore", "with (a, b).c as d:\n    e\n"},
                      Snippet{"OneItemAndAComma", "with (a as b,):\n    c\n"},
                      Snippet{"NamedConditional", "f(a := b if c else d)\n"},
                      Snippet{"SplatOfPartAlone", "a = {*b.c}\n"},
                      Snippet{"SplatOfPartAsTarget", "[*a.b, c] = d\n"},
                      Snippet{"RawQuoteAlone", "r'\\''\n"},
                      Snippet{"KeywordAsName", "a.None = 1\n"},
                      Snippet{"LessDeepInBrackets", "def f():\n    a = (b,\nc)\n"}),
    [](const auto& tested) { return tested.param.name; });

// However deep a text is nested, it is not read by recursion beyond a bound.
TEST(DirectParser, LeavesWhatIsDeepToTheGrammar) {
  for (const char* open : {"(", "[", "{", "-", "not ", "f(", "lambda: ", "a if b else ", "f'{"}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += open;
    std::vector<Node> nodes;
    FlatTree flat;
    EXPECT_FALSE(read_directly(text, nodes, flat)) << open;
  }
  std::string blocks;
  for (int i = 0; i < 900; ++i) blocks += std::string(i, ' ') + "if a:\n";
  std::vector<Node> nodes;
  FlatTree flat;
  EXPECT_FALSE(read_directly(blocks + std::string(900, ' ') + "b\n", nodes, flat));
}

}  // namespace
}  // namespace direct_parser_test
}  // namespace mlfix
