// Remembers the text that was parsed last. Fixes of a notebook are tried out on its cells and
// then, as a rule all of them again, applied or shown: the same text, which is parsed once.
//
// Holds one text and its tree; not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "syntax/parsed_text.h"

namespace mlfix {

class LatestText {
 public:
  // `parser` must outlive this.
  explicit LatestText(Parser& parser) : parser_(parser) {}

  // nullptr unless it is the text that was parsed last.
  std::shared_ptr<const ParsedText> find(const std::string& text) const {
    return latest_ != nullptr && latest_->text == text ? latest_ : nullptr;
  }

  // The text with its tree, parsed from scratch unless it is the one that was asked for last.
  std::shared_ptr<const ParsedText> parse(std::string text) {
    if (find(text) == nullptr) {
      latest_.reset();  // first, so that there are not both
      latest_ = std::make_shared<ParsedText>(std::move(text), parser_);
    }
    return latest_;
  }

 private:
  Parser& parser_;
  std::shared_ptr<const ParsedText> latest_;
};

}  // namespace mlfix
