// The JSON library's event parser reads the text through an iterator that counts
// what was taken. When an event arrives the parser has just taken the token's
// last byte, so a string ends there, and begins at the first quote after the
// token before it. That gives the place of every string without a JSON reader of
// our own, and the library's own messages where the text is no JSON.

#include "notebook/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "text/shortened.h"

namespace mlfix {
namespace {

constexpr std::int64_t kOldestFormat = 3;
constexpr std::int64_t kNewestFormat = 4;

// Walks over a text and tells a shared counter how far it is.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  std::size_t* taken_;
};

// An open object or array.
struct Level {
  bool is_array = false;
  std::string key;             // the member that is being read
  std::set<std::string> keys;  // so far, where two of one name would mean two notebooks
};

struct Metadata {
  std::string kernel_language;  // metadata.kernelspec.language
  std::string language;         // metadata.language_info.name
  std::string kernel;           // metadata.kernelspec.name
};

// Receives the parser's events; keeps what is said of cells.
class DocumentReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  DocumentReader(std::string_view text, const std::size_t& taken) : text_(text), taken_(taken) {}

  bool null() override { return scalar(); }
  bool boolean(bool) override { return scalar(); }
  bool number_float(number_float_t, const string_t&) override { return scalar(); }
  bool binary(binary_t&) override { return scalar(); }
  bool number_integer(number_integer_t value) override { return integer(value); }
  bool number_unsigned(number_unsigned_t value) override {
    return integer(static_cast<std::int64_t>(value));
  }
  bool string(string_t& value) override {
    const TextRange place = string_place();
    read_string(value, place);
    return scalar();
  }
  bool key(string_t& name) override {
    if (holds_cells() && !levels_.back().keys.insert(name).second) repeated_ = name;
    levels_.back().key = std::move(name);
    if (is_cell_member()) forget_member();
    return scalar();
  }
  bool start_object(std::size_t) override {
    if (levels_.empty()) is_object_ = true;
    if (is_in_cell_list(levels_.size())) cells_.emplace_back();
    return open(false);
  }
  bool start_array(std::size_t) override {
    if (is_source_of_cell(levels_.size())) cells_.back().is_list = true;
    if (levels_.size() == 1 && levels_[0].key == "cells") has_cells_ = true;
    if (levels_.size() == 1 && levels_[0].key == "worksheets") has_worksheets_ = true;
    return open(true);
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    error_place_ = std::min(position == 0 ? 0 : position - 1, text_.size());
    error_ = error.what();
    return false;
  }

  Result<NotebookDocument> finish();

 private:
  bool open(bool is_array) {
    levels_.push_back({is_array, {}, {}});
    return scalar();
  }
  bool close() {
    levels_.pop_back();
    return scalar();
  }
  // Every event ends here: the next token begins after this one.
  bool scalar() {
    token_end_ = taken_;
    return true;
  }

  TextRange string_place() const {
    const std::size_t quote = text_.find('"', token_end_);
    return {static_cast<Offset>(quote + 1), static_cast<Offset>(taken_ - 1)};
  }

  bool has_key(std::size_t level, std::string_view key) const { return levels_[level].key == key; }
  // Is a value at this depth an element of the list of cells?
  bool is_in_cell_list(std::size_t depth) const {
    if (depth == 2) return has_key(0, "cells") && levels_[1].is_array;
    return depth == 4 && has_key(0, "worksheets") && levels_[1].is_array && has_key(2, "cells") &&
           levels_[3].is_array;
  }
  // Is a value at this depth the source of the last cell?
  bool is_source_of_cell(std::size_t depth) const {
    if (depth != 3 && depth != 5) return false;
    return is_in_cell_list(depth - 1) && !levels_[depth - 1].is_array &&
           has_key(depth - 1, depth == 3 ? "source" : "input");
  }
  bool is_cell_member() const {
    const std::size_t depth = levels_.size();
    return (depth == 3 || depth == 5) && is_in_cell_list(depth - 1);
  }
  // Is it the notebook, or a worksheet, whose members are being read?
  bool holds_cells() const {
    return levels_.size() == 1 || (levels_.size() == 3 && has_key(0, "worksheets"));
  }
  // Of two members of one name the last counts, as it does to Python.
  void forget_member() {
    if (!is_source_of_cell(levels_.size())) return;
    cells_.back().strings.clear();
    cells_.back().is_list = false;
  }

