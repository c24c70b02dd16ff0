// What was found, as the protocol writes it. Pure functions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adoption/silence.h"
#include "lsp/checked.h"
#include "lsp/client.h"
#include "lsp/protocol.h"

namespace mlfix::lsp {

// One list of diagnostics for each document, also where it is empty.
std::map<std::string, Json> diagnostics_of(const Checked& checked, const Client& client);

// What is shown for a place of a document: findings there with their reasons, and the
// pages of their rules. null when there is none.
Json hover_at(const Checked& checked, const std::string& uri, Point point, const Client& client);

// The findings that touch lines of `span` in the document.
std::vector<Entry> findings_at(const Checked& checked, const std::string& uri, Span span,
                               const Client& client);

// The action that applies the fix of the finding; null without one.
Json fix_action(const Checked& checked, const Entry& finding, const Client& client);
// The action that silences the finding with a comment; null where none has its place.
Json silence_action(const Checked& checked, const Entry& finding, const Silence& silence,
                    const Client& client);
// The action that applies all safe fixes, which `fixed` has; null when nothing changes.
Json fix_all_action(const Checked& fixed, const Client& client);

inline constexpr std::string_view kQuickFix = "quickfix";
inline constexpr std::string_view kFixAll = "source.fixAll.mlfix";

}  // namespace mlfix::lsp
