// The guard is two independent checks: rules that look at the text after alone,
// forgiving what the text before already violated at the same place, and a
// comparison of everything outside the edits. The first finds broken programs,
// the second finds valid programs that are no longer the same program.
#include "syntax/syntax_guard.h"

#include <algorithm>
#include <string>
#include <utility>

#include "syntax/statement_map.h"
#include "syntax/syntax_rules.h"

namespace mlfix {
namespace {

bool has_rule(const std::vector<Violation>& violations, SyntaxRule rule) {
  return std::any_of(violations.begin(), violations.end(),
                     [rule](Violation v) { return v.rule == rule; });
}

// Was this violation there before the edits? `before` is sorted. Notebooks allow `await` at module
// level: once a file uses it, another place with it is no sign of damage.
bool is_old(const Violation& violation, const std::vector<Violation>& before, const EditMap& map) {
  if (violation.rule == SyntaxRule::AwaitAtModuleLevel) return has_rule(before, violation.rule);
  const std::optional<Offset> origin = map.to_before(violation.offset);
  if (!origin) return false;
  return std::binary_search(before.begin(), before.end(), Violation{violation.rule, *origin});
}

std::optional<GuardFailure> find_new_violation(const SyntaxTree& before, const SyntaxTree& after,
                                               const EditMap& map) {
  const std::vector<Violation> now = find_violations(after);
  if (now.empty()) return std::nullopt;
  const std::vector<Violation> then = find_violations(before);
  for (const Violation& violation : now) {
    if (!is_old(violation, then, map)) {
      return GuardFailure{violation.offset, std::string(describe(violation.rule))};
    }
  }
  return std::nullopt;
}

// What may be done with a file that violates the rule.
FileUse use_despite(SyntaxRule rule) {
  switch (rule) {
    case SyntaxRule::AwaitAtModuleLevel:  // notebooks allow it
      return FileUse::Edit;
    case SyntaxRule::Python2:
    case SyntaxRule::LateFutureImport:  // a notebook may have it in a later cell
      return FileUse::Report;
    default:
      return FileUse::Nothing;
  }
}

std::string too_deep(const SyntaxTree& tree) {
  return "code nested " + std::to_string(tree.depth()) + " levels deep; mlfix follows " +
         std::to_string(kMaxTreeDepth);
}

// The first name that is longer than anybody's, or kNoNode.
NodeId endless_name(const SyntaxTree& tree) {
  for (NodeId n = 0; n < tree.size(); ++n) {
    const bool is_name = tree.is(n, Kind::Identifier) || tree.is(n, Kind::DottedName);
    if (is_name && tree[n].end - tree[n].begin > kMaxNameSize) return n;
  }
  return kNoNode;
}

}  // namespace

std::optional<GuardFailure> check_rewrite(const SyntaxTree& before, const SyntaxTree& after,
                                          const std::vector<Edit>& edits) {
  const EditMap map(edits);
  if (auto found = find_new_violation(before, after, map)) return found;
  return find_displacement(before, after, edits, map);
}

SyntaxVerdict judge_syntax(const SyntaxTree& tree) {
  if (tree.depth() > kMaxTreeDepth) return {FileUse::Nothing, {tree.deepest(), too_deep(tree)}};
  if (const NodeId name = endless_name(tree); name != kNoNode) {
    const std::uint32_t size = tree[name].end - tree[name].begin;
    return {FileUse::Nothing,
            {tree[name].begin, "a name of " + std::to_string(size) + " bytes; mlfix follows " +
                                   std::to_string(kMaxNameSize)}};
  }
  SyntaxVerdict verdict;
  for (const Violation& violation : find_violations(tree)) {
    const FileUse use = use_despite(violation.rule);
    const bool earlier = use == verdict.use && violation.offset < verdict.reason.offset;
    if (use == FileUse::Edit || (use <= verdict.use && !earlier)) continue;
    verdict = {use, {violation.offset, std::string(describe(violation.rule))}};
  }
  return verdict;
}

std::optional<GuardFailure> why_not_editable(const SyntaxTree& tree) {
  SyntaxVerdict verdict = judge_syntax(tree);
  if (verdict.use == FileUse::Edit) return std::nullopt;
  return std::move(verdict.reason);
}

}  // namespace mlfix
