// The seal is computed with zeros in its own place.

#include "bot/own_commit.h"

#include <fmt/format.h>

#include "text/digest.h"

namespace mlfix {
namespace {

constexpr std::string_view kTrailer = "\nMlfix-Bot: base=";
constexpr std::string_view kCheck = " check=";
constexpr std::string_view kNoCheck = "0000000000000000";

std::string check_of(std::string_view text_with_zeros) {
  return digest(text_with_zeros);
}

}  // namespace

std::string sealed_commit(const CommitDraft& draft, const BotSettings& settings) {
  std::string text = fmt::format("tree {}\nparent {}\nauthor {} {}\ncommitter {} {}\n\n{}\n",
                                 draft.tree, draft.parent, settings.author, draft.date,
                                 settings.author, draft.date, draft.message);
  if (settings.sign_off) text += fmt::format("Signed-off-by: {}\n", settings.author);
  text.pop_back();  // the trailer brings its newline
  text += fmt::format("{}{}{}{}\n", kTrailer, draft.base, kCheck, kNoCheck);
  const std::string check = check_of(text);
  text.replace(text.size() - 1 - kNoCheck.size(), kNoCheck.size(), check);
  return text;
}

std::optional<std::string> sealed_base(std::string_view commit_text) {
  const std::size_t trailer = commit_text.rfind(kTrailer);
  if (trailer == std::string_view::npos) return std::nullopt;
  const std::size_t base = trailer + kTrailer.size();
  const std::size_t check = commit_text.find(kCheck, base);
  if (check == std::string_view::npos) return std::nullopt;
  const std::size_t digits = check + kCheck.size();
  if (digits + kNoCheck.size() + 1 != commit_text.size()) return std::nullopt;
  std::string blank(commit_text);
  blank.replace(digits, kNoCheck.size(), kNoCheck);
  if (check_of(blank) != commit_text.substr(digits, kNoCheck.size())) return std::nullopt;
  return std::string(commit_text.substr(base, check - base));
}

std::optional<std::string> date_of(std::string_view commit_text) {
  const std::size_t line = commit_text.find("\ncommitter ");
  if (line == std::string_view::npos) return std::nullopt;
  const std::size_t end = commit_text.find('\n', line + 1);
  const std::string_view committer = commit_text.substr(line, end - line);
  const std::size_t address = committer.rfind("> ");
  if (address == std::string_view::npos) return std::nullopt;
  return std::string(committer.substr(address + 2));
}

}  // namespace mlfix
