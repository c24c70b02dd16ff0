// Names by which the language, and torch.nn.Module, decide what an object is and what calling it
// runs.
#pragma once

#include <string_view>

namespace mlfix {

// In code: the protocol of the language, and of torch.nn.Module.
inline constexpr std::string_view kCallMethod = "__call__";
inline constexpr std::string_view kForwardMethod = "forward";
// In code: the same. What decides about objects of a class before their forward() does, in the
// class or its bases.
inline constexpr std::string_view kMakingObjects[] = {"__new__", "__init_subclass__",
                                                      "__getattribute__"};
// In code: the same. What gives one object, or all, another class or another call.
inline constexpr std::string_view kSettingCalls[] = {"__class__", "__call__", "_call_impl",
                                                     "_wrapped_call_impl"};

}  // namespace mlfix
