// An outline lists assignments to attributes of whatever has a name, most of which set values. One
// counts where its target is a function, class or method of the project, or of a library that the
// tables describe: the analysis relies on these, and by no others. A method `forward` counts on any
// object, because modules run it without naming it, and so does a class that an object is given.
//
// A library may do the same when it is imported (some that measure or speed up training do), and
// nobody shows it to mlfix. So tables list the packages of which it is known that they leave the
// code of others alone; any other import that leads to no file of the run brings code that may
// replace what it likes.

#include "semantic/project/meddling.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "semantic/knowledge/knowledge.h"
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

// Whether a table describes the dotted name, or the class that it belongs to.
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
  Replacements(const Knowledge& knowledge, const NamesOfCode& names, const Outline& outline,
               const Project* project, FileIndex file)
      : knowledge_(knowledge), names_(names), outline_(outline), project_(project), file_(file) {}

  bool counts(const OutlineReplacement& one) const {
    if (one.name.ends_with(".forward") || one.name.ends_with(".__class__") ||
        one.name.find(".__class__.") != std::string::npos) {
      return true;
    }
    if (one.is_path) return is_code(one.name);
    const std::string_view first = std::string_view(one.name).substr(0, one.name.find('.'));
    const std::string rest = any_where_open(std::string_view(one.name).substr(first.size()));
    const auto bound =
        std::ranges::equal_range(outline_.bindings, first, {},
                                 [](const OutlineBinding& b) { return std::string_view(b.name); });
    if (bound.empty()) return is_of_unknown(first, rest, one.value);
    return std::ranges::any_of(bound, [&](const OutlineBinding& binding) {
      switch (binding.kind) {
        case OutlineBinding::Kind::Import: {
          const std::string owner = outline_.imports[binding.index].dotted();
          return is_code(owner + rest) || (!is_module(owner) && is_of_unknown({}, rest, one.value));
        }
        case OutlineBinding::Kind::Class:
          return is_method(outline_.classes[binding.index], rest.substr(1));
        default:
          return is_of_unknown({}, rest, one.value);
      }
    });
  }

  // Whoever gets a module may replace what is in it.
  bool counts(const OutlineImport& handed_out) const { return is_module(handed_out.dotted()); }

 private:
  // `lambda`, or the name of a function that the file defines or imports.
  bool is_function(std::string_view value) const {
    if (value == "lambda") return true;
    const std::string_view first = value.substr(0, value.find('.'));
    if (first == value && std::ranges::binary_search(outline_.defined_names, hash_name(value))) {
      return true;
    }
    const auto bound =
        std::ranges::equal_range(outline_.bindings, first, {},
                                 [](const OutlineBinding& b) { return std::string_view(b.name); });
    return std::ranges::any_of(bound, [&](const OutlineBinding& binding) {
      if (binding.kind != OutlineBinding::Kind::Import) return false;
      return is_code(outline_.imports[binding.index].dotted() +
                     std::string(value.substr(first.size())));
    });
  }

  // `net.step = timed(net.step)`
  bool wraps_method(std::string_view value, std::string_view name) const {
    return value.size() > name.size() && value.ends_with(name) &&
           value[value.size() - name.size() - 1] == '.' && names_.has_method(name);
  }

  // Through these, any attribute is set.
  static std::string any_where_open(std::string_view rest) {
    for (const std::string_view open : {".__dict__", ".__setattr__"}) {
      if (rest.ends_with(open)) {
        return std::string(rest.substr(0, rest.size() - open.size())) + ".*";
      }
    }
    return std::string(rest);
  }

  // An attribute of an object of which only a name is known, which may be bound in a function.
  // Most of these are values that happen to have the name of some function.
  bool is_of_unknown(std::string_view first, std::string_view rest, std::string_view value) const {
    if (!first.empty() && is_code(std::string(first) + std::string(rest))) return true;
    const std::size_t last = rest.rfind('.');
    if (last == std::string_view::npos) return false;
    const std::string_view name = rest.substr(last + 1);
    return names_.has_function(name) && (is_function(value) || wraps_method(value, name));
  }

  bool is_module(std::string_view dotted) const {
    if (project_ != nullptr && file_ != kNoFile) {
      const ProjectEntity entity = project_->resolve(file_, dotted);
      if (entity) return entity.kind == ProjectEntity::Kind::Module;
    }
    return names_.has_package(knowledge_.canonical_text(dotted));
  }

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
    if (is_any && names_.has_package(knowledge_.canonical_text(dotted))) return true;
    return is_described(knowledge_, dotted) || knowledge_.covers(Meaning::HoldsModules, dotted);
  }

  const Knowledge& knowledge_;
  const NamesOfCode& names_;
  const Outline& outline_;
  const Project* project_;
  FileIndex file_;
};

bool has_hash(const std::vector<std::uint32_t>& sorted, std::string_view name) {
  return std::ranges::binary_search(sorted, hash_name(name));
}

