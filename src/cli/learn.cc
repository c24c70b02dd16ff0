// What the example holds is told by src/patterns; here it is read and printed.

#include "cli/learn.h"

#include "cli/exit_status.h"
#include "cli/refusal.h"
#include "config/knowledge_loader.h"
#include "patterns/learn.h"
#include "text/foreign_text.h"
#include "text/source_text.h"

namespace mlfix {

int learn(Session& session) {
  const auto before = read_source_text(session.options.paths[0]);
  if (!before) return refuse(session, before.error());
  const auto after = read_source_text(session.options.paths[1]);
  if (!after) return refuse(session, after.error());
  const auto knowledge = shipped_knowledge();
  if (!knowledge) return refuse(session, knowledge.error());
  const auto rule = patterns::learn_rule(*before, *after, *knowledge);
  if (!rule) return refuse(session, rule.error());
  session.out.write(session.out.is_terminal() ? log_lines(*rule) : *rule);
  return kExitClean;
}

}  // namespace mlfix
