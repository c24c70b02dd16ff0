// Comments and texts count like code where a proof may rest on it: a name that is only written
// about is taken to be read, which costs a fix and never breaks a program. For what is worth saying
// they are told apart: "best.weights.h5" reads no attribute.

#include "semantic/project/attribute_mentions.h"

#include <algorithm>
#include <array>

#include "syntax/outline.h"
#include "text/characters.h"

namespace mlfix {
namespace {

// Does a name begin at `at` that is an attribute of `self`?
bool is_of_self(std::string_view text, std::size_t at) {
  constexpr std::string_view kSelf = "self.";
  if (at < kSelf.size() || text.substr(at - kSelf.size(), kSelf.size()) != kSelf) return false;
  const std::size_t before = at - kSelf.size();
  return before == 0 || !(is_name_byte(text[before - 1]) || text[before - 1] == '.');
}

// Does the line that begins at `at` begin a statement at the top of the file, or a line of a text
// there?
bool begins_at_top(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] != ' ' && text[at] != '\t' && text[at] != '#' &&
         text[at] != '\n' && text[at] != '\r';
}

// What a name may follow, and what begins or ends comments, texts and statements: at no other byte
// does a scan have anything to do.
constexpr std::array<bool, 256> kTelling = [] {
  std::array<bool, 256> telling{};
  for (const char c : {'.', '\'', '"', '#', '\\', '\n'})
    telling[static_cast<unsigned char>(c)] = true;
  return telling;
}();

// Is what a scan comes by a comment, or in a text that holds no code, as f-strings do?
class WordsOrCode {
 public:
  bool is_words() const { return in_comment_ || (quote_ != 0 && !is_formatted_); }

  // May only be told of bytes that are telling.
  bool is_skipping() const { return skipped_ > 0; }

  // To be told of each byte, but for those of names.
  void pass(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (skipped_ > 0) {
      --skipped_;
    } else if (in_comment_) {
      in_comment_ = c != '\n';
    } else if (quote_ != 0) {
      pass_in_text(text, at);
    } else if (c == '#') {
      in_comment_ = true;
    } else if (c == '"' || c == '\'') {
      open(text, at);
    }
  }

 private:
  static bool is_triple(std::string_view text, std::size_t at) {
    return at + 2 < text.size() && text[at + 1] == text[at] && text[at + 2] == text[at];
  }

  void open(std::string_view text, std::size_t at) {
    quote_ = text[at];
    is_triple_ = is_triple(text, at);
    if (is_triple_) skipped_ = 2;
    std::size_t prefix = at;
    while (prefix > 0 && is_name_byte(text[prefix - 1])) --prefix;
    const std::string_view letters = text.substr(prefix, at - prefix);
    is_formatted_ = letters.find_first_of("fF") != letters.npos;
  }

  void pass_in_text(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (c == '\\') {
      skipped_ = 1;
    } else if (c == '\n' && !is_triple_) {
      quote_ = 0;  // as in a file that is wrong
    } else if (c == quote_ && (!is_triple_ || is_triple(text, at))) {
      if (is_triple_) skipped_ = 2;
      quote_ = 0;
    }
  }

  char quote_ = 0;
  bool is_triple_ = false;
  bool is_formatted_ = false;
  bool in_comment_ = false;
  int skipped_ = 0;  // bytes that say nothing
};

}  // namespace

AttributeMentions::AttributeMentions(FileIndex files, const ReadText& text_of) {
  for (FileIndex file = 0; file < files; ++file) {
    if (const auto text = text_of(file)) {
      add(file, *text);
    } else {
      unreadable_ = true;
    }
  }
}

void AttributeMentions::add_of_self(std::uint32_t name, OfSelf mention) {
  std::vector<OfSelf>& known = of_self_[name];
  const bool again = !known.empty() && known.back().file == mention.file &&
                     known.back().statement == mention.statement;
  if (!again && known.size() <= kMaxOfSelf) known.push_back(mention);
}

void AttributeMentions::add_file(FileByName& files, std::uint32_t name, FileIndex file) {
  const auto [entry, is_new] = files.try_emplace(name, file);
  if (!is_new && entry->second != file) entry->second = kSeveral;
}

void AttributeMentions::add(FileIndex file, std::string_view text) {
  Offset statement = 0;
  WordsOrCode around;
  for (std::size_t at = 0; at < text.size();) {
    if (!kTelling[static_cast<unsigned char>(text[at])] && !around.is_skipping()) {
      ++at;
      continue;
    }
    around.pass(text, at);
    const char before = text[at++];
    if (before == '\n' && begins_at_top(text, at)) statement = static_cast<Offset>(at);
    if (before != '.' && before != '\'' && before != '"') continue;
    const std::size_t begin = at;
    while (at < text.size() && is_name_byte(text[at])) ++at;
    if (at == begin || (before != '.' && (at == text.size() || text[at] != before))) continue;
    const std::uint32_t name = hash_name(text.substr(begin, at - begin));
    add_file(file_of_, name, file);
    if (before == '.' && around.is_words()) continue;
    if (is_of_self(text, begin)) {
      add_of_self(name, {file, statement, static_cast<Offset>(begin)});
    } else {
      add_file(code_file_of_, name, file);
    }
  }
}

bool AttributeMentions::has_other(const FileByName& files, std::uint32_t name, FileIndex file) {
  const auto found = files.find(name);
  return found != files.end() && found->second != file;
}

bool AttributeMentions::elsewhere(FileIndex file, std::string_view name) const {
  return unreadable_ || has_other(file_of_, hash_name(name), file);
}

bool AttributeMentions::in_code_elsewhere(FileIndex file, std::string_view name,
                                          const MayShare& may_share) const {
  const std::uint32_t hash = hash_name(name);
  if (unreadable_ || has_other(code_file_of_, hash, file)) return true;
  const auto own = of_self_.find(hash);
  if (own == of_self_.end()) return false;
  return own->second.size() > kMaxOfSelf ||
         std::ranges::any_of(own->second, [&](const OfSelf& mention) {
           return mention.file != file && may_share(mention.file, mention.at);
         });
}

}  // namespace mlfix
