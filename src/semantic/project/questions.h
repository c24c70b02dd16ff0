// What an analysis asked of its project, so that a later run can tell whether it would be
// answered the same, without the analysis.
//
// Every public query of Project notes itself in the log of the thread that asks, if it has one.
// A log is complete: an analysis is a function of the file's own bytes, the settings and the
// answers to these questions. What a query asks in turn, to answer, is not noted; questions
// about what a function of another file does are noted as that file (Kind::Inside), with the
// log of what that file's model asked.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "semantic/project_entity.h"
#include "syntax/syntax_tree.h"

namespace mlfix {

struct ProjectQuestion {
  // A number in caches: the order is part of their format.
  enum class Kind : std::uint8_t {
    Importable,  // is there anything of that name to import, from wherever? `text`
    Resolve,     // from `file`, the dotted `text`
    Lookup,
    LookupStar,
    LibraryByStar,
    ImportsFrom,    // `text` is the path of the other file
    FunctionName,   // of the function `index`
    ClassName,      // of the class `index`
    FunctionAt,     // `index` is an offset
    FunctionNamed,  // `text` is the class, a dot, and the name
    ClassOfMethod,
    Hierarchy,  // the classes above the class `index`
    Method,
    MayDifferentiateAttribute,
    MayDifferentiateAnywhere,
    MayReadAttribute,
    MentionsAttribute,
    MentionsOfKin,
    MayBeProperty,
    MayBeUsed,
    NamedByImporters,
    SeesUsers,
    OnlyInfers,
    Overrides,
    Namesakes,   // `text` is the name, and words that a file with such a method mentions
    AsWritten,   // is the class `index` what its text says?
    AfterSuper,  // does super().text in the class `index` find the same for all objects?
    Meddling,
    DrawingCompanions,
    DirectNeighbours,
    AllNeighbours,
    Importers,
    MayBeImported,
    ImportedByNotebook,
    ImportingNotebooks,
    ServesNotebooks,
    Callers,
    Inside,  // all that the model of the file says
  };
  static constexpr Kind kLast = Kind::Inside;

  Kind kind = Kind::Resolve;
  FileIndex file = kNoFile;
  std::uint32_t index = 0;  // in the file's outline
  std::string text{};
  friend auto operator<=>(const ProjectQuestion&, const ProjectQuestion&) = default;
};

using QuestionLog = std::set<ProjectQuestion>;

// While it lives, the questions of this thread are noted in `log`, or nowhere when it is null.
class Listening {
 public:
  explicit Listening(QuestionLog* log) : before_(std::exchange(current_, log)) {}
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  ~Listening() { current_ = before_; }

  static void note(ProjectQuestion question) {
    if (current_ != nullptr) current_->insert(std::move(question));
  }
  static bool is_on() { return current_ != nullptr; }

 private:
  static thread_local QuestionLog* current_;
  QuestionLog* before_;
};

// A query that is noted. What it asks in turn, while this lives, is not.
class Asked {
 public:
  Asked(ProjectQuestion::Kind kind, FileIndex file, std::uint32_t index = 0,
        std::string_view text = {})
      : in_turn_((note(kind, file, index, text), nullptr)) {}

 private:
  static void note(ProjectQuestion::Kind kind, FileIndex file, std::uint32_t index,
                   std::string_view text) {
    if (Listening::is_on()) Listening::note({kind, file, index, std::string(text)});
  }
  Listening in_turn_;
};

}  // namespace mlfix
