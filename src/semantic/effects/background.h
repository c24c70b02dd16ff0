// Code that runs without being called by its name: what iterates (iterators, loaders'
// collate functions, generators), the forwards of modules, the hooks that are registered on
// them, and the methods that operators, conversions, attributes and copies run. Where an object
// comes from somewhere else, any of it may run.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "semantic/effects/handing.h"
#include "semantic/knowledge/effect.h"
#include "semantic/project_entity.h"

namespace mlfix {

class SemanticModel;

// What such code of one file, or of several, does that bears on gradients; and what any code
// of it does to the figures that pyplot keeps for all.
struct BackgroundEffects {
  EffectBits iteration = 0;
  EffectBits forwards = 0;
  EffectBits hooks = 0;
  EffectBits implicit = 0;
  EffectBits figures = 0;  // of all code of the file: draws in a figure, or lists all
  BackgroundEffects& operator|=(const BackgroundEffects& other) {
    iteration |= other.iteration;
    forwards |= other.forwards;
    hooks |= other.hooks;
    implicit |= other.implicit;
    figures |= other.figures;
    return *this;
  }
};

// Functions of other files, and what is given to them there.
using CodeElsewhere = std::vector<std::pair<ProjectEntity, Handing>>;

// What a file has of such code: what it does by itself, and what it runs in other files, which a
// model that is looked at alone can't ask.
struct BackgroundCode {
  BackgroundEffects effects;
  CodeElsewhere iteration, forwards, hooks, implicit;
};

// Of the model's own file. Works all of it out again: linear in the file.
BackgroundCode background_code(const SemanticModel& model);

// Of all effects those that bear on gradients.
EffectBits effects_on_gradients(EffectBits effects);

// What a hook of a module does by way of code with these effects.
EffectBits effects_of_hook(EffectBits effects);

// What code that iterating runs does by way of a function elsewhere with these effects. Code that
// steps an optimizer, or resets gradients, is a piece of training that is handed to a launcher, not
// of a loader; and what runs no module has nothing with a graph to hand on.
EffectBits effects_of_loading(EffectBits effects);

// The part of the model's own file that methods do which run without a call of them: for an
// operator, a conversion, an attribute, a copy. Linear in the file the first time.
EffectBits effects_of_implicit_methods(const SemanticModel& model);

// Of the other files of the programs that the model's file is part of: those that import it,
// whatever lies between, and all that these and it import; nothing in a file that is run alone.
// Looks into all of them: for findings, not for looking for them.
BackgroundEffects background_elsewhere(const SemanticModel& model);

// The same of the forwards of modules that anybody in a program with the file may have made, and of
// the hooks that may be on them.
EffectBits forwards_elsewhere(const SemanticModel& model);
EffectBits hooks_elsewhere(const SemanticModel& model);

// What methods of classes of the file do that bears on gradients, by name; others have no entry.
std::map<std::string, EffectBits, std::less<>> method_effects(const SemanticModel& model);

// Is pyplot, or a function of it that draws, a value in the file, as in getattr(plt, kind) and
// {"line": plt.plot}? Then what is not seen to draw may. Linear the first
// time.
bool hands_on_pyplot(const SemanticModel& model);

}  // namespace mlfix
