// Line by line: a line either belongs to a block that is printed as it is (code,
// a table), or it joins the paragraph or list item that is being filled.

#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/display.h"
#include "text/characters.h"

namespace mlfix {
namespace {

constexpr std::string_view kCodeIndent = "    ";

// Replaces the marks of `code` and **strong** by paint.
std::string render_inline(std::string_view text, const Paint& paint) {
  std::string result;
  while (!text.empty()) {
    const std::string_view mark = text.starts_with("**") ? "**" : "`";
    const std::size_t end = text.starts_with(mark) ? text.find(mark, mark.size()) : 0;
    if (end == 0 || end == std::string_view::npos) {
      result += text.front();
      text.remove_prefix(1);
      continue;
    }
    const std::string_view inner = text.substr(mark.size(), end - mark.size());
    result += mark == "`" ? paint.cyan(inner) : paint.bold(inner);
    text.remove_prefix(end + mark.size());
  }
  return result;
}

// Columns of a word once its marks are gone.
std::size_t shown_width(std::string_view word) {
  std::size_t marks = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::size_t mark = word[i] == '`' ? 1 : word.substr(i).starts_with("**") ? 2 : 0;
    marks += mark;
    if (mark == 2) ++i;
  }
  return display_width(word) - marks;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

class Renderer {
 public:
  Renderer(std::size_t width, const Paint& paint) : width_(width), paint_(paint) {}

  void add(std::string_view line) {
    if (line.starts_with("```")) {
      flush();
      in_code_ = !in_code_;
      if (in_code_ && !out_.ends_with("\n\n")) out_ += '\n';
    } else if (in_code_) {
      out_ += fmt::format("{}{}\n", line.empty() ? "" : kCodeIndent, printable(line));
    } else if (line.starts_with('#')) {
      add_heading(line);
    } else if (line.starts_with('|')) {
      flush();
      out_ += render_inline(printable(line), paint_) + "\n";
    } else {
      add_prose(line);
    }
  }

  std::string finish() {
    flush();
    return std::move(out_);
  }

 private:
  void add_heading(std::string_view line) {
    flush();
    const bool title = line.starts_with("# ");
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
    out_ += paint_.bold(render_inline(printable(line), Paint(false))) + "\n";
    if (title) out_ += '\n';
  }

  void add_prose(std::string_view line) {
    const bool item = line.starts_with("* ") || line.starts_with("- ");
    if (line.empty() || item) flush();
    if (line.empty()) {
      if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
      return;
    }
    if (item) hanging_ = 2;
    if (!paragraph_.empty()) paragraph_ += ' ';
    paragraph_ += line;
  }

  void flush() {
    if (!paragraph_.empty()) {
      out_ += render_paragraph(paragraph_, {width_, hanging_, 0}, paint_) + "\n";
    }
    paragraph_.clear();
    hanging_ = 0;
  }

  std::size_t width_;
  const Paint& paint_;
  std::string out_;
  std::string paragraph_;
  std::size_t hanging_ = 0;
  bool in_code_ = false;
};

}  // namespace

std::string render_paragraph(std::string_view markdown, const ParagraphShape& shape,
                             const Paint& paint) {
  std::string filled;
  std::size_t column = shape.begin;
  bool line_is_empty = true;
  for (const std::string_view word : words_of(markdown)) {
    const std::size_t length = shown_width(word);
    if (!line_is_empty && column + 1 + length > shape.width) {
      filled += '\n' + std::string(shape.indent, ' ');
      column = shape.indent;
    } else if (!line_is_empty) {
      filled += ' ';
      ++column;
    }
    filled += printable(word);
    column += length;
    line_is_empty = false;
  }
  return render_inline(filled, paint);
}

std::string render_page(std::string_view markdown, std::size_t width, const Paint& paint) {
  Renderer renderer(width, paint);
  while (!markdown.empty()) renderer.add(take_until(markdown, '\n'));
  return renderer.finish();
}

std::string page_for_readers(std::string_view markdown) {
  constexpr std::string_view kMark = "  # expect: ";
  std::string result;
  for (std::size_t at = markdown.find(kMark); at != std::string_view::npos;
       at = markdown.find(kMark)) {
    result += markdown.substr(0, at);
    markdown.remove_prefix(std::min(markdown.find('\n', at), markdown.size()));
  }
  return result += markdown;
}

}  // namespace mlfix
