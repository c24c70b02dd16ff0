// Numbers are written in base 128, the least part first, as most are small. A reader that has
// met the end, or a number that cannot be, gives zeros from there on and says so at the end.

#include "fleet/cache_pack.h"

#include <algorithm>
#include <utility>

namespace mlfix {
namespace {

constexpr std::string_view kMagic = "mlfix cache 2\n";
constexpr std::size_t kDigestBytes = 16;

class PackWriter {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  // kNoText becomes 0.
  void text_number(TextNumber value) { number(value == kNoText ? 0 : std::uint64_t{value} + 1); }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  void digest(const KeyedDigest& digest) {
    for (const std::uint64_t part : {digest.low, digest.high}) {
      for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(part >> shift);
    }
  }
  void questions(const KeptQuestions& questions) {
    number(questions.asked.size());
    for (const KeptQuestion& one : questions.asked) {
      number(one.kind);
      text_number(one.file);
      number(one.index);
      text_number(one.text);
    }
    digest(questions.answers);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class PackReader {
 public:
  explicit PackReader(std::string_view bytes) : rest_(bytes) {}

  bool is_good() const { return good_; }
  bool is_at_end() const { return good_ && rest_.empty(); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    return fail();
  }
  // Of things that take at least a byte each, so that nothing is made of a wrong number.
  std::size_t count() {
    const std::uint64_t value = number();
    return value <= rest_.size() ? value : fail();
  }
  std::uint32_t below(std::uint64_t limit) {
    const std::uint64_t value = number();
    return value < limit ? static_cast<std::uint32_t>(value) : static_cast<std::uint32_t>(fail());
  }
  TextNumber text_number(std::size_t texts) {
    const std::uint32_t value = below(texts + 1);
    return value == 0 ? kNoText : value - 1;
  }
  std::string_view text() { return take(count()); }
  KeyedDigest digest() {
    const std::string_view bytes = take(kDigestBytes);
    KeyedDigest digest;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::uint64_t& part = i < 8 ? digest.low : digest.high;
      part |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * (i % 8));
    }
    return digest;
  }
  KeptQuestions questions(std::size_t texts) {
    KeptQuestions questions;
    questions.asked.resize(count());
    for (KeptQuestion& one : questions.asked) {
      one.kind = static_cast<std::uint8_t>(below(UINT8_MAX));
      one.file = text_number(texts);
      one.index = below(UINT32_MAX);
      one.text = text_number(texts);
    }
    questions.answers = digest();
    return questions;
  }

 private:
  std::uint64_t fail() {
    good_ = false;
    rest_ = {};
    return 0;
  }
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) size = fail();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
  bool good_ = true;
};

std::string checked_bytes(const HashKey& key, std::string_view program, std::string_view body) {
  KeyedHash hash(key);
  hash.add_text(kMagic);
  hash.add_text(program);
  hash.add_text(body);
  PackWriter head;
  head.digest(hash.digest());
  return head.take();
}

}  // namespace

TextNumbers::TextNumbers(std::vector<std::string>& texts) : texts_(texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    known_.emplace(texts[i], static_cast<TextNumber>(i));
  }
}

TextNumber TextNumbers::operator()(std::string_view text) {
  const auto [known, is_new] =
      known_.try_emplace(std::string(text), static_cast<TextNumber>(texts_.size()));
  if (is_new) texts_.emplace_back(text);
  return known->second;
}

std::string pack_bytes(const CachePack& pack, const HashKey& key, std::string_view program) {
  PackWriter writer;
  writer.number(pack.generation);
  writer.number(pack.state ? 1 : 0);
  writer.digest(pack.state.value_or(KeyedDigest()));
  writer.number(pack.texts.size());
  for (const std::string& text : pack.texts) writer.text(text);
  writer.number(pack.inside.size());
  for (const KeptInside& one : pack.inside) {
    writer.text_number(one.file);
    writer.digest(one.text);
    writer.questions(one.questions);
  }
  writer.number(pack.outcomes.size());
  for (const KeptOutcome& one : pack.outcomes) {
    writer.digest(one.key);
    writer.digest(one.text);
    writer.number(one.used);
    writer.number((one.read ? 1u : 0u) | (one.analysed ? 2u : 0u) | (one.is_current ? 4u : 0u));
    writer.questions(one.questions);
    writer.number(one.inside.size());
    for (const std::uint32_t inside : one.inside) writer.number(inside);
    writer.text(one.outcome);
  }
  const std::string body = writer.take();
  return std::string(kMagic) + checked_bytes(key, program, body) + body;
}

