#include "syntax/syntax_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/rewrite.h"
#include "syntax/parser.h"

namespace mlfix::syntax_guard_test {
namespace {

using ::testing::HasSubstr;
using testing::make_rewrite;
using testing::Rewrite;
using ::testing::TestWithParam;
using ::testing::ValuesIn;

std::optional<GuardFailure> check(std::string_view notation) {
  const Rewrite rewrite = make_rewrite(notation);
  Parser parser;
  const SyntaxTree before = parser.parse(rewrite.before);
  const SyntaxTree after = parser.reparse(before, rewrite.edits, rewrite.after);
  return check_rewrite(before, after, rewrite.edits);
}

struct Case {
  const char* name;
  const char* rewrite;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.rewrite;
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

// ---- programs that are broken, or that are no longer the same program ----

constexpr Case kBroken[] = {
    {"syntax_error", "x = {{1=>(1}}\n"},
    {"missing_token", "f(x{{)=>}}\n"},
    {"unclosed_string", "x = 'a{{'=>}}\n"},
    {"empty_suite", "if a:\n{{    b\n=>}}c\n"},
    {"empty_suite_with_comment", "if a:\n    # c\n{{    b\n=>}}c\n"},
    {"empty_function", "def f():\n{{    return 1\n=>}}\nx = 1\n"},
    {"empty_except", "try:\n    a\nexcept E:\n{{    b\n=>}}"},
    {"header_without_body", "{{=>with g:\n}}x = 1\ny = 2\n"},
    {"header_in_block_without_body", "if a:\n{{=>    with g:\n}}    x = 1\n    y = 2\n"},
    {"dedent_to_unknown_level", "if a:\n    b\n{{    =>  }}c\n"},
    {"dedent_out_of_the_function", "def f():\n    a\n{{    =>}}b\n    return c\n"},
    {"rest_of_function_moves_out", "def f():\n    a\n{{    b\n=>b\n}}    c\n"},
    {"unexpected_indent", "a\n{{=>    }}b\n"},
    {"unexpected_indent_in_block", "if a:\n    b\n{{=>  }}    c\n"},
    {"indent_joins_the_block_above", "if a:\n    b\n{{=>    }}c\n"},
    {"indented_file", "{{=>  }}a\nb\n"},
    {"indented_after_one_line_suite", "if a: b\n{{=>    }}c\n"},
    {"tabs_among_spaces", "if a:\n    b\n{{    =>\t}}c\n"},
    {"tab_in_wrapped_body", "if a:\n    if b:\n{{        =>\t}}c\n        d\n"},
    {"inconsistent_inserted_line", "if a:\n\tb\n{{=>        x\n}}\tc\n"},
    {"half_wrapped", "for i in j:\n{{=>    with g:\n    }}    a\n{{=>  }}    b\n"},
    {"else_not_moved_with_its_if", "{{=>with g:\n    }}if a:\n{{=>    }}    x\nelse:\n    y\n"},
    {"else_gets_another_if", "if a:\n    if b:\n        x\n{{=>    }}else:\n{{=>    }}    y\n"},
    {"except_not_moved", "{{=>with g:\n    }}try:\n{{=>    }}    x\nexcept E:\n    y\n"},
    {"decorator_not_moved", "{{=>if a:\n    }}@d\ndef f():\n    x\n"},
    {"definition_off_its_decorator", "@d\n{{=>    }}def f():\n{{=>    }}    x\n"},
    {"try_without_handler", "try:\n    a\n{{except E:\n    b\n=>}}c\n"},
    {"try_with_only_else", "try:\n    a\n{{except E:\n    b\n=>}}else:\n    c\n"},
    {"handler_after_bare_except", "try:\n    a\n{{=>except:\n    x\n}}except E:\n    b\n"},
    {"positional_after_keyword", "f(a, b=1{{=>, c}})\n"},
    {"positional_after_unpacking", "f(**a{{=>, c}})\n"},
    {"splat_after_unpacking", "f(**a{{=>, *c}})\n"},
    {"repeated_keyword", "f(x, a=1{{=>, a=1}})\n"},
    {"argument_after_bare_generator", "f(x for x in y{{=>, 1}})\n"},
    {"lone_comma", "f({{a=>,}})\n"},
    {"default_before_positional", "def f(a{{=>=1}}, b):\n    c\n"},
    {"repeated_parameter", "def f(a{{=>, a}}):\n    c\n"},
    {"parameter_after_kwargs", "def f(**k{{=>, a}}):\n    c\n"},
    {"bare_star_at_the_end", "def f(a, {{b=>*}}):\n    c\n"},
    {"late_future_import", "import a\n{{=>from __future__ import annotations\n}}b\n"},
    {"import_before_future", "'''doc'''\n{{=>import a\n}}from __future__ import annotations\n"},
    {"statement_before_docstring_and_future",
     "{{=>import a\n}}'doc'\nfrom __future__ import annotations\n"},
    {"nested_future_import", "def f():\n{{=>    from __future__ import division\n}}    b\n"},
    {"wildcard_in_function", "def f():\n{{=>    from m import *\n}}    b\n"},
    {"print_statement", "{{=>print 'x'\n}}a\n"},
    {"exec_statement", "{{=>exec 'x'\n}}a\n"},
    {"old_inequality", "a {{!==><>}} b\n"},
    {"backticks", "x = {{repr(a)=>`a`}}\n"},
    {"old_octal", "x = {{1=>0777}}\n"},
    {"await_in_plain_function", "def f():\n    {{=>await }}g()\n"},
    {"await_at_module_level", "{{=>await }}g()\n"},
    {"async_with_in_plain_function", "def f():\n    {{=>async }}with g:\n        a\n"},
    {"async_removed_above_await", "{{async def=>def}} f():\n    await g\n"},
    {"yield_from_in_async", "async def f():\n    yield {{=>from }}g\n"},
    {"return_at_module_level", "if a:\n    {{b=>return}}\n"},
    {"return_left_without_its_function", "{{def f():=>if f:}}\n    return 1\n"},
    {"return_in_class", "class A:\n    {{b=>return 1}}\n"},
    {"yield_at_module_level", "x = {{b=>(yield)}}\n"},
    {"break_outside_loop", "if a:\n    {{b=>break}}\n"},
    {"continue_left_without_its_loop", "def f():\n    {{for i in j:=>if i:}}\n        continue\n"},
    {"break_in_nested_function", "for i in j:\n{{=>    def f():\n    }}    break\n"},
    {"global_after_use", "def f():\n{{=>    x = 1\n}}    global x\n    x = 2\n"},
    {"starred_value", "x = {{a=>*a}}\n"},
    {"starred_in_parentheses", "x = ({{a=>*a}})\n"},
    {"bare_named_expression", "{{x = 1=>x := 1}}\n"},
    {"named_expression_as_keyword_value", "f(a={{1=>b := 1}})\n"},
    {"augmented_tuple", "a{{=>, b}} += 1\n"},
    {"annotated_tuple", "a{{=>, b}}: int = 1\n"},
    {"annotation_in_the_middle", "x = {{y=>y: int}}\n"},
    {"augmented_assignment_as_value", "x = {{y=>y += z}}\n"},
    {"as_outside_with", "{{import a as b=>a as b}}\n"},
    {"string_over_two_lines", "x = '{{=>\n}}a'\n"},
    {"text_over_two_lines", "x = f'{a}{{=>\n}}'\n"},
    {"delete_call", "del {{a=>a()}}\n"},
    {"with_as_call", "with a as {{b=>b()}}:\n    c\n"},
    {"unparenthesised_import_list", "from a import b{{=>,}}\n"},
    {"bytes_and_text", "x = 'a' {{=>b}}'b'\n"},
    {"line_end_in_expression", "x ={{=>\n}} 1\n"},
    {"two_statements_become_one", "x = {{1=>}}\ny = 2\n"},
    {"joined_lines", "a{{\n=>}}b\n"},
    {"missing_separator", "a{{; => }}b\n"},
    {"code_into_comment", "a = 1{{=>  # note}}; b = 2\n"},
    {"code_after_comment", "a = 1  # note{{=>; b = 2}}\nc\n"},
    {"line_swallowed_by_comment", "{{=># note }}a = 1\nb\n"},
    {"string_reindented", "if a:\n{{=>    with g:\n    }}    x = '''\n{{=>    }}b\n'''\n"},
    {"string_dedented", "x = '''\n{{    =>}}b\n'''\n"},
    {"code_into_string", "x = '''a'''{{=> + '''}}\ny = '''b'''\n"},
    {"statement_inside_continuation", "x = a + \\\n{{=>f()\n}}    b\n"},
    {"same_depth_other_block", "if a:\n    x\n{{=>if c:\n}}    y\n"},
    {"statement_vanishes", "a\n{{=>foo(}}b\n{{=>)}}c\n"},
    {"removed_header_keeps_body", "if a:\n    x\n{{if b:\n=>}}    y\n"},
    {"case_without_body", "match x:\n    case 1:\n{{        a\n=>}}    case 2:\n        b\n"},
    {"cases_in_different_columns",
     "match x:\n    case 1:\n        a\n{{    =>  }}case 2:\n        b\n"},
    {"match_without_case", "match x:\n{{    case 1:\n        a\n=>}}b\n"},
    {"crlf_half_wrapped", "if a:\r\n{{=>    with g:\r\n}}    b\r\n    c\r\n"},
};

class BrokenRewrite : public TestWithParam<Case> {};

TEST_P(BrokenRewrite, IsCaught) {
  const auto failure = check(GetParam().rewrite);
  ASSERT_TRUE(failure.has_value());
  EXPECT_FALSE(failure->message.empty());
  EXPECT_LE(failure->offset, make_rewrite(GetParam().rewrite).after.size());
}

INSTANTIATE_TEST_SUITE_P(SyntaxGuard, BrokenRewrite, ValuesIn(kBroken), name_of);

// ---- rewrites that are as they should be ----

constexpr Case kSound[] = {
    {"nothing", "a\n"},
    {"wrap_module_statement", "{{=>with g:\n    }}a\nb\n"},
    {"wrap_in_block", "def f():\n    a\n{{=>    with g:\n    }}    b\n{{=>    }}    c\n    d\n"},
    {"wrap_twice", "{{=>with g:\n    with h:\n        }}a\nb\n"},
    {"wrap_compound",
     "{{=>with g:\n    }}if a:\n{{=>    }}    b\n{{=>    }}else:\n{{=>    }}    c\nd\n"},
    {"wrap_with_tabs", "if a:\n{{=>\twith g:\n\t}}\tb\n\tc\n"},
    {"wrap_around_string", "{{=>with g:\n    }}x = '''\nb\n'''\ny = 1\n"},
    {"wrap_around_continuation", "{{=>with g:\n    }}x = 1 + \\\n    2\ny\n"},
    {"wrap_around_comment", "{{=>with g:\n    }}a\n# note\n{{=>    }}b\n"},
    {"wrap_loop_with_break", "for i in j:\n{{=>    with g:\n    }}    break\n"},
    {"wrap_decorated", "{{=>if a:\n    }}@d\n{{=>    }}def f():\n{{=>    }}    x\n"},
    {"wrap_crlf", "if a:\r\n{{=>    with g:\r\n    }}    b\r\n    c\r\n"},
    {"unwrap", "{{with g:\n    =>}}a\n{{    =>}}b\nc\n"},
    {"replace_header", "for i in j:\n    {{with a=>with b}}:\n        c\n"},
    {"insert_statement", "def f():\n{{=>    x = 1  # new\n}}    return x\n"},
    {"insert_after_last", "def f():\n    x = 1{{=>\n    y = 2}}\n\nz = 3\n"},
    {"insert_after_last_without_newline", "def f():\n    x = 1{{=>\n    y = 2}}"},
    {"insert_before_semicolon_statement", "a; {{=>x; }}b\n"},
    {"delete_statement", "a\n{{b\n=>}}c\n"},
    {"delete_only_statement", "if a:\n    {{b=>pass}}\nc\n"},
    {"delete_first_of_line", "{{a; =>}}b\n"},
    {"delete_branch", "if a:\n    b\n{{else:\n    c\n=>}}d\n"},
    {"append_call", "total += loss{{=>.detach()}}\n"},
    {"assignment_to_expression", "{{x = =>}}f()\n"},
    {"expression_to_assignment", "{{=>x = }}f()\n"},
    {"expression_to_return", "def f():\n    {{=>return }}g()\n"},
    {"make_async", "{{=>async }}def f():\n    a\n"},
    {"add_decorator", "class A:\n{{=>    @d\n}}    def f(self):\n        a\n"},
    {"add_decorator_above_decorator", "{{=>@d\n}}@e\ndef f():\n    a\n"},
    {"add_import", "'''doc'''\nfrom __future__ import annotations\n{{=>import g\n}}import a\n"},
    {"add_import_after_bom", "\xEF\xBB\xBF{{=>import g\n}}import a\n"},
    {"add_keyword", "f(a, b=1{{=>, c=2}}, **k)\n"},
    {"add_splat_after_keyword", "f(a=1, {{=>*b.c(), }}**k)\n"},
    {"elif_to_nested_if", "if a:\n    b\n{{el=>else:\n    }}if c:\n{{=>    }}    d\nx\n"},
    {"one_line_suite_split", "if a:{{ =>\n    }}b\nc\n"},
    {"edit_in_list", "x = [\n    a,\n    {{b=>b.detach()}},\n]\n"},
    {"replace_string", "x = {{'''\n a'''=>'b'}}\n"},
    {"replace_comment", "a  {{# old=># new}}\nb\n"},
    {"add_comment_at_line_end", "a{{=>  # new}}\nb\n"},
    {"edit_in_match", "match x:\n    case 1:\n        {{a=>b()}}\n    case _:\n        c\n"},
    {"body_of_try_wrapped",
     "try:\n{{=>    with g:\n    }}    a\nexcept E:\n    b\nfinally:\n    c\n"},
    {"several_places", "a{{=>()}}\nif b:\n    {{c=>pass}}\nfor d in e:\n{{=>    f\n}}    g\n"},
    {"module_await_where_it_is_used", "await a\n{{=>await b\n}}c\n"},
    {"old_fault_elsewhere", "return 1\n{{a=>b}}\n"},
    {"old_indentation_elsewhere", "if a:\n  b\n c\n{{d=>e}}\n"},
    {"generator_that_awaits", "def f():\n    {{x=>(await i for i in j)}}\n"},
    {"await_in_default", "async def f():\n    def g(a={{1=>await b}}):\n        pass\n"},
    {"splat_of_call", "x = [{{=>*}}f(a), *b.c, *d[0]]\n"},
    {"multi_line_header", "if (a and\n        b):  # c: d\n    # e:\n    {{f=>g}}\n"},
    {"form_feed", "a\n\f\n\fdef f():\n    {{b=>c}}\n"},
};

class SoundRewrite : public TestWithParam<Case> {};

TEST_P(SoundRewrite, IsAccepted) {
  const auto failure = check(GetParam().rewrite);
  EXPECT_FALSE(failure.has_value()) << failure->message << " at " << failure->offset;
}

INSTANTIATE_TEST_SUITE_P(SyntaxGuard, SoundRewrite, ValuesIn(kSound), name_of);

TEST(SyntaxGuard, SurvivesNonsenseAndDepth) {
  std::string deep = "x = " + std::string(5000, '(') + "1" + std::string(5000, ')') + "\n";
  for (std::size_t depth = 0; depth < 2000; ++depth) deep += std::string(depth, ' ') + "if a:\n";
  for (const std::string& source :
       {deep, std::string("((("), std::string("'"), std::string("def"), std::string("  \\"),
        std::string("\\\n x"), std::string("@"), std::string("*a = f(*, **"), std::string("if")}) {
    Parser parser;
    const SyntaxTree tree = parser.parse(source);
    EXPECT_FALSE(check_rewrite(tree, tree, {})) << source.substr(0, 20);
    EXPECT_TRUE(source == "\\\n x" || why_not_editable(tree)) << source.substr(0, 20);
  }
}

// ---- which files are only reported on ----

std::optional<GuardFailure> editable(std::string_view source) {
  Parser parser;
  return why_not_editable(parser.parse(source));
}

TEST(WhyNotEditable, NamesTheFirstReason) {
  const auto failure = editable("a\nprint 'x'\nexec 'y'\n");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->offset, 2u);
  EXPECT_THAT(failure->message, HasSubstr("Python 2"));
  EXPECT_THAT(editable("x = (\n")->message, HasSubstr("syntax error"));
}

TEST(WhyNotEditable, RefusesPython2AndMagics) {
  EXPECT_TRUE(editable("print >>f, x\n"));
  EXPECT_TRUE(editable("if a <> b: pass\n"));
  EXPECT_TRUE(editable("raise E, 'm'\n"));
  EXPECT_TRUE(editable("x = 10L\n"));
  EXPECT_TRUE(editable("ur'x'\n"));
  EXPECT_TRUE(editable("def f(a, (b, c)): pass\n"));
  EXPECT_TRUE(editable("%matplotlib inline\n"));
}

TEST(WhyNotEditable, RefusesWhatTreeSitterLetsPass) {
  EXPECT_TRUE(editable("import a\n    def f():\n        pass\n"));
  EXPECT_TRUE(editable("def f():\nx = 1\n"));
  EXPECT_TRUE(editable("try:\n    x = 1\n"));
  EXPECT_TRUE(editable("return 1\n"));
  EXPECT_FALSE(editable("x = await f()\n")) << "a notebook may";
}

TEST(WhyNotEditable, AcceptsModernPython) {
  EXPECT_FALSE(editable(""));
  EXPECT_FALSE(editable("# only a comment"));
  EXPECT_FALSE(editable("print('x', file=f)\nexec('y')\nx = 0o777 + 00 + 1_000\n"));
  EXPECT_FALSE(editable("type X[T] = list[T]\ndef f[T](*a: *T): ...\n"));
  EXPECT_FALSE(editable("try:\n    a\nexcept* E:\n    b\n"));
  EXPECT_FALSE(editable("try:\n    a\nexcept (A, B) as b:\n    c\n"));
  EXPECT_FALSE(editable("with (a as b): pass\nwith (a as b, c as d), e: pass\n"));
  EXPECT_FALSE(editable("with open(p) if p else stdin as f: pass\nwith a or b as c: pass\n"));
  EXPECT_FALSE(editable("x = 'a\\\nb', '\\\\', r'\\\n', '\\\r\n', f'''\n{a}\n'''\n"));
  EXPECT_FALSE(editable("f'{a!r:>{w}} {f\"{b}\"}'\nif (n := 1): pass\n"));
  EXPECT_FALSE(
      editable("match x:\n    case [a, *b] if c: pass\n    case {'k': 1, **r}: pass\n    case [A() "
               "as d]: pass\n"));
}

// ---- which files are analysed ----

FileUse use_of(std::string_view source) {
  Parser parser;
  return judge_syntax(parser.parse(source)).use;
}

TEST(JudgeSyntax, Python2IsReadAndOtherTextThatIsNoPythonIsNot) {
  EXPECT_EQ(use_of("x = await f()\n"), FileUse::Edit);
  EXPECT_EQ(use_of("print 'x'\nx = 10L\n"), FileUse::Report);
  EXPECT_EQ(use_of("import a\nfrom __future__ import division\n"), FileUse::Report);
  EXPECT_EQ(use_of("x = (\n"), FileUse::Nothing);
  EXPECT_EQ(use_of("x = y: int\n"), FileUse::Nothing);
  EXPECT_EQ(use_of("with a:\n"), FileUse::Nothing);
  EXPECT_EQ(use_of("with a:\nx = 1\n"), FileUse::Nothing);
  EXPECT_EQ(use_of("return 1\n"), FileUse::Nothing);
}

// The table of constructs in docs/robustness.md.
TEST(JudgeSyntax, NewSyntaxIsReadOrNamed) {
  for (const char* read :
       {"class C[T: int, *Ts, **P]:\n    x: T\n", "def f[T](x: T) -> T:\n    return x\n",
        "type X[T] = list[T]\n", "x = f\"{f'{1}'} {a[\"k\"]}\"\n", "x = t\"hello {name}\"\n",
        "x = rt'''{name!r:>{w}}'''\n", "try:\n    f()\nexcept A, B:\n    pass\n",
        "try:\n    f()\nexcept A, b.C, D:\n    pass\n", "try:\n    f()\nexcept* A, B:\n    pass\n",
        "def f(x: Later) -> Later: ...\nclass Later: ...\n",
        "def f():\n    try:\n        g()\n    finally:\n        return 1\n"}) {
    EXPECT_EQ(use_of(read), FileUse::Edit) << read;
  }
  Parser parser;
  for (const char* named :
       {"class C[T = int]:\n    pass\n", "def f[T=int](x: T): pass\n",
        "async def f[T: int = bool](x: T): pass\n", "type X[T = int] = list[T]\n",
        "class C[T, *Ts = *tuple[int, ...]]:\n    pass\n", "type X[**P = [int]] = C[P]\n",
        "class C:\n    def f[\n        T = int\n    ](self): pass\n"}) {
    const SyntaxVerdict verdict = judge_syntax(parser.parse(named));
    EXPECT_EQ(verdict.use, FileUse::Nothing) << named;
    EXPECT_THAT(verdict.reason.message, HasSubstr("type parameter with a default")) << named;
  }
  for (const char* named :
       {"type X = a[b] if c else d\n", "type X[T] = list[T] or int\n",
        "y = 1; x = 2\ntype X = a[b](3)\n", "class C:\n    type X = a[b] is c\n"}) {
    const SyntaxVerdict verdict = judge_syntax(parser.parse(named));
    EXPECT_EQ(verdict.use, FileUse::Nothing) << named;
    EXPECT_THAT(verdict.reason.message, HasSubstr("in a `type` statement")) << named;
  }
  EXPECT_EQ(judge_syntax(parser.parse("type X = a\nx = (\n")).reason.message, "a syntax error");
  EXPECT_EQ(use_of("type X = (a[b] if c else d)\n"), FileUse::Edit);
  EXPECT_EQ(use_of("try:\n    f()\nexcept Error, e:\n    pass\n"), FileUse::Report);
  EXPECT_THAT(judge_syntax(parser.parse("x = [T = int]\n")).reason.message, "a syntax error");
}

// `count` statements that begin with `header`, in each other.
std::string nested(const std::vector<std::string>& headers, std::size_t count) {
  std::string text;
  std::string indent;
  for (std::size_t i = 0; i < count; ++i, indent += ' ') {
    text += indent + headers[i % headers.size()] + "\n";
  }
  return text + indent + "pass\n";
}

TEST(JudgeSyntax, KnowsHowDeepPythonAllowsBlocks) {
  EXPECT_EQ(use_of(nested({"if a:"}, 99)), FileUse::Edit);
  EXPECT_EQ(use_of(nested({"if a:"}, 100)), FileUse::Nothing);
  EXPECT_EQ(use_of(nested({"if a:"}, 99) + nested({"if a:"}, 99)), FileUse::Edit);
  for (const char* header : {"for a in b:", "while a:", "with a:", "async with a as b:"}) {
    EXPECT_EQ(use_of(nested({"async def f():", header}, 2)), FileUse::Edit) << header;
  }
  EXPECT_EQ(use_of(nested({"for a in b:"}, 21)), FileUse::Edit);
  EXPECT_EQ(use_of(nested({"for a in b:"}, 22)), FileUse::Nothing);
  EXPECT_EQ(use_of(nested({"with a, b:"}, 10)), FileUse::Edit);
  EXPECT_EQ(use_of(nested({"with a, b:"}, 11)), FileUse::Nothing);
  EXPECT_EQ(use_of(nested({"for a in b:", "def f():"}, 90)), FileUse::Edit);
  std::string handlers;
  std::string indent;
  for (int i = 0; i < 11; ++i, indent += ' ') {
    if (i == 10) {
      EXPECT_EQ(use_of(handlers + indent + "pass\n"), FileUse::Edit);
    }
    handlers += indent + "try: pass\n" + indent + "except E:\n";
  }
  EXPECT_EQ(use_of(handlers + indent + "pass\n"), FileUse::Nothing);
}

TEST(CheckRewrite, NoFixNestsDeeperThanPythonAllows) {
  Parser parser;
  const std::string before = nested({"if a:"}, 99);
  const std::string indent(99, ' ');
  const Offset at = static_cast<Offset>(before.size() - 5 - indent.size());
  const std::vector<Edit> edits = {{at, at, indent + "with b:\n "}};
  std::string after = before;
  after.insert(at, edits[0].text);
  EXPECT_TRUE(check_rewrite(parser.parse(before), parser.parse(after), edits));
}

TEST(JudgeSyntax, NamesTheFirstPlaceThatDecides) {
  Parser parser;
  const SyntaxVerdict verdict = judge_syntax(parser.parse("print 'x'\nif a:\nb\nif c:\nd\n"));
  EXPECT_EQ(verdict.use, FileUse::Nothing);
  EXPECT_EQ(verdict.reason.offset, 15u);  // where the first block should be
  EXPECT_THAT(verdict.reason.message, HasSubstr("without a statement"));
}

// ---- the standard library is the reference for what must pass ----

std::vector<std::string> standard_library() {
  constexpr const char* kCommand =
      "python3 -c \"import glob, sysconfig; "
      "print('\\n'.join(sorted(glob.glob(sysconfig.get_path('stdlib') + '/*.py'))))\" "
      "2>/dev/null";
  std::vector<std::string> files;
  std::FILE* pipe = popen(kCommand, "r");
  if (pipe == nullptr) return files;
  std::array<char, 4096> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr) {
    std::string path = line.data();
    while (!path.empty() && path.back() == '\n') path.pop_back();
    if (!path.empty()) files.push_back(path);
  }
  pclose(pipe);
  return files;
}

TEST(SyntaxGuard, HasNothingAgainstTheStandardLibrary) {
  const std::vector<std::string> files = standard_library();
  if (files.empty()) GTEST_SKIP() << "no Python installation";
  Parser parser;
  for (const std::string& path : files) {
    std::ifstream input(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    const SyntaxTree tree = parser.parse(text);
    EXPECT_FALSE(why_not_editable(tree)) << path;
    EXPECT_FALSE(check_rewrite(tree, tree, {})) << path;
    const SyntaxTree empty = parser.parse("");
    const auto failure = check_rewrite(empty, tree, {{0, 0, text}});
    EXPECT_FALSE(failure) << path << ": " << failure->message << " at " << failure->offset;
  }
}

}  // namespace
}  // namespace mlfix::syntax_guard_test
