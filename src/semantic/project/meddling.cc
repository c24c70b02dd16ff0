// An outline lists assignments to attributes of whatever has a name, most of which set values. One
// counts where its target is a function, class or method of the project, or of a library that the
// tables describe: the analysis goes by these, and by no others. A method `forward` counts on any
// object, because modules run it without naming it.

#include "semantic/project/meddling.h"

#include <algorithm>
#include <string>

#include "semantic/project/project.h"

namespace mlfix {
namespace {

bool mentions_any(const NameSet& names, const std::vector<std::uint32_t>& hashes) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    return std::ranges::binary_search(hashes, hash_name(name));
  });
}

bool imports_any(const Knowledge& knowledge, Meaning meaning, const Outline& outline) {
  return std::ranges::any_of(outline.imported, [&](const OutlineImport& one) {
    return knowledge.covers(meaning, one.module);
  });
}

// Whether a table describes the dotted name, or the class that it is of.
bool is_described(const Knowledge& knowledge, std::string_view dotted) {
  const auto has_entry = [&](std::string_view name) {
    const Symbol symbol = knowledge.find(knowledge.canonical_text(name));
    return symbol != kNoSymbol &&
           (knowledge.callable(symbol) != nullptr || knowledge.instance_facts(symbol));
  };
  const std::size_t last = dotted.rfind('.');
  return has_entry(dotted) || (last != std::string_view::npos && has_entry(dotted.substr(0, last)));
}

class Replacements {
 public:
  Replacements(const Knowledge& knowledge, const Outline& outline, const Project* project,
               FileIndex file)
      : knowledge_(knowledge), outline_(outline), project_(project), file_(file) {}

  bool counts(const OutlineReplacement& one) const {
    if (one.name.ends_with(".forward") || one.name.find(".__class__.") != std::string::npos) {
      return true;
    }
    if (one.is_path) return is_code(one.name);
    const std::string_view first = std::string_view(one.name).substr(0, one.name.find('.'));
    const std::string_view rest = std::string_view(one.name).substr(first.size());
    const auto bound =
        std::ranges::equal_range(outline_.bindings, first, {},
                                 [](const OutlineBinding& b) { return std::string_view(b.name); });
    return std::ranges::any_of(bound, [&](const OutlineBinding& binding) {
      switch (binding.kind) {
        case OutlineBinding::Kind::Import:
          return is_code(outline_.imports[binding.index].dotted().append(rest));
        case OutlineBinding::Kind::Class:
          return is_method(outline_.classes[binding.index], rest.substr(1));
        default:
          return false;
      }
    });
  }

 private:
  bool is_method(const OutlineClass& klass, std::string_view name) const {
    return name == "*" || std::ranges::any_of(klass.methods, [&](std::uint32_t method) {
             return outline_.functions[method].name == name;
           });
  }

  bool is_code(std::string_view dotted) const {
    const bool is_any = dotted.ends_with(".*");
    if (is_any) dotted.remove_suffix(2);
    if (project_ != nullptr && file_ != kNoFile) {
      const ProjectEntity entity = project_->resolve(file_, dotted);
      if (entity.is_function() || entity.is_class()) return true;
      if (entity) return is_any;
    }
    if (dotted.starts_with('.')) return false;
    return is_described(knowledge_, dotted) || knowledge_.covers(Meaning::HoldsModules, dotted);
  }

  const Knowledge& knowledge_;
  const Outline& outline_;
  const Project* project_;
  FileIndex file_;
};

}  // namespace

Meddling meddling_of(const Knowledge& knowledge, const Outline& outline, const Project* project,
                     FileIndex file) {
  const Replacements replacements(knowledge, outline, project, file);
  if (std::ranges::any_of(outline.replaced, [&](const OutlineReplacement& one) {
        return replacements.counts(one);
      })) {
    return Meddling::ReplacesCode;
  }
  if (mentions_any(knowledge.names(Meaning::ReadsFrames), outline.called_names) ||
      mentions_any(knowledge.names(Meaning::FrameAttribute), outline.attributes) ||
      imports_any(knowledge, Meaning::MainModule, outline)) {
    return Meddling::ReadsNames;
  }
  if (mentions_any(knowledge.names(Meaning::RunsBeside), outline.called_names) ||
      mentions_any(knowledge.names(Meaning::RunsBeside), outline.attributes)) {
    return Meddling::RunsBeside;
  }
  return Meddling::None;
}

std::string_view describe(Meddling meddling) {
  switch (meddling) {
    case Meddling::None:
      break;
    case Meddling::ReplacesCode:
      return "puts something else in the place of functions, methods or modules";
    case Meddling::ReadsNames:
      return "reads names of code that runs";
    case Meddling::RunsBeside:
      return "runs code beside other code";
  }
  return "does nothing to the names of others";
}

}  // namespace mlfix
