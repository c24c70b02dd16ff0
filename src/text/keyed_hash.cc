// As in "SipHash: a fast short-input PRF" (Aumasson, Bernstein) and its reference
// implementation, in the variant with a result of 128 bits.

#include "text/keyed_hash.h"

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace mlfix {
namespace {

std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

}  // namespace

std::optional<HashKey> random_hash_key() {
  HashKey key;
  const ssize_t count = getrandom(&key, sizeof key, 0);
  return count == static_cast<ssize_t>(sizeof key) ? std::optional(key) : std::nullopt;
}

KeyedHash::KeyedHash(const HashKey& key)
    : state_{key.low ^ 0x736f6d6570736575u, key.high ^ 0x646f72616e646f6du ^ 0xeeu,
             key.low ^ 0x6c7967656e657261u, key.high ^ 0x7465646279746573u} {}

void KeyedHash::rounds(int count) {
  auto& [v0, v1, v2, v3] = state_;
  for (int i = 0; i < count; ++i) {
    v0 += v1;
    v2 += v3;
    v1 = std::rotl(v1, 13) ^ v0;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 = std::rotl(v0, 32) + v3;
    v2 += v1;
    v3 = std::rotl(v3, 21) ^ v0;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
}

void KeyedHash::take(std::uint64_t word) {
  state_[3] ^= word;
  rounds(2);
  state_[0] ^= word;
}

void KeyedHash::add_bytes(std::string_view bytes) {
  const std::size_t waiting = size_ % rest_.size();
  size_ += bytes.size();
  if (waiting > 0) {
    const std::size_t fitting = std::min(rest_.size() - waiting, bytes.size());
    bytes.copy(rest_.data() + waiting, fitting);
    bytes.remove_prefix(fitting);
    if (waiting + fitting < rest_.size()) return;
    take(word_at(rest_.data()));
  }
  for (; bytes.size() >= rest_.size(); bytes.remove_prefix(rest_.size())) {
    take(word_at(bytes.data()));
  }
  bytes.copy(rest_.data(), bytes.size());
}

void KeyedHash::add_number(std::uint64_t number) {
  if constexpr (std::endian::native == std::endian::big) number = __builtin_bswap64(number);
  std::array<char, sizeof number> bytes{};
  std::memcpy(bytes.data(), &number, sizeof number);
  add_bytes({bytes.data(), bytes.size()});
}

KeyedDigest KeyedHash::digest() const {
  KeyedHash end = *this;
  std::array<char, 8> last = rest_;
  std::fill(last.begin() + static_cast<std::ptrdiff_t>(size_ % last.size()), last.end(), '\0');
  last[7] = static_cast<char>(size_);
  end.take(word_at(last.data()));
  const auto folded = [&] { return end.state_[0] ^ end.state_[1] ^ end.state_[2] ^ end.state_[3]; };
  KeyedDigest digest;
  end.state_[2] ^= 0xee;
  end.rounds(4);
  digest.low = folded();
  end.state_[1] ^= 0xdd;
  end.rounds(4);
  digest.high = folded();
  return digest;
}

KeyedDigest keyed_digest(const HashKey& key, std::string_view text) {
  KeyedHash hash(key);
  hash.add_bytes(text);
  return hash.digest();
}

}  // namespace mlfix
