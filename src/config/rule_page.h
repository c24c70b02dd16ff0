// The page of a rule that a project wrote, with the headings that every page has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlfix {

struct PageTexts {
  enum class Fix : std::uint8_t { None, Suggested, Unsafe, SafeWhereProven };
  std::string name;
  std::string message;
  std::string summary;  // empty: the message
  std::string why;
  std::string assumes;
  Fix fix = Fix::None;
  std::vector<std::string> found;   // programs
  std::vector<std::string> silent;  // programs
  std::string file;
};

// Markdown. All texts are foreign, and stay what they are: prose and code.
std::string rule_page(const PageTexts& texts);

// One line of plain text, for lists of rules.
std::string rule_summary(const PageTexts& texts);

}  // namespace mlfix
