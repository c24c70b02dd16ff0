// Control flow: hand-written programs, and random ones whose paths are enumerated.

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "semantic/control/flow_queries.h"
#include "support/model_snippet.h"

namespace mlfix::flow_graph_test {
namespace {

// A function body whose statements are told apart by their text.
class Body : public ModelSnippet {
 public:
  explicit Body(const std::string& lines)
      : ModelSnippet("from contextlib import suppress\nimport sys\ndef f(c, d, y, w):\n" +
                     indented(lines)) {}

  bool first(const std::string& a, const std::string& b,
             Exceptions exceptions = Exceptions::Handled) const {
    return dominates(model(), statement(a), statement(b), exceptions);
  }
  bool always(const std::string& a, const std::string& b,
              Exceptions exceptions = Exceptions::Handled) const {
    return post_dominates(model(), statement(b), statement(a), exceptions);
  }
  bool may(const std::string& a, const std::string& b) const {
    return may_run_after(model(), statement(a), statement(b));
  }
  bool repeats(const std::string& a) const {
    return loop_that_repeats(model(), statement(a)) != kNoNode;
  }

 private:
  static std::string indented(const std::string& lines) {
    std::string text;
    std::size_t begin = 0;
    while (begin < lines.size()) {
      const std::size_t end = lines.find('\n', begin);
      text += "    " + lines.substr(begin, end - begin) + "\n";
      begin = end == std::string::npos ? lines.size() : end + 1;
    }
    return text;
  }
};

TEST(FlowGraph, Branches) {
  const Body b("a()\nif c:\n    p()\nelif d:\n    q()\nelse:\n    r()\nz()\n");
  EXPECT_TRUE(b.first("a()", "z()"));
  EXPECT_TRUE(b.first("a()", "q()"));
  EXPECT_FALSE(b.first("p()", "z()"));
  EXPECT_TRUE(b.always("a()", "z()"));
  EXPECT_TRUE(b.always("q()", "z()"));
  EXPECT_FALSE(b.always("a()", "p()"));
  EXPECT_FALSE(b.may("p()", "q()"));
  EXPECT_FALSE(b.may("q()", "p()"));
  EXPECT_TRUE(b.may("p()", "z()"));
  EXPECT_FALSE(b.may("z()", "a()"));
  EXPECT_TRUE(control_equivalent(b.model(), b.statement("a()"), b.statement("z()")));
  EXPECT_FALSE(control_equivalent(b.model(), b.statement("a()"), b.statement("p()")));
}

TEST(FlowGraph, AWholeStatementHasRunBehindIt) {
  const Body b("if c:\n    p()\nz()\n");
  const NodeId branching = b.tree().ancestor(b.at("p()"), Kind::IfStatement);
  EXPECT_TRUE(dominates(b.model(), branching, b.statement("z()")));
  EXPECT_FALSE(dominates(b.model(), branching, b.statement("p()")));
  EXPECT_TRUE(dominates(b.model(), b.at("c", 1), b.statement("z()")));
}

TEST(FlowGraph, EarlyReturn) {
  const Body b("a()\nif c:\n    return p()\nz()\n");
  EXPECT_TRUE(b.first("a()", "z()"));
  EXPECT_FALSE(b.always("a()", "z()"));
  EXPECT_FALSE(b.may("return p()", "z()"));
}

TEST(FlowGraph, CallsThatEndTheProgram) {
  const Body b("a()\nif c:\n    p()\n    sys.exit(1)\nz()\n");
  EXPECT_FALSE(b.always("a()", "z()"));
  EXPECT_FALSE(b.may("p()", "z()"));
}

TEST(FlowGraph, Loops) {
  const Body b(
      "for i in y:\n    a()\n    if c:\n        p()\n        break\n    if d:\n"
      "        continue\n    z()\nelse:\n    q()\nr()\n");
  EXPECT_TRUE(b.first("a()", "z()"));
  EXPECT_TRUE(b.may("z()", "a()"));
  EXPECT_FALSE(b.may("p()", "a()"));
  EXPECT_FALSE(b.may("p()", "q()"));
  EXPECT_TRUE(b.may("p()", "r()"));
  EXPECT_FALSE(b.always("a()", "z()"));
  EXPECT_FALSE(b.always("a()", "q()"));
  EXPECT_TRUE(b.always("a()", "r()"));
  EXPECT_FALSE(b.first("a()", "r()"));
  EXPECT_TRUE(b.repeats("a()"));
  EXPECT_FALSE(b.repeats("p()"));
  EXPECT_FALSE(b.repeats("q()"));
}

TEST(FlowGraph, StatementsThatJump) {
  const Body b("for i in y:\n    if c:\n        break\n    else:\n        return a()\n    z()\n");
  const NodeId branching = b.tree().ancestor(b.statement("break"), Kind::IfStatement);
  EXPECT_FALSE(may_complete(b.model(), branching));
  EXPECT_FALSE(may_complete(b.model(), b.statement("return a()")));
  EXPECT_TRUE(may_complete(b.model(), b.loop()));
}

TEST(FlowGraph, LoopsThatAreLeftEarly) {
  const auto leaves = [](const std::string& body) {
    const Body b("for i in y:\n    a()\n" + body);
    return may_leave_early(b.model(), b.loop());
  };
  EXPECT_FALSE(leaves("    if c:\n        continue\n    q()\n"));
  EXPECT_FALSE(leaves("    for k in d:\n        break\n"));
  EXPECT_TRUE(leaves("    if c:\n        break\n"));
  EXPECT_TRUE(leaves("    if c:\n        return\n"));
  EXPECT_TRUE(leaves("    if c:\n        sys.exit()\n"));
  EXPECT_TRUE(leaves("    yield d\n"));
  EXPECT_FALSE(leaves("    try:\n        raise d\n    except:\n        q()\n"));
}

TEST(FlowGraph, ALoopThatNeverEnds) {
  const Body b("a()\nwhile True:\n    p()\n    if c:\n        return q()\n    r()\nz()\n");
  EXPECT_TRUE(b.always("a()", "p()"));
  EXPECT_TRUE(b.first("p()", "r()"));
  EXPECT_FALSE(b.first("a()", "z()")) << "never runs";
  const Body endless("a()\nwhile True:\n    p()\n    r()\n");
  EXPECT_TRUE(endless.always("a()", "r()"));
  EXPECT_TRUE(endless.always("p()", "r()"));
}

TEST(FlowGraph, AnExceptionInterrupts) {
  const Body b("try:\n    x = 0\n    a()\n    p()\nexcept E:\n    h()\nelse:\n    e()\nz()\n");
  EXPECT_TRUE(b.first("x = 0", "h()"));
  EXPECT_FALSE(b.first("a()", "h()"));
  EXPECT_TRUE(b.first("p()", "e()"));
  EXPECT_TRUE(b.may("a()", "h()"));
  EXPECT_TRUE(may_run_after(b.model(), b.at("p"), b.statement("h()"))) << "a part of the statement";
  EXPECT_FALSE(b.may("p()", "h()")) << "the statement has been completed";
  EXPECT_TRUE(b.always("a()", "z()"));
  EXPECT_FALSE(b.always("a()", "z()", Exceptions::All));
  EXPECT_FALSE(b.always("a()", "p()"));
  EXPECT_TRUE(b.always("a()", "p()", Exceptions::Ignored));
}

TEST(FlowGraph, FinallyIsReachedByEveryWayOut) {
  const Body b(
      "for i in y:\n    try:\n        a()\n        if c:\n            return p()\n"
      "        if d:\n            break\n        q()\n    finally:\n        g = 0\n    z()\n");
  for (const auto exceptions : {Exceptions::Handled, Exceptions::All}) {
    EXPECT_TRUE(b.always("a()", "g = 0", exceptions));
    EXPECT_TRUE(b.always("p()", "g = 0", exceptions));
    EXPECT_TRUE(b.first("q()", "z()", exceptions));
  }
  EXPECT_FALSE(b.first("a()", "g = 0", Exceptions::All));
  EXPECT_TRUE(b.first("a()", "g = 0"));
  EXPECT_FALSE(b.may("return p()", "z()"));
  EXPECT_FALSE(b.may("break", "a()"));
  EXPECT_TRUE(b.repeats("g = 0"));
}

TEST(FlowGraph, ContextManagers) {
  const Body b("with w:\n    a()\n    p()\nz()\nwith suppress(E):\n    q()\nr()\n");
  EXPECT_TRUE(b.first("a()", "z()"));
  EXPECT_FALSE(b.first("a()", "z()", Exceptions::All)) << "the manager may swallow";
  EXPECT_FALSE(b.first("q()", "r()"));
  EXPECT_TRUE(b.first("z()", "r()"));
}

TEST(FlowGraph, AGeneratorMayNeverBeResumed) {
  const Body b("a()\nyield d\nz()\n");
  EXPECT_TRUE(b.first("a()", "z()"));
  EXPECT_FALSE(b.always("a()", "z()"));
  EXPECT_TRUE(b.always("yield d", "z()")) << "it has been resumed";
  EXPECT_FALSE(post_dominates(b.model(), b.statement("z()"), b.at("d", 1)));
}

TEST(FlowGraph, Match) {
  const Body b("match c:\n    case 1:\n        a()\n    case _:\n        p()\nz()\n");
  EXPECT_FALSE(b.may("a()", "p()"));
  EXPECT_TRUE(b.always("a()", "z()"));
  const Body all(
      "match c:\n    case 1:\n        a()\n        return\n    case k:\n        return\nz()\n");
  EXPECT_FALSE(all.may("a()", "z()")) << "dead code";
}

TEST(FlowGraph, OperandsThatMayBeLeftOut) {
  const Body b("x = c() and p()\nr = q() if d() else s()\nt = 0 < u() < v()\nz()\n");
  const auto first = [&](std::string_view a) {
    return dominates(b.model(), b.at(a), b.statement("z()"));
  };
  EXPECT_TRUE(first("c()"));
  EXPECT_FALSE(first("p()"));
  EXPECT_FALSE(first("q()"));
  EXPECT_TRUE(first("d()"));
  EXPECT_FALSE(first("s()"));
  EXPECT_TRUE(first("u()"));
  EXPECT_FALSE(first("v()"));
  EXPECT_FALSE(dominates(b.model(), b.at("c()"), b.at("p()"))) << "no order in one statement";
}

TEST(FlowGraph, ComprehensionsAndLambdas) {
  const Body b("x = [p(i) for i in q(y) if c]\ng = (r(i) for i in y)\nh = lambda k=d: s(k)\nz()\n");
  EXPECT_FALSE(dominates(b.model(), b.at("p(i)"), b.statement("z()")));
  EXPECT_TRUE(dominates(b.model(), b.at("q(y)"), b.statement("z()")));
  EXPECT_TRUE(b.tree().is(loop_that_repeats(b.model(), b.at("p(i)")), Kind::ListComprehension));
  EXPECT_TRUE(may_run_after(b.model(), b.statement("z()"), b.at("r(i)"))) << "when iterated";
  EXPECT_FALSE(may_run_after(b.model(), b.statement("z()"), b.at("p(i)")));
  EXPECT_TRUE(dominates(b.model(), b.at("q(y)"), b.at("s(k)")));
  EXPECT_FALSE(dominates(b.model(), b.at("s(k)"), b.statement("z()")));
  EXPECT_TRUE(may_run_after(b.model(), b.statement("z()"), b.at("s(k)")));
}

TEST(FlowGraph, ClassesRunWhereTheyStand) {
  const Body b("class K(c()):\n    a()\n    def m(self):\n        p()\nz()\n");
  EXPECT_TRUE(b.first("a()", "z()"));
  EXPECT_FALSE(b.first("p()", "z()"));
  EXPECT_FALSE(b.first("a()", "p()")) << "another function";
}

// ---- random programs ---------------------------------------------------------------

enum class End { Fall, Return, Break, Continue, Raise, Error };

// What is left of a path: which statements began (2n) and were completed (2n + 1).
struct Path {
  std::vector<int> marks;
  End end = End::Fall;
};
using Paths = std::vector<Path>;

constexpr std::size_t kMaxPaths = 1000;
struct TooMany {};

struct Statement {
  enum Kind { Call, Plain, Yield, Jump, If, While, Endless, For, Try, With } kind;
  int number = 0;
  End jump = End::Return;
  std::vector<Statement> body{}, other{}, third{},
      fourth{};  // of a try: body, handler, else, finally
  bool has_other = false, has_third = false, has_fourth = false, catches_all = false;
};

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  std::vector<Statement> block(int depth, bool in_loop) {
    std::vector<Statement> statements;
    const int count = 1 + pick(3);
    for (int i = 0; i < count; ++i) statements.push_back(statement(depth, in_loop));
    return statements;
  }

