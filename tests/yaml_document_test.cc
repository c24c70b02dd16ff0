// A document is a flat table: what its handles say of it.
#include "config/yaml_document.h"

#include <gtest/gtest.h>

#include <string>

namespace mlfix {
namespace yaml_document_test {
namespace {

YamlNode parsed(std::string_view text) {
  auto document = parse_yaml(text, "x.yaml");
  EXPECT_TRUE(document) << document.error().to_string();
  return document.value_or(YamlNode());
}

TEST(YamlDocument, SaysKindsTextsAndLines) {
  const YamlNode root = parsed("a: [b, 'c d']\ne:\n  f: ~\n  g: |\n    h\n");
  ASSERT_TRUE(root.is_mapping());
  ASSERT_EQ(root.size(), 2u);
  const YamlNode list = root.value(0);
  ASSERT_TRUE(list.is_sequence());
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list.item(0).text(), "b");
  EXPECT_FALSE(list.item(0).is_quoted());
  EXPECT_EQ(list.item(1).text(), "c d");
  EXPECT_TRUE(list.item(1).is_quoted());
  EXPECT_EQ(root.key(1).text(), "e");
  EXPECT_EQ(root.key(1).line(), 2u);
  const YamlNode inner = root.value(1);
  ASSERT_EQ(inner.size(), 2u);
  EXPECT_TRUE(inner.value(0).is_null());
  EXPECT_EQ(inner.value(1).text(), "h\n");
  EXPECT_EQ(inner.key(1).line(), 4u);
}

TEST(YamlDocument, OfNothingIsNull) {
  for (const char* text : {"", "\n", "# a comment\n", "~\n"}) {
    const YamlNode root = parsed(text);
    EXPECT_TRUE(root.is_null()) << text;
    EXPECT_EQ(root.size(), 0u);
    EXPECT_EQ(root.text(), "");
  }
}

TEST(YamlDocument, AnAliasIsTheNodeItself) {
  const YamlNode root = parsed("a: &one [b]\nc: *one\n");
  ASSERT_EQ(root.size(), 2u);
  ASSERT_TRUE(root.value(1).is_sequence());
  EXPECT_EQ(root.value(1).item(0).text(), "b");
  EXPECT_EQ(root.value(1).line(), 1u);
}

TEST(YamlDocument, ANodeOutlivesTheHandleItCameFrom) {
  YamlNode item;
  { item = parsed("- a word that is too long to be kept in place\n").item(0); }
  EXPECT_EQ(item.text(), "a word that is too long to be kept in place");
}

TEST(YamlDocument, LinesCanBeThoseOfAnotherText) {
  const auto document =
      parse_yaml("a:\n- b\n", "x.toml", [](std::uint32_t line) { return 10 * line; });
  ASSERT_TRUE(document);
  EXPECT_EQ(document->value(0).item(0).line(), 20u);
  const auto wrong = parse_yaml("a:\n- [\n", "x.toml", [](std::uint32_t) { return 7u; });
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().line, 7u);
}

TEST(YamlDocument, WhatDiffersIsSpelledOutDifferently) {
  const std::string base = parsed("a: [b, c]\n").spelled_out();
  EXPECT_EQ(parsed("a: [ b,  c ]  # the same\n").spelled_out(), base);
  for (const char* other : {"a: [bc]\n", "a: b c\n", "a: [b, 'c']\n", "\na: [b, c]\n",
                            "a: [b, c, ~]\n", "a: {b: c}\n", "[a, b, c]\n"}) {
    EXPECT_NE(parsed(other).spelled_out(), base) << other;
  }
}

}  // namespace
}  // namespace yaml_document_test
}  // namespace mlfix
