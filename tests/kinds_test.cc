// The generated kinds must agree with the grammar that is linked in.

#include "syntax/kinds.h"

#include <gtest/gtest.h>
#include <tree_sitter/api.h>

#include <string>

extern "C" const TSLanguage* tree_sitter_python();

namespace mlfix::kinds_test {
namespace {

TEST(Kinds, EveryVisibleSymbolOfTheGrammarHasAKind) {
  const TSLanguage* language = tree_sitter_python();
  const auto count = static_cast<TSSymbol>(ts_language_symbol_count(language));
  for (TSSymbol symbol = 1; symbol < count; ++symbol) {
    const TSSymbolType type = ts_language_symbol_type(language, symbol);
    const char* name = ts_language_symbol_name(language, symbol);
    if (type == TSSymbolTypeRegular || type == TSSymbolTypeAnonymous) {
      const Kind kind = kind_from_name(name, type == TSSymbolTypeRegular);
      EXPECT_NE(kind, Kind::Hidden) << name;
      EXPECT_EQ(kind_name(kind), name);
    }
  }
}

TEST(Kinds, EveryFieldOfTheGrammarIsKnown) {
  const TSLanguage* language = tree_sitter_python();
  const auto count = static_cast<TSFieldId>(ts_language_field_count(language));
  ASSERT_EQ(count + 1U, kFieldCount);
  for (TSFieldId id = 1; id <= count; ++id) {
    const char* name = ts_language_field_name_for_id(language, id);
    EXPECT_NE(field_from_name(name), Field::None) << name;
    EXPECT_EQ(field_name(field_from_name(name)), name);
  }
}

TEST(Kinds, TellsNamedKindsFromTokensOfTheSameName) {
  EXPECT_EQ(kind_from_name("lambda", true), Kind::Lambda);
  EXPECT_EQ(kind_from_name("lambda", false), Kind::TokenLambda);
  EXPECT_EQ(kind_from_name("+=", false), Kind::TokenPlusEqual);
  EXPECT_EQ(kind_from_name("ERROR", true), Kind::Error);
}

TEST(Kinds, AnswersHiddenForWhatIsNoNode) {
  EXPECT_EQ(kind_from_name("_simple_statement", true), Kind::Hidden);
  EXPECT_EQ(kind_from_name("expression", true), Kind::Hidden);
  EXPECT_EQ(kind_from_name("", true), Kind::Hidden);
  EXPECT_EQ(kind_from_name("zzz", false), Kind::Hidden);
  EXPECT_EQ(field_from_name("no_such_field"), Field::None);
}

}  // namespace
}  // namespace mlfix::kinds_test