  int count() const { return number_; }
  bool has_raise = false;

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  Statement statement(int depth, bool in_loop) {
    Statement s{depth == 0 ? leaf() : static_cast<Statement::Kind>(pick(10))};
    s.number = number_++;
    const auto inner = [&](bool loop) { return block(depth - 1, loop); };
    switch (s.kind) {
      case Statement::Jump: {
        constexpr std::array kEnds{End::Return, End::Raise, End::Break, End::Continue};
        s.jump = kEnds[static_cast<std::size_t>(pick(in_loop ? 4 : 2))];
        has_raise = has_raise || s.jump == End::Raise;
        break;
      }
      case Statement::If:
        s.body = inner(in_loop);
        if ((s.has_other = pick(2) != 0)) s.other = inner(in_loop);
        break;
      case Statement::While:
      case Statement::Endless:
      case Statement::For:
        s.body = inner(true);
        if ((s.has_other = pick(3) == 0)) s.other = inner(in_loop);
        break;
      case Statement::Try:
        s.body = inner(in_loop);
        s.has_fourth = pick(2) != 0;
        s.has_other = !s.has_fourth || pick(2) != 0;
        s.has_third = s.has_other && pick(3) == 0;
        s.catches_all = pick(2) != 0;
        if (s.has_other) s.other = inner(in_loop);
        if (s.has_third) s.third = inner(in_loop);
        if (s.has_fourth) s.fourth = inner(in_loop);
        break;
      case Statement::With:
        s.body = inner(in_loop);
        break;
      default:
        break;
    }
    return s;
  }

