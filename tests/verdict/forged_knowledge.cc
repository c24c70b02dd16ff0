// Ways to take what a name suggests for what is known, and to rest a summary on another. None
// compiles; FORGERY 0 does, which says in so many words what it takes. The tests knowledge.*
// compile this file once for each.

#include "semantic/knowledge/facts.h"
#include "semantic/project/project_code.h"
#include "semantic/project_entity.h"

namespace mlfix {

bool forged(Facts facts, const Project& project, ProjectEntity function) {
#if FORGERY == 0
  facts.weak |= facts.must;
  const ProjectPlace place = ProjectPlace::for_summaries(project, function.file);
  return facts.could_be(Fact::Tensor) && place.code != nullptr &&
         place.code->summary(function).known;
#elif FORGERY == 1  // what is suggested among what is certain
  facts.must |= facts.weak;
  return facts.must_be(Fact::Tensor);
#elif FORGERY == 2  // and among what there is evidence for
  facts.may = facts.may | facts.weak;
  return facts.may_be(Fact::Tensor);
#elif FORGERY == 3  // as what is known
  const FactSet known = facts.weak;
  return known.has(Fact::Tensor);
#elif FORGERY == 4  // facts that are made of it
  return Facts{facts.weak, facts.may, {}}.must_be(Fact::Tensor);
#elif FORGERY == 5  // what code does, of who knows names alone
  return project.summary(function).known;
#elif FORGERY == 6  // by a way of one's own to the code
  return ProjectCode(project).summary(function).known;
#endif
}

}  // namespace mlfix
