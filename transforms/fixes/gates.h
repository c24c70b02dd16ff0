// Places whose findings some rules leave alone, for TransformSpec::gates.
#pragma once

#include "engine/transform.h"
#include "torch/training/unit_test.h"

namespace mlfix {

inline constexpr Gate kOutsideUnitTests{"it is part of a unit test", in_unit_test};

}  // namespace mlfix