  Statement::Kind leaf() {
    constexpr std::array kLeaves{Statement::Call, Statement::Call,  Statement::Plain,
                                 Statement::Call, Statement::Yield, Statement::Jump};
    return kLeaves[static_cast<std::size_t>(pick(static_cast<int>(kLeaves.size())))];
  }

  std::mt19937 random_;
  int number_ = 0;
};

std::string name_of(int number) {
  return "s" + std::to_string(number);
}

std::string text_of(const std::vector<Statement>& block, int indent);

std::string text_of(const Statement& s, int indent) {
  const std::string in(static_cast<std::size_t>(indent) * 2, ' ');
  const auto part = [&](const std::string& head, const std::vector<Statement>& body) {
    return in + head + ":\n" + text_of(body, indent + 1);
  };
  switch (s.kind) {
    case Statement::Call:
      return in + name_of(s.number) + "()\n";
    case Statement::Plain:
      return in + name_of(s.number) + " = 0\n";
    case Statement::Yield:
      return in + name_of(s.number) + " = yield\n";
    case Statement::Jump: {
      constexpr std::array kWords{"", "return", "break", "continue", "raise"};
      return in + kWords[static_cast<std::size_t>(s.jump)] + "\n";
    }
    case Statement::If:
      return part("if c", s.body) + (s.has_other ? part("else", s.other) : "");
    case Statement::While:
      return part("while c", s.body) + (s.has_other ? part("else", s.other) : "");
    case Statement::Endless:
      return part("while True", s.body) + (s.has_other ? part("else", s.other) : "");
    case Statement::For:
      return part("for i in y", s.body) + (s.has_other ? part("else", s.other) : "");
    case Statement::With:
      return part("with w", s.body);
    case Statement::Try:
      return part("try", s.body) +
             (s.has_other ? part(s.catches_all ? "except" : "except E", s.other) : "") +
             (s.has_third ? part("else", s.third) : "") +
             (s.has_fourth ? part("finally", s.fourth) : "");
  }
  return "";
}

std::string text_of(const std::vector<Statement>& block, int indent) {
  std::string text;
  for (const Statement& s : block) text += text_of(s, indent);
  return text;
}

// All paths through a program, each loop run at most three times, as the language's reference
// describes them.
class Walker {
 public:
  explicit Walker(Exceptions exceptions)
      : all_(exceptions == Exceptions::All), none_(exceptions == Exceptions::Ignored) {}

