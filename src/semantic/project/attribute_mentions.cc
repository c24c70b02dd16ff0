// Comments and texts count like code: a name that is only written about is taken to be read,
// which costs a fix and never breaks a program.

#include "semantic/project/attribute_mentions.h"

#include "syntax/outline.h"
#include "text/characters.h"

namespace mlfix {
namespace {}  // namespace

AttributeMentions::AttributeMentions(FileIndex files, const ReadText& text_of) {
  for (FileIndex file = 0; file < files; ++file) {
    if (const auto text = text_of(file)) {
      add(file, *text);
    } else {
      unreadable_ = true;
    }
  }
}

void AttributeMentions::add(FileIndex file, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char before = text[at++];
    if (before != '.' && before != '\'' && before != '"') continue;
    const std::size_t begin = at;
    while (at < text.size() && is_name_byte(text[at])) ++at;
    if (at == begin || (before != '.' && (at == text.size() || text[at] != before))) continue;
    const auto [entry, is_new] =
        file_of_.try_emplace(hash_name(text.substr(begin, at - begin)), file);
    if (!is_new && entry->second != file) entry->second = kSeveral;
  }
}

bool AttributeMentions::elsewhere(FileIndex file, std::string_view name) const {
  if (unreadable_) return true;
  const auto found = file_of_.find(hash_name(name));
  return found != file_of_.end() && found->second != file;
}

}  // namespace mlfix
