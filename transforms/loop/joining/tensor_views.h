// Functions and methods of tensors whose result may be a view: by their last word, `view`
// of x.view(-1) and of torch.view.
#pragma once

#include <string_view>

namespace mlfix {

// May the result share the storage of an argument, without being smaller than it?
bool is_whole_view(std::string_view word);

// May it show a part of an argument, spread it, or look into foreign memory?
bool is_other_view(std::string_view word);

inline bool is_view(std::string_view word) {
  return is_whole_view(word) || is_other_view(word);
}

}  // namespace mlfix