  bool stuck = false;  // some loop never ends

  Paths block(const std::vector<Statement>& statements, bool handled) {
    Paths paths{Path{}};
    for (const Statement& s : statements) paths = then(paths, statement(s, handled));
    return paths;
  }

 private:
  static Paths then(const Paths& first, const Paths& second) {
    Paths paths;
    for (const Path& p : first) {
      if (p.end != End::Fall) {
        paths.push_back(p);
        continue;
      }
      for (const Path& q : second) {
        Path joined = p;
        joined.marks.insert(joined.marks.end(), q.marks.begin(), q.marks.end());
        joined.end = q.end;
        paths.push_back(std::move(joined));
        if (paths.size() > kMaxPaths) throw TooMany();
      }
    }
    return paths;
  }
  static void add(Paths& to, Paths more) {
    to.insert(to.end(), more.begin(), more.end());
    if (to.size() > kMaxPaths) throw TooMany();
  }

  // What a part that may raise in passing adds.
  void add_error(Paths& paths, bool handled, std::vector<int> marks = {}) const {
    if (all_) {
      paths.push_back({std::move(marks), End::Raise});
    } else if (handled && !none_) {
      paths.push_back({std::move(marks), End::Error});
    }
  }

  Paths statement(const Statement& s, bool handled) {
    const int begin = 2 * s.number, done = begin + 1;
    switch (s.kind) {
      case Statement::Call: {
        Paths paths{{{begin, done}, End::Fall}};
        add_error(paths, handled, {begin});
        return paths;
      }
      case Statement::Plain:
        return {{{begin, done}, End::Fall}};
      case Statement::Yield: {
        Paths paths{{{begin, done}, End::Fall}, {{begin}, End::Return}};
        add_error(paths, handled, {begin});
        return paths;
      }
      case Statement::Jump:
        return {{{}, s.jump}};
      case Statement::If: {
        Paths paths = block(s.body, handled);
        add(paths, s.has_other ? block(s.other, handled) : Paths{Path{}});
        return paths;
      }
      case Statement::While:
      case Statement::Endless:
      case Statement::For:
        return loop(s, handled);
      case Statement::With: {
        Paths paths;
        for (Path p : block(s.body, handled)) {
          if (all_ && p.end == End::Raise) paths.push_back({p.marks, End::Fall});
          paths.push_back(std::move(p));
        }
        add_error(paths, handled);
        return paths;
      }
      case Statement::Try:
        return attempt(s, handled);
    }
    return {};
  }

