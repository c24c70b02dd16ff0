// Both scanners give each conversion the argument that it takes, in order or by
// name, and leave it to the caller what a form means for a value. What they do
// not read (a width given by an argument, a field inside a specification) is
// answered by the most verbose form.

#include "text/format_string.h"

#include <algorithm>
#include <string>

#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::string_view kTextConversions = "sra";
constexpr std::string_view kConversions = "diouxXeEfFgGcsra";

bool is_asked_for(const FormatArgument& wanted, int position, std::string_view keyword) {
  if (!wanted.keyword.empty()) return wanted.keyword == keyword;
  return wanted.position < 0 || wanted.position == position;
}

TextForm form_of_field(std::string_view conversion, std::string_view specification) {
  if (!conversion.empty()) return TextForm::Text;
  return specification.empty() ? TextForm::Default : TextForm::Number;
}

// The name at the start of a replacement field: `loss` of `loss[0].x`.
std::string_view field_name(std::string_view field) {
  return field.substr(0, field.find_first_of(".["));
}

// The position that a field stands for, counting those without a number.
int position_of(std::string_view name, int& next) {
  if (name.empty()) return next++;
  if (!std::all_of(name.begin(), name.end(), is_digit) || name.size() > 3) return -2;
  return std::stoi(std::string(name));
}

}  // namespace

TextForm form_in_percent_format(std::string_view format, FormatArgument argument) {
  TextForm form = TextForm::Unused;
  int position = 0;
  for (std::size_t i = format.find('%'); i < format.size(); i = format.find('%', i + 1)) {
    std::string_view keyword;
    if (++i < format.size() && format[i] == '(') {
      const std::size_t end = std::min(format.find(')', i), format.size() - 1);
      keyword = format.substr(i + 1, end - i - 1);
      i = end + 1;
    }
    while (i < format.size() && (is_digit(format[i]) || format[i] == '.' || format[i] == '-' ||
                                 format[i] == '+' || format[i] == ' ' || format[i] == '#')) {
      ++i;
    }
    if (i >= format.size()) break;
    if (format[i] == '*') return TextForm::Text;
    if (kConversions.find(format[i]) == kConversions.npos) continue;
    const bool text = kTextConversions.find(format[i]) != kTextConversions.npos;
    if (is_asked_for(argument, position++, keyword)) {
      form = std::max(form, text ? TextForm::Text : TextForm::Number);
    }
  }
  return form;
}

TextForm form_in_brace_format(std::string_view format, FormatArgument argument) {
  TextForm form = TextForm::Unused;
  int next = 0;
  for (std::size_t i = format.find('{'); i < format.size(); i = format.find('{', i + 1)) {
    if (i + 1 < format.size() && format[i + 1] == '{') {
      ++i;
      continue;
    }
    const std::size_t end = format.find('}', i);
    if (end == format.npos) break;
    std::string_view field = format.substr(i + 1, end - i - 1);
    if (field.find('{') != field.npos) return TextForm::Text;
    const std::size_t colon = std::min(field.find(':'), field.size());
    const std::string_view specification = field.substr(std::min(colon + 1, field.size()));
    field = field.substr(0, colon);
    const std::size_t bang = std::min(field.find('!'), field.size());
    const std::string_view name = field_name(field.substr(0, bang));
    if (is_asked_for(argument, position_of(name, next), name)) {
      form = std::max(form, form_of_field(field.substr(bang), specification));
    }
    i = end;
  }
  return form;
}

}  // namespace mlfix
