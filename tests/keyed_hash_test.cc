#include "text/keyed_hash.h"

#include <gtest/gtest.h>

#include <string>

namespace mlfix::keyed_hash_test {
namespace {

// The key and the texts of the reference implementation's vectors: bytes 00, 01, 02, …
constexpr HashKey kKey = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};

std::string counted_bytes(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(i);
  return bytes;
}

TEST(KeyedHashTest, AgreesWithTheReference) {
  EXPECT_EQ(keyed_digest(kKey, ""), (KeyedDigest{0xe6a825ba047f81a3u, 0x930255c71472f66du}));
  EXPECT_EQ(keyed_digest(kKey, counted_bytes(1)),
            (KeyedDigest{0x44af996bd8c187dau, 0x45fc229b11597634u}));
}

TEST(KeyedHashTest, PartsMakeTheWhole) {
  const std::string text = counted_bytes(100);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    KeyedHash hash(kKey);
    hash.add_bytes(text.substr(0, cut));
    hash.add_bytes(text.substr(cut));
    EXPECT_EQ(hash.digest(), keyed_digest(kKey, text)) << cut;
  }
}

TEST(KeyedHashTest, TextsStayApart) {
  KeyedHash one(kKey);
  one.add_text("ab");
  one.add_text("c");
  KeyedHash other(kKey);
  other.add_text("a");
  other.add_text("bc");
  EXPECT_NE(one.digest(), other.digest());
}

TEST(KeyedHashTest, AnotherKeyIsAnotherHash) {
  const auto key = random_hash_key();
  ASSERT_TRUE(key);
  EXPECT_NE(*key, kKey);
  EXPECT_NE(keyed_digest(*key, "text"), keyed_digest(kKey, "text"));
}

}  // namespace
}  // namespace mlfix::keyed_hash_test