void sort_and_drop_doubles(std::vector<std::uint32_t>& hashes) {
  std::ranges::sort(hashes);
  hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
}

// Called, read after a dot, or imported by their own names, as bases of classes are.
bool names_any(const Knowledge& knowledge, Meaning meaning, const Outline& outline) {
  const NameSet& names = knowledge.names(meaning);
  return mentions_any(names, outline.called_names) || mentions_any(names, outline.attributes) ||
         std::ranges::any_of(outline.imported, [&](const OutlineImport& one) {
           return !one.name.empty() && names.contains(one.name);
         });
}

bool imports_table_of_modules(const Knowledge& knowledge, const Outline& outline) {
  return std::ranges::any_of(outline.imported, [&](const OutlineImport& one) {
    return !one.name.empty() &&
           knowledge.covers(Meaning::HoldsModules, one.module + "." + one.name);
  });
}

}  // namespace

NamesOfCode::NamesOfCode(const Knowledge& knowledge) {
  knowledge.for_each_described([&](std::string_view dotted) {
    if (dotted.ends_with('*')) return;
    const std::size_t last = dotted.rfind('.');
    functions_.push_back(hash_name(dotted.substr(last + 1)));  // all of it without a dot
    if (last == std::string_view::npos) methods_.push_back(functions_.back());
    for (std::size_t dot = dotted.find('.'); dot != dotted.npos; dot = dotted.find('.', dot + 1)) {
      packages_.push_back(hash_name(dotted.substr(0, dot)));
    }
  });
  sort();
}

void NamesOfCode::add_functions(const Outline& outline) {
  for (const OutlineFunction& function : outline.functions) {
    if (function.is_decorated) continue;  // a property is set, and not replaced
    functions_.push_back(hash_name(function.name));
    methods_.push_back(functions_.back());
  }
  for (const OutlineClass& one : outline.classes) functions_.push_back(hash_name(one.name));
}

void NamesOfCode::sort() {
  sort_and_drop_doubles(functions_);
  sort_and_drop_doubles(methods_);
  sort_and_drop_doubles(packages_);
}

bool NamesOfCode::has_function(std::string_view name) const {
  return has_hash(functions_, name);
}

bool NamesOfCode::has_method(std::string_view name) const {
  return has_hash(methods_, name);
}

bool NamesOfCode::has_package(std::string_view dotted) const {
  return has_hash(packages_, dotted);
}

Meddling meddling_of(const Knowledge& knowledge, const NamesOfCode& names, const Outline& outline,
                     const Project* project, FileIndex file) {
  const Replacements replacements(knowledge, names, outline, project, file);
  const auto counts = [&](const auto& one) { return replacements.counts(one); };
  if (std::ranges::any_of(outline.replaced, counts) ||
      std::ranges::any_of(outline.handed_out, counts) ||
      imports_table_of_modules(knowledge, outline)) {
    return Meddling::ReplacesCode;
  }
  if (names_any(knowledge, Meaning::ReadsFrames, outline) ||
      mentions_any(knowledge.names(Meaning::FrameAttribute), outline.attributes) ||
      imports_any(knowledge, Meaning::MainModule, outline)) {
    return Meddling::ReadsNames;
  }
  if (names_any(knowledge, Meaning::RunsBeside, outline)) return Meddling::RunsBeside;
  return outline.is_cut_short ? Meddling::BringsUnseen : Meddling::None;
}

std::optional<std::string> unseen_import(const Knowledge& knowledge, const Outline& outline,
                                         const Project* project, FileIndex file) {
  const bool in_project = project != nullptr && file != kNoFile;
  const auto is_seen = [&](const OutlineImport& one) {
    return knowledge.covers(Meaning::LeavesCodeAlone, one.module) ||
           (in_project &&
            (project->resolve(file, one.module) || project->resolve(file, one.dotted())));
  };
  const auto unseen = std::ranges::find_if_not(outline.imported, is_seen);
  if (unseen == outline.imported.end()) return std::nullopt;
  return unseen->module;
}

Meddler meddling_of(const Knowledge& knowledge, const Outline& outline) {
  NamesOfCode names(knowledge);
  names.add_functions(outline);
  names.sort();
  const Meddling how = meddling_of(knowledge, names, outline);
  if (how != Meddling::None) return {how, {}};
  auto import = unseen_import(knowledge, outline);
  return import ? Meddler{Meddling::BringsUnseen, *std::move(import)} : Meddler();
}

std::string describe(const Meddler& meddler) {
  switch (meddler.how) {
    case Meddling::None:
      break;
    case Meddling::ReplacesCode:
      return "puts something else in the place of functions, methods or modules";
    case Meddling::ReadsNames:
      return "reads names of code that runs";
    case Meddling::RunsBeside:
      return "runs code beside other code";
    case Meddling::BringsUnseen:
      return meddler.import.empty()
                 ? "imports more than can be followed"
                 : fmt::format("imports {}, which is not seen and may replace functions of others",
                               meddler.import);
  }
  return "does nothing to the names of others";
}

}  // namespace mlfix