  void read_string(const std::string& value, TextRange place) {
    const std::size_t depth = levels_.size();
    if (is_source_of_cell(depth) ||
        (depth > 3 && levels_[depth - 1].is_array && is_source_of_cell(depth - 1))) {
      cells_.back().strings.push_back(place);
    } else if (is_cell_member()) {
      if (has_key(depth - 1, "cell_type")) cells_.back().is_code = value == "code";
      if (has_key(depth - 1, "language")) cells_.back().language = value;
    } else if (depth == 5 && is_in_cell_list(2) && has_key(2, "metadata") && has_key(3, "vscode") &&
               has_key(4, "languageId")) {
      cells_.back().language = value;
    } else if (depth == 3 && has_key(0, "metadata")) {
      if (has_key(1, "kernelspec") && has_key(2, "language")) metadata_.kernel_language = value;
      if (has_key(1, "kernelspec") && has_key(2, "name")) metadata_.kernel = value;
      if (has_key(1, "language_info") && has_key(2, "name")) metadata_.language = value;
    }
  }

  bool integer(std::int64_t value) {
    if (levels_.size() == 1 && has_key(0, "nbformat")) format_ = value;
    return scalar();
  }

  Error syntax_error() const;

  std::string_view text_;
  const std::size_t& taken_;
  std::size_t token_end_ = 0;
  std::vector<Level> levels_;
  std::vector<DocumentCell> cells_;
  Metadata metadata_;
  std::optional<std::int64_t> format_;
  bool is_object_ = false;
  bool has_cells_ = false;
  bool has_worksheets_ = false;
  std::size_t error_place_ = 0;
  std::string error_;
  std::string repeated_;  // a member that the notebook has twice
};

bool is_python_name(std::string_view language) {
  return language.starts_with("python") || language.starts_with("ipython") ||
         language.starts_with("Python");
}

bool says_python(const Metadata& metadata) {
  if (!metadata.kernel_language.empty()) return is_python_name(metadata.kernel_language);
  if (!metadata.language.empty()) return is_python_name(metadata.language);
  const std::string& kernel = metadata.kernel;
  const auto others = {"ir", "julia", "bash", "javascript", "scala", "sparkr", "xcpp", "rust"};
  return std::ranges::none_of(others, [&](std::string_view other) {
    return kernel == other || kernel.starts_with(std::string(other) + "-");
  });
}

Error unreadable(std::string message, std::string remedy) {
  return {ErrorKind::Unreadable, {}, 0, std::move(message), std::move(remedy)};
}

// "[json.exception.parse_error.101] parse error at line 1, column 5: what" -> "what".
std::string reason_of(std::string message) {
  const std::size_t place = message.find("parse error at ");
  const std::size_t colon = message.find(": ", place == std::string::npos ? 0 : place);
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

Error DocumentReader::syntax_error() const {
  const std::string_view before = text_.substr(0, error_place_);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t column =
      newline == std::string_view::npos ? before.size() : before.size() - newline - 1;
  Error error =
      unreadable(fmt::format("is not valid JSON at column {}: {}", column + 1, reason_of(error_)),
                 "open and save it with Jupyter, or restore it");
  error.line = line;
  return error;
}

Result<NotebookDocument> DocumentReader::finish() {
  if (!error_.empty()) return tl::unexpected(syntax_error());
  if (!is_object_ || !format_ || (!has_cells_ && !has_worksheets_)) {
    return tl::unexpected(unreadable("is JSON, but no notebook", "is the name right?"));
  }
  if (!repeated_.empty()) {
    return tl::unexpected(
        unreadable(fmt::format("has \"{}\" twice, and programs differ in which one counts",
                               shortened(repeated_)),
                   "open and save it with Jupyter"));
  }
  if (*format_ < kOldestFormat || *format_ > kNewestFormat) {
    return tl::unexpected(
        unreadable(fmt::format("is a notebook of format {}; mlfix reads {} and {}", *format_,
                               kOldestFormat, kNewestFormat),
                   "convert it with `jupyter nbconvert --to notebook`"));
  }
  return NotebookDocument{std::move(cells_), says_python(metadata_)};
}

}  // namespace

Result<NotebookDocument> read_document(std::string_view text) {
  std::size_t taken = 0;
  DocumentReader reader(text, taken);
  nlohmann::json::sax_parse(CountingIterator(text.data(), &taken),
                            CountingIterator(text.data() + text.size(), &taken), &reader);
  return reader.finish();
}

}  // namespace mlfix
