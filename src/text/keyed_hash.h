// SipHash-2-4 with 128 bits: a hash that nobody can make two texts agree in who does not know
// its key. Two to three bytes a nanosecond.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mlfix {

struct HashKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const HashKey&, const HashKey&) = default;
};

struct KeyedDigest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend auto operator<=>(const KeyedDigest&, const KeyedDigest&) = default;
};

// From the operating system; nothing where it has none to give.
std::optional<HashKey> random_hash_key();

// The digest of what was added, one after the other. A value type.
class KeyedHash {
 public:
  explicit KeyedHash(const HashKey& key);

  // The bytes alone: what was added in two parts is the same as in one.
  void add_bytes(std::string_view bytes);
  // So that each number and each text stays apart from its neighbours.
  void add_number(std::uint64_t number);
  void add_text(std::string_view text) {
    add_number(text.size());
    add_bytes(text);
  }
  void add_digest(const KeyedDigest& digest) {
    add_number(digest.low);
    add_number(digest.high);
  }

  KeyedDigest digest() const;

 private:
  void take(std::uint64_t word);
  void rounds(int count);

  std::array<std::uint64_t, 4> state_;
  std::array<char, 8> rest_{};  // fewer than eight bytes wait for others
  std::uint64_t size_ = 0;
};

KeyedDigest keyed_digest(const HashKey& key, std::string_view text);

}  // namespace mlfix