  Paths loop(const Statement& s, bool handled) {
    const Paths around = block(s.body, handled);
    const Paths ended = s.has_other ? block(s.other, handled) : Paths{Path{}};
    Paths paths, at_head{Path{}};
    for (int round = 0;; ++round) {
      if (s.kind != Statement::Endless) add(paths, then(at_head, ended));
      if (s.kind == Statement::For) {
        Paths failing;
        add_error(failing, handled);
        if (!failing.empty()) add(paths, then(at_head, failing));
      }
      if (round == 3) break;
      Paths next;
      for (Path& p : then(at_head, around)) {
        if (p.end == End::Fall || p.end == End::Continue) {
          if (round == 2) continue;  // the last may only leave
          next.push_back({std::move(p.marks), End::Fall});
        } else {
          paths.push_back({std::move(p.marks), p.end == End::Break ? End::Fall : p.end});
        }
      }
      at_head = std::move(next);
    }
    stuck = stuck || paths.empty();
    return paths;
  }

  Paths attempt(const Statement& s, bool handled) {
    Paths paths;
    const Paths handler = s.has_other ? block(s.other, handled) : Paths{};
    Paths body = block(s.body, handled || s.has_other);
    if (none_ && s.has_other) body.push_back({{}, End::Error});
    for (const Path& p : body) {
      const bool raised = p.end == End::Raise || p.end == End::Error;
      if (!raised || !s.has_other) {
        const Paths last =
            s.has_third && p.end == End::Fall ? block(s.third, handled) : Paths{{{}, p.end}};
        add(paths, then({{p.marks, End::Fall}}, last));
        continue;
      }
      add(paths, then({{p.marks, End::Fall}}, handler));
      const bool follows = p.end == End::Raise || (handled && !none_);
      if (!s.catches_all && follows) paths.push_back(p);
    }
    if (!s.has_fourth) return paths;
    const Paths finally = block(s.fourth, handled);
    Paths left;
    for (const Path& p : paths) {
      for (Path q : then({{p.marks, End::Fall}}, finally)) {
        if (q.end == End::Fall) q.end = p.end;
        left.push_back(std::move(q));
        if (left.size() > kMaxPaths) throw TooMany();
      }
    }
    return left;
  }

