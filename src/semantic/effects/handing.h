// What a call gives to the code that it runs, as far as that code may keep it.
//
// Whether a store matters is decided by whoever made the value and whoever owns the object, and a
// helper that puts one argument into another knows neither. So it has an effect that says what it
// does, and each call turns this effect into what it comes to there.
#pragma once

#include <compare>

#include "semantic/knowledge/effect.h"

namespace mlfix {

struct Handing {
  // What the call does where the code that it runs keeps something of what it is given: in an
  // object that it is given, or for good; 0 where the call gives nothing that matters. As it is,
  // everything is handed on from the arguments of the function around the call.
  EffectBits if_kept_in_argument = static_cast<EffectBits>(Effect::KeepsGiven);
  EffectBits if_kept_for_good = static_cast<EffectBits>(Effect::KeepsForGood);

  // What the call does that runs code with these effects.
  EffectBits effects_of(EffectBits code) const {
    constexpr auto kGiven = static_cast<EffectBits>(Effect::KeepsGiven);
    constexpr auto kForGood = static_cast<EffectBits>(Effect::KeepsForGood);
    EffectBits effects = code & ~(kGiven | kForGood);
    if ((code & kGiven) != 0) effects |= if_kept_in_argument;
    if ((code & kForGood) != 0) effects |= if_kept_for_good;
    return effects;
  }

  // Of a call in the code that this one runs.
  Handing then(Handing inner) const {
    return {effects_of(inner.if_kept_in_argument), effects_of(inner.if_kept_for_good)};
  }

  friend auto operator<=>(const Handing&, const Handing&) = default;
};

}  // namespace mlfix
