// Comments and texts count like code: a name that is only written about is taken to be read,
// which costs a fix and never breaks a program.

#include "semantic/project/attribute_mentions.h"

#include <algorithm>

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

void AttributeMentions::add(FileIndex file, std::string_view text) {
  Offset statement = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char before = text[at++];
    if (before == '\n' && begins_at_top(text, at)) statement = static_cast<Offset>(at);
    if (before != '.' && before != '\'' && before != '"') continue;
    const std::size_t begin = at;
    while (at < text.size() && is_name_byte(text[at])) ++at;
    if (at == begin || (before != '.' && (at == text.size() || text[at] != before))) continue;
    const std::uint32_t name = hash_name(text.substr(begin, at - begin));
    if (is_of_self(text, begin)) {
      add_of_self(name, {file, statement, static_cast<Offset>(begin)});
      continue;
    }
    const auto [entry, is_new] = file_of_.try_emplace(name, file);
    if (!is_new && entry->second != file) entry->second = kSeveral;
  }
}

bool AttributeMentions::elsewhere(FileIndex file, std::string_view name,
                                  const MayShare& may_share) const {
  if (unreadable_) return true;
  const std::uint32_t hash = hash_name(name);
  const auto found = file_of_.find(hash);
  if (found != file_of_.end() && found->second != file) return true;
  const auto own = of_self_.find(hash);
  if (own == of_self_.end()) return false;
  return own->second.size() > kMaxOfSelf ||
         std::ranges::any_of(own->second, [&](const OfSelf& mention) {
           return mention.file != file && may_share(mention.file, mention.at);
         });
}

}  // namespace mlfix
