// The methods that stand for operators.

#include "semantic/names/operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlfix::operators_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Operators, RunTheMethodsOfBothSides) {
  EXPECT_THAT(operator_methods("+"), ElementsAre("__add__", "__radd__", "__iadd__"));
  EXPECT_THAT(operator_methods("<<="), ElementsAre("__lshift__", "__rlshift__", "__ilshift__"));
  EXPECT_THAT(operator_methods("//="),
              ElementsAre("__floordiv__", "__rfloordiv__", "__ifloordiv__"));
}

TEST(Operators, OthersRunNone) {
  EXPECT_THAT(operator_methods("and"), IsEmpty());
  EXPECT_THAT(operator_methods("="), IsEmpty());
}

TEST(Operators, AreToldFromOtherMethods) {
  EXPECT_TRUE(is_operator_method("__ior__"));
  EXPECT_TRUE(is_operator_method("__setitem__"));
  EXPECT_FALSE(is_operator_method("__init__"));
  EXPECT_FALSE(is_operator_method("add"));
}

}  // namespace
}  // namespace mlfix::operators_test