  bool all_, none_;
};

bool has_nested_finally(const std::vector<Statement>& block, bool inside) {
  return std::ranges::any_of(block, [&](const Statement& s) {
    return (inside && s.has_fourth) || has_nested_finally(s.body, inside) ||
           has_nested_finally(s.other, inside) || has_nested_finally(s.third, inside) ||
           has_nested_finally(s.fourth, true);
  });
}

void collect(const std::vector<Statement>& block, std::vector<const Statement*>& leaves) {
  for (const Statement& s : block) {
    if (s.kind <= Statement::Yield) leaves.push_back(&s);
    for (const auto* part : {&s.body, &s.other, &s.third, &s.fourth}) collect(*part, leaves);
  }
}

// What the paths say about two statements.
struct Truth {
  bool dominates = true, post_dominates = true, follows = false, repeats = false, runs = false;
};

Truth truth_of(const Paths& paths, int a, int b) {
  Truth truth;
  for (const Path& path : paths) {
    bool had_a = false, waiting = false;
    int begun = 0;
    for (const int mark : path.marks) {
      if (mark == 2 * b) {
        truth.runs = true;
        truth.dominates = truth.dominates && had_a;
        truth.follows = truth.follows || had_a;
        truth.repeats = truth.repeats || ++begun > 1;
      }
      if (mark == 2 * b + 1) waiting = true;
      if (mark == 2 * a + 1) had_a = true, waiting = false;
    }
    truth.post_dominates = truth.post_dominates && !waiting;
  }
  return truth;
}

void compare(unsigned seed, Exceptions exceptions, int& compared) {
  RandomProgram random(seed);
  const std::vector<Statement> program = random.block(3, false);
  Paths paths;
  Walker walker(exceptions);
  try {
    paths = walker.block(program, false);
  } catch (const TooMany&) {
    return;
  }
  if (walker.stuck) return;
  const std::string text = "def f(c, y, w):\n" + text_of(program, 1);
  const ModelSnippet s(text);
  const bool exact = !random.has_raise && !has_nested_finally(program, false);
  std::vector<const Statement*> leaves;
  collect(program, leaves);
  for (const Statement* a : leaves) {
    const NodeId first = s.statement(name_of(a->number));
    for (const Statement* b : leaves) {
      if (a == b) continue;
      const NodeId then = s.statement(name_of(b->number));
      const Truth truth = truth_of(paths, a->number, b->number);
      const std::string about = name_of(a->number) + ", " + name_of(b->number) + " of seed " +
                                std::to_string(seed) + "\n" + text;
      const bool dominated = dominates(s.model(), first, then, exceptions);
      const bool followed = post_dominates(s.model(), first, then, exceptions);
      const bool expected = truth.runs && truth.dominates;
      const bool expected_later = truth.runs && truth.post_dominates;
      ASSERT_TRUE(!dominated || truth.dominates) << about;
      ASSERT_TRUE(!followed || truth.post_dominates) << about;
      if (exact) {
        ASSERT_EQ(dominated, expected) << about;
        ASSERT_EQ(followed, expected_later) << about;
      }
      if (exceptions != Exceptions::Handled) continue;
      const bool may = may_run_after(s.model(), first, then);
      ASSERT_TRUE(may || !truth.follows) << about;
      const bool repeats = loop_that_repeats(s.model(), then) != kNoNode;
      ASSERT_TRUE(repeats || !truth.repeats) << about;
      if (exact) {
        ASSERT_EQ(may, truth.follows) << about;
        ASSERT_EQ(repeats, truth.repeats) << about;
      }
      ++compared;
    }
  }
}

TEST(FlowGraph, AgreesWithThePathsOfRandomPrograms) {
  int compared = 0;
  for (unsigned seed = 0; seed < 800 && !HasFatalFailure(); ++seed) {
    compare(seed, Exceptions::Handled, compared);
    compare(seed, Exceptions::All, compared);
    compare(seed, Exceptions::Ignored, compared);
  }
  EXPECT_GT(compared, 5000);
}

}  // namespace
}  // namespace mlfix::flow_graph_test