std::optional<CachePack> parse_pack(std::string_view bytes, const HashKey& key,
                                    std::string_view program) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + kDigestBytes) {
    return std::nullopt;
  }
  const std::string_view body = bytes.substr(kMagic.size() + kDigestBytes);
  const std::string_view check = bytes.substr(kMagic.size(), kDigestBytes);
  if (check != checked_bytes(key, program, body)) return std::nullopt;
  PackReader reader(body);
  CachePack pack;
  pack.generation = reader.number();
  const bool has_state = reader.below(2) != 0;
  const KeyedDigest state = reader.digest();
  if (has_state) pack.state = state;
  const std::size_t texts = reader.count();
  for (std::size_t i = 0; i < texts && reader.is_good(); ++i)
    pack.texts.emplace_back(reader.text());
  const std::size_t inside = reader.count();
  for (std::size_t i = 0; i < inside && reader.is_good(); ++i) {
    KeptInside& one = pack.inside.emplace_back();
    one.file = reader.text_number(texts);
    one.text = reader.digest();
    one.questions = reader.questions(texts);
  }
  const std::size_t outcomes = reader.count();
  for (std::size_t i = 0; i < outcomes && reader.is_good(); ++i) {
    KeptOutcome& one = pack.outcomes.emplace_back();
    one.key = reader.digest();
    one.text = reader.digest();
    one.used = reader.number();
    const std::uint32_t flags = reader.below(8);
    one.read = (flags & 1u) != 0;
    one.analysed = (flags & 2u) != 0;
    one.is_current = (flags & 4u) != 0;
    one.questions = reader.questions(texts);
    one.inside.resize(reader.count());
    for (std::uint32_t& number : one.inside) number = reader.below(inside);
    one.outcome = reader.text();
  }
  return reader.is_at_end() ? std::optional(std::move(pack)) : std::nullopt;
}

CachePack reduced(const CachePack& pack, const std::vector<bool>& wanted) {
  CachePack result;
  result.generation = pack.generation;
  result.state = pack.state;
  std::vector<TextNumber> new_texts(pack.texts.size(), kNoText);
  const auto renumber = [&](TextNumber& number) {
    if (number == kNoText) return;
    TextNumber& known = new_texts[number];
    if (known == kNoText) {
      known = static_cast<TextNumber>(result.texts.size());
      result.texts.push_back(pack.texts[number]);
    }
    number = known;
  };
  const auto take_questions = [&](KeptQuestions& questions) {
    for (KeptQuestion& one : questions.asked) {
      renumber(one.file);
      renumber(one.text);
    }
  };
  std::vector<std::uint32_t> new_inside(pack.inside.size(), UINT32_MAX);
  const auto take_inside = [&](std::uint32_t number) {
    if (new_inside[number] != UINT32_MAX) return new_inside[number];
    KeptInside one = pack.inside[number];
    renumber(one.file);
    take_questions(one.questions);
    result.inside.push_back(std::move(one));
    return new_inside[number] = static_cast<std::uint32_t>(result.inside.size() - 1);
  };
  for (std::size_t i = 0; i < pack.outcomes.size(); ++i) {
    if (!wanted[i]) continue;
    KeptOutcome one = pack.outcomes[i];
    take_questions(one.questions);
    for (std::uint32_t& number : one.inside) number = take_inside(number);
    result.outcomes.push_back(std::move(one));
  }
  return result;
}

}  // namespace mlfix
